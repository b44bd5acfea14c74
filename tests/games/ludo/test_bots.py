"""Bots in positions where a single rule or action decides.

A square is 26 more or less for the opponent: his 38 is 12 of the player to move.
"""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from evenhand.games import Bot, parse_bot, play_game
from evenhand.games.ludo import (
    GAME,
    Aggressive,
    DefeatSeeking,
    FullInformation,
    LimitedInformation,
    Naive,
    Random,
    ResponsiblePair,
    Rules,
)
from evenhand.rng import Stream
from tests.games.ludo.positions import PLAIN, START, change, choose, position

FULL, LIMITED, DEFEAT = FullInformation(20), LimitedInformation(20), DefeatSeeking(20)
LAST = replace(PLAIN, moves=1)  # the second player makes the last move of all
PAIR = ResponsiblePair(near=6, reach=6)
BY_PRIORITY = pytest.mark.parametrize("bot", [Aggressive(), PAIR], ids=["aggressive", "pair"])

# Naive


@pytest.mark.parametrize(
    ("own", "dice", "move"),
    [
        (START, "265", "2a"),  # the first die, not the highest
        ("20 1 1 1", "265", "2a"),
        ("57 20 1 1", "265", "2b"),  # a is home
        ("54 20 1 1", "521", "5b"),  # a cannot go 5: the next token, with the same die
        ("1 40 30 1", "265", "2a"),  # a captured token is moved first as before
        ("56 56 56 56", "521", "1a"),  # no token can use the 5 or the 2
        ("57 57 57 56", "52", "5-"),
    ],
)
def test_naive_moves_the_first_token_with_the_first_die(own: str, dice: str, move: str) -> None:
    assert choose(Naive(), own, dice) == move


def test_naive_does_not_look_at_the_opponent() -> None:
    assert choose(Naive(), "4 10 1 1", "62", "38 1 1 1") == "6a"


# What Aggressive and Responsible Pair have in common


@BY_PRIORITY
def test_to_bring_a_token_home_comes_before_a_capture(bot: Bot) -> None:
    assert choose(bot, "10 54 1 1", "23", "38 1 1 1") == "3b"
    assert choose(bot, "10 53 1 1", "23", "38 1 1 1") == "2a"


@BY_PRIORITY
def test_a_capture_comes_before_a_safe_square(bot: Bot) -> None:
    assert choose(bot, "7 10 1 1", "2", "38 1 1 1") == "2b"
    assert choose(bot, "7 10 1 1", "2", "39 1 1 1") == "2a"


@BY_PRIORITY
def test_nobody_hunts_on_safe_squares_or_in_home_columns(bot: Bot) -> None:
    on_safe = choose(bot, "3 33 1 1", "2", "9 1 1 1")  # 35 is 9 of the opponent
    assert on_safe == "2b"  # to a safe square, as without him
    assert choose(bot, "4 50 1 1", "2", "26 1 1 1") == choose(bot, "4 50 1 1", "2")


@BY_PRIORITY
def test_pairs_are_hunted_only_where_they_are_not_safe(bot: Bot) -> None:
    for rules, move in ((PLAIN, "2b"), (replace(PLAIN, pairs_safe=True), "2a")):
        assert choose(bot, "7 10 1 1", "2", "38 38 1 1", rules=rules) == move


@BY_PRIORITY
def test_of_several_captures_the_first_token_makes_one_with_the_highest_die(bot: Bot) -> None:
    assert choose(bot, "10 8 1 1", "24", "38 1 1 1") == "2a"
    assert choose(bot, "10 8 1 1", "23", "38 39 1 1") == "3a"


@BY_PRIORITY
def test_safe_squares_are_those_of_the_rules(bot: Bot) -> None:
    starts = replace(PLAIN, safe="starts")
    assert choose(bot, "4 33 30 30", "2") == "2b"
    assert choose(bot, "4 33 30 30", "2", rules=starts) == "2a"
    assert choose(bot, "33 25 30 30", "2", rules=starts) == "2b"


@BY_PRIORITY
def test_a_die_that_no_token_can_use_is_left_to_the_other(bot: Bot) -> None:
    assert choose(bot, "56 56 56 57", "52", seat=1) == "5-"
    assert choose(bot, "56 56 56 57", "621") == "1a"


# Aggressive


def test_aggressive_prefers_safe_squares_to_running() -> None:
    assert choose(Aggressive(), "4 7 1 1", "62") == "2b"


@pytest.mark.parametrize(
    ("own", "dice", "move"),
    [
        ("3 5 1 1", "251", "5a"),
        ("57 54 4 6", "64", "6c"),  # a is home, b can use neither
        ("1 1 1 1", "466", "6a"),
    ],
)
def test_aggressive_runs_with_its_first_token_and_the_highest_die(
    own: str, dice: str, move: str
) -> None:
    assert choose(Aggressive(), own, dice) == move


def test_aggressive_may_count_the_home_column_as_safe() -> None:
    assert choose(Aggressive(), "3 50 1 1", "2") == "2a"
    assert choose(Aggressive(column=True), "3 50 1 1", "2") == "2b"


# Responsible Pair


def test_2_a_capture_comes_before_the_race_with_a_token_that_is_nearly_home() -> None:
    assert choose(PAIR, "10 30 1 1", "2", "38 55 1 1") == "2a"


def test_3_the_race_comes_before_a_safe_square() -> None:
    assert choose(PAIR, "7 30 1 1", "2", "55 1 1 1") == "2b"
    assert choose(PAIR, "7 30 1 1", "24", "55 1 1 1") == "4b"  # with the highest die


@pytest.mark.parametrize(
    ("near", "square", "races"),
    [(6, 51, True), (6, 50, False), (7, 50, True), (0, 56, False), (1, 56, True), (6, 57, False)],
)
def test_3_it_races_if_an_opponents_token_is_near_home(near: int, square: int, races: bool) -> None:
    move = choose(ResponsiblePair(near=near), "7 30 1 1", "2", f"1 {square} 57 1")
    assert move == ("2b" if races else "2a")


def test_3_the_leading_token_that_is_not_home_races_the_first_of_equals() -> None:
    assert choose(PAIR, "7 30 57 30", "2", "55 1 1 1") == "2b"
    # the leading token cannot move: then no other one races, and 9 is a safe square
    assert choose(PAIR, "54 5 7 30", "4", "55 1 1 1") == "4b"


def test_4_a_safe_square_comes_before_the_chase() -> None:
    assert choose(PAIR, "7 1 15 1", "2", "46 1 1 1") == "2a"  # his 46 is my 20


def test_5_the_chase_comes_before_the_pairs() -> None:
    assert choose(PAIR, "4 1 15 1", "2", "46 1 1 1") == "2c"
    assert choose(PAIR, "4 1 1 15", "2", "46 1 1 1") == "2d"
    assert choose(PAIR, "4 1 15 1", "2") == "2b"  # nobody to chase: the one behind of a and b


@pytest.mark.parametrize(
    ("own", "other", "why"),
    [
        ("15 1 1 1", "46 1 1 1", "only the last two tokens chase"),
        ("4 1 15 1", "42 1 1 1", "16 is behind 17"),
        ("4 1 15 1", "48 1 1 1", "22 is a safe square"),
        ("4 1 15 1", "50 1 1 1", "24 is more than 6 squares ahead"),
        ("4 1 23 1", "52 1 1 1", "a token in its home column is nowhere ahead"),
        ("4 1 15 1", "57 57 57 57", "all are home"),
    ],
)
def test_5_it_chases_what_it_may_capture_with_the_next_die(own: str, other: str, why: str) -> None:
    assert choose(ResponsiblePair(near=0, reach=6), own, "2", other) == "2b", why


def test_5_token_b_does_not_chase_either() -> None:
    assert choose(PAIR, "1 15 1 1", "2", "46 1 1 1") == "2a"


def test_5_a_pair_is_chased_only_where_it_is_not_safe() -> None:
    for rules, move in ((PLAIN, "2c"), (replace(PLAIN, pairs_safe=True), "2b")):
        assert choose(PAIR, "4 1 15 1", "2", "46 46 1 1", rules=rules) == move


def test_5_how_far_it_looks_ahead_is_a_parameter() -> None:
    for reach, move in ((2, "2b"), (3, "2c"), (12, "2c")):  # from 17 to 20
        assert choose(ResponsiblePair(near=6, reach=reach), "4 1 15 1", "2", "46 1 1 1") == move


@pytest.mark.parametrize(
    ("own", "move"),
    [
        ("6 3 1 1", "4b"),  # the one behind of a and b, with the highest die
        ("3 6 1 1", "4a"),
        ("3 3 1 1", "4a"),  # of two on one square the first
        ("27 3 1 1", "4b"),  # until both are at 27
        ("27 30 3 1", "4d"),  # then c and d
        ("28 30 3 3", "4c"),
    ],
)
def test_6_pairs_move_in_turn_until_they_reach_27(own: str, move: str) -> None:
    assert choose(PAIR, own, "124") == move


@pytest.mark.parametrize(
    ("own", "move"),
    [
        ("30 28 29 3", "4d"),  # not before all have reached 27
        ("30 28 29 41", "4b"),
        ("28 30 41 29", "4a"),
        ("57 57 41 29", "4d"),  # a and b are home
        ("57 43 28 29", "4b"),  # until both are home
    ],
)
def test_7_after_that_pairs_move_in_turn_again(own: str, move: str) -> None:
    assert choose(PAIR, own, "124") == move


def test_if_the_token_of_the_pairs_cannot_move_the_first_that_can_runs() -> None:
    assert choose(PAIR, "57 55 30 28", "34") == "4c"


def test_responsible_pair_may_count_the_home_column_as_safe() -> None:
    assert choose(PAIR, "30 50 29 41", "2") == "2a"
    assert choose(ResponsiblePair(near=6, column=True), "30 50 29 41", "2") == "2b"


# Bots that play on by chance


def last_move(bot: Bot, own: str, dice: str, other: str, rules: Rules = LAST) -> str:
    return choose(bot, own, dice, other, rules=rules, seat=1)


# 3 steps against 5: a 3 wins and a 1 loses.
@pytest.mark.parametrize(
    ("bot", "dice", "move"),
    [
        (FULL, "13", "3a"),
        (FULL, "31", "3a"),
        (LIMITED, "13", "1a"),  # looks at the first die only
        (LIMITED, "31", "3a"),
        (DEFEAT, "13", "1a"),
        (DEFEAT, "31", "1a"),
    ],
)
def test_the_die_of_the_last_move_decides(bot: Bot, dice: str, move: str) -> None:
    assert last_move(bot, "4 1 1 1", dice, "6 1 1 1") == move


# a captures the token that makes all points of the opponent; nothing else wins.
@pytest.mark.parametrize(
    ("bot", "dice", "move"),
    [
        (FULL, "62", "2a"),
        (LIMITED, "26", "2a"),
        (LIMITED, "62", "6a"),  # all lose: the first action
        (DEFEAT, "26", "2b"),
    ],
)
def test_the_token_of_the_last_move_decides(bot: Bot, dice: str, move: str) -> None:
    assert last_move(bot, "10 1 1 1", dice, "38 1 1 1") == move


def test_points_for_home_decide() -> None:
    rules = replace(LAST, home_bonus=56)
    for bot, move in ((FULL, "3b"), (DEFEAT, "3a")):
        assert last_move(bot, "10 54 1 1", "33", "51 31 1 1", rules) == move
    assert last_move(FULL, "10 54 1 1", "33", "51 31 1 1", LAST) == "3a"  # all lose


# 3 steps and a die against 5: a 3 wins, a 1 loses; where nothing decides, the first action.
@pytest.mark.parametrize(
    ("kept", "full", "defeat"),
    [
        ((0, 0), "3a", "1a"),
        ((4, 0), "1a", "3a"),  # all lose
        ((0, 1), "3a", "1a"),  # a 1 is only a draw
        ((0, 2), "1a", "3a"),  # all win
    ],
)
def test_points_that_were_kept_decide(kept: tuple[int, int], full: str, defeat: str) -> None:
    rules = replace(LAST, capture_keeps_points=True)
    for bot, dice, move in ((FULL, "13", full), (DEFEAT, "31", defeat)):
        game = position("4 1 1 1", "6 1 1 1", dice, rules=rules, seat=1)
        game = change(game, first_banked=kept[0], second_banked=kept[1])
        assert bot.choose(game, Stream(1)) == move


@pytest.mark.parametrize(("kept", "move"), [((1, 0), "3a"), ((0, 0), "3a"), ((0, 1), "1a")])
def test_kept_points_are_those_of_who_kept_them(kept: tuple[int, int], move: str) -> None:
    """3 steps and a die against 4: with a point of his own either die wins."""
    game = position("4 1 1 1", "5 1 1 1", "13", rules=LAST, seat=1)
    game = change(game, first_banked=kept[0], second_banked=kept[1])
    assert FULL.choose(game, Stream(1)) == move


@pytest.mark.parametrize(
    ("ties", "full", "defeat", "winning"),
    [
        ("draw", "2a", "1a", "3a"),
        ("first", "1a", "2a", "3a"),  # a tie is lost
        ("second", "2a", "1a", "2a"),  # a tie is won
    ],
)
def test_a_tie_counts_as_the_rules_say(ties: str, full: str, defeat: str, winning: str) -> None:
    """3 steps against 5: a 3 wins, a 2 makes a tie, a 1 loses."""
    rules = replace(LAST, ties=ties)  # type: ignore[arg-type]
    for bot, dice, move in ((FULL, "12", full), (DEFEAT, "21", defeat), (FULL, "23", winning)):
        assert last_move(bot, "4 1 1 1", dice, "6 1 1 1", rules) == move


def test_a_tie_is_better_than_a_defeat_and_worse_than_a_win() -> None:
    assert last_move(FULL, "4 1 1 1", "23", "6 1 1 1") == "3a"
    assert last_move(DEFEAT, "4 1 1 1", "23", "6 1 1 1") == "2a"


def test_the_die_that_is_left_to_the_opponent_is_known() -> None:
    """The last two moves.  His 19 is my 45: with a 1 left to him 47 is in danger (20 + 1), with
    a 2 left 45 is (17 + 2).  Whoever keeps his token wins."""
    rules = replace(PLAIN, moves=3)
    own, other = "45 1 1 1", "17 20 1 1"
    assert choose(FULL, own, "21", other, rules=rules) == "2b"
    assert choose(FULL, own, "12", other, rules=rules) == "1a"
    assert choose(DefeatSeeking(100), own, "21", other, rules=rules) in ("2a", "1b")
    assert choose(LIMITED, own, "21", other, rules=rules) == "2b"
    assert choose(LIMITED, own, "12", other, rules=rules) == "1a"


def test_an_extra_turn_is_worth_something() -> None:
    """Home earns a throw, and any throw wins; without it the opponent is ahead."""
    rules = replace(LAST, extra_turns="home")
    assert last_move(FULL, "54 4 1 1", "33", "57 4 1 1", rules) == "3a"
    assert last_move(DEFEAT, "54 4 1 1", "33", "57 4 1 1", rules) == "3b"


@pytest.mark.parametrize("bot", [FULL, LIMITED, DEFEAT])
def test_a_die_that_no_token_can_use_is_not_picked_in_place_of_another(bot: Bot) -> None:
    assert choose(bot, "56 57 57 57", "521") == "1a"
    assert choose(bot, "56 57 57 57", "52") == "5-"


def test_random_picks_dice_and_tokens_independently() -> None:
    """The paper's example: dice 2 and 5, tokens on 54, 2, 3 and 3; a cannot go 5."""
    game, stream = position("54 2 3 3", START, "25", seat=1), Stream(77)
    found = Counter(Random().choose(game, stream) for _ in range(6000))
    assert set(found) == {"2a", "2b", "2c", "2d", "5b", "5c", "5d"}
    for move, count in found.items():
        expected = 750 if move[0] == "2" else 1000
        assert abs(count - expected) < 4 * np.sqrt(expected)  # four standard deviations


def test_random_may_give_up_a_die_unless_it_is_forbidden() -> None:
    stream = Stream(78)
    for must_move, found in ((False, {"5-", "1a"}), (True, {"1a"})):
        game = position("56 57 57 57", START, "551", rules=replace(PLAIN, must_move=must_move))
        assert {Random().choose(game, stream) for _ in range(60)} == found
    game = position("57 57 57 57", START, "51", rules=replace(PLAIN, must_move=True))
    assert {Random().choose(game, stream) for _ in range(60)} == {"5-", "1-"}


def test_more_playouts_see_more() -> None:
    """Bots that look ahead beat chance, and the one that wants to lose loses."""
    for bot, won in ((FullInformation(30), 1), (DefeatSeeking(30), 0)):
        results = [play_game(GAME, [bot, Random()], seed).winner == 0 for seed in range(1, 9)]
        assert sum(results) == 8 * won


def test_two_sit_at_a_table_and_nobody_moves_after_the_end() -> None:
    with pytest.raises(ValueError, match=r"^ludo has 2 seats, not 3$"):
        play_game(GAME, [Random()] * 3, 1)
    over = play_game(GAME, [Naive()] * 2, 1, Rules(1))
    with pytest.raises(ValueError, match=r"^the game is over: nobody has to move$"):
        Naive().choose(over, Stream(1))


def test_a_generator_serves_as_well_as_a_stream() -> None:
    game = position("54 2 3 3", START, "251")
    moves = [[Random().choose(game, rng) for _ in range(20)] for rng in map(default_rng, (1, 1, 2))]
    assert moves[0] == moves[1] != moves[2]
    assert len(set(moves[0])) > 3


# Parameters


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("responsible-pair:near=-1", "near must be a whole number from 0 to 57, not -1"),
        ("responsible-pair:near=58", "near must be a whole number from 0 to 57, not 58"),
        ("responsible-pair:reach=13", "reach must be a whole number from 0 to 12, not 13"),
        ("aggressive:column=2", "column must be one of yes, true, on, 1, no, false, off, 0"),
        ("full-information:playouts=0", "playouts must be a whole number from 1 to 1000000, not 0"),
        ("limited-information:playouts=1000001", "playouts must be a whole number"),
        ("defeat-seeking:playouts=many", "playouts must be a whole number, not 'many'"),
        ("random:playouts=3", "random has no parameter 'playouts'; there are none"),
        ("agressive", "no bot 'agressive'; did you mean aggressive?"),
    ],
)
def test_wrong_parameters_are_refused(text: str, problem: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011
        parse_bot(GAME, text)
    assert str(refused.value).startswith(problem)


def test_a_flag_is_true_or_false() -> None:
    with pytest.raises(ValueError, match=r"^column must be True or False, not 'yes'$"):
        Aggressive(column="yes")  # type: ignore[arg-type]


def test_parameters_can_be_typed() -> None:
    assert parse_bot(GAME, "responsible-pair:near=9:reach=3:column=yes") == ResponsiblePair(
        9, 3, True
    )
    assert [kind() for kind in GAME.bots.values()][1] == Naive()


def test_home_is_home_whatever_it_counts() -> None:
    for bonus in (0, 56):
        rules: Any = Rules(home_bonus=bonus)
        assert choose(Aggressive(), "10 54 1 1", "36", rules=rules) == "3b"
