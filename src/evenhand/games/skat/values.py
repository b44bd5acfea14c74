"""What a game of Skat is worth.

A suit game or grand is worth its base value times its levels: one for each matador,
one for the game, and one each for hand, schneider, schneider announced, schwarz,
schwarz announced and ouvert.  Null has four fixed values.
"""

from dataclasses import dataclass

from evenhand.games.skat.contract import GRAND, NULL, SUIT_GAMES, Contract
from evenhand.games.skat.pack import JACKS, PACK

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
