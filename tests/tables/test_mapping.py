"""Files of others: columns that are named, and common layouts that are recognised."""

from collections.abc import Callable
from dataclasses import fields
from datetime import date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings, strategies as st

from evenhand.tables import (
    EMPTY,
    GameTable,
    TableError,
    find_columns,
    from_frame,
    parse_time,
    read_game_file,
    read_games,
    to_frame,
    write_frame,
)

FOOTBALL = """date,home_team,away_team,hg,ag,city
2024-01-01,Ajax,Brugge,2,1,A
2024-01-02,Celtic,Ajax,0,0,B
"""
DAY = 86_400_000_000


def read(folder: Path, text: str, **columns: Any) -> GameTable:
    path = folder / "games.csv"
    path.write_text(text)
    return read_games(path, **columns)


def assert_equal(found: GameTable, wanted: GameTable) -> None:
    for name in (field.name for field in fields(wanted)):
        a, b = getattr(found, name), getattr(wanted, name)
        if name == "covariates":
            assert {key: a[key].tolist() for key in a} == {key: b[key].tolist() for key in b}
        else:
            np.testing.assert_equal(a, b, err_msg=name)


def test_named_columns_are_read_and_others_left_out(tmp_path: Path) -> None:
    table = read(
        tmp_path,
        FOOTBALL,
        players=["home_team", "away_team"],
        scores=["hg", "ag"],
        time="date",
        home=[1, 0],
    )
    assert table.names == ("Ajax", "Brugge", "Celtic")
    assert table.score.tolist() == [[2, 1], [0, 0]]
    assert table.home is not None
    assert table.home.tolist() == [[1, 0], [1, 0]]
    assert table.time is not None
    assert np.diff(table.time).tolist() == [DAY]


def test_text_with_commas_names_the_same_columns(tmp_path: Path) -> None:
    lists = read(tmp_path, FOOTBALL, players=["home_team", "away_team"], scores=["hg", "ag"])
    texts = read(tmp_path, FOOTBALL, players="home_team, away_team", scores="hg,ag", home="1,0")
    np.testing.assert_equal(texts.score, lists.score)
    assert texts.home is not None
    assert texts.home[0].tolist() == [1, 0]
    frame = {"a,b": ["A"], "c": ["B"], "x": [1], "y": [0]}  # a comma inside a name: use a list
    assert from_frame(frame, players=["a,b", "c"], scores="x,y").names == ("A", "B")


RECOGNISED = [
    # header and rows, remark, scores, home
    (FOOTBALL, "home_team, away_team as players, hg, ag as scores, date as time", [[2, 1], [0, 0]]),
    (
        "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,\nE0,16/08/2024,20:00,Ajax,Brugge,2,1,H,\n"
        "E0,17/08/2024,12:30,Celtic,Ajax,0,0,D,\n",
        "HomeTeam, AwayTeam as players, FTHG, FTAG as scores, Date as time",
        [[2, 1], [0, 0]],
    ),
    (
        "White,Black,Result,UTCDate\nAjax,Brugge,1-0,2024.01.31\nCeltic,Ajax,1/2-1/2,2024.02.01\n",
        "White, Black as players, Result as result, UTCDate as time",
        [[1, 0], [0.5, 0.5]],
    ),
    (
        "tourney_date,surface,winner_name,loser_name,w_ace\n"
        "20240101,Hard,Ajax,Brugge,3\n20240102,Clay,Celtic,Ajax,4\n",
        "winner_name as winner, loser_name as loser, tourney_date as time",
        [[1, 0], [1, 0]],
    ),
    ("winner,loser\nAjax,Brugge\nCeltic,Ajax\n", "winner as winner, loser", [[1, 0], [1, 0]]),
    (
        "player1,player2,score1,score2,note\nAjax,Brugge,3,2,x\nCeltic,Ajax,1,2,\n",
        "player1, player2 as players, score1, score2 as scores",
        [[3, 2], [1, 2]],
    ),
    (
        "Player 1,Player 2,Player 3,Score 1,Score 2,Score 3\n"
        "Ajax,Brugge,Celtic,3,2,1\nCeltic,Ajax,Brugge,1,2,3\n",
        "Player 1, Player 2, Player 3 as players",
        [[3, 2, 1], [1, 2, 3]],
    ),
    (
        "team_1,team_2,score_1,score_2\nAjax,Brugge,3,2\nCeltic,Ajax,1,2\n",
        "team_1, team_2 as players, score_1, score_2 as scores",
        [[3, 2], [1, 2]],
    ),
    (
        "home,away,result\nAjax,Brugge,3:2\nCeltic,Ajax,1 - 2\n",
        "home, away as players, result as result",
        [[3, 2], [1, 2]],
    ),
    (
        "HomeTeam,AwayTeam,FTR\nAjax,Brugge,H\nCeltic,Ajax,D\n",
        "HomeTeam, AwayTeam as players, FTR as result",
        [[1, 0], [0.5, 0.5]],
    ),
    (
        "white_id,black_id,winner\nAjax,Brugge,white\nCeltic,Ajax,black\n",
        "white_id, black_id as players, winner as result",
        [[1, 0], [0, 1]],
    ),
]


def test_common_layouts_are_recognised_and_said_so(tmp_path: Path) -> None:
    for text, remark, scores in RECOGNISED:
        remarks: list[str] = []
        table = read(tmp_path, text, remark=remarks.append)
        assert table.names == ("Ajax", "Brugge", "Celtic"), text
        assert table.score.tolist() == scores, text
        if remark.startswith("winner"):  # the first seat is the winner's: nobody is at home
            assert table.home is not None
            assert not table.home.any()
        else:
            assert table.home is None, text
        assert len(remarks) == 1
        assert remarks[0].startswith(f"read {remark}"), remarks
    remarks = []
    read(tmp_path, "player_1,player_2,score_1,score_2\nA,B,1,0\n", remark=remarks.append)
    read(tmp_path, FOOTBALL, players="home_team,away_team", scores="hg,ag", remark=remarks.append)
    assert remarks == []


def test_nobody_is_at_home_on_neutral_ground(tmp_path: Path) -> None:
    for words in (("TRUE", "FALSE"), ("1", "0"), ("yes", "no")):
        text = "home_team,away_team,home_score,away_score,neutral\n"
        text += f"A,B,1,0,{words[0]}\nB,A,1,0,{words[1]}\n"
        remarks: list[str] = []
        table = read(tmp_path, text, remark=remarks.append)
        assert table.home is not None
        assert table.home.tolist() == [[0, 0], [1, 0]]
        assert remarks[0].endswith("neutral as neutral ground")
    with pytest.raises(TableError, match=r"row 1, column neutral: not true or false: 'perhaps'"):
        read(tmp_path, text.replace("yes", "perhaps"))


def test_home_is_numbers_a_column_or_a_column_per_seat() -> None:
    frame = {"h": ["A", "B"], "a": ["B", "A"], "x": [1, 2], "y": [0, 1]}
    frame |= {"at_home": [True, False], "one": [1, 0], "two": [0.5, -1]}
    named = {"players": ["h", "a"], "scores": ["x", "y"]}
    ways: list[tuple[Any, list[list[float]]]] = [
        ([1, 0], [[1, 0], [1, 0]]),
        ("0.5,-0.5", [[0.5, -0.5], [0.5, -0.5]]),
        ("at_home", [[1, 0], [0, 0]]),
        ("one,two", [[1, 0.5], [0, -1]]),
        (["one", "two"], [[1, 0.5], [0, -1]]),
    ]
    for home, wanted in ways:
        table = from_frame(frame, **named, home=home)  # type: ignore[arg-type]
        assert table.home is not None
        assert table.home.tolist() == wanted
    for wrong in ([1, 0, 0], "1", "one,0", ["one", "two", "at_home"]):
        with pytest.raises(TableError, match="home"):
            from_frame(frame, **named, home=wrong)  # type: ignore[arg-type]


def test_context_margin_weight_and_covariates_are_read(tmp_path: Path) -> None:
    text = "player_1,player_2,score_1,score_2,context,margin,weight,x_rest_1,x_rest_2,x_derby\n"
    text += "A,B,1,0,clay,3,2,4,5,1\nB,A,1,0,,,0.5,6,7,0\nA,B,0,1,grass,-1,1,0,0,0\n"
    table = read(tmp_path, text, covariates=["rest", "x_derby"])
    assert table.context_names == ("clay", "grass")
    np.testing.assert_equal(table.context, [0, EMPTY, 1])
    np.testing.assert_equal(table.margin, [3, np.nan, -1])
    np.testing.assert_equal(table.weight, [2, 0.5, 1])
    assert table.covariates["rest"].tolist() == [[4, 5], [6, 7], [0, 0]]
    assert table.covariates["derby"].tolist() == [[1, 0], [0, 0], [0, 0]]  # the first seat's
    assert not read(tmp_path, text).covariates
    again = from_frame(to_frame(table), covariates=["rest", "derby"])
    assert_equal(again, table)


def test_covariates_of_others_are_named_by_their_columns() -> None:
    frame = {"h": ["A"], "a": ["B"], "x": [1], "y": [0], "rest_h": [3], "rest_a": [4], "snow": [1]}
    for covariates in ({"rest": ["rest_h", "rest_a"], "snow": "snow"}, "rest=rest_h:rest_a,snow"):
        table = from_frame(frame, players="h,a", scores="x,y", covariates=covariates)
        assert {name: v.tolist() for name, v in table.covariates.items()} == {
            "rest": [[3, 4]],
            "snow": [[1, 0]],
        }


def test_a_row_per_player_is_read_by_names(tmp_path: Path) -> None:
    text = "race,driver,pts,track,at\n1,A,25,Spa,2024-01-01\n1,B,18,Spa,2024-01-01\n"
    text += "2,B,25,Monza,2024-01-08\n2,C,18,Monza,2024-01-08\n"
    columns = {"players": "driver", "scores": "pts", "game": "race", "context": "track"}
    table = read(tmp_path, text, **columns, time="at")
    assert table.seats.tolist() == [[0, 1], [1, 2]]
    assert table.context_names == ("Spa", "Monza")
    assert table.game is not None
    assert table.game.tolist() == [1, 2]


WRONG: list[tuple[dict[str, Any], str]] = [
    (
        {"players": "home_team,away", "scores": "hg,ag"},
        r"column away: no such column; did you mean",
    ),
    (
        {"players": "home_team,away_team", "scores": "hg,age"},
        r"column age: .*found: date, home_team",
    ),
    ({"players": "home_team,away_team", "scores": "hg,hg"}, r"column hg: is named twice"),
    ({"players": "home_team,home_team", "scores": "hg,ag"}, r"column home_team: is named twice"),
    (
        {"players": "home_team,away_team", "scores": "hg"},
        r"row 1, column hg: not a result: '2' .*scores need a column for each player",
    ),
    (
        {"players": "home_team,away_team", "scores": "city"},
        r"row 2, column city: not a result: 'B' \(1-0, 1/2-1/2, 2-1, H, D, A, white",
    ),
    ({"players": "home_team,away_team"}, r"players are named but not scores"),
    ({"players": "home_team", "scores": "hg"}, r"column home_team: one column of players"),
    ({"winner": "home_team"}, r"winner and loser must both be named"),
    ({"winner": "home_team", "loser": "away_team", "scores": "hg,ag"}, r"name either players"),
    ({"time": "dat"}, r"column dat: no such column; did you mean date\?"),
    ({"time": "date", "time_unit": "s"}, r"row 1, column date: not a number: '2024-01-01'"),
    ({"time": "hg"}, r"column hg: is named twice"),
    ({"time": "city"}, r"row 1, column city: not a time: 'A'"),
    ({"covariates": "rest"}, r"column x_rest_1: no such column"),
    ({"context": "surface"}, r"column surface: no such column"),
    ({"weight": "city"}, r"row 1, column city: not a number: 'A'"),
]


def test_wrong_names_of_columns_are_refused(tmp_path: Path) -> None:
    for columns, words in WRONG:
        with pytest.raises(TableError, match=words) as caught:
            read(tmp_path, FOOTBALL, **columns)
        assert str(caught.value).startswith(str(tmp_path / "games.csv"))
    with pytest.raises(TypeError, match=r"unknown argument 'player' \(did you mean players\?\)"):
        read(tmp_path, FOOTBALL, player="home_team")
    twice = FOOTBALL.replace("city", "away_team")
    with pytest.raises(TableError, match="column away_team: is there twice"):
        read(tmp_path, twice, players="home_team,away_team", scores="hg,ag")
    winners = read(
        tmp_path, FOOTBALL.replace("city", "date"), winner="home_team", loser="away_team"
    )
    assert len(winners) == 2  # what is there twice is not read
    with pytest.raises(TableError, match="row 2, column away_team: a player sits twice"):
        read(tmp_path, FOOTBALL.replace("Celtic", "Ajax"))


TIMES: list[tuple[list[Any], str | None]] = [
    (["2024-01-31", "2024-02-01"], None),
    (["31.01.2024", "01.02.2024"], None),
    (["2024/01/31", "2024/02/01"], None),
    (["1/31/2024", "2/1/2024"], None),
    (["31/1/24", "1/2/24"], None),
    (["20240131", "20240201"], None),
    ([20240131, 20240201], None),
    ([20240131.0, 20240201.0], None),
    ([date(2024, 1, 31), date(2024, 2, 1)], None),
    ([datetime(2024, 1, 31), datetime(2024, 2, 1)], None),
    ([19753, 19754], "d"),
    ([1706659200, 1706745600], "s"),
    (["1706659200.0", "1706745600.0"], "s"),
    ([1706659200.0, 1706745600.0], "s"),
    ([1706659200000, 1706745600000], "ms"),
    ([1706659200000000, 1706745600000000], "us"),
]


def test_times_of_every_form_are_the_same_days() -> None:
    for values, unit in TIMES:
        frame = pl.DataFrame({"winner": ["A", "B"], "loser": ["B", "A"], "date": values})
        table = from_frame(frame, time_unit=unit)  # type: ignore[arg-type]
        assert table.time is not None
        assert table.time.tolist() == [19753 * DAY, 19754 * DAY], values


def test_integers_without_a_unit_and_times_too_large_are_refused() -> None:
    for values, unit, words in (
        ([1706659200, 1706745600], None, "row 1, column date: 1706659200 is not a calendar day"),
        ([20240131, 20240132], None, "row 2, column date: 20240132 is not a calendar day"),
        ([1, 2**62], "s", "row 2, column date: not a time that fits 64 bits"),
        ([date(2024, 1, 31), date(2024, 2, 1)], "s", "column date: holds dates"),
        ([1, 2], "h", "unknown time unit 'h'; there are us, ms, s, d"),
    ):
        frame = pl.DataFrame({"winner": ["A", "B"], "loser": ["B", "A"], "date": values})
        with pytest.raises(TableError, match=words):
            from_frame(frame, time_unit=unit)  # type: ignore[arg-type]


def test_times_of_two_forms_in_one_column_are_refused() -> None:
    for values in (
        ["2024-01-31", "01.02.2024"],
        ["31.01.2024", "2024-02-01"],
        ["1/31/2024", "2024-02-01"],
        ["2024-01-31", "1706745600"],
    ):
        frame = pl.DataFrame({"winner": ["A", "B"], "loser": ["B", "A"], "date": values})
        with pytest.raises(TableError, match=r"row 2, column date: not a time: .*all rows alike"):
            from_frame(frame)


def test_one_column_of_results_is_named_as_scores(tmp_path: Path) -> None:
    text = "first,second,ended\nAjax,Brugge,2:1\nCeltic,Ajax,0:0\n"
    table = read(tmp_path, text, players="first,second", scores="ended")
    assert table.score.tolist() == [[2, 1], [0, 0]]


def test_teams_may_have_names(tmp_path: Path) -> None:
    wide = """player_1,player_2,player_3,team_1,team_2,team_3,score_1,score_2,score_3
Anna,Ben,Cem,red,blue,red,2,1,2
Anna,Ben,,blue, green ,,0,3,
"""
    table = read(tmp_path, wide)
    assert table.team is not None
    assert [row[n].tolist() for row, n in zip(table.team, table.taken, strict=True)] == [
        [0, 1, 0],
        [0, 1],
    ]
    rows = [f"{game},P{seat},team {game}{seat % 2},1" for game in range(300) for seat in range(4)]
    long = read(tmp_path, "\n".join(["game,player,team,score", *rows]))
    assert long.team is not None
    assert long.team.tolist() == [[0, 1, 0, 1]] * 300
    for wrong, problem in (
        ("red,,red", "row 1, column team_2: missing team"),
        ("1,0,1", "row 2, column team_1: not a whole number: 'blue'"),
    ):
        with pytest.raises(TableError, match=problem):
            read(tmp_path, wide.replace("red,blue,red", wrong))


def test_one_parser_reads_a_single_time() -> None:
    for text in ("2024-01-31", "31.01.2024", "2024/01/31", "2024.01.31", "20240131"):
        assert parse_time(text) == 19753 * DAY
    assert parse_time("2024-01-31T01:00:00+01:00") == 19753 * DAY
    for wrong in ("", "today", "31/01/2024", "2024-02-31", "1706659200"):
        with pytest.raises(ValueError, match="not a time"):
            parse_time(wrong)


class Arrow:
    """A table of another library, known only by the Arrow interface."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.frame = frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)


def test_frames_of_every_kind_give_the_same_table() -> None:
    frame = pl.DataFrame(
        {
            "winner": ["A", "B", "A"],
            "loser": ["B", "C", "C"],
            "at": [datetime(2024, 1, day) for day in (2, 3, 1)],
            "big": [True, False, True],
            "unused": [[1], [2], [3]],
        }
    )
    columns = {"time": "at", "home": "big"}
    wanted = from_frame(frame, **columns)  # type: ignore[arg-type]
    pandas = pd.DataFrame(frame.to_dict(as_series=False))
    pandas["loser"] = pandas["loser"].astype("category")
    local = pandas.assign(at=pandas["at"].dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo"))
    for other in (frame.lazy(), pandas, local, Arrow(frame), frame.to_dict(as_series=False)):
        assert_equal(GameTable.from_frame(other, **columns), wanted)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="not a frame: int"):
        from_frame(3)
    with pytest.raises(TableError, match="cannot be made a table"):
        from_frame({"winner": ["A"], "loser": ["B", "C"]})


def test_missing_values_of_pandas_are_missing() -> None:
    frame = pd.DataFrame(
        {
            "player_1": ["A", "B"],
            "player_2": ["B", "A"],
            "player_3": [None, "C"],
            "score_1": [1, 2],
            "score_2": [0.5, 0],
            "score_3": [np.nan, 1.0],
            "margin": pd.array([1, None], dtype="Int64"),
            "game": pd.array([7, 8], dtype="Int64"),
        }
    )
    table = from_frame(frame)
    assert table.seats.tolist() == [[0, 1, EMPTY], [1, 0, 2]]
    np.testing.assert_equal(table.margin, [1, np.nan])
    with pytest.raises(TableError, match="row 1, column score_2: missing score"):
        from_frame(frame.assign(score_2=[np.nan, 0.0]))


def test_a_list_of_teams_is_a_game() -> None:
    table = GameTable.from_games(
        [[{"Anna": 10, "Ben": 10}, {"Cem": 7, "Dora": 7}], {"Anna": 1, "Cem": 0}]
    )
    assert table.team is not None
    assert table.team.tolist() == [[0, 0, 1, 1], [0, 1, 0, 0]]
    assert table.seats.tolist() == [[0, 1, 2, 3], [0, 2, EMPTY, EMPTY]]
    for games, words in (
        ([[{"Anna": 1, "Ben": 2}, {"Cem": 0}]], "row 1, column score: players of one team must"),
        ([[{"Anna": 1}, {"Anna": 0}]], "row 1, column seats: a player sits twice"),
        ([{"Anna": float("nan"), "Ben": 1}], "row 1, column score: not a finite number"),
        ([{"Anna": 1, "Ben": 0}, {"Anna": "won", "Ben": 0}], "row 2: the score of Anna is not a"),
        ([["Anna", "Ben"]], "row 1: a game is a mapping of players to scores"),
    ):
        with pytest.raises(TableError, match=words):
            GameTable.from_games(games)  # type: ignore[arg-type]


def test_rows_keeps_all_columns_and_checks_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = {"h": ["A", "B", "A"], "a": ["B", "C", "C"], "x": [1, 2, 3], "y": [0, 1, 2]}
    more = {"c": ["p", "q", "p"], "w": [1, 2, 3], "m": [1, 2, 3], "r": [4, 5, 6]}
    table = from_frame(
        frame | more,
        players="h,a",
        scores="x,y",
        home=[1, 0],
        context="c",
        weight="w",
        margin="m",
        covariates=["r"],
    )
    monkeypatch.setattr(GameTable, "__post_init__", None)
    part = table.rows(1, 3)
    assert len(part) == 2
    assert part.names == table.names
    assert part.context_names == table.context_names
    for name in ("seats", "score", "home", "context", "margin", "weight"):
        np.testing.assert_equal(getattr(part, name), getattr(table, name)[1:])
    np.testing.assert_equal(part.covariates["r"], table.covariates["r"][1:])


def _mapped(frame: pl.DataFrame) -> tuple[pl.DataFrame, dict[str, Any]]:
    new = {"player_1": "h", "player_2": "a", "score_1": "hg", "score_2": "ag", "time": "when"}
    return frame.rename(new), {"players": "h,a", "scores": "hg,ag", "time": "when"}


def _recognised(frame: pl.DataFrame) -> tuple[pl.DataFrame, dict[str, Any]]:
    new = {"player_1": "Home Team", "player_2": "Away Team", "score_1": "HG", "score_2": "AG"}
    return frame.rename({**new, "time": "Date"}), {}


def _long(frame: pl.DataFrame) -> tuple[pl.DataFrame, dict[str, Any]]:
    halves = [
        frame.with_row_index("game").select(
            "game", "time", pl.lit(s).alias("seat"), player=f"player_{s}", score=f"score_{s}"
        )
        for s in (2, 1)
    ]
    return pl.concat(halves), {}


WAYS: list[Callable[[pl.DataFrame], tuple[pl.DataFrame, dict[str, Any]]]] = [
    lambda frame: (frame, {}),
    _mapped,
    _recognised,
    _long,
]


@settings(max_examples=40)
@given(
    pairs=st.lists(st.permutations("ABCDE").map(lambda names: names[:2]), min_size=1, max_size=8),
    seed=st.integers(0, 1000),
)
def test_layouts_and_orders_of_columns_and_rows_give_the_same_table(
    pairs: list[list[str]], seed: int
) -> None:
    """Games with times of their own, in any order of rows, in any layout, are one table."""
    rng = np.random.default_rng(seed)
    days = [date(2024, 1, 1 + day) for day in rng.permutation(len(pairs))]
    score = rng.normal(size=(len(pairs), 2))
    frame = pl.DataFrame(
        {
            "player_1": [pair[0] for pair in pairs],
            "player_2": [pair[1] for pair in pairs],
            "score_1": score[:, 0],
            "score_2": score[:, 1],
            "time": days,
        }
    )
    wanted = from_frame(frame.sort("time"))
    for way in WAYS:
        changed, columns = way(frame)
        columns_order = rng.permutation(changed.columns).tolist()
        shuffled = changed.select(columns_order).sample(fraction=1, shuffle=True, seed=seed)
        table = from_frame(shuffled, **columns)
        assert table.names == wanted.names
        for name in ("seats", "score", "time"):
            np.testing.assert_equal(getattr(table, name), getattr(wanted, name), err_msg=name)


@pytest.mark.parametrize("kind", ["csv", "parquet", "xlsx"])
def test_all_kinds_of_files_take_names_of_columns(tmp_path: Path, kind: str) -> None:
    frame = pl.read_csv(FOOTBALL.encode(), try_parse_dates=True)
    wanted = from_frame(frame)
    write_frame(frame, tmp_path / f"games.{kind}") if kind != "csv" else (
        tmp_path / "games.csv"
    ).write_text(FOOTBALL)
    if kind == "xlsx":
        write_frame(frame.cast({"date": pl.String}), tmp_path / "games.xlsx")
    path = tmp_path / f"games.{kind}"
    assert_equal(read_games(path), wanted)
    named = read_games(path, players="home_team,away_team", scores="hg,ag", time="date")
    assert_equal(named, wanted)


def test_a_recognised_file_keeps_its_columns_and_gets_luck(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    path.write_text(FOOTBALL.replace("city", "x_snow_1,x_snow_2").replace(",A\n", ",1,2\n"))
    path.write_text(path.read_text().replace(",B\n", ",3,4\n"))
    games = read_game_file(path)
    assert games.covariates() == ["x_snow"]
    assert games.values(["snow"])[:, :, 0].tolist() == [[1, 2], [3, 4]]
    write_frame(games.with_luck(np.array([[0.5, -0.5], [1, -1]])), tmp_path / "lucky.csv")
    lucky = read_games(tmp_path / "lucky.csv")
    assert lucky.luck is not None
    assert lucky.luck.tolist() == [[0.5, -0.5], [1, -1]]


def test_the_remark_is_a_sentence() -> None:
    found = find_columns(["home", "away", "home_goals", "away_goals", "neutral", "date"])
    assert found.remark() == (
        "read home, away as players, home_goals, away_goals as scores, date as time, "
        "neutral as neutral ground"
    )
