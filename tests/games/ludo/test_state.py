"""The rules from written examples."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.random import default_rng

from evenhand.games import RuleError, play_game
from evenhand.games.ludo import GAME, Aggressive, Dice, Naive, Rules, State
from evenhand.games.ludo.board import EIGHT, HOME, LAST_COMMON, MAX_EXTRA, pack_dice, pack_tokens
from evenhand.games.ludo.state import BOT_STREAM, EXTRA_STREAM, ROUND_STREAM, throw
from evenhand.rng import SEED_LIMIT, fork_seed, next_state, randbelow
from tests.games.ludo.positions import PLAIN, START, change, position

faces = st.integers(1, 6)

# Dice


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
    assert len(many.extra) == MAX_EXTRA
    assert Dice.from_seed(8, rounds=5) != few


def test_rounds_extra_turns_and_bots_have_streams_of_their_own() -> None:
    for seed in range(1, 50):
        one, two = GAME.streams(seed, 2)
        assert one is two
        rounds, extra, bots = (fork_seed(seed, n) for n in (ROUND_STREAM, EXTRA_STREAM, BOT_STREAM))
        assert len({rounds, extra, bots}) == 3
        assert int(one.state[0]) == bots
        dice = Dice.from_seed(seed, 1)
        assert throw(rounds)[1] == pack_dice(dice.rounds[0])
        faces = [1 + randbelow(state, 6) for state in follow(extra, 5)]
        assert list(dice.extra[:5]) == faces


def follow(state: int, count: int) -> Iterator[int]:
    for _ in range(count):
        state = next_state(state)
        yield state


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


# Rounds


def test_the_first_picks_of_three_the_second_of_two_and_the_first_takes_the_last() -> None:
    game = State.start(Dice.parse("164 255"), Rules(moves=3))
    seen = []
    for move in ("6a", "1a", "4a", "5b", "2a", "5a"):
        seen.append((game.round, game.turn, game.dice))
        game = game.play(move)
    assert seen == [
        (1, 0, (1, 6, 4)),
        (1, 1, (1, 4)),
        (1, 0, (4,)),
        (2, 1, (2, 5, 5)),  # the other begins the next round
        (2, 0, (2, 5)),
        (2, 1, (5,)),
    ]
    assert game.over
    assert (game.turn, game.dice, game.legal_moves()) == (None, (), [])
    assert game.points == (6 + 4 + 2, 1 + 5 + 5)


def test_each_player_moves_thirty_times_in_turn() -> None:
    game = State.start(Dice.from_seed(3, 20))
    while not game.over:
        game = game.play(game.legal_moves()[0])
    assert [seat for seat, _ in game.moves] == [0, 1] * 30
    assert (game.round, len(game.chance.rounds)) == (20, 20)


def test_dice_of_the_last_round_may_be_left_over() -> None:
    moves = [f"{die}a" for die in (1, 2, 3, 4, 5, 6, 1, 1)]
    game = State.from_moves(Dice.parse("123 456 111"), moves, Rules(4))
    assert game.over
    assert len(game.moves) == 8
    assert game.dice == (1,)  # nobody has to pick it


def test_a_game_needs_the_dice_of_all_its_rounds() -> None:
    with pytest.raises(ValueError, match=r"^30 moves need the dice of 20 rounds, not 1$"):
        State.start(Dice.parse("164"))


def test_all_tokens_can_move_at_once_and_no_six_is_needed() -> None:
    legal = position(START, dice="112").legal_moves()
    assert legal == ["1a", "1b", "1c", "1d", "2a", "2b", "2c", "2d"]  # each once


# Captures


def test_a_token_that_is_met_goes_back_to_its_start_and_loses_its_steps() -> None:
    game = position("10 1 1 1", "38 5 1 1", "2").play("2a")
    assert game.tokens == ((12, 1, 1, 1), (1, 5, 1, 1))
    assert game.captures == (1, 0)
    assert game.points == (11, 4)


def test_the_second_player_captures_as_well() -> None:
    game = position("10 1 1 1", "38 5 1 1", "2", seat=1).play("2a")
    assert game.tokens == ((1, 5, 1, 1), (12, 1, 1, 1))
    assert game.captures == (0, 1)


def test_two_and_more_tokens_on_one_square_are_all_captured() -> None:
    assert position("10 1 1 1", "38 38 37 1", "2").play("2a").tokens[1] == (1, 1, 37, 1)
    four = position("10 1 1 1", "38 38 38 38", "2").play("2a")
    assert four.tokens[1] == (1, 1, 1, 1)
    assert four.captures == (4, 0)


def test_a_token_that_is_passed_stays() -> None:
    assert position("10 1 1 1", "38 37 39 1", "5").play("5a").tokens[1] == (38, 37, 39, 1)


@pytest.mark.parametrize("square", sorted(set(EIGHT) - {1}))
def test_nobody_is_captured_on_a_safe_square(square: int) -> None:
    there = (square + 26 - 1) % 52 + 1
    game = position(f"{square - 1} 1 1 1", f"{there} {there} 2 2", "1").play("1a")
    assert game.tokens[1] == (there, there, 2, 2)
    assert game.captures == (0, 0)


def test_fewer_safe_squares_make_more_captures() -> None:
    for rules, left in ((Rules(), 35), (Rules(safe="starts"), 1), (Rules(safe="none"), 1)):
        assert position("7 1 1 1", "35 1 1 1", "2", rules=rules).play("2a").tokens[1][0] == left


def test_pairs_can_be_safe() -> None:
    rules = replace(PLAIN, pairs_safe=True)
    pair = position("10 1 1 1", "38 38 1 1", "2", rules=rules).play("2a")
    assert pair.tokens[1] == (38, 38, 1, 1)
    assert pair.captures == (0, 0)
    assert position("10 1 1 1", "38 37 1 1", "2", rules=rules).play("2a").captures == (1, 0)


@pytest.mark.parametrize(
    ("own", "die", "other", "captured"),
    [
        (24, 1, 51, True),  # 25 is the last common square of the opponent
        (25, 1, 52, False),  # 26 is mine alone: the opponent turned off into his home column
        (26, 1, 1, False),  # 27 is the opponent's start, a safe square
        (26, 2, 2, True),
        (50, 1, 25, True),  # my last common square
        (50, 2, 26, False),  # from here on I am in my home column
        (51, 1, 26, False),
        (51, 3, 28, False),
        (56, 1, 31, False),
    ],
)
def test_around_the_home_columns(own: int, die: int, other: int, captured: bool) -> None:
    game = position(f"{own} 1 1 1", f"{other} 1 1 1", str(die)).play(f"{die}a")
    assert game.captures[0] == captured
    assert game.tokens[1][0] == (1 if captured else other)


def test_every_square_meets_exactly_one_of_the_other_way() -> None:
    """On a ring of 52 squares, told by the distance of the starts alone."""
    for own in range(2, HOME + 1):
        for other in range(1, HOME):
            game = position(f"{own - 1} 1 1 1", f"{other} 1 1 1", "1").play("1a")
            both = own <= LAST_COMMON and other <= LAST_COMMON
            same = both and (own - other - 26) % 52 == 0
            assert game.captures[0] == (same and own not in EIGHT)


# Home


def test_home_wants_the_exact_count() -> None:
    game = position("54 1 1 1", dice="5")
    assert game.legal_moves() == ["5b", "5c", "5d"]
    with pytest.raises(RuleError, match=r"^home: a cannot go 5 squares: home is reached by exact"):
        game.play("5a")
    home = position("54 1 1 1", dice="3").play("3a")
    assert home.tokens[0] == (57, 1, 1, 1)
    assert position("57 57 1 1", dice="1").legal_moves() == ["1c", "1d"]


def test_a_token_at_home_brings_its_bonus() -> None:
    for bonus in (0, 56, 100):
        game = position("54 57 1 1", dice="3", rules=Rules(home_bonus=bonus)).play("3a")
        assert game.points[0] == 56 + 56 + 2 * bonus


# Points


def test_the_steps_of_a_captured_token_can_count() -> None:
    rules = replace(PLAIN, capture_keeps_points=True)
    game = position("10 1 1 1", "38 38 5 1", "2", rules=rules).play("2a")
    assert (game.position.first_banked, game.position.second_banked) == (0, 74)
    assert game.points == (11, 78)
    second = pack_tokens((38, 1, 5, 1))
    again = change(game, second=second, made=5, dice=pack_dice([2]), in_extra=0)
    assert again.play("2c").points == (11, 37 + 6 + 74)


@pytest.mark.parametrize(("ties", "winner"), [("draw", None), ("first", 0), ("second", 1)])
def test_equal_points_are_a_draw_or_decided_by_the_seats(ties: Any, winner: int | None) -> None:
    game = State.from_moves(Dice.parse("661"), ["6a", "6a"], Rules(1, ties=ties))
    assert (game.winner, game.points) == (winner, (6, 6))
    assert game.returns() == {None: (6, 6), 0: (6.5, 6), 1: (6, 6.5)}[winner]
    name = "nobody" if winner is None else f"player {winner + 1}"
    assert str(game).startswith(f"{name} wins, points 6 : 6\n")


def test_more_points_win_whatever_ties_are() -> None:
    game = State.from_moves(Dice.parse("631"), ["6a", "3a"], Rules(1, ties="second"))
    assert (game.winner, game.returns()) == (0, (6, 3))
    assert game.render(["Anna", "Bert"]).startswith("Anna wins, points 6 : 3\n")


def test_there_is_no_result_before_the_end() -> None:
    game = position("20 1 1 1")
    assert game.winner is None
    with pytest.raises(ValueError, match=r"^the game is not over$"):
        game.returns()


def test_tokens_at_home_are_counted() -> None:
    game = position("54 57 1 1", "2 57 1 1", "31", rules=Rules(1), seat=1).play("3a")
    assert game.over
    assert (game.home, game.captures) == ((1, 2), (0, 0))


# Dice that cannot be used


def test_a_die_that_no_token_can_use_is_given_up() -> None:
    game = position("56 56 55 57", dice="531")
    assert game.legal_moves() == ["1a", "1b", "1c", "5-", "3-"]
    with pytest.raises(
        RuleError, match=r"^home: no token can go 5 .* the moves are 1a 1b 1c 5- 3-$"
    ):
        game.play("5a")
    after = game.play("5-")
    assert (after.tokens, after.dice, after.turn) == (game.tokens, (3, 1), 1)
    assert after.position.made == 1


def test_it_may_be_forbidden_to_give_up_a_die_in_place_of_a_move() -> None:
    rules = replace(PLAIN, must_move=True)
    game = position("56 56 55 57", dice="531", rules=rules)
    assert game.legal_moves() == ["1a", "1b", "1c"]
    with pytest.raises(RuleError, match=r"^pass: a token can move with the dice 5 3 1$"):
        game.play("5-")
    assert position("56 56 55 57", dice="53", seat=1, rules=rules).legal_moves() == ["5-", "3-"]


def test_a_player_with_all_tokens_at_home_gives_up_every_die() -> None:
    game = position("57 57 57 57", dice="66")
    assert game.legal_moves() == ["6-"]


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        ("6a", "dice: no 6 among the dice 5 2"),
        ("5a", "home: a cannot go 5 squares: home is reached by exact count"),
        ("5-", "pass: a token can move with the dice 5 2"),
        ("5e", "move: a move is a die and a token, as in 5a or 5-, not '5e'"),
        ("7a", "move: a move is a die and a token"),
        ("a5", "move: a move is a die and a token"),
        ("5A", "move: a move is a die and a token"),
        ("", "move: a move is a die and a token"),
        ("52a", "move: a move is a die and a token"),
        (5, "move: a move is a text, not 5"),
    ],
)
def test_a_move_against_the_rules_is_refused_with_the_reason(move: Any, problem: str) -> None:
    game = position("54 1 1 1", dice="52", seat=1)
    with pytest.raises(RuleError, match=f"^{re.escape(problem)}"):
        game.play(move)


def test_no_move_comes_after_the_end() -> None:
    game = State.from_moves(Dice.parse("661"), ["6a", "6a"], Rules(1))
    with pytest.raises(RuleError, match=r"^game over: no move '1a' after the end$"):
        game.play("1a")


# Extra turns


def test_a_capture_can_earn_a_throw_of_ones_own_at_once() -> None:
    rules = replace(PLAIN, extra_turns="capture")
    game = position("10 1 1 1", "38 1 1 1", "264", rules=rules, extra="53").play("2a")
    assert (game.turn, game.dice, game.waiting, game.position.in_extra) == (0, (5,), (6, 4), 1)
    assert game.position.made == 1
    after = game.play("5a")
    assert (after.turn, after.dice, after.waiting, after.position.in_extra) == (1, (6, 4), (), 0)
    assert after.position.made == 1
    assert after.tokens[0] == (17, 1, 1, 1)


def test_an_extra_turn_can_earn_another_one() -> None:
    rules = replace(PLAIN, extra_turns="both")
    game = position("54 1 1 10", "38 1 1 1", "364", rules=rules, extra="25").play("3a").play("2d")
    assert (game.turn, game.dice, game.position.extra, game.captures) == (0, (5,), 2, (1, 0))
    after = game.play("5b")
    assert (after.turn, after.dice) == (1, (6, 4))


@pytest.mark.parametrize(
    ("kind", "on_capture", "at_home"),
    [("none", False, False), ("capture", True, False), ("home", False, True), ("both", True, True)],
)
def test_what_earns_an_extra_turn_is_an_option(kind: Any, on_capture: bool, at_home: bool) -> None:
    rules = replace(PLAIN, extra_turns=kind)
    game = position("10 54 1 1", "38 1 1 1", "234", rules=rules, extra="1")
    assert game.play("2a").position.in_extra == on_capture
    assert game.play("3b").position.in_extra == at_home
    assert not game.play("4a").position.in_extra


def test_a_pair_that_is_safe_earns_nothing() -> None:
    rules = replace(PLAIN, extra_turns="both", pairs_safe=True)
    assert (
        not position("10 1 1 1", "38 38 1 1", "234", rules=rules, extra="1")
        .play("2a")
        .position.in_extra
    )


def test_the_last_move_of_all_can_earn_an_extra_turn() -> None:
    rules = replace(PLAIN, moves=1, extra_turns="both")
    game = position("54 1 1 1", dice="31", rules=rules, seat=1, extra="4").play("3a")
    assert not game.over
    assert (game.turn, game.round) == (1, 1)
    assert game.play("4b").over


def test_extra_turns_of_a_game_are_limited() -> None:
    rules = replace(PLAIN, extra_turns="both")
    game = position("54 1 1 1", dice="312", rules=rules, extra="4" * MAX_EXTRA)
    assert change(game, extra=MAX_EXTRA - 1).play("3a").position.in_extra
    assert not change(game, extra=MAX_EXTRA).play("3a").position.in_extra


def test_an_extra_turn_without_a_die_for_it_is_refused() -> None:
    game = position("54 1 1 1", dice="312", rules=replace(PLAIN, extra_turns="both"))
    with pytest.raises(ValueError, match=r"^there is no die for the extra turn$"):
        game.play("3a")


# What players know


def test_only_the_dice_to_come_are_unknown() -> None:
    rules = replace(PLAIN, moves=6, extra_turns="both")
    game = play_game(GAME, [Aggressive(), Naive()], 9, rules).initial()
    for _ in range(4):
        game = game.play(game.legal_moves()[0])
    others = [game.resample(seat, default_rng(seed)) for seat in (0, 1) for seed in range(20)]
    assert {other.observation(1) for other in others} == {game.observation(0)}
    assert len({other.chance for other in others}) == 20  # by seed, not by seat
    assert {other.chance.rounds[:2] for other in others} == {game.chance.rounds[:2]}
    assert game.play(game.legal_moves()[0]).observation(0) != game.observation(0)
    rounds = np.array([other.chance.rounds[2:] for other in others[:20]])
    assert len(np.unique(rounds)) == 6


def test_bots_of_the_protocol_play_the_state_of_a_seed() -> None:
    game = GAME.start(Rules(moves=4), 2, 7)
    assert str(game.chance)[:11] == "614 226 511"
    assert game == State.start(Dice.from_seed(7, 3), Rules(moves=4))
    with pytest.raises(ValueError, match=r"^ludo has 2 seats, not 3$"):
        GAME.start(Rules(), 3, 7)
