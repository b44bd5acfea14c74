"""What a game of Skat is worth: bid values, matadors, levels, and what is written down.

A suit game or grand is worth its base value times its levels: one for each matador,
one for the game, and one each for hand, schneider, schneider announced, schwarz,
schwarz announced and ouvert.  Null has four fixed values.

If the opponents give up, the rest of the tricks is the declarer's.  If the declarer gives
up, or misses what he announced, the rest is theirs, and what he has taken decides.  Before the
first trick is full nobody is schneider or schwarz by giving up, unless the declarer needs it to
win: giving up wins no game.  And nobody is schwarz because a missed announcement ended the game
before he could take a trick.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from evenhand.games.cards import Masks
from evenhand.games.protocol import RuleError
from evenhand.games.skat.contract import (
    CONTRACTS,
    GAME_NAMES,
    GAME_OF,
    GAMES,
    GRAND,
    IS_NULL,
    NULL,
    SUIT_GAMES,
    Contract,
)
from evenhand.games.skat.deck import JACKS, NO_CARD, PACK, POINTS, Integers, card_points

if TYPE_CHECKING:
    from evenhand.games.skat.state import Game


BASE = {"D": 9, "H": 10, "S": 11, "C": 12, GRAND: 24}
NULL_VALUES = {"N": 23, "NH": 35, "NO": 46, "NOH": 59}
POINTS_TO_WIN = 61
ALL_TRICKS, ALL_POINTS = 10, 120
SCHNEIDER = 30
"""A side with so many card points or fewer is schneider."""

MISSED_LEVELS_COUNT = True
"""A missed announcement loses the announced level and the level itself: who announces
schneider claims both, and both may have been needed to reach the bid.  Some programs
charge the announcement alone."""

MOST_LEVELS = 7  # for the game, hand, schneider, announced, schwarz, announced, ouvert
BID_VALUES: tuple[int, ...] = tuple(
    sorted(
        {BASE[suit] * level for suit in SUIT_GAMES for level in range(2, 11 + MOST_LEVELS + 1)}
        | {BASE[GRAND] * level for level in range(2, 4 + MOST_LEVELS + 1)}
        | set(NULL_VALUES.values())
    )
)
"""The 63 values that can be bid, 18 to 264."""


def trumps_by_rank(game: str) -> list[int]:
    """The trumps of a game, highest first."""
    jacks = sorted((PACK.card(name) for name in PACK.names(JACKS)), reverse=True)
    if game == GRAND:
        return jacks
    return jacks + [PACK.card(game + rank) for rank in "ATKQ987"]


def matadors(game: str, cards: int) -> int:
    """With (positive) or without (negative) how many: an unbroken run from the club jack.

    ``cards`` are the declarer's twelve, the skat among them in hand games too.

    >>> matadors("C", PACK.hand(["CJ", "SJ", "DJ", "CA"]))
    2
    >>> matadors("G", 0)
    -4
    """
    held = [bool(cards >> card & 1) for card in trumps_by_rank(game)]
    run = next((n for n, has in enumerate(held) if has != held[0]), len(held))
    return run if held[0] else -run


@dataclass(frozen=True, slots=True)
class Worth:
    """What a played game is worth to the declarer."""

    won: bool
    value: int  # before a lost game counts double
    overbid: bool = False

    @property
    def score(self) -> int:
        """Points written down for the declarer: lost games count twice."""
        return self.value if self.won else -2 * self.value


def levels(contract: Contract, run: int, *, schneider: bool = False, schwarz: bool = False) -> int:
    """How many levels a suit game or grand counts, with or without ``run`` matadors."""
    if MISSED_LEVELS_COUNT:
        schneider |= contract.schneider
        schwarz |= contract.schwarz
    steps = (contract.hand, schneider, contract.schneider, schwarz, contract.schwarz)
    return abs(run) + 1 + sum(steps) + contract.ouvert


def game_value(
    contract: Contract, run: int = 0, *, schneider: bool = False, schwarz: bool = False
) -> int:
    """The value of a game; matadors, schneider and schwarz mean nothing in null.

    >>> game_value(Contract.parse("CO"), 2), game_value(Contract.parse("GO"), 4)
    (108, 264)
    """
    if contract.game == NULL:
        return NULL_VALUES[str(contract)]
    schneider |= schwarz
    count = levels(contract, run, schneider=schneider, schwarz=schwarz)
    return BASE[contract.game] * count


def worth(contract: Contract, cards: int, *, points: int, tricks: int, bid: int = 18) -> Worth:
    """What a finished game counts.

    ``cards`` are the declarer's twelve, ``points`` the card points of the declarer's tricks
    and the skat, ``tricks`` how many of the ten the declarer took.  A null is decided by
    tricks alone.  A game below the bid is lost, whatever its points, and charged as the
    smallest multiple of its base that reaches the bid.

    >>> worth(Contract("D"), PACK.hand(["SJ"]), points=75, tricks=7, bid=36)
    Worth(won=False, value=36, overbid=True)
    """
    if contract.game == NULL:
        return Worth(tricks == 0, game_value(contract))
    run = matadors(contract.game, cards)
    schneider = min(points, ALL_POINTS - points) <= SCHNEIDER
    value = game_value(contract, run, schneider=schneider, schwarz=tricks in (0, ALL_TRICKS))
    return settle(contract, value, reached=_reached(contract, points, tricks), bid=bid)


def settle(contract: Contract, value: int, *, reached: bool, bid: int = 18) -> Worth:
    """What a game of this value counts, given whether the declarer reached what he had to.

    A suit game or grand below the bid is lost, and charged as the smallest multiple of its
    base that reaches the bid; a null cannot be announced below it.

    >>> settle(Contract("D"), 18, reached=True, bid=36)
    Worth(won=False, value=36, overbid=True)
    """
    if contract.game == NULL or value >= bid:
        return Worth(reached, value)
    needed = -(-bid // BASE[contract.game]) * BASE[contract.game]
    return Worth(won=False, value=needed, overbid=True)


def _reached(contract: Contract, points: int, tricks: int) -> bool:
    """Whether the declarer has the points and what was announced."""
    if contract.schwarz:
        return tricks == ALL_TRICKS
    return points >= (ALL_POINTS - SCHNEIDER if contract.schneider else POINTS_TO_WIN)


CLUB_JACK = 1 << PACK.card("CJ")


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


BASE_OF = np.array([BASE.get(contract.game) or game_value(contract) for contract in CONTRACTS])
"""The base value of each contract; of a null all it is worth."""
_TRUMPS = np.array([_eleven_trumps(game) for game in GAMES])
_LEVELS = np.array([_three_levels(contract) for contract in CONTRACTS])
_POINTS_TO_WIN = np.array([_points_to_win(contract) for contract in CONTRACTS])
_TRICKS_TO_WIN = np.array([ALL_TRICKS if contract.schwarz else 0 for contract in CONTRACTS])
_CARD_POINTS = np.array(POINTS)


def card_points_of(hands: Masks) -> Integers:
    """The card points of many hands."""
    points: Integers = ((hands[:, None] >> np.arange(len(PACK)) & 1) * _CARD_POINTS).sum(axis=1)
    return points


def matador_runs(contracts: Integers, cards: Masks) -> Integers:
    """With or without how many, over the declarer's twelve cards; 0 in null."""
    same = np.where(cards & CLUB_JACK, cards, PACK.full ^ cards)
    held = same[:, None] >> _TRUMPS[GAME_OF[contracts]] & 1
    runs: Integers = np.minimum.accumulate(held, axis=1).sum(axis=1)
    return runs


def scores(
    contracts: Integers, cards: Masks, points: Integers, tricks: Integers, bids: Integers
) -> Integers:
    """What ``worth`` writes down, for many games."""
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


_CHARGES = {-(-bid // base) * base for bid in BID_VALUES for base in BASE.values()}
SCORES = frozenset(BID_VALUES) | {-2 * value for value in _CHARGES | set(BID_VALUES)}
"""Every score that a game can have."""


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A finished game; schwarz contains schneider, and what was announced and won was made.

    >>> game = WrittenGame(Contract.parse("CH"), 2, won=False)
    >>> game.spelled()
    'with 2, game 3, hand 4, times clubs 12 = 48'
    >>> game.score
    -96
    """

    contract: Contract
    matadors: int = 0  # with (positive) or without (negative) how many; 0 in null
    schneider: bool = False  # a side had 30 points or fewer
    schwarz: bool = False  # a side had no trick
    won: bool = True
    bid: int | None = None  # the bid at which the declarer got the game, if known

    def __post_init__(self) -> None:
        if self.bid is not None and self.bid not in BID_VALUES:
            raise RuleError("bid", f"nobody can bid {self.bid}")
        if self.contract.game == NULL:
            _check_null(self)
            return
        most = self.contract.trumps.bit_count()
        if not 1 <= abs(self.matadors) <= most:
            raise RuleError("matadors", f"with or without 1 to {most}, not {self.matadors}")
        schwarz = self.schwarz or (self.won and self.contract.schwarz)
        schneider = self.schneider or schwarz or (self.won and self.contract.schneider)
        object.__setattr__(self, "schwarz", schwarz)
        object.__setattr__(self, "schneider", schneider)
        if self.won and self.worth.overbid:
            problem = f"the value {self.value} is below the bid of {self.bid}, so the game is lost"
            raise RuleError("overbid", problem)

    @property
    def value(self) -> int:
        """The value of the game, whatever was bid."""
        made = {"schneider": self.schneider, "schwarz": self.schwarz}
        return game_value(self.contract, self.matadors, **made)

    @property
    def levels(self) -> int:
        """How many times the base counts; 1 in null, which has fixed values."""
        return 1 if self.contract.game == NULL else self.value // BASE[self.contract.game]

    @property
    def worth(self) -> Worth:
        """What the game counts; an overbid one is charged up to the bid."""
        bid = BID_VALUES[0] if self.bid is None else self.bid
        return settle(self.contract, self.value, reached=self.won, bid=bid)

    @property
    def score(self) -> int:
        """What is written down for the declarer."""
        return self.worth.score

    def spelled(self) -> str:
        """The levels one by one, as players count them."""
        name = GAME_NAMES[self.contract.game]
        if self.contract.game == NULL:
            return f"{self.contract.describe()} = {self.value}"
        count = abs(self.matadors)
        words = [f"{'with' if self.matadors > 0 else 'without'} {count}"]
        for step in _steps(self):
            count += 1
            words.append(f"{step} {count}")
        return f"{', '.join(words)}, times {name} {BASE[self.contract.game]} = {self.value}"


def _check_null(game: WrittenGame) -> None:
    if game.matadors:
        raise RuleError("null", "matadors do not exist in null")
    if game.schneider or game.schwarz:
        raise RuleError("null", "schneider and schwarz do not exist in null")
    if game.bid is not None and game.value < game.bid:
        name = game.contract.describe()
        raise RuleError("null", f"{name} is {game.value} and cannot be announced at {game.bid}")


def _steps(game: WrittenGame) -> list[str]:
    """The names of the levels above the matadors."""
    said = game.contract
    steps = {
        "game": True,
        "hand": said.hand,
        "schneider": game.schneider or (MISSED_LEVELS_COUNT and said.schneider),
        "schneider announced": said.schneider,
        "schwarz": game.schwarz or (MISSED_LEVELS_COUNT and said.schwarz),
        "schwarz announced": said.schwarz,
        "ouvert": said.ouvert,
    }
    return [name for name, counts in steps.items() if counts]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game; that of a deal passed in has no declarer and counts 0."""

    declarer: int | None = None
    contract: Contract | None = None
    bid: int = 0
    matadors: int = 0  # negative: without; 0 in null
    won: bool = False
    value: int = 0  # before a lost game counts double
    score: int = 0
    points: int = 0  # the declarer's, the skat among them
    tricks: int = 0  # the declarer's
    schneider: bool = False  # of either side, never in null
    schwarz: bool = False
    overbid: bool = False
    resigned: bool = False

    def __str__(self) -> str:
        if self.declarer is None:
            return "passed in"
        words = ["won" if self.won else "lost", *self._reasons()]
        return f"{', '.join(words)}: {self.score:+} for {self.points} points"

    def _reasons(self) -> list[str]:
        names = ("overbid", "schwarz", "schneider", "resigned")
        said = [name for name in names if getattr(self, name)]
        return [name for name in said if name != "schneider" or not self.schwarz]


PASSED_IN = Result()


def result_of(game: "Game") -> Result:
    """The result of a game that is over."""
    contract = game.contract
    if contract is None:
        return PASSED_IN
    suit_or_grand = contract.game != NULL
    points, tricks = _counted(game)
    judged = _judged(game, points, tricks)
    counts = worth(contract, game.twelve, points=judged[0], tricks=judged[1], bid=game.bid)
    return Result(
        game.declarer,
        contract,
        game.bid,
        matadors(contract.game, game.twelve) if suit_or_grand else 0,
        won=counts.won,
        value=counts.value,
        score=counts.score,
        points=points,
        tricks=tricks,
        schneider=suit_or_grand and min(judged[0], ALL_POINTS - judged[0]) <= SCHNEIDER,
        schwarz=suit_or_grand and judged[1] in (0, ALL_TRICKS),
        overbid=counts.overbid,
        resigned=game.given_up,
    )


def _counted(game: "Game") -> tuple[int, int]:
    """The declarer's points and tricks; with what is left if the opponents gave up.

    In null nothing is left to the declarer, who wants no tricks.
    """
    by_declarer = sum(trick.winner == game.declarer for trick in game.tricks)
    null = game.contract is not None and game.contract.game == NULL
    if game.given_up and game.declarer not in game.resigned and not null:
        theirs = card_points(game.taken(declarer=False))
        return ALL_POINTS - theirs, ALL_TRICKS - (len(game.tricks) - by_declarer)
    return card_points(game.taken(declarer=True) | game.skat), by_declarer


def _judged(game: "Game", points: int, tricks: int) -> tuple[int, int]:
    """The points and tricks that decide.

    A null that the declarer gave up counts as if he had taken a trick; another game, given up
    before the first trick is full, as low as may be; and one that a missed announcement ended
    as if the declarer were not schwarz.
    """
    null = game.contract is not None and game.contract.game == NULL
    if game.declarer in game.resigned and (null or not game.tricks):
        return max(points, SCHNEIDER + 1), max(tricks, 1)
    if game.given_up and not (null or game.tricks):
        return _least_to_win(game)
    if len(game.tricks) < ALL_TRICKS and not (null or game.given_up):
        return points, max(tricks, 1)
    return points, tricks


def _least_to_win(game: "Game") -> tuple[int, int]:
    """What wins the game at the lowest level: schneider and schwarz only if they are needed.

    They are if they were announced, or the bid is not reached without them; an overbid that not
    even schwarz could save is lost.
    """
    schneider = ALL_POINTS - SCHNEIDER
    levels = (
        (schneider - 1, ALL_TRICKS - 1),
        (schneider, ALL_TRICKS - 1),
        (ALL_POINTS, ALL_TRICKS),
    )
    for points, tricks in levels:
        if (
            game.contract
            and worth(game.contract, game.twelve, points=points, tricks=tricks, bid=game.bid).won
        ):
            return points, tricks
    return levels[-1]
