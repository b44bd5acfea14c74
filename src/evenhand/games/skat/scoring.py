"""The value of a game of Skat: bid values, matadors, levels, and what is written down.

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
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from evenhand.compiled import formula, kernel
from evenhand.games.cards import Masks
from evenhand.games.protocol import RuleError
from evenhand.games.skat.contract import (
    CONTRACTS,
    GAME_NAMES,
    GAME_OF,
    GAMES,
    GRAND,
    IS_SCHNEIDER,
    IS_SCHWARZ,
    NO_CONTRACT,
    NULL,
    NULL_GAME,
    SUIT_GAMES,
    Contract,
)
from evenhand.games.skat.deck import CARD_POINTS, JACKS, NO_CARD, PACK, Integers, card_points
from evenhand.games.skat.tricks import SUIT_ORDER

if TYPE_CHECKING:
    from evenhand.games.skat.state import DealState


BASE = {"D": 9, "H": 10, "S": 11, "C": 12, GRAND: 24}
NULL_VALUES = {"N": 23, "NH": 35, "NO": 46, "NOH": 59}
POINTS_TO_WIN = 61
ALL_TRICKS, ALL_POINTS = 10, 120
SCHNEIDER = 30
"""A side with so many card points or fewer is schneider."""

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
    """Return the trumps of a game, highest first."""
    jacks = sorted((PACK.card(name) for name in PACK.names(JACKS)), reverse=True)
    if game == NULL:
        return []
    return (
        jacks
        if game == GRAND
        else jacks + [PACK.card(game + rank) for rank in reversed(SUIT_ORDER)]
    )


_MOST_TRUMPS = 11
_TRUMPS = np.array(
    [
        (trumps := trumps_by_rank(game)) + [NO_CARD] * (_MOST_TRUMPS + 1 - len(trumps))
        for game in GAMES
    ]
)
"""The trumps of each of ``GAMES``, highest first; ``NO_CARD`` after the last."""


@formula
def count_matadors(game: int, cards: int) -> int:
    """Return with (positive) or without (negative) how many: an unbroken run from the club jack.

    ``game`` is a place in ``GAMES``.  In null there are none.
    """
    held, run = cards >> _TRUMPS[game, 0] & 1, 0
    while _TRUMPS[game, run] != NO_CARD and cards >> _TRUMPS[game, run] & 1 == held:
        run += 1
    return run if held else -run


def matadors(game: str, cards: int) -> int:
    """Return with (positive) or without (negative) how many trumps from the club jack downwards.

    ``cards`` are the declarer's twelve, the skat among them in hand games too.

    >>> matadors("C", PACK.hand(["CJ", "SJ", "DJ", "CA"]))
    2
    >>> matadors("G", 0)
    -4
    """
    return count_matadors(GAMES.index(game), cards)


def levels(contract: Contract, run: int, *, schneider: bool = False, schwarz: bool = False) -> int:
    """Return how many levels a suit game or grand counts, with or without ``run`` matadors.

    A missed announcement loses the announced level and the level itself: who announces schneider
    claims both, and both may have been needed to reach the bid.  Some programs charge the
    announcement alone.
    """
    schneider |= contract.schneider
    schwarz |= contract.schwarz
    steps = (contract.hand, schneider, contract.schneider, schwarz, contract.schwarz)
    return abs(run) + 1 + sum(steps) + contract.ouvert


PLAIN, IS_MADE_SCHNEIDER, IS_MADE_SCHWARZ = range(3)
"""What either side made of a game."""


def _list_levels(contract: Contract) -> list[int]:
    """Return the levels without matadors: in a plain game, at schneider, at schwarz."""
    if contract.game == NULL:
        return [1, 1, 1]
    made = ((False, False), (True, False), (True, True))
    return [levels(contract, 0, schneider=some, schwarz=every) for some, every in made]


def _find_points_to_win(contract: Contract) -> int:
    if contract.game == NULL:
        return 0
    if contract.schwarz:
        return ALL_POINTS
    return ALL_POINTS - SCHNEIDER if contract.schneider else POINTS_TO_WIN


BASES = np.array([BASE.get(game, 1) for game in GAMES])
"""The base value of each of ``GAMES``; 1 in null, which has fixed values."""
BASE_OF = np.array([BASE.get(one.game) or NULL_VALUES[str(one)] for one in CONTRACTS])
"""The base value of each contract; of a null all it is worth."""
_LEVELS = np.array([_list_levels(contract) for contract in CONTRACTS])
_POINTS_TO_WIN = np.array([_find_points_to_win(contract) for contract in CONTRACTS])


class Settlement(NamedTuple):
    """What a played game counts for the declarer."""

    won: bool
    value: int  # before a lost game counts double
    overbid: bool = False

    @property
    def score(self) -> int:
        """The points written down for the declarer: lost games count twice."""
        return self.value if self.won else -2 * self.value


@formula
def find_value(contract: int, run: int, made: int) -> int:
    """Return the value of a game with or without ``run`` matadors.

    ``contract`` is a place in ``CONTRACTS``, ``made`` whether a side was made schneider or schwarz.
    """
    return int(BASE_OF[contract] * (_LEVELS[contract, made] + abs(run)))


def game_value(
    contract: Contract, run: int = 0, *, schneider: bool = False, schwarz: bool = False
) -> int:
    """Return the value of a game; matadors, schneider and schwarz mean nothing in null.

    >>> game_value(Contract.parse("CO"), 2), game_value(Contract.parse("GO"), 4)
    (108, 264)
    """
    made = IS_MADE_SCHWARZ if schwarz else IS_MADE_SCHNEIDER if schneider else PLAIN
    return find_value(contract.number, 0 if contract.game == NULL else run, made)


@formula
def charge(game: Any, value: Any, bid: Any) -> Any:
    """Return what is charged for a game: its value, or the next multiple of its base that reaches
    the bid.

    A null cannot be announced below the bid.  Works on arrays, too.

    >>> charge(GAMES.index("D"), np.array([18, 36]), 30).tolist()
    [36, 36]
    """
    base = BASES[game]
    return value + (game != NULL_GAME) * (bid > value) * (-(-bid // base) * base - value)


@formula
def settle(contract: int, value: int, made: bool, bid: int) -> Settlement:
    """Return what a game of this value counts, given whether the declarer made what he had to.

    A suit game or grand below the bid is lost, and charged as the smallest multiple of its
    base that reaches the bid.

    >>> settle(Contract("D").number, 18, made=True, bid=36)
    Settlement(won=False, value=36, overbid=True)
    """
    game = GAME_OF[contract]
    overbid = bool(game != NULL_GAME and value < bid)
    return Settlement(bool(made and not overbid), int(charge(game, value, bid)), overbid)


@formula
def settle_cards(contract: int, cards: int, points: int, tricks: int, bid: int) -> Settlement:
    """Return what a finished game counts.

    ``contract`` is a place in ``CONTRACTS``, ``cards`` are the declarer's twelve, ``points`` the
    card points of the declarer's tricks and the skat, ``tricks`` how many of the ten the declarer
    took.  A null is decided by tricks alone.

    >>> settle_cards(Contract("D").number, PACK.hand(["SJ"]), points=75, tricks=7, bid=36)
    Settlement(won=False, value=36, overbid=True)
    """
    game, made = GAME_OF[contract], PLAIN
    if tricks == 0 or tricks == ALL_TRICKS:
        made = IS_MADE_SCHWARZ
    elif points <= SCHNEIDER or points >= ALL_POINTS - SCHNEIDER:
        made = IS_MADE_SCHNEIDER
    if game == NULL_GAME:
        won = tricks == 0
    elif IS_SCHWARZ[contract]:
        won = tricks == ALL_TRICKS
    else:
        won = points >= _POINTS_TO_WIN[contract]
    value = find_value(contract, count_matadors(game, cards), made)
    return settle(contract, value, won, bid)


@formula
def has_missed(contract: int, own_tricks: int, their_tricks: int, their_points: int) -> bool:
    """Return whether the declarer can no longer make a null, or what was announced.

    >>> has_missed(Contract.parse("CHS").number, own_tricks=4, their_tricks=3, their_points=30)
    False
    >>> has_missed(Contract("N").number, own_tricks=1, their_tricks=0, their_points=0)
    True
    """
    if GAME_OF[contract] == NULL_GAME:
        return own_tricks > 0
    if IS_SCHWARZ[contract]:
        return their_tricks > 0
    return bool(IS_SCHNEIDER[contract]) and their_points > SCHNEIDER


@formula
def count_tricks(contract: Any, tricks: Any, ended_early: Any) -> Any:
    """Return the tricks of the declarer that decide whether a side is schwarz.

    Nobody is schwarz because a missed announcement ended the game before he could take a trick.
    Works on arrays, too.

    >>> count_tricks(0, np.array([0, 0, 3]), np.array([False, True, True])).tolist()
    [0, 1, 3]
    """
    return tricks + (GAME_OF[contract] != NULL_GAME) * ended_early * (tricks == 0)


@formula
def points_to_win(contract: int, cards: int, bid: int) -> int:
    """Return the card points with which the declarer wins; 90 if the bid asks for schneider.

    Nothing in null; all 120 if schwarz was announced, though a trick without points can lose
    that too.  A bid out of reach of schneider asks for its 90 points.
    """
    needed = int(_POINTS_TO_WIN[contract])
    game = GAME_OF[contract]
    if game != NULL_GAME and find_value(contract, count_matadors(game, cards), PLAIN) < bid:
        needed = max(needed, ALL_POINTS - SCHNEIDER)
    return needed


def card_points_of(hands: Masks) -> Integers:
    """Return the card points of many hands."""
    points: Integers = ((hands[:, None] >> np.arange(len(PACK)) & 1) * CARD_POINTS[:-1]).sum(axis=1)
    return points


def scores(
    contracts: Integers, cards: Masks, points: Integers, tricks: Integers, bids: Integers
) -> Integers:
    """Return the scores of :func:`settle_cards` of many games."""
    found = np.empty(len(contracts), np.int64)
    columns = [_as_integers(one) for one in (cards, points, tricks, bids)]
    _score(_as_integers(contracts), columns[0], columns[1], columns[2], columns[3], found)
    return found


def points_needed(contracts: Integers, cards: Masks, bids: Integers) -> Integers:
    """Return :func:`points_to_win` of many games."""
    found = np.empty(len(contracts), np.int64)
    _need(_as_integers(contracts), _as_integers(cards), _as_integers(bids), found)
    return found


def least_values(contracts: Integers, cards: Masks) -> Integers:
    """Return the values of many games that are neither schneider nor schwarz."""
    found = np.empty(len(contracts), np.int64)
    _value(_as_integers(contracts), _as_integers(cards), found)
    return found


def _as_integers(column: Integers) -> Integers:
    """Return the one kind of array for which the kernels are compiled."""
    return np.array(column, np.int64, order="C")


SMALL = 20_000  # games that are scored before anything is compiled


@kernel(python_up_to=SMALL)
def _score(
    contracts: Integers,
    cards: Masks,
    points: Integers,
    tricks: Integers,
    bids: Integers,
    found: Integers,
) -> None:
    for row in range(len(contracts)):
        if contracts[row] == NO_CONTRACT:
            found[row] = 0
        else:
            one = settle_cards(contracts[row], cards[row], points[row], tricks[row], bids[row])
            found[row] = one.value if one.won else -2 * one.value


@kernel(python_up_to=SMALL)
def _need(contracts: Integers, cards: Masks, bids: Integers, found: Integers) -> None:
    for row in range(len(contracts)):
        found[row] = points_to_win(contracts[row], cards[row], bids[row])


@kernel(python_up_to=SMALL)
def _value(contracts: Integers, cards: Masks, found: Integers) -> None:
    for row in range(len(contracts)):
        run = count_matadors(GAME_OF[contracts[row]], cards[row])
        found[row] = find_value(contracts[row], run, PLAIN)


GAME_BONUS = 50
"""For a won game, and taken off for a lost one."""

DEFENCE_BONUS = {3: 40, 4: 30}
"""For every lost game of another player, by the players at the table."""


def seeger_points(
    points: Any, won: Any, lost: Any, others_lost: Any, defence: int = DEFENCE_BONUS[3]
) -> Any:
    """Return Seeger-Fabian points of one deal or of many, for numbers or arrays.

    ``points`` is what a player's own games count, ``won`` and ``lost`` how many they are, and
    ``others_lost`` how many games the others at the table lost.

    >>> seeger_points(-48, won=0, lost=1, others_lost=0)
    -98
    """
    return points + GAME_BONUS * (won - lost) + defence * others_lost


_CHARGES = {charge(game, 0, bid) for bid in BID_VALUES for game in range(NULL_GAME)}
SCORES = frozenset(BID_VALUES) | {-2 * int(value) for value in _CHARGES | set(BID_VALUES)}
"""Every score that a game can have."""


@dataclass(frozen=True, slots=True)
class WrittenGame:
    """A finished game; schwarz contains schneider, and what was announced and won was made.

    >>> game = WrittenGame(Contract.parse("CH"), 2, won=False)
    >>> game.spell_out()
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
        if self.won and self.settlement.overbid:
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
    def settlement(self) -> Settlement:
        """What the game counts; an overbid one is charged up to the bid."""
        bid = BID_VALUES[0] if self.bid is None else self.bid
        return settle(self.contract.number, self.value, made=self.won, bid=bid)

    @property
    def score(self) -> int:
        """What is written down for the declarer."""
        return self.settlement.score

    def spell_out(self) -> str:
        """Return the levels one by one, as players count them."""
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
    """Return the names of the levels above the matadors."""
    said = game.contract
    steps = {
        "game": True,
        "hand": said.hand,
        "schneider": game.schneider or said.schneider,
        "schneider announced": said.schneider,
        "schwarz": game.schwarz or said.schwarz,
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


def settle_deal(game: "DealState") -> Result:
    """Return the result of a game that is over."""
    if game.declarer is None or game.contract is None:
        return PASSED_IN
    taken = _count_declarer(game)
    decisive = _find_decisive(game, *taken)
    played = game.declarer, game.contract, game.bid, game.twelve
    return find_result(*played, taken, decisive, resigned=game.given_up)


def find_result(
    declarer: int,
    contract: Contract,
    bid: int,
    cards: int,
    taken: tuple[int, int],
    decisive: tuple[int, int],
    *,
    resigned: bool = False,
) -> Result:
    """Return the result of a game.

    ``cards`` are the declarer's twelve.  Card points and tricks are those that he took, and those
    that decide: other ones if somebody gave up.
    """
    points, tricks = decisive
    suit_or_grand = contract.game != NULL
    counts = settle_cards(contract.number, cards, points, tricks, bid)
    return Result(
        declarer,
        contract,
        bid,
        matadors(contract.game, cards),
        won=counts.won,
        value=counts.value,
        score=counts.score,
        points=taken[0],
        tricks=taken[1],
        schneider=suit_or_grand and min(points, ALL_POINTS - points) <= SCHNEIDER,
        schwarz=suit_or_grand and tricks in (0, ALL_TRICKS),
        overbid=counts.overbid,
        resigned=resigned,
    )


def _count_declarer(game: "DealState") -> tuple[int, int]:
    """Return the declarer's points and tricks; with what is left if the opponents gave up.

    In null nothing is left to the declarer, who wants no tricks.
    """
    by_declarer = sum(trick.winner == game.declarer for trick in game.tricks)
    null = game.contract is not None and game.contract.game == NULL
    if game.given_up and game.declarer not in game.resigned and not null:
        theirs = card_points(game.taken(declarer=False))
        return ALL_POINTS - theirs, ALL_TRICKS - (len(game.tricks) - by_declarer)
    return card_points(game.taken(declarer=True) | game.skat), by_declarer


def _find_decisive(game: "DealState", points: int, tricks: int) -> tuple[int, int]:
    """Return the points and tricks that decide.

    A null that the declarer gave up counts as if he had taken a trick; another game, given up
    before the first trick is full, as low as may be.
    """
    assert game.contract is not None
    null = game.contract.game == NULL
    if game.declarer in game.resigned and (null or not game.tricks):
        return max(points, SCHNEIDER + 1), max(tricks, 1)
    if game.given_up and not (null or game.tricks):
        return _least_to_win(game)
    ended_early = len(game.tricks) < ALL_TRICKS and not game.given_up
    return points, int(count_tricks(game.contract.number, tricks, ended_early))


def _least_to_win(game: "DealState") -> tuple[int, int]:
    """Return what wins the game at the lowest level: schneider and schwarz only if they are needed.

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
        contract = game.contract
        if contract and settle_cards(contract.number, game.twelve, points, tricks, game.bid).won:
            return points, tricks
    return levels[-1]
