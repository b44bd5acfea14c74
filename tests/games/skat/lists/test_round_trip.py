"""What is written is read again."""

from collections.abc import Callable
from datetime import UTC
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from evenhand.games.protocol import RuleError
from evenhand.games.skat import (
    BID_VALUES,
    Contract,
    Entry,
    ScoreList,
    WrittenGame,
    read_lists,
    write_deals,
    write_totals,
)
from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.scoring import SCORES
from evenhand.tables import TableError

NAMES = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from('",;=\t\n'),
    min_size=1,
    max_size=8,
).filter(lambda name: name == name.strip())
TIMES = st.datetimes(timezones=st.just(UTC))


@st.composite
def games(draw: Any) -> WrittenGame:
    game = draw(st.sampled_from(GAMES))
    marks = ["", "H", "O", "OH"] if game == "N" else ["", "H", "HS", "HSZ", "O"]
    contract = Contract.parse(game + draw(st.sampled_from(marks)))
    most = contract.trumps.bit_count()
    run = draw(st.integers(1, most)) * draw(st.sampled_from([1, -1])) if most else 0
    made = {name: most > 0 and draw(st.booleans()) for name in ("schneider", "schwarz")}
    bid = draw(st.none() | st.sampled_from(BID_VALUES))
    try:
        return WrittenGame(contract, run, **made, won=draw(st.booleans()), bid=bid)
    except RuleError:  # overbid and won, or a null below the bid
        return WrittenGame(contract, run, **made)


@st.composite
def score_lists(draw: Any, name: str) -> ScoreList:
    players = draw(st.lists(NAMES, min_size=3, max_size=4, unique=True))
    seat = st.sampled_from(players)
    entry = (
        st.just(Entry())
        | st.builds(Entry.of, seat, games())
        | st.builds(Entry, seat, st.sampled_from(sorted(SCORES)))
    )
    entries = draw(st.lists(entry, min_size=1, max_size=5))
    return ScoreList.of_entries(players, entries, name=name, time=draw(st.none() | TIMES))


@st.composite
def files_of_lists(draw: Any) -> list[ScoreList]:
    names = draw(st.just([""]) | st.lists(NAMES, min_size=1, max_size=3, unique=True))
    return [draw(score_lists(name)) for name in names]


def written(lists: list[ScoreList], kind: str, write: Callable[..., None]) -> list[ScoreList]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"list.{kind}"
        write(lists, path)
        assert [file.name for file in Path(folder).iterdir()] == [path.name]
        return read_lists(path)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@settings(max_examples=60)
@given(lists=files_of_lists())
def test_lists_of_deals_survive_writing_and_reading(kind: str, lists: list[ScoreList]) -> None:
    assert written(lists, kind, write_deals) == lists


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@settings(max_examples=60)
@given(lists=files_of_lists())
def test_lists_of_totals_survive_writing_and_reading(kind: str, lists: list[ScoreList]) -> None:
    without = [ScoreList(one.tallies, one.name, one.time, one.deals) for one in lists]
    assert written(lists, kind, write_totals) == without


def test_lists_that_cannot_be_read_again_are_not_written(tmp_path: Path) -> None:
    one = ScoreList.of_entries("ABC", [Entry("A", 24)], name="1")
    path = tmp_path / "list.csv"
    for lists, words in (
        ([], "no lists to write"),
        ([one, one], "names of their own"),
        ([one, ScoreList.of_entries("ABC", [Entry()])], "names of their own"),
        ([ScoreList(one.tallies, "1")], "of list '1' the deals are not known"),
    ):
        with pytest.raises(TableError, match=words):
            write_deals(lists, path)
    with pytest.raises(TableError, match=r"cannot be written: a sheet cannot hold the text"):
        write_totals([ScoreList.of_entries(["A", "B", "C\x07"], [Entry()])], tmp_path / "list.xlsx")
    with pytest.raises(TableError, match=r"unknown kind of file '.txt'"):
        write_totals([one], tmp_path / "list.txt")
    with pytest.raises(TableError, match=r"cannot be written"):
        write_totals([one], tmp_path / "none" / "list.csv")
    assert not list(tmp_path.iterdir())
