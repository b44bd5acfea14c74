"""A table written and read again is the same table, bit for bit and in order."""

from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from evenhand.tables import EMPTY, GameTable, from_frame, read_games, to_frame, write_games

Layout = Literal["wide", "long"]

KINDS = ["csv", "parquet", "pq"]
LAYOUTS: list[Layout] = ["wide", "long"]
INT64 = st.integers(-(2**63), 2**63 - 1)
TIMES = st.integers(-(2**55), 2**57)
points = st.floats(allow_nan=False, allow_infinity=False)
words = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from('",;\n\r\t '), min_size=1
)
names = words.filter(lambda name: bool(name.strip()))


def looks_whole(text: str) -> bool:
    return text.lstrip("-").isdecimal()


@st.composite
def tables(draw: st.DrawFn) -> GameTable:
    """Any table, its first game with every seat taken, so that a long file has its width."""
    games, width = draw(st.integers(1, 5)), draw(st.integers(2, 4))
    known = draw(st.lists(names, min_size=width, max_size=6, unique=True))
    seats = np.array([draw(st.permutations(range(len(known))))[:width] for _ in range(games)])
    for row in seats[1:]:
        row[sorted(draw(st.sets(st.integers(0, width - 1), max_size=width - 2)))] = EMPTY
    seats, known = _by_appearance(seats.astype(np.int32), known)
    taken = seats != EMPTY

    def grid() -> NDArray[np.float64]:
        values = draw(st.lists(points, min_size=seats.size, max_size=seats.size))
        return np.where(taken, np.array(values).reshape(seats.shape), 0.0)

    def ids() -> NDArray[Any]:
        text = draw(st.booleans())
        kind = names.filter(lambda name: not looks_whole(name)) if text else INT64
        drawn = draw(st.lists(kind, min_size=games, max_size=games, unique=True))
        return np.array(drawn, object if text else np.int64)

    def a_game(values: st.SearchStrategy[float]) -> NDArray[np.float64]:
        return np.array(draw(st.lists(values, min_size=games, max_size=games)), float)

    times = st.lists(TIMES | st.integers(0, 2), min_size=games, max_size=games)
    contexts = list(dict.fromkeys(draw(st.lists(names.map(str.strip), max_size=games))))
    context = np.resize(np.arange(-1, len(contexts)), games)
    more: dict[str, Any] = {}
    if draw(st.booleans()):
        more = {
            "home": grid(),
            "margin": a_game(points | st.just(np.nan)),
            "weight": a_game(st.floats(0, exclude_min=True, allow_infinity=False)),
            "covariates": {"rest": grid()},
            "context": context.astype(np.int32),
            "context_names": tuple(contexts[: max(games - 1, 0)]),
        }
    return GameTable(
        tuple(known),
        seats,
        grid(),
        luck=grid() if draw(st.booleans()) else None,
        team=np.where(taken, np.arange(width) - 2, 0).astype(np.int8)
        if draw(st.booleans())
        else None,
        time=np.sort(np.array(draw(times), np.int64)) if draw(st.booleans()) else None,
        game=ids() if draw(st.booleans()) else None,
        **more,
    )


def _by_appearance(seats: NDArray[np.int32], known: list[str]) -> tuple[Any, list[str]]:
    order = list(dict.fromkeys(seats[seats != EMPTY].tolist()))
    new = np.array([order.index(player) if player in order else 0 for player in range(len(known))])
    return np.where(seats == EMPTY, EMPTY, new[seats]).astype(np.int32), [known[p] for p in order]


def assert_same(found: GameTable, wanted: GameTable, *, numbered: bool = False) -> None:
    """Every column the same, bit for bit; ``numbered``: games without ids have got numbers."""
    assert found.names == wanted.names
    for name in [field.name for field in fields(wanted)[1:]]:
        a, b = getattr(found, name), getattr(wanted, name)
        if name in ("context_names", "covariates"):
            same = [
                key for key in b if name == "context_names" or a[key].tobytes() == b[key].tobytes()
            ]
            assert list(a) == list(b) == same, name
            continue
        if name == "game" and b is None and numbered:
            b = np.arange(1, len(wanted) + 1)
        assert (a is None) == (b is None), name
        if a is not None:
            assert a.dtype == b.dtype
            assert a.tolist() == b.tolist() if a.dtype == object else a.tobytes() == b.tobytes()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40)
@given(table=tables())
def test_every_table_survives_a_file(kind: str, layout: Layout, table: GameTable) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"games.{kind}"
        write_games(table, path, layout=layout)
        again = read_games(path, covariates=list(table.covariates) or None)
        assert_same(again, table, numbered=layout == "long")
        assert [file.name for file in Path(folder).iterdir()] == [path.name]


@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=40)
@given(table=tables())
def test_every_table_survives_a_frame(layout: Layout, table: GameTable) -> None:
    again = from_frame(to_frame(table, layout), covariates=list(table.covariates) or None)
    assert_same(again, table, numbered=layout == "long")


@settings(max_examples=80)
@given(
    time=st.none() | st.lists(st.integers(0, 3), min_size=12, max_size=12),
    games=st.integers(1, 12),
    shuffle=st.randoms(use_true_random=False),
    kind=st.sampled_from(["csv", "parquet"]),
    layout=st.sampled_from(LAYOUTS),
)
def test_row_order_is_game_order_unless_times_say_otherwise(
    time: list[int] | None, games: int, shuffle: Any, kind: str, layout: Layout
) -> None:
    ids = list(range(games))
    shuffle.shuffle(ids)
    frame = pl.DataFrame({"game": ids, "player_1": "A", "player_2": "B"})
    frame = frame.with_columns(score_1=pl.col("game"), score_2=-pl.col("game"))
    if time is not None:
        frame = frame.with_columns(time=pl.Series(time[:games]) + 20240101)
    if layout == "long":
        frame = _lengthened(frame)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"games.{kind}"
        frame.write_csv(path) if kind == "csv" else frame.write_parquet(path)
        table = read_games(path)
    wanted = sorted(range(games), key=lambda row: 0 if time is None else time[row])
    assert table.game is not None
    assert table.game.tolist() == [ids[row] for row in wanted]
    assert table.score[:, 0].tolist() == [ids[row] for row in wanted]


def _lengthened(frame: pl.DataFrame) -> pl.DataFrame:
    """All the first players, then all the second ones: no game's rows stand together."""
    other = [name for name in frame.columns if name in ("game", "time")]
    halves = [
        frame.select(*other, player=f"player_{seat}", score=f"score_{seat}") for seat in (1, 2)
    ]
    return pl.concat(halves)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_the_order_of_a_large_file_survives_readers_of_many_threads(
    tmp_path: Path, kind: str, layout: Layout
) -> None:
    games = 300_000
    rng = np.random.default_rng(5)
    first = rng.integers(0, 20_000, games)
    known = [f"Player {n},\n{'x' * (n % 30)}" for n in range(20_001)]
    columns = {
        "player_1": [known[n] for n in first],
        "player_2": [known[n + 1] for n in first],
        "score_1": np.arange(games, dtype=float),
        "score_2": rng.normal(size=games),
    }
    frame = pl.DataFrame(columns).with_row_index("game")
    path = tmp_path / f"games.{kind}"
    frame = _lengthened(frame) if layout == "long" else frame
    frame.write_csv(path) if kind == "csv" else frame.write_parquet(path, row_group_size=10_000)
    table = read_games(path)
    assert (table.score[:, 0] == np.arange(games)).all()
    assert (table.score[:, 1] == columns["score_2"]).all()
    assert [table.names[player] for player in table.seats[:, 0]] == columns["player_1"]
    assert [table.names[player] for player in table.seats[:, 1]] == columns["player_2"]
    appearance = table.seats.ravel()[np.sort(np.unique(table.seats, return_index=True)[1])]
    assert (appearance == np.arange(len(table.names))).all()
