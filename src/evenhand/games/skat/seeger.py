"""Seeger-Fabian scores: tallies, standings, score lists, averages, and series of games.

A player's total on a list is::

    total = points + 50 * (won - lost) + 40 * (lost games of the others)

at a table of three, and 30 instead of 40 at a table of four.  ``points`` are the values of
the games the player declared, lost ones counted twice and negative.  At a table of four
the dealer sits out, but a lost game pays the 30 to everybody except its declarer, the dealer
too; so every lost game of another player counts, whoever dealt.  A passed-in deal is a
deal of the list and gives nobody anything.

The paper's column "Number of Games" counts series.  Averages are per game and per 36 games,
the length of a series at a table of three, however long the series were.

A series is a number of deals among the same three players, in whatever seats: dealing goes
round.  Games belong together if they carry the same series id; those without one belong to
the other games of the same three players.  Other tables' games may stand in between.
Every 36 deals (or another number) make a series; what is left at the end is not scored.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from evenhand.games.skat.deck import SEATS
from evenhand.games.skat.scoring import DEFENCE_BONUS, WrittenGame, seeger_points
from evenhand.tables import EMPTY, GameTable, TableError

USUAL_GAMES = {3: 36, 4: 48}
"""Deals of a usual series, by the players at the table: twelve times everybody deals."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal as it is written down: who declared, and the signed score.

    ``declarer`` is None and the score 0 if the deal was passed in; ``game`` says what was
    played, if that is known.
    """

    declarer: str | None = None
    score: int = 0
    game: WrittenGame | None = None

    def __post_init__(self) -> None:
        if self.declarer is None and (self.score or self.game):
            raise ValueError("a passed-in deal has no score")
        if self.declarer is not None and not self.score:
            raise ValueError("a game that was played has a score other than 0")
        if self.game and self.game.score != self.score:
            raise ValueError(f"the score is {self.game.score}, not {self.score}")

    @classmethod
    def of(cls, declarer: str, game: WrittenGame) -> "Entry":
        """Return the entry of a game of which all is known."""
        return cls(declarer, game.score, game)


@dataclass(frozen=True, slots=True)
class Tally:
    """What a list says about a player: games won and lost as declarer, and their points."""

    player: str
    won: int = 0
    lost: int = 0
    points: int = 0

    @property
    def games(self) -> int:
        """The games the player declared."""
        return self.won + self.lost


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's line of the final result."""

    rank: int
    player: str
    games: int
    won: int
    lost: int
    points: int
    total: int


def tally(players: Sequence[str], entries: Iterable[Entry]) -> tuple[Tally, ...]:
    """Add up a list, player by player.

    >>> tally(("Anna", "Ben", "Cem"), [Entry("Anna", 48), Entry(), Entry("Anna", -36)])[0]
    Tally(player='Anna', won=1, lost=1, points=12)
    """
    scores: dict[str, list[int]] = {player: [] for player in players}
    if len(scores) < len(players):
        raise ValueError("a player sits twice at the table")
    for entry in entries:
        if entry.declarer is not None:
            if entry.declarer not in scores:
                raise ValueError(f"{entry.declarer!r} does not sit at the table")
            scores[entry.declarer].append(entry.score)
    return tuple(_tally(player, own) for player, own in scores.items())


def totals(tallies: Sequence[Tally]) -> tuple[int, ...]:
    """Return the Seeger-Fabian total of everybody at a table of three or four.

    >>> totals([Tally("A", 8, 1, 273), Tally("B", 12, 4, 152), Tally("C", 11, 0, 495)])
    (783, 592, 1245)
    """
    if len(tallies) not in DEFENCE_BONUS:
        raise ValueError(f"a table has three or four players, not {len(tallies)}")
    defence, lost = DEFENCE_BONUS[len(tallies)], sum(line.lost for line in tallies)
    return tuple(
        seeger_points(line.points, line.won, line.lost, lost - line.lost, defence)
        for line in tallies
    )


def standings(tallies: Sequence[Tally]) -> tuple[Standing, ...]:
    """Return the result of a table, best first.

    Equal totals are ranked by more games won, then by fewer lost.  Who is equal even then
    shares the rank and stays in the order given: the lot is left to the tournament.
    """
    lines = zip(tallies, totals(tallies), strict=True)
    keys = [((-total, -line.won, line.lost), line, total) for line, total in lines]
    ranked = sorted(keys, key=lambda known: known[0])
    order = [key for key, _, _ in ranked]
    return tuple(
        Standing(
            order.index(key) + 1, line.player, line.games, line.won, line.lost, line.points, total
        )
        for key, line, total in ranked
    )


def _tally(player: str, scores: Sequence[int]) -> Tally:
    won = sum(score > 0 for score in scores)
    return Tally(player, won, len(scores) - won, sum(scores))


EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class ScoreList:
    """The result of a table after a series, with or without the single deals.

    >>> paper = ScoreList((Tally("A", 8, 1, 273), Tally("B", 12, 4, 152), Tally("C", 11, 0, 495)))
    >>> [(line.rank, line.player, line.total) for line in paper.standings]
    [(1, 'C', 1245), (2, 'A', 783), (3, 'B', 592)]
    """

    tallies: tuple[Tally, ...]
    name: str = ""
    time: datetime | None = None  # without an offset: UTC
    deals: int | None = None  # how many there were, passed-in ones too, if known
    entries: tuple[Entry, ...] = ()  # deal by deal, if known

    def __post_init__(self) -> None:
        check_players(self.players)
        if self.name != self.name.strip():
            raise ValueError(f"the name {self.name!r} has blanks around it")
        played = sum(line.games for line in self.tallies)
        if self.deals is not None and self.deals < max(played, 1):
            raise ValueError(f"{played} games won or lost, but only {self.deals} dealt")
        if self.time is not None and self.time.tzinfo is None:
            object.__setattr__(self, "time", self.time.replace(tzinfo=UTC))

    @classmethod
    def of_entries(
        cls,
        players: Sequence[str],
        entries: Iterable[Entry],
        *,
        name: str = "",
        time: datetime | None = None,
    ) -> "ScoreList":
        """Return a list of which every deal is known."""
        deals = tuple(entries)
        return cls(tally(players, deals), name, time, len(deals), deals)

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits at the table, in the order of the seats."""
        return tuple(line.player for line in self.tallies)

    @property
    def totals(self) -> tuple[int, ...]:
        """The Seeger-Fabian totals, in the order of the seats."""
        return totals(self.tallies)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The result, best first."""
        return standings(self.tallies)

    @property
    def length(self) -> int:
        """How many deals there were; the usual number if that is not known."""
        return self.deals or USUAL_GAMES[len(self.tallies)]


def series_table(lists: Sequence[ScoreList]) -> GameTable:
    """Return lists as games for a rating system: a row a list, Seeger-Fabian totals as scores.

    Rows are in order of time if the lists have times.  Names become game ids if every list
    has one.
    """
    if not lists:
        raise TableError("no lists")
    ordered = sort_lists(lists)
    number: dict[str, int] = {}
    width = max(len(line.players) for line in ordered)
    seats = np.full((len(ordered), width), EMPTY, np.int32)
    score = np.zeros((len(ordered), width))
    for row, one in enumerate(ordered):
        for seat, (player, total) in enumerate(zip(one.players, one.totals, strict=True)):
            seats[row, seat] = number.setdefault(player, len(number))
            score[row, seat] = total
    times = [(one.time - EPOCH) // MICROSECOND for one in ordered if one.time]
    time = np.array(times, np.int64) if times else None
    return GameTable(tuple(number), seats, score, time=time, game=_find_ids(ordered))


def check_players(players: Sequence[str]) -> None:
    """Refuse a table at which not three or four different players sit, known by name."""
    if len(players) not in DEFENCE_BONUS:
        raise TableError(f"a table has three or four players, not {len(players)}")
    for seat, player in enumerate(players):
        if not player or player != player.strip():
            raise TableError(f"the name {player!r} is empty or has blanks around it")
        if player in players[:seat]:
            raise TableError(f"{player!r} sits twice at the table")


def sort_lists(lists: Sequence[ScoreList]) -> list[ScoreList]:
    """Return the lists by time; as they are if they have no times."""
    without = [one for one in lists if one.time is None]
    if len(without) == len(lists):
        return list(lists)
    if without:
        raise TableError(f"list {without[0].name!r} has no time, but others have")
    return sorted(lists, key=lambda one: one.time or EPOCH)


def _find_ids(lists: Sequence[ScoreList]) -> NDArray[Any] | None:
    """Return the names as ids: whole numbers if each of them is the usual text of one."""
    names = [one.name for one in lists]
    if not all(names):
        return None
    if len(set(names)) < len(names):
        raise TableError("two lists of one name", column="list")
    try:
        whole = np.array([int(name) for name in names], np.int64)
    except (ValueError, OverflowError):
        return np.array(names, object)
    return whole if [str(number) for number in whole] == names else np.array(names, object)


SERIES = USUAL_GAMES[3]


@dataclass(frozen=True, slots=True)
class Average:
    """A player's average score."""

    player: str
    series: int
    per_game: float
    per_36: float


def averages(table: GameTable, deals: int | Sequence[int] = SERIES) -> list[Average]:
    """Return the averages of everybody in a table of series, best first; equal ones by name.

    ``deals`` is the length of the series, one for all or one for each.

    >>> table = GameTable.from_games([{"Anna": 900, "Ben": 720, "Cem": 0}, {"Anna": 540, "Ben": 0}])
    >>> averages(table)[0]
    Average(player='Anna', series=2, per_game=20.0, per_36=720.0)
    """
    lengths = np.broadcast_to(np.asarray(deals, np.float64), len(table))
    if (lengths < 1).any():
        raise ValueError("a series has at least one game")
    taken, players = table.taken, len(table.names)
    who = table.seats[taken]
    series = np.bincount(who, minlength=players)
    scores = np.bincount(who, table.score[taken], players)
    games = np.bincount(who, np.broadcast_to(lengths[:, None], taken.shape)[taken], players)
    means = np.divide(scores, games, out=np.zeros(players), where=series > 0)
    lines = [
        Average(name, int(count), float(mean), float(SERIES * mean))
        for name, count, mean in zip(table.names, series, means, strict=True)
        if count
    ]
    return sorted(lines, key=lambda line: (-line.per_game, line.player))


class PlayedGame(Protocol):
    """A game with all that is needed to score it."""

    @property
    def players(self) -> tuple[str, str, str]:
        """Who played, in the order of the seats."""

    @property
    def declarer(self) -> int | None:
        """The declarer's seat, 0 to 2; None if the deal was passed in."""

    @property
    def score(self) -> int:
        """What is written down for the declarer, negative if lost."""

    @property
    def series(self) -> str:
        """An id of the series, or nothing."""

    @property
    def time(self) -> datetime | None:
        """When the game was played, if that is known."""


@dataclass(frozen=True, slots=True)
class SeriesOfGames:
    """Series in the order of their last games, and what is in none of them."""

    lists: tuple[ScoreList, ...]
    games: int  # in all
    passed_in: int  # of them, whether they count as deals or not
    left_over: int  # deals of series that are not complete


def collect_series(
    games: Iterable[PlayedGame], *, length: int = USUAL_GAMES[3], count_passed_in: bool = True
) -> SeriesOfGames:
    """Score games in series of some length.

    By the rules of tournaments a passed-in deal is a deal of the list, with no points for
    anybody.  ``count_passed_in=False`` leaves such deals out, as Edelkamp (2021) does.
    """
    known = list(games)
    passed_in = sum(game.declarer is None for game in known)
    counts = [count_passed_in or game.declarer is not None for game in known]
    players, ids = [game.players for game in known], [game.series for game in known]
    full, left_over = group_series(players, ids, counts, length)
    names = name_series([ids[rows[0]] for rows in full])
    lists = [
        _score([known[row] for row in rows], name) for rows, name in zip(full, names, strict=True)
    ]
    if any(one.time is None for one in lists):  # an order of some is no order
        lists = [replace(one, time=None) for one in lists]
    return SeriesOfGames(tuple(lists), len(known), passed_in, left_over)


def group_series(
    players: Sequence[Sequence[str]], ids: Sequence[str], counts: Sequence[bool], length: int
) -> tuple[list[list[int]], int]:
    """Return the games of each complete series, by number, and how many games are left over.

    Series come in the order of their last games.  Games of one series have the same players, in
    whatever order, and the same id.  Those that do not count are in none.
    """
    if length < 1:
        raise ValueError("a series has at least one game")
    being_played: dict[tuple[str, frozenset[str]], list[int]] = {}
    full: list[list[int]] = []
    for number in (number for number, counted in enumerate(counts) if counted):
        key = ids[number], frozenset(players[number])
        if key not in being_played:
            _check_three(players[number], number + 1)
            being_played[key] = []
        being_played[key].append(number)
        if len(being_played[key]) == length:
            full.append(being_played.pop(key))
    return full, sum(map(len, being_played.values()))


def _check_three(players: Sequence[str], number: int) -> None:
    try:
        if len(players) != SEATS:
            raise TableError(f"{len(players)} players instead of three")
        check_players(players)
    except TableError as error:
        raise TableError(f"game {number}: {error.problem}") from None


def _score(games: Sequence[PlayedGame], name: str) -> ScoreList:
    """Add up the games of a series; its time is the last one that is known."""
    entries = (
        Entry() if game.declarer is None else Entry(game.players[game.declarer], game.score)
        for game in games
    )
    times = [game.time for game in games if game.time]
    tallies = tally(games[0].players, entries)
    return ScoreList(tallies, name, times[-1] if times else None, len(games))


def name_series(ids: Iterable[str]) -> list[str]:
    """Return names for series that may share an id; nothing for a series without id.

    >>> name_series(["7", "8", "7", "", "7"])
    ['7', '8', '7 (2)', '', '7 (3)']
    """
    used: set[str] = set()
    counts: dict[str, int] = {}
    names = []
    for one in ids:
        name = series = one.strip()
        while series and name in used:
            counts[series] = counts.get(series, 1) + 1
            name = f"{series} ({counts[series]})"
        used.add(name)
        names.append(name)
    return names
