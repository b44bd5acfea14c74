"""Checks of options: what is allowed passes, anything else is named."""

import numpy as np
import pytest

from evenhand.games.options import check_choice, check_flag, check_number


def test_each_choice_is_allowed_and_nothing_else() -> None:
    for value in ("none", "both"):
        check_choice("extra", value, ("none", "both"))
    for wrong in ("non", "None", "", None, 0):
        with pytest.raises(ValueError, match=r"^extra must be none or both, not "):
            check_choice("extra", wrong, ("none", "both"))


def test_numbers_are_allowed_up_to_both_ends() -> None:
    for value in (1, 2, 300):
        check_number("moves", value, 1, 300)
    for wrong in (0, 301, -1, 10**30):
        with pytest.raises(ValueError, match=r"^moves must be a whole number from 1 to 300, not "):
            check_number("moves", wrong, 1, 300)


@pytest.mark.parametrize("wrong", [True, 1.0, "1", None, float("nan"), np.int64(1)])
def test_only_whole_numbers_of_python_are_numbers(wrong: object) -> None:
    with pytest.raises(ValueError, match=r"^moves must be a whole number"):
        check_number("moves", wrong, 0, 300)


def test_flags_are_true_or_false_and_nothing_like_it() -> None:
    for value in (True, False):
        check_flag("pairs_safe", value)
    for wrong in (1, 0, "yes", None, np.True_):
        with pytest.raises(ValueError, match=r"^pairs_safe must be True or False, not "):
            check_flag("pairs_safe", wrong)


def test_a_long_value_is_shortened_in_the_message() -> None:
    with pytest.raises(ValueError, match=r"^safe must be all, not 'x+\.\.\.x+'$") as problem:
        check_choice("safe", "x" * 10_000, ("all",))
    assert len(str(problem.value)) < 80
