"""Bots that kernels play, and their parameters; names are tested with the registry."""

from dataclasses import dataclass

import numpy as np
import pytest

from evenhand.games.bots import CompiledBot, Row, read_bot


@dataclass(frozen=True, slots=True)
class Waiting(CompiledBot):
    """A bot that waits some turns."""

    turns: int = 3
    often: bool = False

    def row(self) -> Row:
        """Refuses what kernels could not play."""
        if self.turns < 0:
            raise ValueError(f"turns must not be negative, not {self.turns}")
        return np.array([self.turns, self.often], np.int64)


KINDS = {"waiting": Waiting}


def test_a_bot_may_have_several_parameters_in_any_order() -> None:
    for text in ("waiting:turns=5:often=yes", "waiting: often=on : turns=5"):
        assert read_bot(text, KINDS) == Waiting(5, True)
    assert read_bot("waiting:turns=5:turns=6", KINDS) == Waiting(6)  # the last one counts


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("waiting:turns=-1", "^turns must not be negative, not -1$"),
        ("waiting:turns=1.5", "^turns must be a whole number, not '1.5'$"),
        ("waiting:often=5", "^often must be one of yes, true, on, 1, no, false, off, 0, not '5'$"),
    ],
)
def test_a_value_that_a_bot_cannot_have_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        read_bot(text, KINDS)


def test_a_bot_that_kernels_could_not_play_cannot_be_made() -> None:
    with pytest.raises(ValueError, match=r"^turns must not be negative, not -1$"):
        Waiting(-1)
    assert Waiting(2, True).row().tolist() == [2, 1]


def test_a_compiled_bot_says_what_kernels_know_of_it() -> None:
    @dataclass(frozen=True)
    class Silent(CompiledBot):
        pass

    with pytest.raises(TypeError, match="row"):
        Silent()  # type: ignore[abstract]
