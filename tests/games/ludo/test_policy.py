"""Playouts against exact chances and real dice, and games of the kernel against states."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from evenhand.compiled import python_source
from evenhand.games import Bot, parse_bot, play_game
from evenhand.games.ludo import BOTS, GAME, Dice, Naive, Random, ResponsiblePair, Rules, State
from evenhand.games.ludo.board import HOME, TIE_HALVES, TOKENS, make_board
from evenhand.games.ludo.policy import observe, play_out, play_out_action
from evenhand.games.ludo.state import Position, start_position
from evenhand.rng import draw_seeds
from evenhand.tables import Indices
from tests.games.ludo.positions import PLAIN, position
from tests.plain_python import in_plain_python

ALL_KINDS = [
    PLAIN,
    Rules(home_bonus=56, extra_turns="both"),
    Rules(home_bonus=3, safe="none", pairs_safe=True, extra_turns="capture", ties="second"),
    Rules(capture_keeps_points=True, safe="starts", extra_turns="home", ties="first"),
]
AT_START = start_position().first
OWN, OTHER = "54 36 26 51", "55 39 12 24"
"""The last moves decide: tokens before home, within reach of each other and in home columns."""


@pytest.mark.parametrize("rules", ALL_KINDS)
def test_the_kernel_equals_its_python_source(rules: Rules) -> None:
    board = make_board(rules)
    for own, other, dice, left, again in (
        (AT_START, AT_START, 0, 60, 0),
        (0x36_26_1A_33, 0x34_27_0C_19, 0x52, 20, 0),
        (0x36_26_1A_33, 0x34_27_0C_19, 0x3, 7, 1),
        (0x39_39_39_38, 0x39_39_38_37, 0, 9, 0),
    ):
        stream, same_stream = np.array([99], np.int64), np.array([99], np.int64)
        given = (board, own, other, -3, dice, left, again, 1, 12)
        assert play_out(*given, stream) == python_source(play_out)(*given, same_stream)
        assert stream[0] == same_stream[0] != 99


def exact(game: State, seat: int) -> Fraction:
    """Return the halves of a win for a seat if both move as Random to the end."""
    return find_halves(game, chances_of(game.rules, seat), seat)


@cache
def chances_of(rules: Rules, seat: int) -> dict[Position, Fraction]:
    """Return the positions that have been worked out, by these rules for this seat."""
    return {}


def find_halves(game: State, known: dict[Position, Fraction], seat: int) -> Fraction:
    if game.position not in known:
        known[game.position] = mean_of_moves(game, known, seat)
    return known[game.position]


def mean_of_moves(game: State, known: dict[Position, Fraction], seat: int) -> Fraction:
    if game.over:
        first, second = game.points
        halves = 2 if first > second else 0 if first < second else TIE_HALVES[game.rules.ties]
        return Fraction(halves if seat == 0 else 2 - halves)
    total, own = Fraction(0), game.tokens[game.turn or 0]
    for die in game.dice:
        able = [f"{die}{'abcd'[token]}" for token in range(TOKENS) if own[token] + die <= HOME]
        moves = able or [f"{die}-"]
        for move in moves:
            nexts = [find_halves(one, known, seat) for one in after(game, move)]
            total += sum(nexts, Fraction(0)) / (len(nexts) * len(moves))
    return total / len(game.dice)


def after(game: State, move: str) -> Iterator[State]:
    """Yield the state after a move, for each die that may be thrown for an extra turn.

    It forgets how it came about, so that states of equal value are equal.
    """
    for face in range(1, 7):
        then = State(game.rules, Dice(game.chance.rounds, (face,)), game.position).play(move)
        forgot = then.position._replace(extra=0, first_captures=0, second_captures=0)
        yield State(game.rules, game.chance, forgot)
        if not then.position.in_extra:
            return


@pytest.mark.parametrize("rules", ALL_KINDS)
@pytest.mark.parametrize("move", ["2a", "3a", "2b", "2c", "1d"])
def test_chances_are_exact_while_all_dice_lie_on_the_table(rules: Rules, move: str) -> None:
    """The last round of a game: after the first move the other picks of two dice."""
    game = position(OWN, OTHER, "321", rules=replace(rules, moves=3), seat=1)
    chances = [exact(one, 1) / 2 for one in after(game, move)]
    board, stream, playouts = make_board(game.rules), np.array([4321], np.int64), 40_000
    turn, action = observe(board, game.position), game.find_action(move)
    share = play_out_action(board, turn, action, playouts, stream) / 2 / playouts
    # Four standard errors of a share are 0.01 at most.
    assert share == pytest.approx(float(sum(chances) / len(chances)), abs=0.01)


def test_chances_are_exact_during_an_extra_turn() -> None:
    """Two dice of the round wait for the other player, who makes the last but one move."""
    rules = Rules(home_bonus=0, extra_turns="home", moves=3)
    game = position("54 36 26 51", "57 39 36 40", "321", rules=rules, seat=1, extra="2").play("3a")
    assert (game.turn, game.dice, game.waiting) == (1, (2,), (2, 1))
    board, stream, playouts = make_board(rules), np.array([4321], np.int64), 40_000
    shares, wanted = [], []
    for move in ("2b", "2c", "2d"):
        turn, action = observe(board, game.position), game.find_action(move)
        shares.append(play_out_action(board, turn, action, playouts, stream) / 2 / playouts)
        nexts = list(after(game, move))
        wanted.append(float(sum(exact(one, 1) for one in nexts)) / 2 / len(nexts))
    assert shares == pytest.approx(wanted, abs=0.01)
    assert any(0.1 < chance < 0.9 for chance in wanted)


def test_the_positions_of_the_exact_chances_are_not_decided_yet() -> None:
    """Otherwise a wrong die or token would not be noticed."""
    for rules in ALL_KINDS:
        game = position(OWN, OTHER, "321", rules=replace(rules, moves=3), seat=1)
        chances = {move: exact(next(after(game, move)), 1) / 2 for move in ("2a", "1b", "2c")}
        assert len(set(chances.values())) > 1
        assert any(0.05 < chance < 0.95 for chance in chances.values())


@pytest.mark.parametrize("rules", [*ALL_KINDS[1:], replace(PLAIN, moves=60)])
def test_margins_are_those_of_real_dice_from_which_random_picks(rules: Rules) -> None:
    """One number makes die and token of a move here; there three dice are thrown a round."""
    games = playouts = 8_000
    seats = np.zeros((games, 2), np.int32)
    drawn = draw_seeds(np.random.default_rng(5), games)
    played = GAME.simulate([Random()], seats, drawn, rules)
    points = played.score.round(6) // 1  # without the half point that decides ties
    margin = points[:, 1] - points[:, 0]
    board, stream = make_board(rules), np.array([31337], np.int64)
    for ahead in (-40, -20, -8, 0, 8, 20, 40):
        real = np.mean((margin + ahead > 0) + 0.5 * (margin + ahead == 0))
        start = (AT_START, AT_START, ahead, 0, 2 * rules.moves, 0, 1, playouts)
        share = play_out(board, *start, stream) / 2 / playouts
        # Two shares of 8,000 games differ by 0.032 at four standard errors.
        assert share == pytest.approx(real, abs=0.032)
    assert 0.05 < np.mean(margin > 20) < 0.4  # the limits lie inside the distribution


# Games of the kernel

FEW = 4  # playouts
SEVEN: list[Bot] = [
    parse_bot(GAME, f"{name}:playouts={FEW}" if hasattr(kind, "playouts") else name)
    for name, kind in BOTS.items()
]
PAIRS = [(a, b) for a in range(7) for b in range(7)]
ALL_RULES = [
    Rules(),
    Rules(home_bonus=0, extra_turns="capture", capture_keeps_points=True, ties="second"),
    Rules(moves=47, pairs_safe=True, safe="none", must_move=True, extra_turns="home", ties="first"),
    Rules(moves=100, home_bonus=7, safe="starts", extra_turns="both"),
]


def tables(*rows: tuple[int, int]) -> Indices:
    return np.array(rows, np.int32)


def check_games(bots: list[Bot], seats: Indices, rules: Rules, seed: int) -> Counter[str]:
    """Play games twice and compare everything; returns what happened in them."""
    drawn = draw_seeds(np.random.default_rng(seed), len(seats))
    played = GAME.simulate(bots, seats, drawn, rules)
    happened: Counter[str] = Counter()
    for number, sitting in enumerate(seats.tolist()):
        game = play_game(GAME, [bots[bot] for bot in sitting], int(drawn[number]), rules)
        assert played.score[number].tolist() == list(game.returns())
        found = {
            name: values[number].tolist()
            for name, values in played.details.items()
            if name != "dice"
        }
        assert found == {
            "winner": 0 if game.winner is None else game.winner + 1,
            "captures": list(game.captures),
            "home": list(game.home),
        }
        assert played.details["dice"][number] == str(game.thrown)
        happened["captures"] += sum(game.captures)
        happened["home"] += sum(game.home)
        happened["extra"] += game.position.extra
        happened["lost"] += sum(move.endswith("-") for _, move in game.moves)
    return happened


@pytest.mark.parametrize("rules", ALL_RULES)
def test_every_pair_of_bots_plays_the_same_games_by_kernel_and_by_states(rules: Rules) -> None:
    happened = check_games(SEVEN, tables(*PAIRS), rules, seed=61)
    assert happened["captures"] > 20
    assert happened["home"] > 10
    assert (happened["extra"] > 20) == (rules.extra_turns != "none")
    assert (happened["lost"] > 20) == (rules.moves == 100)


def test_variants_of_bots_play_the_same_games() -> None:
    bots = [
        parse_bot(GAME, "aggressive:column=yes"),
        ResponsiblePair(near=0, reach=0),
        ResponsiblePair(near=57, reach=12, column=True),
        Naive(),
    ]
    seats = tables(*((a, b) for a in range(4) for b in range(4)))
    assert check_games(bots, seats, Rules(), seed=62)["captures"] > 5


def play_few() -> tuple[list[Any], ...]:
    """Play games of all bots, and measure their luck."""
    rules = Rules(moves=4, extra_turns="both", safe="none", must_move=True)
    bots = [parse_bot(GAME, text) for text in ("naive", "random", "full-information:playouts=2")]
    bots += [parse_bot(GAME, "responsible-pair"), parse_bot(GAME, "aggressive")]
    seats = tables((0, 1), (2, 3), (1, 4))
    played = GAME.simulate(bots, seats, draw_seeds(np.random.default_rng(63), 3), rules, "first")
    assert played.luck is not None
    return played.score.tolist(), played.luck.tolist(), played.details["dice"].tolist()


def test_games_are_the_same_in_plain_python() -> None:
    assert in_plain_python(play_few) == play_few()


def test_the_dice_do_not_depend_on_who_plays() -> None:
    drawn = np.full(49, 12345)
    played = GAME.simulate(SEVEN, tables(*PAIRS), drawn, Rules())
    assert set(played.details["dice"]) == {str(Dice.from_seed(12345, 20)).partition(" +")[0]}


def test_a_game_can_be_replayed_from_its_recorded_dice() -> None:
    rules = Rules(extra_turns="both")
    played = GAME.simulate(SEVEN, tables((0, 2)), np.array([77]), rules)
    game = play_game(GAME, [SEVEN[0], SEVEN[2]], 77, rules)
    chance = Dice.parse(played.details["dice"][0])
    again = State.from_moves(chance, [move for _, move in game.moves], rules)
    assert again.position == game.position


def test_scores_agree_with_the_winner_where_ties_are_decided() -> None:
    seats = tables(*[(6, 6)] * 600)
    drawn = draw_seeds(np.random.default_rng(64), 600)
    draws = GAME.simulate(SEVEN, seats, drawn, Rules(moves=3))
    level = draws.score[:, 0] == draws.score[:, 1]
    assert level.sum() > 20
    assert (draws.details["winner"][level] == 0).all()
    for ties, winner in (("first", 1), ("second", 2)):
        rules = Rules(moves=3, ties=ties)  # type: ignore[arg-type]
        decided = GAME.simulate(SEVEN, seats, drawn, rules)
        assert (decided.details["winner"][level] == winner).all()
        assert (decided.score.argmax(axis=1)[level] == winner - 1).all()
        assert (decided.score[~level] == draws.score[~level]).all()
