"""The solver against the plain definition and against values from an independent program."""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest

from evenhand.games.cards import cards_of
from evenhand.games.protocol import RuleError
from evenhand.games.skat import PACK
from evenhand.games.skat.contract import GAMES, NULL
from evenhand.games.skat.solver import Position, Solver
from tests.games.skat.solver.endings import random_position, read_deals
from tests.games.skat.solver.null_endings import null_endings, null_values, positions_of
from tests.oracles.skat_minimax import exhaustive, minimax, value_after


def disagreements(seed: int, **counts: int) -> list[tuple[Position, int, int]]:
    """Endings whose value is not that of the definition, out of so many of each size."""
    rng = np.random.default_rng(seed)
    sizes = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
    endings = [random_position(rng, sizes[s]) for s, count in counts.items() for _ in range(count)]
    found = Solver().values(endings)
    wanted = [exhaustive(ending) for ending in endings]
    return [both for both in zip(endings, found, wanted, strict=True) if both[1] != both[2]]


def test_the_compiled_definition_is_the_plain_one() -> None:
    rng = np.random.default_rng(1)
    endings = [random_position(rng, 1 + count % 3) for count in range(600)]
    assert [exhaustive(ending) for ending in endings] == [minimax(ending) for ending in endings]
    assert {ending.game for ending in endings} == set(GAMES)
    assert {len(ending.trick) for ending in endings} == {0, 1, 2}


def test_endings_have_the_values_of_the_definition() -> None:
    assert disagreements(2, two=500, three=8000, four=3000, five=100) == []


def test_the_quick_definition_of_null_is_the_plain_one() -> None:
    for deals, cards, plain in (
        (150, 1, minimax),
        (150, 2, minimax),
        (60, 3, minimax),
        (20, 5, exhaustive),
    ):
        rows = null_endings(np.random.default_rng(cards), deals, cards)
        assert null_values(rows).tolist() == [plain(ending) for ending in positions_of(rows)]


def test_nulls_of_five_cards_have_the_values_of_the_definition_whichever_defender_leads() -> None:
    rows = null_endings(np.random.default_rng(20), 10_000, 5)
    wanted, endings = null_values(rows), positions_of(rows)
    by_leader = wanted.reshape(-1, 2)
    assert (by_leader[:, 0] != by_leader[:, 1]).sum() > 100  # so the leader is part of the question
    found = np.array(Solver().values(endings))
    assert [endings[row] for row in np.flatnonzero(found != wanted)] == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 15))
def test_a_hundred_thousand_endings_have_the_values_of_the_definition(seed: int) -> None:
    assert disagreements(seed, three=12_000, four=9_000, five=1_000, six=20) == []


@pytest.mark.parametrize("name", ["open_deals.txt", "bench_deals.txt"])
def test_deals_have_the_values_an_independent_program_found(name: str) -> None:
    deals = read_deals(name)
    assert len(deals) >= 100
    solver = Solver()
    assert solver.values([position for position, _ in deals]) == [value for _, value in deals]
    for position, value in deals:
        if position.game == NULL:
            assert solver.wins(position) == (value == 1)
        else:
            assert all(Solver().wins(position, t) == (value >= t) for t in (value, value + 1, 61))


def test_the_winning_card_counts_as_live_when_cards_are_merged() -> None:
    hands = [["HJ", "H9", "D8"], ["SA", "D9", "D7"], ["S8", "HK", "HQ"]]
    assert Solver().value(Position.parse("C", hands)) == 5


def test_wins_says_whether_the_value_reaches_the_target() -> None:
    rng = np.random.default_rng(3)
    solver = Solver()
    for _ in range(300):
        ending = random_position(rng, 4)
        value = solver.value(ending)
        if ending.game == NULL:
            assert solver.wins(ending) == (value == 1)
        else:
            targets = {value, value + 1, 0, 61, 121, int(rng.integers(121))}
            assert all(solver.wins(ending, target) == (value >= target) for target in targets)


def test_the_best_move_keeps_the_value_and_no_move_is_better() -> None:
    rng = np.random.default_rng(4)
    solver = Solver()
    for _ in range(300):
        ending = random_position(rng, 4)
        moves = solver.move_values(ending)
        assert list(moves) == list(cards_of(ending.legal()))
        best = max(moves.values()) if ending.mover == ending.declarer else min(moves.values())
        assert moves[solver.best_move(ending)] == best == solver.value(ending)


def test_move_values_are_those_of_the_definition() -> None:
    rng = np.random.default_rng(7)
    for _ in range(200):
        ending = random_position(rng, 3)
        wanted = {card: value_after(ending, card) for card in cards_of(ending.legal())}
        assert Solver(64).move_values(ending) == wanted


def test_what_a_solver_remembers_changes_no_answer() -> None:
    rng = np.random.default_rng(5)
    endings = [random_position(rng, 5) for _ in range(400)]
    fresh = [Solver().value(ending) for ending in endings]
    tiny, usual = Solver(entries=4), Solver()
    assert tiny.values(endings) == usual.values(endings) == usual.values(endings) == fresh


def test_worlds_are_solved_like_positions() -> None:
    rng = np.random.default_rng(6)
    for game in GAMES:
        deals = PACK.deal(rng, 20, 6, 6, 6)
        worlds = [Position(game, tuple(deal), 2, 1) for deal in deals.tolist()]
        solver = Solver()
        assert solver.world_values(worlds[0], deals) == solver.values(worlds)
        assert solver.worlds_won(worlds[0], deals, 20) == [solver.wins(w, 20) for w in worlds]


def other_worlds(rng: np.random.Generator, position: Position, count: int) -> list[Position]:
    """Positions in which the two others hold other cards than in this one."""
    worlds: list[Position] = []
    one, two = (seat for seat in range(3) if seat != position.mover)
    cards = list(cards_of(position.hands[one] | position.hands[two]))
    while len(worlds) < count:
        hands = list(position.hands)
        drawn = rng.permutation(cards)[: position.hands[one].bit_count()].tolist()
        hands[one] = sum(1 << card for card in drawn)
        hands[two] = sum(1 << card for card in cards) - hands[one]
        with suppress(RuleError):  # who has not followed suit must not hold it
            worlds.append(replace(position, hands=(hands[0], hands[1], hands[2])))
    return worlds


@pytest.mark.parametrize("game", GAMES)
def test_moves_in_many_worlds_are_those_in_each_of_them(game: str) -> None:
    rng = np.random.default_rng(9)
    solver = Solver()
    for _ in range(20):
        position = replace(random_position(rng, 5), trick=(), hands=(0, 0, 0))
        position = replace(position, game=game, hands=tuple(PACK.deal(rng, 1, 5, 5, 5)[0].tolist()))
        for _ in range(int(rng.integers(3))):
            position = position.after(solver.best_move(position))
        worlds = other_worlds(rng, position, 4)
        hands = np.array([world.hands for world in worlds])
        moves = solver.world_move_values(position, hands)
        won = solver.world_moves_won(position, hands, 20)
        assert list(moves) == list(won) == list(cards_of(position.legal()))
        for index, world in enumerate(worlds):
            values = solver.move_values(world)
            assert {card: found[index] for card, found in moves.items()} == values
            needed = 1 if game == NULL else 20
            reached = {card: value >= needed for card, value in values.items()}
            assert {card: found[index] for card, found in won.items()} == reached


def test_worlds_that_cannot_be_are_refused() -> None:
    position = Position.parse("C", [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]], leader=1)
    own = np.array([position.hands])
    solver = Solver()
    for hands, problem in (
        (own[0], "shape"),
        (own[:, :2], "shape"),
        (own * 0, "world 0 has other numbers"),
        (np.array([position.hands, (own[0, 1], own[0, 1], own[0, 2])]), "world 1"),
        (np.array([(PACK.full, PACK.full, PACK.full)]), "world 0"),
        (own - 2**40, "world 0"),
        (own.astype(float), "not float64"),
    ):
        for ask in (solver.world_values, solver.world_move_values):
            with pytest.raises(ValueError, match=problem):
                ask(position, hands)
    swapped = own[:, [0, 2, 1]]
    assert solver.world_values(position, swapped) == [
        solver.value(replace(position, hands=tuple(swapped[0].tolist())))
    ]
    with pytest.raises(ValueError, match="holds other cards"):
        solver.world_move_values(position, swapped)
    with pytest.raises(ValueError, match="shape"):
        solver.world_values(position, np.zeros((0, 2), np.int64))
    assert solver.world_values(position, np.zeros((0, 3), np.int64)) == []


def test_a_world_in_which_somebody_could_have_followed_suit_is_refused() -> None:
    position = Position.parse("G", [["CJ", "SA"], ["S7"], ["S8"]], 0, 1, ["H7", "D7"])
    names = [["CJ", "SA"], ["S7"], ["HA"]]
    world = np.array([position.hands, [PACK.hand(hand) for hand in names]])
    with pytest.raises(ValueError, match="world 1: who did not follow suit still holds it"):
        Solver().world_values(position, world)


def test_a_card_of_the_trick_is_in_no_hand_of_a_world() -> None:
    position = Position.parse("G", [["CJ"], ["HA", "CA"], ["H8", "D7"]], 0, 0, ["H7"])
    worlds = np.array([[PACK.hand(["CJ"]), PACK.hand(["HA", "CA"]), PACK.hand(["H7", "D7"])]])
    with pytest.raises(ValueError, match="world 0 has other numbers of cards, or a card twice"):
        Solver().world_move_values(position, worlds)


def test_targets_beyond_all_points_are_decided_too() -> None:
    ending = Position.parse("C", [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]], leader=1)
    assert all(Solver().wins(ending, target) for target in (-(10**30), -1, 0, 13))
    assert not any(Solver().wins(ending, target) for target in (14, 121, 10**30))


def test_an_empty_position_is_worth_nothing_and_a_null_without_cards_is_won() -> None:
    assert Solver().value(Position("C", (0, 0, 0))) == 0
    assert Solver().value(Position("N", (0, 0, 0))) == 1
    assert Solver().values([]) == []
    with pytest.raises(ValueError, match="no card"):
        Solver().best_move(Position("C", (0, 0, 0)))


def test_nodes_are_counted_and_the_same_every_time() -> None:
    position, _ = read_deals("bench_deals.txt")[0]
    first, second = Solver(), Solver()
    first.value(position)
    second.value(position)
    assert first.nodes == second.nodes > 0
    before = first.nodes
    first.value(position)
    assert first.nodes - before < before / 10  # it remembers
    first.forget()
    first.value(position)
    assert first.nodes == before


def test_the_third_hand_matters_though_the_leader_and_two_hands_are_the_same() -> None:
    rng = np.random.default_rng(12)
    solver, differing = Solver(), 0
    for game in GAMES:
        for _ in range(40):
            one, two, three, other = PACK.deal(rng, 1, 4, 4, 4, 4)[0].tolist()
            pair = Position(game, (one, two, three)), Position(game, (one, two, other))
            found = solver.values(pair)
            assert found == [exhaustive(position) for position in pair]
            differing += found[0] != found[1]
    assert differing > 50


@pytest.mark.parametrize(
    ("deals", "exact", "goal"),
    [("P", False, 6_000), ("P", True, 80_000), ("S", False, 3_500), ("S", True, 50_000)],
)
def test_no_more_positions_are_searched_than_planned(deals: str, exact: bool, goal: int) -> None:
    positions = [position for position, _ in read_deals("bench_deals.txt")]
    solver, nodes = Solver(), 0
    for position in positions[:50] if deals == "P" else positions[50:]:
        solver.forget()
        if exact:
            solver.value(position)
        else:
            solver.wins(position)
        nodes += solver.nodes
    assert nodes / 50 <= goal


@pytest.mark.parametrize("entries", [0, 3, -4, 6])
def test_a_table_has_a_power_of_two_of_entries(entries: int) -> None:
    with pytest.raises(ValueError, match="power of two"):
        Solver(entries)
