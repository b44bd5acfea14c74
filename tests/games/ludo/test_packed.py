"""Positions in one number against plain lists."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evenhand.games.ludo import packed as p
from evenhand.games.ludo.board import HOME, LAST_COMMON, facing
from evenhand.games.ludo.rules import Rules

squares = st.tuples(*[st.integers(1, HOME)] * 4)
dice = st.lists(st.integers(1, 6), min_size=1, max_size=3)


@given(squares)
def test_tokens_steps_and_home_are_those_of_a_list(tokens: tuple[int, ...]) -> None:
    number = p.packed(tokens)
    assert [p.square_of(number, token) for token in range(4)] == list(tokens)
    assert p.steps(number) == sum(tokens) - 4
    assert p.at_home(number) == tokens.count(HOME)


@given(squares, st.integers(1, 6))
def test_movable_tokens_are_those_of_a_list(tokens: tuple[int, ...], die: int) -> None:
    number = p.packed(tokens)
    able = [token for token in range(4) if tokens[token] + die <= HOME]
    assert p.movable(number, die) == len(able)
    assert [p.nth_movable(number, die, n) for n in range(len(able))] == able
    assert p.nth_movable(number, die, len(able)) == 4


@given(squares, st.integers(1, HOME), st.booleans())
def test_captured_tokens_are_those_of_a_list(
    tokens: tuple[int, ...], square: int, pairs_safe: bool
) -> None:
    number, pattern = p.packed(tokens), square * p.ONES
    hits = tokens.count(square)
    assert p.is_hit(number, pattern) == (hits > 0)
    left, found, lost = p.captured(number, pattern, int(pairs_safe))
    taken = 0 if pairs_safe and hits > 1 else hits
    assert (found, lost) == (taken, taken * (square - 1))
    back = [1 if taken and one == square else one for one in tokens]
    assert left == p.packed(tuple(back))


@given(squares)
def test_no_tokens_stand_nowhere(tokens: tuple[int, ...]) -> None:
    assert not p.is_hit(p.packed(tokens), p.NOWHERE)


@given(dice)
def test_dice_are_taken_as_from_a_list(faces: list[int]) -> None:
    number = sum(face << 4 * place for place, face in enumerate(faces))
    for place, face in enumerate(faces):
        assert p.die_at(number, place) == face
        assert p.first_alike(number, place) == faces.index(face)
        left = faces[:place] + faces[place + 1 :]
        assert p.without(number, place) == sum(die << 4 * n for n, die in enumerate(left))


def test_the_board_knows_safe_squares_home_columns_and_whom_to_capture() -> None:
    for rules in (Rules(), Rules(safe="starts"), Rules(safe="none")):
        board = p.packed_board(rules)
        for square in range(1, HOME + 1):
            open_square = square <= LAST_COMMON and square not in rules.safe_squares
            prey = facing(square) * p.ONES if open_square and facing(square) else p.NOWHERE
            assert board.prey[square] == prey
        assert np.flatnonzero(board.safe == p.SAFE_SQUARE).tolist() == sorted(rules.safe_squares)
        assert np.flatnonzero(board.safe == p.COLUMN_SQUARE).tolist() == [52, 53, 54, 55, 56]
