"""Many games as columns, a row a game, and series of them.

Seat 0 is forehand and leads.  Contracts are places in ``CONTRACTS``.  A deal that was passed
in has the declarer -1, the contract -1 and the score 0.

Suit games, grand and the four nulls.  Hand games and announced ones count with their suit
or with grand.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np

from evenhand.games.cards import CardError, Masks
from evenhand.games.skat.contract import KIND_OF, NO_CONTRACT, NO_KIND
from evenhand.games.skat.deck import ALL_CARDS, CARD_POINTS, NOBODY, SEATS, Bytes, Integers
from evenhand.games.skat.scoring import (
    DEFENCE_BONUS,
    card_points_of,
    count_tricks,
    scores,
    seeger_points,
)
from evenhand.games.skat.seeger import USUAL_GAMES, group_series
from evenhand.games.skat.tricks import NO_WINNER, PLAYED, TRICKS
from evenhand.tables import Floats, GameTable, Indices, Times


@dataclass(frozen=True, slots=True)
class Tricks:
    """The tricks of many games, a row a game."""

    cards: Bytes  # thirty in the order of play
    winners: Bytes  # the seats that took the ten tricks

    def taken_by(self, seats: Integers) -> tuple[Integers, Integers]:
        """Return the card points and the number of tricks that one seat of each game took."""
        points = CARD_POINTS[self.cards].reshape(-1, TRICKS, 3).sum(axis=2)
        taken = self.winners == seats[:, None]
        return (points * taken).sum(axis=1), taken.sum(axis=1)


def check_seats(seats: Integers, deals: int) -> None:
    """Refuse anything but one of the three seats for each deal."""
    if seats.shape != (deals,) or not np.isin(seats, range(3)).all():
        raise ValueError(f"each of {deals} deals needs a seat 0, 1 or 2")


def check_hands(hands: Masks) -> None:
    """Refuse anything but three hands of ten different cards."""
    together = np.bitwise_or.reduce(hands, axis=1) & ALL_CARDS
    right = (np.bitwise_count(together) == PLAYED).all() and hands.shape[1:] == (3,)
    if not right or (np.bitwise_count(hands) != TRICKS).any() or (hands & ~ALL_CARDS).any():
        raise CardError("a deal needs three hands of ten different cards")


def put_away(hands: Masks, rows: Integers, seats: Integers | int, skats: Masks) -> None:
    """Change the hands and skats of some rows: twelve cards, two of them put away."""
    twelve = hands[rows, seats] | hands[rows, 3]
    hands[rows, seats] = twelve & ~skats
    hands[rows, 3] = skats


@dataclass(frozen=True, slots=True)
class Games:
    """Games of Skat, a row a game."""

    deals: Masks  # three hands and the skat
    bids_made: Integers  # the highest value that each seat bid or accepted, 0 for none
    declarers: Integers
    contracts: Integers
    bids: Integers
    hands: Masks  # as they were played, and the two cards put away or left in the skat
    tricks: Tricks
    points: Integers  # the declarer's tricks and skat
    taken: Integers  # tricks that the declarer took
    scores: Integers  # for the declarer

    @classmethod
    def from_tricks(
        cls,
        deals: Masks,
        bids_made: Integers,
        declarers: Integers,
        contracts: Integers,
        bids: Integers,
        hands: Masks,
        tricks: Tricks,
    ) -> Self:
        """Return played games with what they count."""
        points, taken = tricks.taken_by(declarers)
        points = points + card_points_of(hands[:, 3])
        every, played = np.arange(len(deals)), declarers != NOBODY
        twelve = hands[every, declarers] | hands[:, 3]
        decisive = count_tricks(contracts, taken, tricks.winners[:, -1] == NO_WINNER)
        written = scores(contracts, twelve, points, decisive, bids)
        kept = (np.where(played, column, 0) for column in (points, taken, written))
        return cls(deals, bids_made, declarers, contracts, bids, hands, tricks, *kept)

    def __len__(self) -> int:
        return len(self.deals)

    @property
    def played(self) -> Any:
        """Which deals were not passed in."""
        return self.declarers != NOBODY

    @property
    def won(self) -> Any:
        """Which games the declarer won."""
        return self.scores > 0

    def take(self, rows: Any) -> "Games":
        """Return some of the games: a mask, a slice or row numbers."""
        columns: dict[str, Any] = {f.name: getattr(self, f.name) for f in fields(self)}
        tricks = columns.pop("tricks")
        chosen = {name: column[rows] for name, column in columns.items()}
        return Games(**chosen, tricks=Tricks(tricks.cards[rows], tricks.winners[rows]))

    @classmethod
    def concat(cls, parts: "list[Games]") -> "Games":
        """Return the games of several tables, one after the other."""
        names = [f.name for f in fields(cls) if f.name != "tricks"]
        columns = {name: np.concatenate([getattr(p, name) for p in parts]) for name in names}
        cards = np.concatenate([part.tricks.cards for part in parts])
        winners = np.concatenate([part.tricks.winners for part in parts])
        return cls(**columns, tricks=Tricks(cards, winners))


def kinds_of(games: Games) -> Integers:
    """Return the place in ``KINDS`` of each game; -1 for a deal that was passed in."""
    kinds: Integers = np.where(games.contracts == NO_CONTRACT, NO_KIND, KIND_OF[games.contracts])
    return kinds


@dataclass(frozen=True, slots=True)
class SeriesGames:
    """Games of series at tables of three."""

    names: tuple[str, ...]  # the players
    seats: Indices  # (series, 3) who sits at the table
    games: Games
    series: Integers  # to which series each game belongs
    places: Integers  # which of the three at its table declared it; -1 if it was passed in
    sitting: Integers  # (games, 3) which of the three at its table sits at each seat
    time: Times | None = None  # of each series, in microseconds
    rows: Integers | None = None  # (series, length) the numbers of its games where they came from

    @classmethod
    def from_rotation(cls, names: Sequence[str], seats: Indices, games: Games, **more: Any) -> Self:
        """Return series of equal length, one after the other.

        In game g of a series the player ``seats[series, (s + g) % 3]`` sits at seat s, since
        dealing goes round.
        """
        if seats.shape[1:] != (SEATS,) or not len(seats):
            raise ValueError(f"series need three players each, not the shape {seats.shape}")
        if len(games) % len(seats):
            raise ValueError("every series needs the same number of games")
        series, deal = np.divmod(np.arange(len(games)), len(games) // len(seats))
        places = np.where(games.played, (games.declarers + deal) % SEATS, NOBODY)
        sitting = (np.arange(SEATS) + deal[:, None]) % SEATS
        return cls(tuple(names), seats, games, series, places, sitting, **more)

    @classmethod
    def collect(
        cls,
        games: Games,
        players: Sequence[tuple[str, str, str]],
        ids: Sequence[str],
        times: Times | None = None,
        *,
        length: int = USUAL_GAMES[SEATS],
        count_passed_in: bool = True,
    ) -> Self:
        """Return series of some length, each of one id and the same three players.

        ``players`` sit at seats 0 to 2 of each game.  What does not fill a series is left out.
        A series has the time of its last game; series come in the order of these times, or without
        times of their last games.
        """
        counts = (games.played | count_passed_in).tolist()
        full, _ = group_series(players, ids, counts, length)
        if not full:
            passed = int((~games.played).sum())
            found = f"{len(games) - passed} games played, {passed} deals passed in"
            raise ValueError(f"no series of {length} deals is complete ({found})")
        rows = np.array(full)
        if times is not None:
            rows = rows[np.argsort(times[rows[:, -1]], kind="stable")]
        names = tuple(dict.fromkeys(name for first in rows[:, 0] for name in players[first]))
        number = {name: place for place, name in enumerate(names)}
        who = np.array([[number[name] for name in players[row]] for row in rows.ravel().tolist()])
        seats = who[::length]
        series = np.repeat(np.arange(len(rows)), length)
        chosen = games.take(rows.ravel())
        sitting = (seats[series][:, None, :] == who[:, :, None]).argmax(axis=2)
        places = sitting[np.arange(len(who)), chosen.declarers]
        places = np.where(chosen.played, places, NOBODY)
        ends = None if times is None else times[rows[:, -1]]
        return cls(names, seats.astype(np.int32), chosen, series, places, sitting, ends, rows)

    def totals(self, values: Floats | None = None, defence: int = DEFENCE_BONUS[SEATS]) -> Floats:
        """Return the Seeger-Fabian totals, (series, 3) in the order of ``seats``.

        ``values`` are written down for the declarers instead of the scores of the games.
        """
        played, series = self.games.played, len(self.seats)
        place = (SEATS * self.series + self.places)[played]

        def add(what: Floats) -> Floats:
            sums = np.bincount(place, what, SEATS * series).astype(np.float64)
            return sums.reshape(series, SEATS)

        points = add((self.games.scores if values is None else values)[played])
        won, lost = add(self.games.won[played]), add(~self.games.won[played])
        others_lost = lost.sum(axis=1, keepdims=True) - lost
        totals: Floats = seeger_points(points, won, lost, others_lost, defence)
        return totals

    def table(self, values: Floats | None = None, defence: int = DEFENCE_BONUS[SEATS]) -> GameTable:
        """Return the series as a table to rate; without times their numbers order them."""
        time = np.arange(len(self.seats), dtype=np.int64) if self.time is None else self.time
        totals = self.totals(values, defence)
        return GameTable(self.names, self.seats.astype(np.int32), totals, time=time)


def seat_points(games: Games, defence: int = DEFENCE_BONUS[SEATS]) -> Floats:
    """Return the Seeger-Fabian points of each seat in each game."""
    declares = games.declarers[:, None] == np.arange(SEATS)
    won, lost = games.won[:, None], (games.played & ~games.won)[:, None]
    points: Floats = seeger_points(
        np.where(declares, games.scores[:, None], 0.0),
        1.0 * (declares & won),
        1.0 * (declares & lost),
        1.0 * (~declares & lost),
        defence,
    )
    return points
