"""Parquet files, in which a few bytes can stand for very much."""

import resource
import subprocess
import sys
from io import BytesIO
from typing import Any

import polars as pl
import pytest

from evenhand.ledger.uploads import (
    Limits,
    UploadError,
    parquet as uploaded_parquet,
    parquet_apart,
    read_upload,
)

from .files import DATA, parquet

GAMES = {"game": [1, 1], "player": ["Anna", "Ben"], "score": [1.5, 2.5]}


def refusal(content: bytes, **limits: Any) -> str:
    with pytest.raises(UploadError) as caught:
        read_upload(content, "a.parquet", limits=Limits(**limits))
    return str(caught.value)


def test_a_hundred_million_rows_in_a_small_file_are_refused() -> None:
    bomb = parquet({"score": pl.repeat(1, 10**8, dtype=pl.Int8, eager=True)})
    assert len(bomb) < 1 << 20
    assert refusal(bomb) == "the file has more than 50,000 rows"


def test_a_file_that_promises_billions_of_rows_is_refused() -> None:
    content = parquet(GAMES)
    two, many = b"\x16\x04", b"\x16\x80\xa0\x94\xa5\x8d\x1d"  # i64, as Thrift writes it compactly
    footer = int.from_bytes(content[-8:-4], "little")
    about = content[-8 - footer : -8].replace(two, many)
    assert about.count(many) > 2
    promising = content[: -8 - footer] + about + len(about).to_bytes(4, "little") + b"PAR1"
    assert refusal(promising).startswith(("the file has more than", "not a readable Parquet"))


def test_long_text_that_is_there_once_is_cut_once() -> None:
    text = pl.Series(["x" * 1_000_000]).new_from_index(0, 100)
    columns = {"game": range(100), "player": text, "score": 1}
    bomb = BytesIO()
    pl.DataFrame(columns).write_parquet(bomb)
    upload = read_upload(bomb.getvalue(), "a.parquet")
    assert upload.problems[0].problem == "more than 1,000 characters"


def test_limits_of_columns_and_cells_hold() -> None:
    assert refusal(parquet(GAMES), columns=2) == "the file has more than 2 columns"
    assert refusal(parquet(GAMES), cells=5) == "the file has more than 5 cells"
    assert refusal(parquet(GAMES), expanded=5) == "the file has too much text"


def test_columns_of_lists_are_refused() -> None:
    content = parquet({**GAMES, "luck": [[1], [2]]})
    assert refusal(content).startswith("column luck must hold text, numbers or times")


@pytest.mark.parametrize(
    "content", [b"PAR1", b"PAR1" + bytes(99) + b"PAR1", b"PAR1\xff\xff\xffPAR1"]
)
def test_a_file_that_is_none_is_refused(content: bytes) -> None:
    assert refusal(content).startswith("not a readable Parquet file")


def test_a_file_that_ends_the_process_which_reads_it_is_refused() -> None:
    """One byte was changed by chance; polars 2.1 wants 2 exabytes of memory for it and aborts."""
    content = (DATA / "allocates.parquet").read_bytes()
    assert refusal(content).startswith("not a readable Parquet file")


def test_a_process_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_parquet, "SECONDS", 0.01)
    assert refusal(parquet(GAMES)).startswith("not a readable Parquet file")


def test_the_other_process_gets_little_memory() -> None:
    program = (
        f"import runpy, resource; runpy.run_path({parquet_apart.__file__!r})['limit_process']();"
        "print(resource.getrlimit(resource.RLIMIT_AS)[0]); bytes(2 << 30)"
    )
    done = subprocess.run([sys.executable, "-I", "-c", program], capture_output=True, check=False)
    assert int(done.stdout) == parquet_apart.MEMORY
    assert b"MemoryError" in done.stderr
    assert resource.getrlimit(resource.RLIMIT_AS)[0] != parquet_apart.MEMORY
