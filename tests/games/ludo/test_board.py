"""The board: both ways as numbers and cells, packed tokens and dice, captures, options."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from evenhand.games.ludo import Rules
from evenhand.games.ludo.board import (
    COLUMN_SQUARE,
    EIGHT,
    HOME,
    LAST_COMMON,
    RING,
    RING_CELLS,
    SAFE_SQUARE,
    SIZE,
    capture,
    cell_of,
    count_dice,
    count_home,
    count_movable,
    count_steps,
    die_at,
    first_alike,
    home_column,
    is_hit,
    make_board,
    mirror,
    nth_movable,
    pack_dice,
    pack_tokens,
    take_die,
    unpack_dice,
    unpack_tokens,
)
from tests.games.refusals import check_refused

WAY = range(1, HOME + 1)
squares = st.tuples(*[st.integers(1, HOME)] * 4)
dice = st.lists(st.integers(1, 6), min_size=1, max_size=3)


def test_mirrored_squares_are_26_apart_on_a_ring_of_52() -> None:
    for square in range(1, LAST_COMMON + 1):
        there = mirror(square)
        if square == 26:  # the square before the opponent's start
            assert there == 0
        else:
            assert (there - square) % RING == 26
            assert mirror(there) == square


def test_squares_of_a_home_column_have_no_mirror() -> None:
    assert [mirror(square) for square in range(LAST_COMMON + 1, HOME + 1)] == [0] * 6


def test_the_safe_squares_are_the_same_for_both() -> None:
    assert {mirror(square) for square in EIGHT} == set(EIGHT)


@pytest.mark.parametrize("seat", [0, 1])
def test_every_step_is_to_a_neighbouring_cell(seat: int) -> None:
    cells = [cell_of(seat, square) for square in WAY]
    assert len(set(cells)) == HOME
    across = 0
    for (row, column), (next_row, next_column) in pairwise(cells):
        down, right = abs(next_row - row), abs(next_column - column)
        assert max(down, right) == 1
        across += down == right == 1
    assert across == 4  # only at the inner corners of the cross


def test_the_ring_has_52_cells_and_both_ways_are_a_cross_of_64() -> None:
    assert len(set(RING_CELLS)) == RING
    cells = {cell_of(seat, square) for seat in (0, 1) for square in WAY}
    assert len(cells) == RING + 2 * 6
    assert cells > set(RING_CELLS)
    assert all(0 <= row < SIZE and 0 <= column < SIZE for row, column in cells)
    assert not any((row < 6 or row > 8) and (column < 6 or column > 8) for row, column in cells)


def test_mirrored_squares_are_the_same_cell_and_others_are_not() -> None:
    for square in WAY:
        for other in WAY:
            same = cell_of(0, square) == cell_of(1, other)
            assert same == (other == mirror(square) != 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_square_26_is_never_entered_by_the_other(seat: int) -> None:
    assert cell_of(seat, 26) not in {cell_of(1 - seat, square) for square in WAY}


@pytest.mark.parametrize("seat", [0, 1])
def test_both_go_clockwise(seat: int) -> None:
    """From the middle of the board the ring turns right all the way round."""
    cells = [cell_of(seat, square) for square in range(1, LAST_COMMON + 1)]
    for (row, column), (next_row, next_column) in pairwise(cells):
        turn = (column - 7) * (next_row - 7) - (row - 7) * (next_column - 7)
        assert turn > 0


def test_the_starts_lie_in_the_west_and_the_east() -> None:
    assert cell_of(0, 1) == (6, 1)
    assert cell_of(1, 1) == (8, 13)
    assert home_column(0) == [(7, column) for column in range(1, 6)]
    assert home_column(1) == [(7, column) for column in range(13, 8, -1)]


# Tokens and dice in one number


@given(squares)
def test_tokens_steps_and_home_are_those_of_a_list(tokens: tuple[int, ...]) -> None:
    number = pack_tokens(tokens)
    assert unpack_tokens(number) == tokens
    assert count_steps(number) == sum(tokens) - 4
    assert count_home(number) == tokens.count(HOME)


@given(squares, st.integers(1, 6))
def test_movable_tokens_are_those_of_a_list(tokens: tuple[int, ...], die: int) -> None:
    number = pack_tokens(tokens)
    able = [token for token in range(4) if tokens[token] + die <= HOME]
    assert count_movable(number, die) == len(able)
    assert [nth_movable(number, die, n) for n in range(len(able))] == able
    assert nth_movable(number, die, len(able)) == 4


@given(squares, st.integers(1, HOME), st.booleans())
def test_captured_tokens_are_those_of_a_list(
    tokens: tuple[int, ...], square: int, pairs_safe: bool
) -> None:
    number, pattern = pack_tokens(tokens), pack_tokens([square] * 4)
    hits = tokens.count(square)
    assert is_hit(number, pattern) == (hits > 0)
    left, found, lost = capture(number, pattern, int(pairs_safe))
    taken = 0 if pairs_safe and hits > 1 else hits
    assert (found, lost) == (taken, taken * (square - 1))
    back = [1 if taken and one == square else one for one in tokens]
    assert left == pack_tokens(tuple(back))


@given(squares)
def test_nobody_is_captured_at_home(tokens: tuple[int, ...]) -> None:
    board = make_board(Rules(safe="none"))
    for square in (26, *range(LAST_COMMON + 1, HOME + 1)):
        assert not is_hit(pack_tokens(tokens), board.capture_patterns[square])


@given(dice)
def test_dice_are_taken_as_from_a_list(faces: list[int]) -> None:
    number = pack_dice(faces)
    assert unpack_dice(number) == tuple(faces)
    assert count_dice(number) == len(faces)
    for place, face in enumerate(faces):
        assert die_at(number, place) == face
        assert first_alike(number, place) == faces.index(face)
        left = faces[:place] + faces[place + 1 :]
        assert take_die(number, place) == pack_dice(left)


def test_the_board_knows_safe_squares_home_columns_and_whom_to_capture() -> None:
    everywhere = [pack_tokens([square] * 4) for square in range(1, HOME + 1)]
    for rules in (Rules(), Rules(safe="starts"), Rules(safe="none")):
        board = make_board(rules)
        for square in range(1, HOME + 1):
            open_square = square <= LAST_COMMON and square not in rules.safe_squares
            if open_square and mirror(square):
                assert board.capture_patterns[square] == pack_tokens([mirror(square)] * 4)
            else:
                assert not any(
                    is_hit(there, board.capture_patterns[square]) for there in everywhere
                )
        assert np.flatnonzero(board.safe == SAFE_SQUARE).tolist() == sorted(rules.safe_squares)
        assert np.flatnonzero(board.safe == COLUMN_SQUARE).tolist() == [52, 53, 54, 55, 56]


# Options


def test_the_defaults_are_those_of_the_paper_and_of_the_documented_choices() -> None:
    rules = Rules()
    assert (rules.moves, rules.rounds) == (30, 20)
    assert rules.safe_squares == (1, 9, 14, 22, 27, 35, 40, 48)
    assert (rules.extra_turns, rules.ties) == ("none", "draw")
    assert not any((rules.capture_keeps_points, rules.pairs_safe, rules.must_move))


@pytest.mark.parametrize(("moves", "rounds"), [(1, 1), (2, 2), (3, 2), (4, 3), (30, 20), (47, 32)])
def test_three_dice_are_thrown_until_all_moves_are_made(moves: int, rounds: int) -> None:
    assert Rules(moves=moves).rounds == rounds


def test_fewer_squares_can_be_safe() -> None:
    assert Rules(safe="starts").safe_squares == (1, 27)
    assert Rules(safe="none").safe_squares == ()


@pytest.mark.parametrize(
    ("kind", "earned"),
    [
        ("none", (False, False)),
        ("capture", (True, False)),
        ("home", (False, True)),
        ("both", (True, True)),
    ],
)
def test_extra_turns_are_earned_by_captures_or_at_home(
    kind: Any, earned: tuple[bool, bool]
) -> None:
    board = make_board(Rules(extra_turns=kind))
    assert (board.extra_on_capture == 1, board.extra_at_home == 1) == earned


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ({"moves": 0}, "moves must be a whole number from 1 to 300, not 0"),
        ({"moves": 301}, "moves must be a whole number"),
        ({"moves": 30.0}, "moves must be a whole number from 1 to 300, not 30.0"),
        ({"moves": True}, "moves must be a whole number"),
        ({"home_bonus": -1}, "home_bonus must be a whole number from 0 to 10000, not -1"),
        ({"home_bonus": "56"}, "home_bonus must be a whole number"),
        ({"safe": "all"}, "safe must be eight or starts or none, not 'all'"),
        ({"safe": 8}, "safe must be eight or starts or none, not 8"),
        ({"extra_turns": "six"}, "extra_turns must be none or capture or home or both, not 'six'"),
        ({"ties": None}, "ties must be draw or first or second, not None"),
        ({"pairs_safe": "yes"}, "pairs_safe must be True or False, not 'yes'"),
        ({"must_move": 1}, "must_move must be True or False, not 1"),
        ({"capture_keeps_points": None}, "capture_keeps_points must be True or False, not None"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused_in_one_line(
    option: dict[str, Any], problem: str
) -> None:
    check_refused(Rules, option, problem)
