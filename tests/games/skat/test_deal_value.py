"""The luck of the deal: zero on average, a function of the cards alone, the sum over a series."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from evenhand.games.skat import (
    PACK,
    Deal,
    SeriesGames,
    luck_of_deals,
    luck_of_series,
    read_iss_games,
)
from evenhand.games.skat.auction import run_auctions
from evenhand.games.skat.batch import seat_points
from evenhand.games.skat.bidding import RuleBidder
from evenhand.games.skat.bidding.strength import CONTRACT, SKAT
from evenhand.games.skat.bots import Population, play_population
from evenhand.games.skat.contract import IS_HAND
from evenhand.games.skat.deal_value import (
    add_by_player,
    best_game,
    count_splits,
    find_prospects,
    full,
    load,
    quick,
)
from evenhand.games.skat.deck import NOBODY, SIZES
from evenhand.luck.measured import measure
from evenhand.tables import Floats
from tests.games.skat.made_records import write_series
from tests.plain_python import in_plain_python

FEW = PACK.deal(np.random.default_rng(62), 300, *SIZES)


@pytest.fixture(scope="module")
def population() -> Population:
    """Series of the same three players, passed-in deals among them."""
    return play_population(np.random.default_rng(64), 3, 60, deal_again=False)


@pytest.fixture(scope="module")
def full_luck(population: Population) -> Floats:
    """The luck of its deals, played out."""
    return luck_of_deals(population.games.deals)


@pytest.mark.parametrize(("kind", "deals"), [("quick", 20_000), ("deal", 1_200)])
def test_luck_is_zero_on_average_in_every_seat(kind: str, deals: int) -> None:
    luck = luck_of_deals(PACK.deal(np.random.default_rng(63), deals, *SIZES), kind)
    value = full() if kind == "deal" else quick()
    error = np.hypot(luck.std(axis=0) / np.sqrt(deals), value.errors)
    assert np.abs(luck.mean(axis=0) / error).max() < 3.5
    assert luck.std() > 15.0


def test_the_means_are_known_from_many_random_deals() -> None:
    for value in (full(), quick()):
        assert max(value.errors) < 0.1


def test_luck_depends_on_the_deal_alone_not_on_others_nor_on_workers() -> None:
    luck = luck_of_deals(FEW)
    assert (luck_of_deals(FEW[100:110]) == luck[100:110]).all()
    assert (luck_of_deals(FEW[::-1]) == luck[::-1]).all()
    many = np.tile(FEW[:260], (4, 1))
    assert (luck_of_deals(many, workers=1) == luck_of_deals(many, workers=2)).all()


@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize("kind", ["quick", "deal"])
def test_a_grand_from_above_is_lucky_in_every_seat(kind: str, seat: int) -> None:
    strong = "CJ SJ HJ DJ CA SA HA CT ST HT"
    others = ["CK CQ C9 SK SQ S9 HK HQ H9 DA", "C8 C7 S8 S7 H8 DT DK DQ D9 D8"]
    hands = [*others[:seat], strong, *others[seat:]]
    deal = Deal.of(hands[0], hands[1], hands[2], "H7 D7")
    luck = luck_of_deals(np.array([[*deal.hands, deal.skat]]), kind)[0]
    assert luck[seat] > 60.0
    assert max(np.delete(luck, seat)) < 0.0


def test_no_deals_have_no_luck() -> None:
    assert luck_of_deals(np.zeros((0, 4), np.int64)).shape == (0, 3)


def test_what_is_no_deal_is_refused() -> None:
    twice = FEW.copy()
    twice[7, 0] = twice[7, 1]
    with pytest.raises(ValueError, match="deal 8 "):
        luck_of_deals(twice)
    with pytest.raises(ValueError, match="shape"):
        luck_of_deals(FEW[:, :3])
    with pytest.raises(ValueError, match="quick"):
        luck_of_deals(FEW, "fast")


@pytest.mark.parametrize("games", [0, 1, 7])
def test_deals_are_played_out_an_even_number_of_times(games: int) -> None:
    playout = full().playout
    assert playout is not None
    with pytest.raises(ValueError, match="times"):
        replace(playout, games=games)


@pytest.mark.parametrize("text", ["[]", "{}x", '{"full": {}}', '{"full": 3}'])
def test_a_file_of_something_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no values of deals"):
        load(text)


def test_without_dealing_again_passed_in_deals_are_deals_of_the_series(
    population: Population,
) -> None:
    assert 0.02 < (~population.games.played).mean() < 0.15
    again = play_population(np.random.default_rng(64), 3, 2)
    assert again.games.played.all()


def test_the_luck_of_a_series_is_the_sum_of_its_deals(population: Population) -> None:
    by_deal, found = (
        luck_of_deals(population.games.deals, "quick"),
        luck_of_series(population, "quick"),
    )
    for series in range(3):
        for place in range(3):
            deals = [by_deal[36 * series + deal, (place - deal) % 3] for deal in range(36)]
            assert found[series, place] == pytest.approx(sum(deals))


def test_points_of_seats_add_up_to_the_totals(population: Population) -> None:
    assert add_by_player(population, seat_points(population.games)) == pytest.approx(
        population.totals()
    )


def test_luck_does_not_depend_on_what_the_players_do(population: Population) -> None:
    games = population.games
    passed = replace(
        games, declarers=np.full(len(games), NOBODY), scores=np.zeros(len(games), np.int64)
    )
    other = replace(population, games=passed, places=np.full(len(games), NOBODY))
    assert (luck_of_series(other, "quick") == luck_of_series(population, "quick")).all()


def test_luck_goes_with_the_players_not_with_the_order_of_their_names(
    population: Population,
) -> None:
    luck = luck_of_series(population, "quick")
    order = np.array([2, 0, 1])  # who was first is now second
    other = replace(
        population,
        seats=population.seats[:, order],
        sitting=np.argsort(order)[population.sitting],
    )
    assert luck_of_series(other, "quick") == pytest.approx(luck[:, order])


def test_records_have_the_luck_of_the_games_that_made_them(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    write_series(path, series=3)
    games, players, ids, times, _ = read_iss_games(path)
    found = SeriesGames.collect(games, players, ids, times)
    made = play_population(np.random.default_rng(1), players=6, series=3)
    for ours, theirs, luck, wanted in zip(
        found.seats,
        made.seats,
        luck_of_series(found, "quick"),
        luck_of_series(made, "quick"),
        strict=True,
    ):
        by_name = {made.names[seat]: points for seat, points in zip(theirs, wanted, strict=True)}
        assert [by_name[found.names[seat]] for seat in ours] == pytest.approx(luck.tolist())


def test_without_luck_results_vary_less(population: Population, full_luck: Floats) -> None:
    points, rng = seat_points(population.games), np.random.default_rng(1)
    by_hands = measure(points, luck_of_deals(population.games.deals, "quick"), rng)
    played_out = measure(points, full_luck, rng)
    assert by_hands.factor - 3.0 * by_hands.error > 1.2
    assert played_out.factor > by_hands.factor + 0.1


DEALS = PACK.deal(np.random.default_rng(61), 2_000, *SIZES)
SURE = 0.01  # a scale at which every hand knows its mind


def test_bidders_without_doubt_declare_as_in_the_auctions_of_the_rule_bidder() -> None:
    limits = [RuleBidder().limits(DEALS[:, seat], np.random.default_rng(1)) for seat in range(3)]
    declarers, _, _ = run_auctions(np.stack(limits, axis=1))
    found = find_prospects(DEALS, SURE).declares
    decided = np.isclose(found, np.rint(found)).all(axis=1)  # not just at the least strength
    assert decided.mean() > 0.9
    wanted = (declarers[:, None] == np.arange(3)).astype(np.float64)
    assert found[decided] == pytest.approx(wanted[decided])


def test_chances_to_declare_are_chances() -> None:
    found = find_prospects(DEALS, 35.0).declares
    assert found.min() >= 0.0
    assert found.sum(axis=1).max() <= 1.0 + 1e-12
    assert 0.85 < found.sum(axis=1).mean() < 0.99  # some deals are passed in


def test_the_game_of_a_seat_is_what_the_rule_bidder_announces_with_the_skat() -> None:
    seen = find_prospects(DEALS, 35.0)
    bids = np.full(len(DEALS), 18)
    for seat in range(3):
        rng = np.random.default_rng(1)
        made = RuleBidder().announce(DEALS[:, seat], DEALS[:, 3], bids, rng)
        with_skat = ~IS_HAND[made.contracts]
        ours = CONTRACT[SKAT, seen.forms[:, seat]]
        assert with_skat.mean() > 0.8
        assert (ours == made.contracts)[with_skat].all()


def test_few_deals_in_plain_python_have_the_prospects_of_many_in_compiled_code() -> None:
    few, many = in_plain_python(find_prospects, DEALS[:3], 35.0), find_prospects(DEALS, 35.0)
    assert few.declares == pytest.approx(many.declares[:3], rel=1e-12)  # exp of two libraries
    for name in ("forms", "strengths", "values", "splits"):
        assert getattr(few, name).tolist() == getattr(many, name)[:3].tolist()


def test_a_grand_with_all_jacks_and_aces_is_played_as_a_grand() -> None:
    twelve = PACK.hand(["CJ", "SJ", "HJ", "DJ", "CA", "SA", "HA", "DA", "CT", "ST", "H7", "D7"])
    form, strong, value = best_game(twelve)
    assert form == 4
    assert strong > 300
    assert value == 5 * 24


@pytest.mark.parametrize(
    ("form", "wanted"),
    [
        (3, (3, 2, 5 + 5 + 3)),  # clubs: three trumps to none, no spades left, no hearts right
        (4, (1, 3, 2 + 5 + 5 + 3)),  # grand: clubs are a side suit
        (5, (0, 0, 2 + 5 + 5 + 2)),  # null: the jack is a diamond
    ],
)
def test_splits_are_counted_card_by_card(form: int, wanted: tuple[int, int, int]) -> None:
    seat = PACK.hand(["CJ", "SJ", "HJ", "CA", "CT", "CK", "C9", "C8", "SA", "ST", "HA", "HT"])
    left = PACK.hand(["DJ", "CQ", "C7", "HK", "HQ", "H9", "H8", "H7", "D7", "D8"])
    right = PACK.hand(["SK", "SQ", "S9", "S8", "S7", "DA", "DT", "DK", "DQ", "D9"])
    assert count_splits(seat, left, right, form) == wanted
