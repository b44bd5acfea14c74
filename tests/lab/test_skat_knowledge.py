"""The knowledge base of the package: what made it makes it again."""

import numpy as np
import pytest

from evenhand.games.skat.bidding import KnowledgeBase, evaluation_deals, training_deals
from evenhand.games.skat.bidding.knn import find_discards
from evenhand.games.skat.bidding.knowledge import FOLDER, draw_deals
from evenhand.games.skat.bidding.neighbours import Valuation
from evenhand.games.skat.bots import MonteCarlo
from evenhand.games.skat.scoring import card_points_of
from evenhand.games.skat.solver import Position, Solver
from lab.fits import skat_knowledge as recipe

QUICK = MonteCarlo(samples=2, ties="borders", inference=False)
MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def small() -> KnowledgeBase:
    return recipe.build(5, 24, style=QUICK, workers=1)


def same(first: KnowledgeBase, second: KnowledgeBase) -> bool:
    names = ("deals", "seats", "hand_points", "skat_points", "discards", "open_points")
    return all((first.column(name) == second.column(name)).all() for name in names)


def test_the_number_of_workers_changes_nothing(small: KnowledgeBase) -> None:
    assert same(small, recipe.build(5, 24, style=QUICK, workers=2))


def test_another_seed_gives_other_deals(small: KnowledgeBase) -> None:
    assert not same(small, recipe.build(6, 24, style=QUICK))


def test_progress_is_shown_for_three_rounds() -> None:
    shares: list[float] = []
    recipe.build(5, 24, style=QUICK, workers=1, progress=shares.append)
    assert [round(72 * share) for share in shares] == [20, 24, 44, 48, 68, 72]


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
        (training_deals(), recipe.SEED, recipe.DEALS),
        (evaluation_deals(), recipe.EVALUATION_SEED, recipe.EVALUATION_DEALS),
    ):
        deals, seats = draw_deals(np.random.default_rng(seed), count)
        assert (base.deals == deals).all()
        assert (base.seats == seats).all()


def test_no_deal_to_evaluate_with_is_one_to_learn_from() -> None:
    together = np.concatenate([training_deals().deals, evaluation_deals().deals])
    assert len(np.unique(together, axis=0)) == recipe.DEALS + recipe.EVALUATION_DEALS


def test_the_first_deals_alone_are_those_of_all(small: KnowledgeBase) -> None:
    some = recipe.build(5, 24, small, first=7, style=QUICK)
    assert (some.hand_points == small.hand_points[:7]).all()
    assert (some.column("skat_points") == small.column("skat_points")[:7]).all()


def test_the_packaged_discards_are_those_of_the_neighbours() -> None:
    base = training_deals()
    judge = Valuation.of(base.hands, base.trick_points)
    for one in (base, evaluation_deals()):
        pairs, _ = find_discards(judge, one.twelves[:50])
        assert (pairs == one.column("discards")[:50]).all()


def test_the_packaged_files_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.npz")) < 3 * MEGABYTE
