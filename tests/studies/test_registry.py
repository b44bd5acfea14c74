"""The list of studies: whole, quick to load, and found by name."""

import subprocess
import sys

import pytest

from evenhand.studies import every_study, find_studies
from evenhand.studies.study import SIZES, Setting, Size, Study, later

from .frozen import Tables, differences, read_frozen

HEAVY = ("polars", "numba", "altair", "numpy")


def test_every_study_has_an_id_of_its_own_under_its_paper() -> None:
    ids = [study.id for study in every_study()]
    assert len(set(ids)) == len(ids)
    assert all(study.id.startswith(f"{study.paper}/") for study in every_study())


@pytest.mark.parametrize("study", every_study(), ids=lambda study: study.id)
def test_every_study_comes_in_three_sizes_and_the_usual_one_is_short(study: Study) -> None:
    assert tuple(study.sizes) == SIZES
    assert study.sizes[study.usual_size].seconds < 60
    assert study.title
    assert study.source


def test_the_numbers_of_every_study_are_kept() -> None:
    assert set(read_frozen()) == {study.id for study in every_study() if not study.needs}


def test_numbers_that_changed_are_named() -> None:
    kept: Tables = [{"who": ["a", "b"], "mean": [1.0, None]}]
    assert differences([{"who": ["a", "b"], "mean": [1.0 + 1e-12, None]}], kept) == []
    assert differences([{"who": ["a", "c"], "mean": [1.001, 0.0]}], kept) == [
        "table 1, who, row 2: 'c', 'b' in the file",
        "table 1, mean, row 1: 1.001, 1.0 in the file",
        "table 1, mean, row 2: 0.0, None in the file",
    ]
    assert differences([{"who": ["a"], "mean": [1.0, None]}], kept) == [
        "table 1, who: 1 rows, not 2"
    ]
    assert differences([{"who": ["a", "b"]}], kept) == [
        "table 1: columns ['who'], ['who', 'mean'] in the file"
    ]
    assert differences([], kept) == ["0 tables, 1 in the file"]


def test_a_study_whose_middle_takes_minutes_is_usually_run_as_smoke() -> None:
    sizes = {"smoke": Size(1, 2), "middle": Size(2, 300), "full": Size(3, 9000)}
    study = Study("paper/table-1", "title", "source", sizes, later("nowhere"))
    assert study.usual_size == "smoke"


def test_the_list_loads_nothing_heavy() -> None:
    code = (
        "import sys; from evenhand.studies import every_study; every_study(); print(*sys.modules)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(HEAVY) & set(shown.stdout.split())


def test_studies_are_found_by_id_and_by_paper() -> None:
    assert [study.id for study in find_studies("edelkamp2021/table-2")] == ["edelkamp2021/table-2"]
    ids = [study.id for study in find_studies("edelkamp2021")]
    assert ids == [study.id for study in every_study() if study.paper == "edelkamp2021"]
    assert len(ids) >= 9


@pytest.mark.parametrize("name", ["edelkamp2021/table-22", "edelkamp/table-2", "table-2"])
def test_an_unknown_name_is_answered_with_close_ones(name: str) -> None:
    with pytest.raises(ValueError, match=r"did you mean .*edelkamp2021/table-2\b"):
        find_studies(name)


@pytest.mark.parametrize("name", ["", "xyz"])
def test_a_name_like_no_other_is_answered_with_where_to_look(name: str) -> None:
    with pytest.raises(ValueError, match="study list shows all"):
        find_studies(name)


def test_the_module_of_a_run_is_loaded_when_it_is_called() -> None:
    with pytest.raises(ModuleNotFoundError):
        later("evenhand.studies.nowhere")(Setting(None, None))  # type: ignore[arg-type]
