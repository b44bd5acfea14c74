"""The luck of the dice: exactly centred, that of the oracle, and worth its while."""

from dataclasses import replace
from itertools import count, product

import numpy as np
import pytest

from evenhand.games import Bot, parse_bot, play_game
from evenhand.games.ludo import BOTS, GAME, Rules, State
from evenhand.games.ludo.board import HOME, SEATS, make_board, pack_dice, pack_tokens
from evenhand.games.ludo.game import play_log
from evenhand.games.ludo.luck import luck_of_position, measure_luck
from evenhand.games.ludo.state import Position, start_position
from evenhand.games.ludo.value_network import make_networks
from evenhand.rng import Seeds, draw_seeds
from evenhand.simulation import make_bots, ordered_tables, simulate
from evenhand.tables import Floats, Indices
from tests.games.ludo.positions import change, position
from tests.oracles.ludo_luck import luck_of, mean_value, value_of

SEVEN: list[Bot] = [
    parse_bot(GAME, f"{name}:playouts=2" if hasattr(kind, "playouts") else name)
    for name, kind in BOTS.items()
]
AGGRESSIVE, NAIVE, PAIR, FULL, LIMITED, DEFEAT, RANDOM = range(7)
BY_RULES = (AGGRESSIVE, NAIVE, PAIR)
FACES = range(1, 7)
THROWS = list(product(FACES, repeat=3))
BOTH_SEATS = np.arange(SEATS, dtype=np.int32)
RULES = [
    Rules(moves=3),
    Rules(moves=5, extra_turns="both", capture_keeps_points=True, safe="none", ties="first"),
    Rules(moves=6, extra_turns="both", home_bonus=0, pairs_safe=True, must_move=True),
]


def tables(games: int, *pair: int) -> Indices:
    """Return games of a pair, both seatings in turn."""
    return np.tile(np.array([pair, pair[::-1]], np.int32), (games // 2, 1))


def seeds(seed: int, games: int) -> Seeds:
    return draw_seeds(np.random.default_rng(seed), games)


def random_tokens(rng: np.random.Generator, *, late: bool) -> int:
    """Return tokens anywhere, or nearly home so that some dice are lost."""
    return pack_tokens(map(int, rng.integers(50 if late else 1, HOME + 1, 4)))


def luck_of_dice(rules: Rules, pair: tuple[int, int], where: Position, dice: list[int]) -> Floats:
    """Return the luck of the first seat with each of some dice in a position."""
    rows = np.stack([SEVEN[bot].row() for bot in pair])
    known = make_board(rules), make_networks(rules), rows, BOTH_SEATS
    return np.array([luck_of_position(*known, where._replace(dice=one)) for one in dice])


# Centred


@pytest.mark.parametrize(("made", "late"), [(57, True), (54, False), (48, True), (6, False)])
def test_luck_over_all_216_throws_adds_to_nothing_for_all_kinds(made: int, late: bool) -> None:
    """In the last round, the one before, later and earlier than players begin to look ahead."""
    rng, spread = np.random.default_rng(17 + made), []
    pairs = list(product(range(7), repeat=2))
    for pair in (pairs[number] for number in rng.permutation(49)[:12]):
        first, second = (random_tokens(rng, late=late) for _ in range(2))
        where = start_position()._replace(first=first, second=second, made=made)
        luck = luck_of_dice(Rules(), pair, where, [pack_dice(dice) for dice in THROWS])
        assert luck.sum() == pytest.approx(0, abs=1e-9)
        spread.append(luck.max())
    assert max(spread) > 0.01


@pytest.mark.parametrize("pair", [(AGGRESSIVE, FULL), (FULL, NAIVE), (NAIVE, LIMITED)])
def test_luck_over_all_six_dice_of_an_extra_turn_adds_to_nothing(pair: tuple[int, int]) -> None:
    rules = Rules(extra_turns="both")
    first, second = pack_tokens((24, 39, 12, 50)), pack_tokens((35, 27, 8, 51))
    for picked, waiting in ((1, 0x52), (2, 0x4), (3, 0x0)):
        where = start_position()._replace(
            first=first, second=second, waiting=waiting, made=48 + picked, extra=1, in_extra=1
        )
        luck = luck_of_dice(rules, pair, where, list(FACES))
        assert luck.sum() == pytest.approx(0, abs=1e-12)
        assert luck.max() > 0.01


def test_where_all_is_decided_there_is_no_luck() -> None:
    home, start = (pack_tokens([square] * 4) for square in (57, 1))
    where = start_position()._replace(first=home, second=start, made=57)
    luck = luck_of_dice(Rules(), (AGGRESSIVE, NAIVE), where, [pack_dice(dice) for dice in THROWS])
    assert not luck.any()


@pytest.mark.parametrize("pair", list(product(BY_RULES, repeat=2)))
def test_in_a_single_round_by_rules_nothing_but_luck_decides(pair: tuple[int, int]) -> None:
    """The value after the throw is the result, so result less luck is the same in every game."""
    seats, rules = np.array([pair] * 200, np.int32), Rules(moves=1, home_bonus=0)
    played = GAME.simulate(SEVEN, seats, seeds(88, 200), rules, "all")
    assert played.luck is not None
    rest = shares(played.score) - played.luck[:, 0]
    assert rest == pytest.approx(np.full(200, rest[0]), abs=1e-12)
    assert 0 < rest[0] < 1


# The oracle


@pytest.mark.parametrize("rules", RULES)
def test_games_have_the_luck_of_the_oracle(rules: Rules) -> None:
    wants_extra = rules.extra_turns != "none"
    for pair in ((AGGRESSIVE, PAIR), (NAIVE, RANDOM)):
        bots = [SEVEN[bot] for bot in pair]
        games = (play_game(GAME, bots, seed, rules) for seed in count(1))
        check_events(next(game for game in games if game.thrown.extra or not wants_extra), bots)


@pytest.mark.parametrize("pair", [(FULL, AGGRESSIVE), (NAIVE, FULL), (LIMITED, PAIR)])
def test_games_of_bots_that_play_on_have_the_luck_of_the_oracle(pair: tuple[int, int]) -> None:
    bots = [SEVEN[bot] for bot in pair]
    check_events(play_game(GAME, bots, 82, Rules(moves=1, home_bonus=0)), bots)


def check_events(state: State, bots: list[Bot]) -> None:
    events = GAME.luck_of(state, bots, "all")
    assert [event.luck[0] for event in events] == pytest.approx(luck_of(state, bots), abs=1e-12)
    assert all(event.luck[0] == -event.luck[1] for event in events)
    moves = [event.move for event in events]
    assert moves == sorted(set(moves))
    assert len(moves) == state.rules.rounds + state.position.extra


@pytest.mark.parametrize("left", [0, 3])
def test_dice_are_played_as_states_play_them_move_by_move(left: int) -> None:
    rules = Rules(moves=3, home_bonus=7, ties="second")
    game = position("20 30 52 55", "5 10 44 51", "123", rules=rules, seat=0 if left else 1)
    assert game.position.made == 3 - left
    nets = make_networks(rules)
    for pair in ((FULL, AGGRESSIVE), (NAIVE, FULL), (LIMITED, DEFEAT), (NAIVE, PAIR)):
        bots = [SEVEN[bot] for bot in pair]
        mean = mean_value(game, bots, nets) if pair == (NAIVE, PAIR) else None
        dice = [(1, 2, 3), (6, 1, 5), (2, 2, 6), (5, 3, 3)]
        wanted = np.array([value_of(game, bots, nets, one) for one in dice])
        found = luck_of_dice(rules, pair, game.position, [pack_dice(one) for one in dice])
        assert np.diff(found) == pytest.approx(np.diff(wanted), abs=1e-12)
        assert mean is None or found == pytest.approx(wanted - mean, abs=1e-12)


def test_dice_of_extra_turns_are_played_before_those_that_wait() -> None:
    rules = Rules(moves=3, home_bonus=7, extra_turns="both")
    nets, bots = make_networks(rules), [SEVEN[AGGRESSIVE], SEVEN[PAIR]]
    game = position("20 30 52 55", "5 10 44 51", "123", rules=rules, extra="1111")
    for made, waiting in ((1, (5, 2)), (2, (4,)), (3, ())):
        extra = change(game, made=made, waiting=pack_dice(waiting), extra=1, in_extra=1)
        wanted = np.array([value_of(extra, bots, nets, (die,)) for die in FACES])
        found = luck_of_dice(rules, (AGGRESSIVE, PAIR), extra.position, list(FACES))
        assert found == pytest.approx(wanted - wanted.mean(), abs=1e-12)
        assert np.ptp(found) > 0.001


# People


def test_games_of_people_have_luck_too() -> None:
    """Moves that the bots would not make, by players who are known or not."""
    rules, rng = Rules(moves=5, extra_turns="both"), np.random.default_rng(3)
    state = GAME.start(rules, 2, 11)
    while not state.over:
        state = state.play(str(rng.choice(state.legal_moves())))
    bots = [SEVEN[AGGRESSIVE], SEVEN[NAIVE]]
    assert {move for _, move in play_game(GAME, bots, 11, rules).moves} != set(state.moves)
    known, unknown = (GAME.luck_of(state, who, "all") for who in (bots, [None, None]))
    assert [event.luck[0] for event in known] == pytest.approx(luck_of(state, bots), abs=1e-12)
    assert [event.move for event in known] == [event.move for event in unknown]
    assert known != unknown
    (first,) = GAME.luck_of(state, bots, "first")
    assert first == known[0]
    assert GAME.luck_of(state, bots, "none") == []


def test_luck_wants_a_game_that_is_over_and_a_kind_that_exists() -> None:
    bots, state = SEVEN[:2], GAME.start(Rules(), 2, 1)
    with pytest.raises(ValueError, match=r"^the game is not over$"):
        GAME.luck_of(state, bots, "all")
    with pytest.raises(ValueError, match=r"^luck must be none or first or all, not 'some'$"):
        GAME.luck_of(state, bots, "some")
    with pytest.raises(ValueError, match=r"^luck must be none or first or all, not 'some'$"):
        GAME.simulate(bots, tables(2, 0, 1), seeds(1, 2), Rules(), "some")


# Many games


def test_games_are_the_same_with_and_without_luck() -> None:
    seats, drawn = tables(40, FULL, PAIR), seeds(83, 40)
    for rules in (Rules(), Rules(moves=10, extra_turns="both")):
        plain, *others = (
            GAME.simulate(SEVEN, seats, drawn, rules, luck) for luck in ("none", "first", "all")
        )
        assert plain.luck is None
        for played in others:
            assert (played.score == plain.score).all()
            assert (played.details["dice"] == plain.details["dice"]).all()
            assert played.luck is not None
            assert (played.luck.sum(axis=1) == 0).all()


def test_the_first_throw_is_the_first_part_of_all_luck() -> None:
    seats, drawn = tables(30, AGGRESSIVE, PAIR), seeds(84, 30)
    log = play_log(SEVEN, seats, drawn, Rules())
    luck = measure_luck(SEVEN, seats, log, Rules())
    first, every = (
        GAME.simulate(SEVEN, seats, drawn, Rules(), kind).luck for kind in ("first", "all")
    )
    assert first is not None
    assert every is not None
    assert luck.shape == (30, 20)
    assert (first[:, 0] == luck[:, 0]).all()
    assert every[:, 0] == pytest.approx(luck.sum(axis=1))
    assert first.std() < every.std()


def test_the_same_luck_from_one_process_and_from_two() -> None:
    bots = make_bots(GAME, ["naive", "aggressive", "full-information:playouts=2"])
    seats, rules = ordered_tables(len(bots), 2, 1_100), Rules(moves=2)
    one, two = (
        simulate(
            GAME, bots, seats, np.random.default_rng(89), rules=rules, luck="all", workers=workers
        ).table.luck
        for workers in (1, 2)
    )
    assert one is not None
    assert two is not None
    assert one.tobytes() == two.tobytes()


def shares(score: Floats) -> Floats:
    """Return what the first seat wins."""
    return 0.5 + np.sign(score[:, 0] - score[:, 1]) / 2


@pytest.mark.parametrize(
    ("pair", "games", "weight", "least"),
    [
        ((AGGRESSIVE, PAIR), 240, 1.0, 3.5),
        ((NAIVE, NAIVE), 160, 1.0, 5.0),
        ((FULL, AGGRESSIVE), 120, 0.9, 1.5),
    ],
)
def test_much_of_the_variance_of_results_is_luck(
    pair: tuple[int, int], games: int, weight: float, least: float
) -> None:
    """Measured in thousands of games: 4.6, 7.0 and 2.4; a few games give a rough figure."""
    bots = [kind() for kind in BOTS.values()]
    seats = tables(games, *pair)
    played = GAME.simulate(bots, seats, seeds(87, games), Rules(), "all")
    assert played.luck is not None
    sign = np.where(seats[:, 0] == pair[0], 1.0, -1.0)
    share = sign * (shares(played.score) - 0.5)
    assert share.var() / (share - weight * sign * played.luck[:, 0]).var() > least


def test_luck_does_not_depend_on_what_is_played_after_a_throw() -> None:
    rules = replace(RULES[0], moves=3)
    game = play_game(GAME, [SEVEN[NAIVE]] * 2, 5, rules)
    other = game.initial()
    for _, move in game.moves[:3]:
        other = other.play(move)
    while not other.over:
        other = other.play(other.legal_moves()[-1])
    assert other.moves != game.moves
    bots = [SEVEN[AGGRESSIVE], SEVEN[PAIR]]
    assert GAME.luck_of(other, bots, "all") == GAME.luck_of(game, bots, "all")
