"""Games played on by chance: the kernel, its Python source, exact chances and real dice."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from evenhand.compiled import python_source
from evenhand.games.ludo.bots.kinds import Random
from evenhand.games.ludo.bots.player import seen
from evenhand.games.ludo.bots.playouts import halves_won
from evenhand.games.ludo.bots.turn import halves_after
from evenhand.games.ludo.game import LETTERS, PASS, Game
from evenhand.games.ludo.packed import ALL_AT_START, TIE_HALVES, packed_board
from evenhand.games.ludo.rules import Rules
from evenhand.games.ludo.simulated import SimulatedLudo
from evenhand.rng import draw_seeds
from tests.games.ludo.made import PLAIN, position

ALL_KINDS = [
    PLAIN,
    Rules(home_bonus=56, extra_turns="both"),
    Rules(home_bonus=3, safe="none", pairs_safe=True, extra_turns="capture", ties="second"),
    Rules(capture_keeps_points=True, safe="starts", extra_turns="home", ties="first"),
]
OWN, OTHER = "54 36 26 51", "55 39 12 24"
"""The last moves decide: tokens before home, within reach of each other and in home columns."""


@pytest.mark.parametrize("rules", ALL_KINDS)
def test_the_kernel_equals_its_python_source(rules: Rules) -> None:
    board = packed_board(rules)
    for own, other, dice, left, again in (
        (ALL_AT_START, ALL_AT_START, 0, 60, False),
        (0x36_26_1A_33, 0x34_27_0C_19, 0x52, 20, False),
        (0x36_26_1A_33, 0x34_27_0C_19, 0x3, 7, True),
        (0x39_39_39_38, 0x39_39_38_37, 0, 9, False),
    ):
        lots, same_lots = np.array([99], np.int64), np.array([99], np.int64)
        given = (board, own, other, -3, dice, left, again, 1, 12)
        assert halves_won(*given, lots) == python_source(halves_won)(*given, same_lots)
        assert lots[0] == same_lots[0] != 99


def exact(game: Game, seat: int) -> Fraction:
    """The halves of a win for a seat if both move as Random to the end of the dice on the table."""
    if game.over:
        first, second = game.points
        halves = 2 if first > second else 0 if first < second else TIE_HALVES[game.rules.ties]
        return Fraction(halves if seat == 0 else 2 - halves)
    total = Fraction(0)
    for die in game.dice:
        moves = [f"{die}{LETTERS[token]}" for token in game.movable(die)] or [f"{die}{PASS}"]
        for move in moves:
            nexts = list(after(game, move))
            total += sum((exact(one, seat) for one in nexts), Fraction(0)) / len(nexts) / len(moves)
    return total / len(game.dice)


def after(game: Game, move: str) -> Iterator[Game]:
    """The game after a move, for each die that may be thrown for an extra turn."""
    for face in range(1, 7):
        chance = replace(game.chance, extra=(*game.chance.extra[: game.extra], face))
        then = replace(game, chance=chance).play(move)
        yield then
        if not then.in_extra:
            return


@pytest.mark.parametrize("rules", ALL_KINDS)
@pytest.mark.parametrize("move", ["2a", "3a", "1b", "2b", "2c", "1d", "2d"])
def test_chances_are_exact_while_all_dice_lie_on_the_table(rules: Rules, move: str) -> None:
    """The last round of a game: after the first move the other picks of two dice."""
    game = position(OWN, OTHER, "321", rules=replace(rules, moves=3), seat=1)
    chances = [exact(one, 1) / 2 for one in after(game, move)]
    place, token = game.dice.index(int(move[0])), LETTERS.index(move[1])
    board, lots, playouts = packed_board(game.rules), np.array([4321], np.int64), 40_000
    share = halves_after(board, seen(game), place, token, playouts, lots) / 2 / playouts
    # Four standard errors of a share are 0.01 at most.
    assert share == pytest.approx(float(sum(chances) / len(chances)), abs=0.01)


def test_the_positions_of_the_exact_chances_are_not_decided_yet() -> None:
    """Otherwise a wrong die or token would not be noticed."""
    for rules in ALL_KINDS:
        game = position(OWN, OTHER, "321", rules=replace(rules, moves=3), seat=1)
        chances = {move: exact(next(after(game, move)), 1) / 2 for move in ("2a", "1b", "2c")}
        assert len(set(chances.values())) > 1
        assert any(0.05 < chance < 0.95 for chance in chances.values())


@pytest.mark.parametrize("rules", [*ALL_KINDS, replace(PLAIN, moves=60)])
def test_margins_are_those_of_real_dice_from_which_random_picks(rules: Rules) -> None:
    """One number makes die and token of a move here; there three dice are thrown a round."""
    games = playouts = 20_000
    seats = np.zeros((games, 2), np.int32)
    played = SimulatedLudo(rules).play(
        [Random()], seats, draw_seeds(np.random.default_rng(5), games)
    )
    points = played.score.round(6) // 1  # without the half point that decides ties
    margin = points[:, 1] - points[:, 0]
    board, lots = packed_board(rules), np.array([31337], np.int64)
    for ahead in (-40, -20, -8, 0, 8, 20, 40):
        real = np.mean((margin + ahead > 0) + 0.5 * (margin + ahead == 0))
        start = (ALL_AT_START, ALL_AT_START, ahead, 0, 2 * rules.moves, False, 1, playouts)
        share = halves_won(board, *start, lots) / 2 / playouts
        # Two shares of 20,000 games differ by 0.02 at four standard errors.
        assert share == pytest.approx(real, abs=0.02)
    assert 0.05 < np.mean(margin > 20) < 0.4  # the limits lie inside the distribution
