"""Bots that play by chance or play on by chance, in positions where one action decides."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from evenhand.games.ludo.bots.kinds import (
    Bot,
    DefeatSeeking,
    FullInformation,
    LimitedInformation,
    Random,
)
from evenhand.games.ludo.bots.player import choose_move, play_one, seen
from evenhand.games.ludo.dice import Dice
from evenhand.games.ludo.game import Game
from evenhand.games.ludo.rules import Rules
from tests.games.ludo.made import PLAIN, START, chosen, position

FULL, LIMITED, DEFEAT = FullInformation(20), LimitedInformation(20), DefeatSeeking(20)
LAST = replace(PLAIN, moves=1)  # the second player makes the last move of all


def last_move(bot: Bot, own: str, dice: str, other: str, rules: Rules = LAST) -> str:
    return chosen(bot, own, dice, other, rules=rules, seat=1)


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
    rules, lots = replace(LAST, capture_keeps_points=True), np.ones(1, np.int64)
    for bot, dice, move in ((FULL, "13", full), (DEFEAT, "31", defeat)):
        game = position("4 1 1 1", "6 1 1 1", dice, rules=rules, seat=1)
        assert choose_move(replace(game, kept=kept), bot, lots) == move


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
    assert chosen(FULL, own, "21", other, rules=rules) == "2b"
    assert chosen(FULL, own, "12", other, rules=rules) == "1a"
    assert chosen(DefeatSeeking(100), own, "21", other, rules=rules) in ("2a", "1b")
    assert chosen(LIMITED, own, "21", other, rules=rules) == "2b"
    assert chosen(LIMITED, own, "12", other, rules=rules) == "1a"


def test_an_extra_turn_is_worth_something() -> None:
    """Home earns a throw, and any throw wins; without it the opponent is ahead."""
    rules = replace(LAST, extra_turns="home")
    assert last_move(FULL, "54 4 1 1", "33", "57 4 1 1", rules) == "3a"
    assert last_move(DEFEAT, "54 4 1 1", "33", "57 4 1 1", rules) == "3b"


@pytest.mark.parametrize("bot", [FULL, LIMITED, DEFEAT])
def test_a_die_that_no_token_can_use_is_not_picked_in_place_of_another(bot: Bot) -> None:
    assert chosen(bot, "56 57 57 57", "521") == "1a"
    assert chosen(bot, "56 57 57 57", "52") == "5-"


def test_random_picks_dice_and_tokens_independently() -> None:
    """The paper's example: dice 2 and 5, tokens on 54, 2, 3 and 3; a cannot go 5."""
    game, lots = position("54 2 3 3", START, "25", seat=1), np.array([77], np.int64)
    found = Counter(choose_move(game, Random(), lots) for _ in range(6000))
    assert set(found) == {"2a", "2b", "2c", "2d", "5b", "5c", "5d"}
    for move, count in found.items():
        expected = 750 if move[0] == "2" else 1000
        assert abs(count - expected) < 4 * np.sqrt(expected)  # four standard deviations


def test_random_may_give_up_a_die_unless_it_is_forbidden() -> None:
    lots = np.array([78], np.int64)
    for must_move, found in ((False, {"5-", "1a"}), (True, {"1a"})):
        game = position("56 57 57 57", START, "551", rules=replace(PLAIN, must_move=must_move))
        assert {choose_move(game, Random(), lots) for _ in range(60)} == found
    game = position("57 57 57 57", START, "51", rules=replace(PLAIN, must_move=True))
    assert {choose_move(game, Random(), lots) for _ in range(60)} == {"5-", "1-"}


def test_more_playouts_see_more() -> None:
    """Bots that look ahead beat chance, and the one that wants to lose loses."""
    for bot, won in ((FullInformation(30), 1), (DefeatSeeking(30), 0)):
        results = [play_one([bot, Random()], seed).result().winner == 0 for seed in range(1, 9)]
        assert sum(results) == 8 * won


def test_two_sit_at_a_table_and_nobody_moves_after_the_end() -> None:
    with pytest.raises(ValueError, match=r"^ludo has 2 players, not 3$"):
        play_one([Random()] * 3, 1)
    over = Game.from_moves(Dice.parse("661"), ["6a", "6a"], Rules(1))
    with pytest.raises(ValueError, match=r"^the game is over: nobody has to move$"):
        seen(over)
