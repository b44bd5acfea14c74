"""Files are written whole or not at all, and paths are checked before the work begins."""

from pathlib import Path

import pytest

from evenhand.files import (
    TableError,
    atomic_write,
    check_different,
    check_suffix,
    check_writable,
    make_folder,
    reading,
    write_file,
)


def test_a_file_is_replaced_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    atomic_write(path, lambda draft: draft.write_text("old"))

    def fail(draft: Path) -> None:
        draft.write_text("half")
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError):
        atomic_write(path, fail)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_failures_name_the_file(tmp_path: Path) -> None:
    missing = tmp_path / "none" / "list.csv"
    with pytest.raises(TableError, match=r"list\.csv: cannot be written: No such file"):
        write_file(missing, lambda file: file.write(b"x"))
    with pytest.raises(TableError, match=r"list\.csv: no such file"), reading(missing):
        pass
    (tmp_path / "empty.csv").touch()
    with pytest.raises(TableError, match="the file is empty"), reading(tmp_path / "empty.csv"):
        pass
    with pytest.raises(TableError, match=r"unknown kind of file '\.txt'; known are \.csv, \.pq"):
        check_suffix(tmp_path / "list.txt", [".csv", ".pq"])
    assert check_suffix(tmp_path / "LIST.CSV", [".csv"]) == ".csv"


def test_paths_are_checked_before_the_work(tmp_path: Path) -> None:
    check_writable(None, ".csv")
    check_writable(tmp_path / "list.csv", ".csv", ".json")
    (tmp_path / "folder.csv").mkdir()
    for path, words in (
        (tmp_path / "list.txt", r"must end in \.csv or \.json"),
        (tmp_path / "none" / "list.csv", "there is no folder"),
        (tmp_path / "folder.csv", "is a folder"),
    ):
        with pytest.raises(ValueError, match=words):
            check_writable(path, ".csv", ".json")
    check_different(tmp_path / "a", None, tmp_path / "b", None)
    with pytest.raises(ValueError, match="is named twice"):
        check_different(tmp_path / "a", tmp_path / "none" / ".." / "a")


def test_a_folder_is_made_unless_a_file_is_in_the_way(tmp_path: Path) -> None:
    make_folder(tmp_path / "a" / "b")
    make_folder(tmp_path / "a" / "b")
    (tmp_path / "file").touch()
    with pytest.raises(ValueError, match="is a file, not a folder"):
        make_folder(tmp_path / "file" / "b")
