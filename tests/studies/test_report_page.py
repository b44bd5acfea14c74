"""The page of a folder of studies: whole in itself, readable, and safe."""

import json
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import polars as pl
import pytest

from evenhand import charts
from evenhand.studies import Report, Setting, Size, Study
from evenhand.studies.page import PAGE, write_page
from evenhand.studies.page_tables import decimals_of, number_text
from evenhand.studies.record import FAILED, LEFT_OUT, MADE, Record, read_record, write_record
from evenhand.studies.running import Runner, made_into
from evenhand.studies.writing import write_report

EVIL = '<script>alert("1")</script>'
SIZES = dict.fromkeys(("smoke", "middle", "full"), Size(None, 1))
FRAME = pl.DataFrame(
    {
        "who": ["a", EVIL],
        "games": [12_000, 7],
        "mean": [0.123456789, None],
        "paper_mean": [0.12, -1],
    }
)
VOID = {"meta", "img", "br"}


def drawn() -> "charts.Chart":
    return charts.curves(FRAME, "games", "mean", "who", order=["a"], title="A curve")


def a_study(name: str = "paper2000/table-9", title: str = "A title") -> Study:
    report = Report(
        [("The table", FRAME)], {"figure": drawn}, ["0.5 +- 0.1"], "differs: a half, 0.4 printed"
    )
    return Study(name, title, "Paper 2000, Table IX", SIZES, lambda setting: report, draws=True)


def failing(setting: Setting) -> Report:
    raise RuntimeError(f"no\nluck {EVIL}")


class Page(HTMLParser):
    """What a page holds; tags that are not closed in their order are an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data.strip())

    def all(self, *names: str) -> list[dict[str, str]]:
        return [attributes for tag, attributes in self.tags if tag in names]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two studies: one as they are, one whose title would like to be a script."""
    folder, runner = tmp_path_factory.mktemp("made"), Runner(seed=3)
    made_into(folder, a_study(), "smoke", runner)
    made_into(folder, a_study("paper1999/figure-1", EVIL), "full", runner)
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """The same to play with."""
    return shutil.copytree(made, tmp_path / "studies")


def page_of(folder: Path) -> Page:
    return Page(write_page(folder).read_text(encoding="utf-8"))


def test_a_page_needs_no_other_file_and_no_script(folder: Path) -> None:
    page = page_of(folder)
    assert not page.all("script", "link", "iframe", "object", "base", "form")
    assert all(one["src"].startswith("data:image/svg+xml;base64,") for one in page.all("img"))
    places = {one["id"] for _, one in page.tags if "id" in one}
    assert all(one["href"].removeprefix("#") in places for one in page.all("a"))
    assert not [one for _, one in page.tags if any(name.startswith("on") for name in one)]
    (style,) = [text for text in page.texts if "color-scheme" in text]
    assert "prefers-color-scheme: dark" in style
    assert "@media print" in style
    assert "url(" not in style
    assert "@import" not in style


def test_what_studies_say_is_never_taken_for_html(folder: Path) -> None:
    text = write_page(folder).read_text(encoding="utf-8")
    assert "<script" not in text
    page = Page(text)
    assert page.texts.count(EVIL) >= 3  # the title twice, and cells


def test_a_page_can_be_read_by_everybody(folder: Path) -> None:
    page = page_of(folder)
    assert page.all("html")[0]["lang"] == "en"
    levels = [int(tag[1]) for tag, _ in page.tags if tag in ("h1", "h2", "h3", "h4")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert {one["scope"] for one in page.all("th")} == {"col", "row", "rowgroup"}
    assert all("A curve" in one["alt"] for one in page.all("img"))
    ids = [one["id"] for _, one in page.tags if "id" in one]
    assert len(ids) == len(set(ids))
    assert all(one["aria-labelledby"] in ids for one in page.all("table"))


def test_the_page_begins_with_a_table_of_all_studies_and_their_verdicts(folder: Path) -> None:
    page = page_of(folder)
    assert len(page.all("table")) == 3
    assert len(page.all("figure")) == 2
    first = page.texts[page.texts.index("All studies") :]
    assert first.index("Study") < first.index("Title") < first.index("Verdict")
    assert first.index("differs") < first.index("The table")
    assert "a half, 0.4 printed" in first
    assert page.texts.index("Contents") < page.texts.index("All studies")


def test_the_page_says_how_each_study_was_made(folder: Path) -> None:
    page = page_of(folder)
    assert "evenhand study run paper2000/table-9 --size smoke --seed 3" in page.texts
    assert any("size smoke, seed 3, evenhand" in text for text in page.texts)
    assert any("size full, seed 3, evenhand" in text for text in page.texts)
    assert "0.5 \N{PLUS-MINUS SIGN} 0.1" in page.texts


def test_numbers_stand_as_the_paper_prints_them(folder: Path) -> None:
    page = page_of(folder)
    for shown in ("12,000", "7", "0.12", "\N{MINUS SIGN}1.00"):
        assert shown in page.texts
    assert page.all("td")[-1]["class"] == "paper n"


@pytest.mark.parametrize(
    ("column", "beside", "decimals"),
    [
        (["805.66", "810.6"], {}, 2),
        (["1299.84312"], {"paper_x": ["1300.788"]}, 3),
        (["1503.2137"], {"paper": ["1385"]}, 4),  # rounded by the study itself
        (["1503.21371"], {"paper": ["1385"]}, 0),
        (["0.659512345", "NaN", ""], {}, 4),
        (["1.2e-05"], {}, 6),
        (["0.00002345"], {}, 6),
        (["3.0", "4.0"], {}, 0),
        (["0.0", "0.123456"], {}, 4),
    ],
)
def test_a_column_has_the_decimals_that_make_sense(
    column: list[str], beside: dict[str, list[str]], decimals: int
) -> None:
    assert decimals_of("x", {"x": column, **beside}) == decimals


def test_numbers_that_are_none_are_a_dash() -> None:
    assert [number_text(text, 2) for text in ("NaN", "inf", "")] == ["\N{EN DASH}"] * 2 + [""]


def test_a_study_that_fails_is_marked_and_the_others_stay(folder: Path) -> None:
    record = made_into(folder, replace(a_study("paper2000/b"), run=failing), "smoke", Runner())
    assert record.state == FAILED
    assert record.problem == f"RuntimeError: no luck {EVIL}"
    page = page_of(folder)
    assert "failed" in page.texts
    assert record.problem in page.texts
    assert any("2 of 3 studies made" in text and "Failed: 1." in text for text in page.texts)


def test_a_study_that_cannot_run_here_is_marked_but_what_was_made_stays(tmp_path: Path) -> None:
    lacking = replace(a_study(), needs="no-such-program")
    assert made_into(tmp_path, lacking, "smoke", Runner()).state == LEFT_OUT
    assert "left out" in page_of(tmp_path).texts
    made_into(tmp_path, a_study(), "smoke", Runner())
    made_into(tmp_path, lacking, "smoke", Runner())
    assert read_record(tmp_path / "paper2000-table-9" / "study.json").state == MADE


def test_studies_of_one_paper_share_what_they_play_and_those_of_others_do_not() -> None:
    seen: list[int] = []

    def look(setting: Setting) -> Report:
        setting.shared["played"] = setting.shared.get("played", 0) + 1
        seen.append(setting.shared["played"])
        return Report()

    runner = Runner()
    for name in ("a/1", "a/2", "b/1"):
        runner.run(replace(a_study(name), run=look), "smoke")
    assert seen == [1, 2, 1]


def test_a_table_without_rows_and_an_empty_verdict_can_be_shown(tmp_path: Path) -> None:
    report = Report([("Nothing", FRAME.clear())])
    write_report(a_study(), report, tmp_path, "smoke", 1)
    assert "Nothing" in page_of(tmp_path).texts


def test_a_folder_without_studies_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no studies in it"):
        write_page(tmp_path)
    with pytest.raises(ValueError, match="no such folder"):
        write_page(tmp_path / "nowhere")
    assert not (tmp_path / PAGE).exists()


@pytest.mark.parametrize(
    "change",
    [
        {"title": 3},
        {"state": "dreamed"},
        {"remarks": "a"},
        {"remarks": [1]},
        {"unknown": 1},
        {"tables": [{"title": "a", "file": "../table.csv"}]},
        {"tables": [{"title": "a", "file": "missing.csv"}]},
        {"tables": [{"title": "a"}]},
        {"tables": 3},
        {"figures": [{"file": "missing.svg"}]},
        {"seed": "one"},
    ],
    ids=str,
)
def test_a_record_that_is_none_is_one_line(tmp_path: Path, change: dict[str, object]) -> None:
    path = write_record(Record("a/b", "A", "S", "c", "smoke", 1), tmp_path / "a-b")
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(ValueError, match="a-b") as problem:
        write_page(tmp_path)
    assert len(str(problem.value).splitlines()) == 1


def test_a_table_cut_short_is_one_line(folder: Path) -> None:
    table = folder / "paper2000-table-9" / "table.csv"
    table.write_text("who,games,mean,paper_mean\na,1\n")
    with pytest.raises(ValueError, match="as many cells"):
        write_page(folder)
    table.write_text("")
    with pytest.raises(ValueError, match="cannot be read"):
        write_page(folder)
