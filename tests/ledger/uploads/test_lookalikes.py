"""Names in uploaded files: warned about if they look like others, and read back from exports."""

from typing import get_args

import pytest

from evenhand.ledger.uploads import read_upload
from evenhand.sheets import SheetKind, encode_sheet

from .files import WIDE

NAMES = ["=1+1", "-Anna", "@Ben", "'=x", "<script>alert(1)</script>", "'t Hooft", "+49 30", "Cem"]


def warnings(rows: str, *known: str) -> list[str]:
    upload = read_upload(WIDE + rows.encode(), "a.csv", known=known)
    return [str(warning) for warning in upload.warnings]


def test_names_of_a_file_that_look_alike_are_warned_about_once() -> None:
    rows = "Anna,Ben,1,0\nBen,\u0410nna,1,0\nanna,Ben,1,0\nAnna,\u0410nna,1,0\n"
    assert warnings(rows) == [
        "row 2, column player_2: '\u0410nna' looks like 'Anna' of row 1, but has CYRILLIC CAPITAL"
        " LETTER A",
        "row 3, column player_1: 'anna' differs from 'Anna' of row 1 only by case or blanks",
    ]


def test_new_names_are_compared_with_those_of_the_ladder() -> None:
    assert warnings("Anna,Ben,1,0\n", "\u0410nna", "BEN", "Cem") == [
        "row 1, column player_1: 'Anna' looks like '\u0410nna' of the ladder, which has CYRILLIC"
        " CAPITAL LETTER A",
        "row 1, column player_2: 'Ben' differs from 'BEN' of the ladder only by case or blanks",
    ]
    assert warnings("Anna,Ben,1,0\n", "\u0410nna", "Anna", "Ben", "BEN") == []


def test_names_are_warned_about_even_if_rows_are_wrong() -> None:
    assert len(warnings("Anna,Ben,1,0\nanna,Ben,much,0\n")) == 1


@pytest.mark.parametrize("kind", get_args(SheetKind))
def test_an_export_reads_back_with_the_same_names(kind: SheetKind) -> None:
    rows = [[a, b, 1, -2.5] for a, b in zip(NAMES, NAMES[1:] + NAMES[:1], strict=True)]
    content = encode_sheet(WIDE.decode().strip().split(","), rows, kind, bom=True)
    upload = read_upload(content, f"games.{kind}")
    assert [game.players[0] for game in upload.games] == NAMES
    assert {game.scores for game in upload.games} == {(1.0, -2.5)}
