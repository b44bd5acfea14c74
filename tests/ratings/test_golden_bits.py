"""Ratings are those of version 0.1, to the bit: the ledger hashes them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evenhand.ledger.hashing import hashed_rows
from tests.conftest import HOUR
from tests.plain_python import in_compiled_code

from .golden import SYSTEMS, Case, cases, digest, machine

GOLDEN = json.loads((Path(__file__).parents[1] / "data" / "golden_bits.json").read_text())
SAME_MACHINE = machine() == GOLDEN["machine"]


@cache
def all_cases() -> list[Case]:
    return list(cases())


def run_case(case: Case) -> dict[str, Any]:
    """Return what the file holds of a case."""
    run = case.system.run(case.table)
    found: dict[str, Any] = {
        "ratings": digest(hashed_rows(case.system, run.values)),
        "expected": digest(run.expected),
        "after": digest(run.after),
        "first": run.values[:4, 0].tolist(),
    }
    if run.luck_points is not None:
        found["luck"] = digest(run.luck_points)
    return found


def run_cases(names: list[str]) -> dict[str, dict[str, Any]]:
    return {case.name: run_case(case) for case in all_cases() if case.name in names}


def compare(name: str, found: dict[str, Any]) -> None:
    """Compare bits on the machine of the file; elsewhere exp and log may differ in the last bit."""
    wanted = GOLDEN["cases"][name]
    assert found.keys() == wanted.keys(), name
    if SAME_MACHINE:
        differing = [key for key in wanted if found[key] != wanted[key]]
        apart = np.abs(np.subtract(found["first"], wanted["first"])).max()
        assert not differing, f"{name}: {differing} differ; the first ratings by up to {apart}"
    else:
        assert found["first"] == pytest.approx(wanted["first"], rel=1e-9), name


@pytest.mark.parametrize("label", SYSTEMS)
def test_ratings_have_the_bits_of_the_file(label: str) -> None:
    own = [case for case in all_cases() if case.name.startswith(f"{label} | ")]
    assert own
    for case in own:
        compare(case.name, run_case(case))


@pytest.mark.timeout(HOUR)  # minutes of compiling, if nothing is in the cache
def test_compiled_ratings_have_the_bits_of_the_file() -> None:
    for name, found in in_compiled_code(run_cases, list(GOLDEN["cases"])).items():
        compare(name, found)


def test_the_file_has_a_case_for_every_system_and_table() -> None:
    assert [case.name for case in all_cases()] == list(GOLDEN["cases"])
