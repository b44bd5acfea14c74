"""The knowledge base of the package: what made it makes it again."""

import numpy as np
import pytest

from evenhand.games.skat.bidding import (
    KnowledgeBase,
    Valuation,
    draw_deals,
    evaluation_deals,
    find_discards,
    training_deals,
    training_set,
)
from evenhand.games.skat.bidding.knowledge import FOLDER
from evenhand.games.skat.bots.bots import MonteCarlo
from evenhand.games.skat.scoring import card_points_of
from evenhand.games.skat.solver import Position, Solver

QUICK = MonteCarlo(samples=2, ties="borders", inference=False)
MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def small() -> KnowledgeBase:
    return training_set.build(5, 24, style=QUICK, workers=1)


def same(first: KnowledgeBase, second: KnowledgeBase) -> bool:
    names = ("deals", "seats", "hand_points", "skat_points", "discards", "open_points")
    return all((first.column(name) == second.column(name)).all() for name in names)


def test_the_number_of_workers_changes_nothing(small: KnowledgeBase) -> None:
    assert same(small, training_set.build(5, 24, style=QUICK, workers=2))


@pytest.mark.slow
def test_a_cluster_changes_nothing(small: KnowledgeBase) -> None:
    assert same(small, training_set.build(5, 24, style=QUICK, workers=1, cluster="local"))


def test_another_seed_gives_other_deals(small: KnowledgeBase) -> None:
    assert not same(small, training_set.build(6, 24, style=QUICK))


def test_progress_is_told_for_three_rounds() -> None:
    told: list[int] = []
    training_set.build(5, 24, style=QUICK, workers=1, done=told.append)
    assert told == [20, 24, 44, 48, 68, 72]


def test_open_points_are_those_of_the_solver(small: KnowledgeBase) -> None:
    row, seat = 3, int(small.seats[3])
    hands = [0, 0, 0]
    for player in range(3):
        hands[(seat + player) % 3] = int(small.deals[row, player])
    position = Position("H", (hands[0], hands[1], hands[2]), seat)
    points = Solver().value(position) + card_points_of(small.deals[row : row + 1, 3])[0]
    assert small.column("open_points")[row, 3] == points


def test_the_skat_helps(small: KnowledgeBase) -> None:
    assert small.column("skat_points").mean() > small.hand_points.mean()


def test_the_package_has_ten_thousand_deals_and_five_thousand_to_evaluate_with() -> None:
    assert (len(training_deals()), len(evaluation_deals())) == (10_000, 5_000)


def test_the_packaged_deals_are_those_of_their_seeds() -> None:
    for base, seed, count in (
        (training_deals(), training_set.SEED, training_set.DEALS),
        (evaluation_deals(), training_set.EVALUATION_SEED, training_set.EVALUATION_DEALS),
    ):
        deals, seats = draw_deals(np.random.default_rng(seed), count)
        assert (base.deals == deals).all()
        assert (base.seats == seats).all()


def test_no_deal_to_evaluate_with_is_one_to_learn_from() -> None:
    together = np.concatenate([training_deals().deals, evaluation_deals().deals])
    assert len(np.unique(together, axis=0)) == training_set.DEALS + training_set.EVALUATION_DEALS


def test_the_packaged_labels_are_played_again() -> None:
    base, rows = training_deals(), slice(0, training_set.BLOCK)
    maker = training_set.Labeller(training_set.SEED)
    block = training_set.Block(0, base.deals[rows], base.seats[rows])
    assert (maker.points(block) == base.hand_points[rows]).all()
    discards = base.column("discards")[rows]
    block = training_set.Block(0, base.deals[rows], base.seats[rows], discards)
    assert (maker.points(block) == base.column("skat_points")[rows]).all()


def test_the_packaged_discards_are_those_of_the_neighbours() -> None:
    base = training_deals()
    judge = Valuation.of(base.hands, base.trick_points)
    for one in (base, evaluation_deals()):
        pairs, _ = find_discards(judge, one.twelves[:50])
        assert (pairs == one.column("discards")[:50]).all()


def test_the_packaged_files_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.npz")) < 3 * MEGABYTE
