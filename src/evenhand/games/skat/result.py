"""What a finished game counts.

If the opponents give up, the rest of the tricks is the declarer's.  If the declarer gives
up, or misses what he announced, the rest is theirs, and what he has taken decides.  Before the
first trick is full nobody is schneider or schwarz by giving up, unless the declarer needs it to
win: giving up wins no game.  And nobody is schwarz because a missed announcement ended the game
before he could take a trick.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from evenhand.games.skat.contract import NULL, Contract
from evenhand.games.skat.pack import card_points
from evenhand.games.skat.values import ALL_POINTS, ALL_TRICKS, SCHNEIDER, matadors, worth

if TYPE_CHECKING:
    from evenhand.games.skat.game import Game


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
