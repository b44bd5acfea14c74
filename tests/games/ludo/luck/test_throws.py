"""What dice are worth: exact over all that could have fallen, in every order."""

from itertools import product

import numpy as np
import pytest

from evenhand.compiled import kernel
from evenhand.games.ludo.bots.kinds import Aggressive, Naive
from evenhand.games.ludo.luck.plain import worth_of
from evenhand.games.ludo.luck.throws import (
    Stand,
    luck_of_extra,
    luck_of_throw,
    settled,
    stands_for,
    with_dice,
)
from evenhand.games.ludo.luck.weights import networks
from evenhand.games.ludo.packed import packed, packed_board
from evenhand.games.ludo.rules import Rules
from tests.games.ludo.luck.made import (
    AGGRESSIVE,
    BY_RULES,
    DEFEAT,
    FULL,
    LIMITED,
    NAIVE,
    SEVEN,
    in_one,
    random_stand,
    round_of,
    stand_of,
)
from tests.games.ludo.made import position

FACES = range(1, 7)
THROWS = [in_one(dice) for dice in product(FACES, repeat=3)]
BOARD = packed_board(Rules())
value = kernel(settled)


@pytest.mark.parametrize(("first", "second"), list(product((True, False), repeat=2)))
def test_the_throws_that_are_played_stand_for_all_216(first: bool, second: bool) -> None:
    weights = [stands_for(a, b, c, first, second) for a, b, c in product(FACES, repeat=3)]
    assert sum(weights) == 216
    played = sum(weight > 0 for weight in weights)
    assert played == {(False, False): 56, (True, False): 126, (False, True): 106}.get(
        (first, second), 216
    )


@pytest.mark.parametrize(("left", "late"), [(0, True), (0, False), (9, True), (45, False)])
def test_the_mean_is_that_of_all_216_throws_for_every_pair_of_bots(left: int, late: bool) -> None:
    nets, rng = networks(BOARD), np.random.default_rng(17)
    for one, two in product(range(7), repeat=2):
        now, stand = round_of(SEVEN[one], SEVEN[two], left), random_stand(rng, late=late)
        mean = np.mean([value(BOARD, nets, now, with_dice(stand, dice)) for dice in THROWS])
        dice = int(rng.choice(THROWS))
        found = value(BOARD, nets, now, with_dice(stand, dice))
        luck = luck_of_throw(BOARD, nets, now, with_dice(stand, dice))
        assert luck == pytest.approx(found - mean, abs=1e-12)  # rounding of sums


def test_luck_over_all_throws_adds_to_nothing() -> None:
    nets, rng = networks(BOARD), np.random.default_rng(18)
    for one, two in ((AGGRESSIVE, NAIVE), (NAIVE, FULL), (FULL, AGGRESSIVE), (LIMITED, FULL)):
        now, stand = round_of(SEVEN[one], SEVEN[two], 6), random_stand(rng, late=False)
        luck = [luck_of_throw(BOARD, nets, now, with_dice(stand, dice)) for dice in THROWS]
        assert sum(luck) == pytest.approx(0, abs=1e-9)
        assert max(luck) > 0.001


def test_the_die_of_an_extra_turn_is_compared_with_all_six() -> None:
    nets, rng = networks(BOARD), np.random.default_rng(19)
    for one, two, picked in ((AGGRESSIVE, FULL, 1), (FULL, NAIVE, 0), (NAIVE, LIMITED, 2)):
        now, stand = round_of(SEVEN[one], SEVEN[two], 9), random_stand(rng, late=False)
        waiting = (0x52, 0x4, 0x0)[picked]
        turn = Stand(stand.own, stand.other, 0, 0, waiting, picked)
        luck = [luck_of_extra(BOARD, nets, now, with_dice(turn, die)) for die in FACES]
        assert sum(luck) == pytest.approx(0, abs=1e-12)
        values = [value(BOARD, nets, now, with_dice(turn, die)) for die in FACES]
        assert np.diff(luck) == pytest.approx(np.diff(values), abs=1e-12)


@pytest.mark.parametrize("left", [0, 3])
def test_dice_are_played_as_the_rules_play_them_move_by_move(left: int) -> None:
    rules = Rules(moves=3, home_bonus=7, ties="second")
    board = packed_board(rules)
    nets = networks(board)
    game = position("20 30 52 55", "5 10 44 51", "123", rules=rules, seat=0 if left else 1)
    assert game.made == 3 - left
    for one, two in ((FULL, AGGRESSIVE), (NAIVE, FULL), (LIMITED, DEFEAT), BY_RULES[1:]):
        bots = [SEVEN[one], SEVEN[two]]
        begins = game.made % 2
        now = round_of(bots[begins], bots[1 - begins], left)._replace(tie=2 if begins == 0 else 0)
        for dice in ((1, 2, 3), (6, 1, 5), (2, 2, 6), (5, 3, 3)):
            found = value(board, nets, now, with_dice(stand_of(game), in_one(dice)))
            first = found if begins else 1.0 - found
            assert first == pytest.approx(worth_of(game, bots, nets, dice), abs=1e-12)


def test_where_all_is_decided_there_is_no_luck() -> None:
    nets = networks(BOARD)
    now = round_of(Aggressive(), Naive(), 0)
    stand = Stand(packed((57, 57, 57, 57)), packed((1, 1, 1, 1)), 0, 0x641, 0, 0)
    assert luck_of_throw(BOARD, nets, now, stand) == 0.0
    assert value(BOARD, nets, now, stand) == 0.0  # of the second player
