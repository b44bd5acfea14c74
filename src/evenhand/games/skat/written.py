"""Games as they are written down: what counts for the score, and no cards."""

from dataclasses import dataclass

from evenhand.games.moves import RuleError
from evenhand.games.skat.contract import GAME_NAMES, NULL, Contract
from evenhand.games.skat.values import (
    BASE,
    BID_VALUES,
    MISSED_LEVELS_COUNT,
    Worth,
    game_value,
    settle,
)

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
