"""The luck of series: the sum of their deals, whoever declared."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from evenhand.games.skat.batch import collected, seat_points
from evenhand.games.skat.bots.population import Population, play_population
from evenhand.games.skat.deal_value import add_by_player, deal_luck, luck_table, quick, series_luck
from evenhand.games.skat.deck import NOBODY
from evenhand.games.skat.iss_columns import read_iss_games
from evenhand.luck.measured import measure
from tests.games.skat.made_records import write_series


@pytest.fixture(scope="module")
def population() -> Population:
    """Series of the same three players, passed-in deals among them."""
    return play_population(np.random.default_rng(64), 3, 60, deal_again=False)


def test_without_dealing_again_passed_in_deals_are_deals_of_the_series(
    population: Population,
) -> None:
    assert 0.02 < (~population.games.played).mean() < 0.15
    again = play_population(np.random.default_rng(64), 3, 2)
    assert again.games.played.all()


def test_the_luck_of_a_series_is_the_sum_of_its_deals(population: Population) -> None:
    by_deal, found = deal_luck(population.games.deals, quick()), series_luck(population, quick())
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
    assert (series_luck(other, quick()) == series_luck(population, quick())).all()


def test_luck_goes_with_the_players_not_with_the_order_of_their_names(
    population: Population,
) -> None:
    luck = series_luck(population, quick())
    order = np.array([2, 0, 1])  # who was first is now second
    other = replace(
        population,
        seats=population.seats[:, order],
        sitting=np.argsort(order)[population.sitting],
    )
    assert series_luck(other, quick()) == pytest.approx(luck[:, order])


def test_the_table_has_totals_and_luck(population: Population) -> None:
    table = luck_table(population, quick())
    assert table.luck is not None
    assert (table.score == population.totals()).all()
    assert (table.luck == series_luck(population, quick())).all()


def test_records_have_the_luck_of_the_games_that_made_them(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    write_series(path, series=3)
    games, players, ids, times = read_iss_games(path)
    found = luck_table(collected(games, players, ids, times), quick())
    made = luck_table(play_population(np.random.default_rng(1), players=6, series=3), quick())
    assert found.luck is not None
    assert made.luck is not None
    for ours, theirs, luck, wanted in zip(
        found.seats, made.seats, found.luck, made.luck, strict=True
    ):
        by_name = {made.names[seat]: points for seat, points in zip(theirs, wanted, strict=True)}
        assert [by_name[found.names[seat]] for seat in ours] == pytest.approx(luck.tolist())


def test_less_luck_results_vary_less(population: Population) -> None:
    points, rng = seat_points(population.games), np.random.default_rng(1)
    judged = measure(points, deal_luck(population.games.deals, quick()), rng)
    played_out = measure(points, deal_luck(population.games.deals), rng)
    assert judged.factor - 3.0 * judged.error > 1.2
    assert played_out.factor > judged.factor + 0.1
