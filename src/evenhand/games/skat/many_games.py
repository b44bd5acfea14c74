"""Many games as columns, a row a game: what simulations, statistics and kernels work on.

Seat 0 is forehand and leads.  Contracts are places in ``CONTRACTS``.  A deal that was passed
in has the declarer -1, the contract -1 and the score 0.
"""

from dataclasses import dataclass, fields
from typing import Any, Self

import numpy as np

from evenhand.cards import Masks
from evenhand.games.skat.contract import GAMES, NULL, Contract
from evenhand.games.skat.pack import PACK, POINTS
from evenhand.games.skat.playout import Integers, Tricks
from evenhand.games.skat.values import (
    ALL_POINTS,
    ALL_TRICKS,
    BASE,
    POINTS_TO_WIN,
    SCHNEIDER,
    game_value,
    levels,
    trumps_by_rank,
)

NOBODY, NO_CONTRACT = -1, -1
NO_CARD = len(PACK)
CLUB_JACK = 1 << PACK.card("CJ")
SUIT_AND_GRAND_FORMS = ("", "H", "HS", "HSZ", "OHSZ")
NULL_FORMS = ("", "H", "O", "OH")
CONTRACTS: tuple[Contract, ...] = tuple(
    Contract.parse(game + marks)
    for game in GAMES
    for marks in (NULL_FORMS if game == NULL else SUIT_AND_GRAND_FORMS)
)
"""All contracts there are."""


def _eleven_trumps(game: str) -> list[int]:
    """The trumps of a game, highest first, filled up to eleven."""
    trumps = [] if game == NULL else trumps_by_rank(game)
    return trumps + [NO_CARD] * (11 - len(trumps))


def _three_levels(contract: Contract) -> list[int]:
    """Levels without the matadors: in a plain game, at schneider, at schwarz."""
    if contract.game == NULL:
        return [1, 1, 1]
    reached = ((False, False), (True, False), (True, True))
    return [levels(contract, 0, schneider=some, schwarz=every) for some, every in reached]


def _points_to_win(contract: Contract) -> int:
    if contract.game == NULL:
        return 0
    if contract.schwarz:
        return ALL_POINTS
    return ALL_POINTS - SCHNEIDER if contract.schneider else POINTS_TO_WIN


# What the rules say of each game and each contract.
GAME_OF = np.array([GAMES.index(contract.game) for contract in CONTRACTS])
"""The place in ``GAMES`` of each contract's game."""
IS_HAND = np.array([contract.hand for contract in CONTRACTS])
IS_OUVERT = np.array([contract.ouvert for contract in CONTRACTS])
IS_SCHWARZ = np.array([contract.schwarz for contract in CONTRACTS])
IS_NULL = np.array([contract.game == NULL for contract in CONTRACTS])
BASE_OF = np.array([BASE.get(contract.game) or game_value(contract) for contract in CONTRACTS])
"""The base value of each contract; of a null all it is worth."""
_TRUMPS = np.array([_eleven_trumps(game) for game in GAMES])
_LEVELS = np.array([_three_levels(contract) for contract in CONTRACTS])
_POINTS_TO_WIN = np.array([_points_to_win(contract) for contract in CONTRACTS])
_TRICKS_TO_WIN = np.array([ALL_TRICKS if contract.schwarz else 0 for contract in CONTRACTS])
_CARD_POINTS = np.array(POINTS)


@dataclass(frozen=True, slots=True)
class Games:
    """Games of Skat, a row a game."""

    deals: Masks  # three hands and the skat
    said: Integers  # the highest value that each seat bid or accepted, 0 for none
    declarers: Integers
    contracts: Integers
    bids: Integers
    hands: Masks  # as they were played, and the two cards put away or left in the skat
    tricks: Tricks
    points: Integers  # the declarer's tricks and skat
    taken: Integers  # tricks that the declarer took
    scores: Integers  # for the declarer

    @classmethod
    def scored(
        cls,
        deals: Masks,
        said: Integers,
        declarers: Integers,
        contracts: Integers,
        bids: Integers,
        hands: Masks,
        tricks: Tricks,
    ) -> Self:
        """Played games with what they count."""
        points, taken = tricks.taken_by(declarers)
        points = points + card_points_of(hands[:, 3])
        every, played = np.arange(len(deals)), declarers != NOBODY
        twelve = hands[every, declarers] | hands[:, 3]
        written = scores(contracts, twelve, points, taken, bids)
        kept = (np.where(played, column, 0) for column in (points, taken, written))
        return cls(deals, said, declarers, contracts, bids, hands, tricks, *kept)

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
        """Some of the games: a mask, a slice or row numbers."""
        columns: dict[str, Any] = {f.name: getattr(self, f.name) for f in fields(self)}
        tricks = columns.pop("tricks")
        chosen = {name: column[rows] for name, column in columns.items()}
        return Games(**chosen, tricks=Tricks(tricks.cards[rows], tricks.winners[rows]))

    @classmethod
    def joined(cls, parts: "list[Games]") -> "Games":
        """The games of several tables, one after the other."""
        names = [f.name for f in fields(cls) if f.name != "tricks"]
        columns = {name: np.concatenate([getattr(p, name) for p in parts]) for name in names}
        cards = np.concatenate([part.tricks.cards for part in parts])
        winners = np.concatenate([part.tricks.winners for part in parts])
        return cls(**columns, tricks=Tricks(cards, winners))


def card_points_of(hands: Masks) -> Integers:
    """The card points of many hands."""
    points: Integers = ((hands[:, None] >> np.arange(len(PACK)) & 1) * _CARD_POINTS).sum(axis=1)
    return points


def matador_runs(contracts: Integers, cards: Masks) -> Integers:
    """With or without how many, over the declarer's twelve cards; 0 in null."""
    same = np.where(cards & CLUB_JACK, cards, PACK.whole ^ cards)
    held = same[:, None] >> _TRUMPS[GAME_OF[contracts]] & 1
    runs: Integers = np.minimum.accumulate(held, axis=1).sum(axis=1)
    return runs


def scores(
    contracts: Integers, cards: Masks, points: Integers, tricks: Integers, bids: Integers
) -> Integers:
    """What ``values.worth`` writes down, for many games."""
    schwarz = (tricks == 0) | (tricks == ALL_TRICKS)
    schneider = np.minimum(points, ALL_POINTS - points) <= SCHNEIDER
    reached = np.where(schwarz, 2, np.where(schneider, 1, 0))
    base, null = BASE_OF[contracts], IS_NULL[contracts]
    value = base * (_LEVELS[contracts, reached] + matador_runs(contracts, cards))
    won = (
        (points >= _POINTS_TO_WIN[contracts])
        & (tricks >= _TRICKS_TO_WIN[contracts])
        & ~(null & (tricks > 0))
        & (null | (value >= bids))
    )
    bid_in_full = np.where(null, 0, -(-bids // base) * base)
    return np.where(won, value, -2 * np.maximum(value, bid_in_full))


def points_needed(contracts: Integers, cards: Masks, bids: Integers) -> Integers:
    """The card points with which the declarer wins; more than 61 if the bid asks for schneider.

    Nothing in null; all 120 if schwarz was announced, though a trick without points can lose
    that too.  A bid out of reach of schneider asks for the 90 points of it.
    """
    plain = BASE_OF[contracts] * (_LEVELS[contracts, 0] + matador_runs(contracts, cards))
    schneider = np.where(~IS_NULL[contracts] & (plain < bids), ALL_POINTS - SCHNEIDER, 0)
    needed: Integers = np.maximum(_POINTS_TO_WIN[contracts], schneider)
    return needed
