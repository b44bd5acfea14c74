"""All chance of a game: as text, from a seed, and fair."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import default_rng

from evenhand.games.ludo.dice import EXTRA, LOTS, ROUNDS, Dice, stream
from evenhand.games.ludo.rules import MOST_EXTRA
from evenhand.rng import SEED_LIMIT

faces = st.integers(1, 6)


@given(st.lists(st.tuples(faces, faces, faces), max_size=20), st.lists(faces, max_size=9))
def test_text_is_read_as_it_was_written(
    rounds: list[tuple[int, int, int]], extra: list[int]
) -> None:
    dice = Dice(tuple(rounds), tuple(extra))
    assert Dice.parse(str(dice)) == dice


def test_the_text_has_the_rounds_and_behind_a_plus_the_extra_turns() -> None:
    dice = Dice.parse(" 164  255 +3 5")
    assert dice == Dice(((1, 6, 4), (2, 5, 5)), (3, 5))
    assert str(dice) == "164 255 + 35"
    assert Dice.parse("164 255 +") == Dice.parse("164 255")
    assert str(Dice.parse("164")) == "164"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("164 25", "a round has 3 dice, not 2: '25'"),
        ("1642", "a round has 3 dice, not 4: '1642'"),
        ("164 257", "a die shows 1 to 6, not '7'"),
        ("164 2-5", "a die shows 1 to 6, not '-'"),
        ("164 + 30", "a die shows 1 to 6, not '0'"),
        ("164 + 3 + 5", "a die shows 1 to 6, not '+'"),
    ],
)
def test_what_are_no_dice_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(problem)}$"):
        Dice.parse(text)


@pytest.mark.parametrize("seed", [0, -1, SEED_LIMIT - 1, SEED_LIMIT])
def test_what_is_no_seed_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match=f"^a seed is a number from 1 to {SEED_LIMIT - 2}, not "):
        Dice.from_seed(seed, 20)


def test_a_seed_gives_the_same_dice_however_many_rounds_are_played() -> None:
    few, many = Dice.from_seed(7, rounds=5), Dice.from_seed(7, rounds=20)
    assert many.rounds[:5] == few.rounds
    assert few.extra == many.extra
    assert len(many.extra) == MOST_EXTRA
    assert Dice.from_seed(8, rounds=5) != few


def test_a_generator_gives_dice_too() -> None:
    assert Dice.random(default_rng(1), 20) == Dice.random(default_rng(1), 20)
    assert Dice.random(default_rng(1), 20) != Dice.random(default_rng(2), 20)


def test_rounds_extra_turns_and_lots_have_streams_of_their_own() -> None:
    starts = {stream(seed, number) for seed in range(1, 500) for number in (ROUNDS, EXTRA, LOTS)}
    assert len(starts) == 3 * 499
    assert all(0 < start < SEED_LIMIT - 1 for start in starts)


def test_dice_are_fair_and_know_nothing_of_each_other() -> None:
    games = [Dice.from_seed(seed, 20) for seed in range(1, 401)]
    thrown = np.array([game.rounds for game in games]).reshape(-1, 3)  # 8,000 throws
    counts = np.zeros((6, 6, 6))
    np.add.at(counts, tuple(thrown.T - 1), 1)
    expected = len(thrown) / 216
    # Chi-square with 215 degrees of freedom: mean 215, SD 21; five SD above is 319.
    assert ((counts - expected) ** 2 / expected).sum() < 319
    extra = np.bincount(np.array([game.extra for game in games]).ravel(), minlength=7)[1:]
    each = extra.sum() / 6
    assert ((extra - each) ** 2 / each).sum() < 5 + 5 * np.sqrt(10)  # 5 degrees of freedom
