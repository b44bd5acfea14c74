"""A game of one move: everybody draws a number, may add to it, and the highest wins."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np
import pytest
from numpy.random import Generator

from evenhand.games.options import check_luck, check_seats
from evenhand.games.protocol import (
    Bot,
    ChanceEvent,
    LuckKind,
    Reader,
    ReadGames,
    Row,
    RuleError,
    SimulatedGames,
    Unit,
    check_move,
    name_players,
)
from evenhand.rng import Seeds, Stream, check_seed, draw_seeds, next_state, randbelow
from evenhand.sheets import Sheet
from evenhand.tables import GameTable, Indices, TableError

MOST = 20  # that may be added


@dataclass(frozen=True, slots=True)
class DrawRules:
    sides: int = 100

    def __post_init__(self) -> None:
        if self.sides < 2:
            raise ValueError(f"sides must be at least 2, not {self.sides}")


@dataclass(frozen=True, slots=True)
class Draw:
    """A game at one moment; what is drawn is fixed, and each sees only his own number."""

    rules: DrawRules
    drawn: tuple[int, ...]
    moves: tuple[tuple[int, str], ...] = ()

    @property
    def seats(self) -> int:
        return len(self.drawn)

    @property
    def over(self) -> bool:
        return len(self.moves) == self.seats

    @property
    def turn(self) -> int | None:
        return None if self.over else len(self.moves)

    def legal_moves(self) -> list[str]:
        return [] if self.over else [f"{bonus:+d}" for bonus in range(-MOST, MOST + 1)]

    def play(self, move: str, seat: int | None = None) -> Self:
        turn = check_move(move, self.turn, seat)
        if move not in self.legal_moves():
            raise RuleError("bonus", f"add from -{MOST} to +{MOST}, not {move}")
        return replace(self, moves=(*self.moves, (turn, move)))

    def observation(self, seat: int) -> tuple[object, ...]:
        return self.rules, self.seats, self.drawn[seat], self.moves

    def resample(self, seat: int, rng: Generator) -> Self:
        drawn = rng.integers(0, self.rules.sides, self.seats)
        drawn[seat] = self.drawn[seat]
        return replace(self, drawn=tuple(drawn.tolist()))

    def initial(self) -> Self:
        return replace(self, moves=())

    def returns(self) -> tuple[float, ...]:
        if not self.over:
            raise ValueError("the game is not over")
        pairs = zip(self.drawn, self.moves, strict=True)
        return tuple(float(drawn + int(move)) for drawn, (_, move) in pairs)

    def render(self, names: Sequence[str] = (), seat: int | None = None) -> str:
        known = [one if seat in (None, who) else "?" for who, one in enumerate(self.drawn)]
        rows = zip(name_players(names, self.seats), known, strict=True)
        return "\n".join(f"{name}: {number}" for name, number in rows)

    def transcript(self, names: Sequence[str] = ()) -> str:
        called = name_players(names, self.seats)
        return "\n".join(f"{called[seat]} adds {move}" for seat, move in self.moves)

    def describe(self, move: str, seat: int | None = None) -> str:
        return f"add {move}"


@dataclass(frozen=True, slots=True)
class Fair(Bot):
    """Adds a little."""

    bonus: int = 0

    def row(self) -> Row:
        if abs(self.bonus) > MOST:
            raise ValueError(f"bonus must be from -{MOST} to {MOST}, not {self.bonus}")
        return np.array([self.bonus], np.int64)

    def choose(self, state: Draw, rng: Generator | Stream) -> str:
        return f"{self.bonus:+d}"


@dataclass(frozen=True, slots=True)
class Biased(Fair):
    """Adds as much as it can."""

    bonus: int = MOST


@dataclass(frozen=True)
class DrawRecords:
    """Reads records of games: a line for each, as in ``Anna,Ben 7 +0,+20`` with seed and moves."""

    kind: str = "draw-records"
    suffixes: tuple[str, ...] = (".draws",)
    has_luck: bool = True

    @property
    def aliases(self) -> Mapping[str, str]:
        return {}

    def recognises(self, columns: Sequence[str]) -> bool:
        return False

    def read(
        self,
        source: Sheet | Path,
        errors: list[TableError],
        *,
        rules: DrawRules | None = None,
        luck: str = "none",
    ) -> ReadGames:
        assert isinstance(source, Path)
        games, rows, lucks = [], [], []
        for row, line in enumerate(source.read_text().splitlines(), 1):
            names, seed, moves = (part.split(",") for part in line.split())
            state = GAME.start(rules or DrawRules(), len(names), int(seed[0]))
            try:
                for move in moves:
                    state = state.play(move)
            except RuleError as problem:
                errors.append(TableError(str(problem), row=row, file=str(source)))
                continue
            games.append(dict(zip(names, state.returns(), strict=True)))
            events = GAME.luck_of(state, [], luck)
            lucks.append(events[0].luck if events else (0.0,) * len(names))
            rows.append(row)
        table = GameTable.from_games(games)
        table = replace(table, luck=np.array(lucks), game=np.array([f"{row}" for row in rows]))
        return ReadGames(table, tuple(rows))


@dataclass(frozen=True)
class HighestDraw:
    """Two to four draw."""

    name: str = "highest-draw"
    title: ClassVar[str] = "Highest draw"
    unit: ClassVar[Unit] = Unit("game", "games")
    seats: ClassVar[range] = range(2, 5)
    Rules: ClassVar[type[DrawRules]] = DrawRules
    bots: ClassVar[Mapping[str, type[Bot]]] = {"fair": Fair, "biased": Biased}
    luck_kinds: ClassVar[Mapping[str, LuckKind]] = {
        "none": LuckKind("not measured"),
        "draw": LuckKind("the number drawn, less the mean of the table"),
        "number": LuckKind("the number drawn", is_centred=False),
    }
    readers: ClassVar[tuple[Reader, ...]] = (DrawRecords(),)
    ladder: ClassVar[Mapping[str, object]] = {"system": "elo"}

    def start(self, rules: DrawRules, seats: int, seed: int) -> Draw:
        check_seats(self, seats)
        state, drawn = next_state(check_seed(seed)), []
        for _ in range(seats):
            state = next_state(state)
            drawn.append(randbelow(state, rules.sides))
        return Draw(rules, tuple(drawn))

    def streams(self, seed: int, seats: int) -> Sequence[Stream]:
        return [Stream(seed)] * seats

    def simulate(
        self,
        bots: Sequence[Fair],
        seats: Indices,
        seeds: Seeds,
        rules: DrawRules,
        luck: str = "none",
    ) -> SimulatedGames:
        check_luck(self, luck)
        starts = [
            HighestDraw.start(self, rules, seats.shape[1], seed).drawn for seed in seeds.tolist()
        ]
        drawn = np.array(starts, np.int64)
        score = (drawn + np.array([bot.bonus for bot in bots])[seats]).astype(np.float64)
        spread = drawn.max(axis=1) - drawn.min(axis=1)
        close = spread < rules.sides / 10
        half = np.where(close, np.nan, spread / 2)
        details = {"spread": spread, "close": close, "half": half, "drawn": drawn}
        mean = drawn.mean(axis=1, keepdims=True) if luck == "draw" else 0.0
        return SimulatedGames(score, None if luck == "none" else drawn - mean, details)

    def luck_of(self, state: Draw, bots: Sequence[Bot], luck: str) -> list[ChanceEvent]:
        if luck == "none":
            return []
        mean = sum(state.drawn) / state.seats if luck == "draw" else 0.0
        return [ChanceEvent("draw", 0, tuple(number - mean for number in state.drawn))]

    def warm(self) -> Iterator[str]:
        yield "drawing"


GAME = HighestDraw()


def draw_games(count: int) -> Seeds:
    """Seeds of some games."""
    return draw_seeds(np.random.default_rng(1), count)


def install(monkeypatch: pytest.MonkeyPatch, name: str = GAME.name) -> None:
    """Let the game be found as one of another distribution."""
    point = EntryPoint(name, "tests.games.toy:GAME", "evenhand.games")

    def find(**query: str) -> Any:
        return [point] if query == {"group": "evenhand.games"} else entry_points(**query)

    monkeypatch.setattr("importlib.metadata.entry_points", find)
