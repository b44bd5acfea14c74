"""Files of lists for the tests."""

from pathlib import Path

import pytest

from evenhand.games.skat import ScoreList, read_lists
from evenhand.sheets import RowsError
from evenhand.tables import TableError

DATA = Path(__file__).parents[3] / "data" / "skat"
DEALS = "player_1,player_2,player_3,declarer,contract,matadors,result"
TOTALS = "list,player,won,lost,points,total"
PAPER = "1,A,8,1,273,783\n1,B,12,4,152,592\n1,C,11,0,495,1245\n"


def read(folder: Path, text: str | bytes) -> list[ScoreList]:
    path = folder / "list.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_lists(path)


def problems(folder: Path, text: str | bytes) -> list[str]:
    """What is wrong with a file, without its name."""
    with pytest.raises(TableError) as caught:
        read(folder, text)
    errors = caught.value.errors if isinstance(caught.value, RowsError) else (caught.value,)
    start = str(folder / "list.csv")
    assert all(str(error).startswith(start) and "\n" not in str(error) for error in errors)
    return [str(error).removeprefix(start).removeprefix(", ") for error in errors]
