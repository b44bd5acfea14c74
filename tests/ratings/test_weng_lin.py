"""Weng and Lin's systems against the openskill package, Monte Carlo and themselves."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from openskill.models import BradleyTerryFull, PlackettLuce

from evenhand.ratings import WengLin
from evenhand.ratings.normal import best_of_normal
from evenhand.tables import Floats, GameTable

from .games import BELIEF, make_values, many_games, one_game, padded

PEERS: dict[str, Any] = {"bradley-terry": BradleyTerryFull, "plackett-luce": PlackettLuce}
MODELS = tuple(PEERS)


@pytest.fixture(params=MODELS)
def system(request: pytest.FixtureRequest) -> WengLin:
    return WengLin(model=request.param)


def test_five_hundred_random_games_agree_with_the_openskill_package(system: WengLin) -> None:
    rng, peer = np.random.default_rng(0), PEERS[system.model]()
    for game in range(500):
        sizes = rng.integers(1, 4 if game % 2 else 2, rng.integers(2, 6))
        team = np.repeat(np.arange(len(sizes)), sizes)
        mu, sigma = rng.normal(25.0, 8.0, len(team)), rng.uniform(0.5, 9.0, len(team))
        ties = game % 3 and system.model == "bradley-terry"  # in Plackett-Luce ours are others
        points = rng.integers(0, 3, len(sizes)) if ties else rng.permutation(len(sizes))
        groups = [
            [peer.rating(mu[i], sigma[i]) for i in np.flatnonzero(team == k)]
            for k in range(len(sizes))
        ]
        ranks = [float(points.max() - own) for own in points]
        theirs = [[x.mu, x.sigma] for group in peer.rate(groups, ranks=ranks) for x in group]
        table = one_game(points[team].tolist(), team.tolist())
        before = make_values(system, np.column_stack([mu, sigma]))
        ours = system.run(table, before).values[:, BELIEF]
        np.testing.assert_allclose(ours, theirs, rtol=1e-13)


def test_for_two_players_both_models_are_one() -> None:
    runs = [WengLin(model=model).run(many_games(2)) for model in MODELS]
    np.testing.assert_array_equal(runs[0].values, runs[1].values)
    table = many_games(2, games=1)
    for model in MODELS:
        more_seats = WengLin(model=model).run(padded(table))
        np.testing.assert_array_equal(more_seats.values, WengLin().run(table).values)


def test_two_players_expect_the_logistic_probability(system: WengLin) -> None:
    before = make_values(system, [[30.0, 3.0], [24.0, 5.0]])
    c = np.sqrt(9.0 + 25.0 + 2.0 * system.beta**2 + 2.0 * system.tau**2)
    expected = system.run(one_game([1, 0]), before).expected[0]
    np.testing.assert_allclose(expected, [1 / (1 + np.exp(-6 / c)), 1 / (1 + np.exp(6 / c))])


@pytest.mark.parametrize("team", [[0, 1], [0, 1, 2], [0, 1, 2, 3, 4], [0, 0, 1, 1], [3, 1, 3, 1]])
def test_expectations_agree_with_monte_carlo(system: WengLin, team: list[int]) -> None:
    """With the same deviation for all, performances are mu plus Gumbel noise of scale c."""
    rng, games, n = np.random.default_rng(len(team)), 300_000, len(team)
    before = make_values(system, np.column_stack([rng.normal(25.0, 6.0, n), np.full(n, 4.0)]))
    numbers, side = np.unique(team, return_inverse=True)
    mean, teams = np.bincount(side, before[:, 0]), len(numbers)
    total = np.sum(before[:, 2] ** 2 + system.tau**2) + teams * system.beta**2
    scale = np.sqrt(total * (2.0 / teams if system.model == "bradley-terry" else 1.0))
    performance = mean + scale * rng.gumbel(size=(games, teams))
    share = np.bincount(performance.argmax(axis=1), minlength=teams) / games
    expected = system.run(one_game([0] * n, team), before).expected[0]
    error = np.sqrt(share * (1.0 - share) / games)
    assert np.all(abs(np.bincount(side, expected) - share) < 4.5 * error)
    assert expected.sum() == pytest.approx(1.0, abs=1e-12)


def test_an_uncertain_third_leaves_the_odds_of_two_nearly_as_they_are() -> None:
    """Monte Carlo of the beliefs: skill normal, plus Gumbel noise; approximate, so 5 % apart."""
    rng, system = np.random.default_rng(5), WengLin()
    before = make_values(system, [[30.0, 0.5], [20.0, 0.5], [5.0, 25.0]])
    form = rng.normal(before[:, 0], before[:, 2], (200_000, 3))
    form += rng.gumbel(0.0, 2.0**0.5 * system.beta, form.shape)
    truth = np.bincount(form.argmax(axis=1), minlength=3) / len(form)
    found = system.run(one_game([0, 0, 0]), before).expected[0]
    np.testing.assert_allclose(found, truth, atol=0.05)
    assert found[0] / found[1] > 4.0


def test_a_favourite_can_expect_more_than_two_in_n(system: WengLin) -> None:
    beliefs = np.array([[500.0, 1.0], [0.0, 1.0], [0.0, 1.0], [0.0, 1.0]])
    before = make_values(system, beliefs)
    assert system.run(one_game([0] * 4), before).expected[0, 0] > 0.999
    peer = PEERS[system.model]()
    openskill = [[peer.rating(mu, sigma)] for mu, sigma in beliefs]
    assert max(peer.predict_win(openskill)) == pytest.approx(0.5)  # openskill's limit, 2/n


def test_the_expectation_beats_that_of_normal_performances(system: WengLin) -> None:
    rng, players = np.random.default_rng(8), 40
    seats = np.array([rng.choice(players, 3, replace=False) for _ in range(3000)], np.int32)
    skill = rng.normal(25.0, 25.0 / 3.0, players)
    score = skill[seats] + rng.normal(0.0, 25.0 / 6.0, seats.shape)
    table = GameTable(tuple(map(str, range(players))), seats, score)
    ratings, loss = system.initial_values(players), np.zeros(2)
    for game in range(len(table)):
        own = ratings[seats[game]]
        normal = best_of_normal(own[:, 0].tolist(), np.hypot(own[:, 2], system.beta).tolist())
        run = system.run(table.rows(game, game + 1), ratings)
        ratings, winner = run.values, score[game].argmax()
        loss -= np.log(np.maximum([run.expected[0, winner], normal[winner]], 1e-9))
    assert loss[0] < 0.9 * loss[1]


@pytest.mark.parametrize("width", [2, 3, 4])
def test_empty_seats_change_no_bit(system: WengLin, width: int) -> None:
    table = many_games(width)
    narrow, wide = system.run(table), system.run(padded(table))
    np.testing.assert_array_equal(wide.values, narrow.values)
    np.testing.assert_array_equal(wide.expected[:, 1::2], narrow.expected)
    np.testing.assert_array_equal(wide.after[:, 1::2], narrow.after)
    assert np.isnan(wide.expected[:, ::2]).all()


@pytest.mark.parametrize("width", [2, 3, 5])
def test_the_order_of_the_seats_does_not_matter(system: WengLin, width: int) -> None:
    table = many_games(width)
    turned = replace(table, seats=table.seats[:, ::-1].copy(), score=table.score[:, ::-1].copy())
    run, other = system.run(table), system.run(turned)
    np.testing.assert_allclose(other.values, run.values, rtol=1e-11)
    np.testing.assert_allclose(other.expected[:, ::-1], run.expected, rtol=1e-11)


def climb(system: WengLin, before: Floats, levels: Floats, points: Floats) -> Floats:
    """Ratings after the game for each number of points of the first player."""
    games = [one_game([own, *points[1:].tolist()]) for own in levels]
    return np.array([system.run(game, before).after[0] for game in games])


@pytest.mark.parametrize("width", [2, 3, 5])
def test_more_points_never_cost_rating(system: WengLin, width: int) -> None:
    rng, levels = np.random.default_rng(width), np.arange(-1.0, 2 * width)
    for _ in range(100):
        beliefs = np.column_stack([rng.normal(25.0, 8.0, width), rng.uniform(0.5, 8.0, width)])
        before = make_values(system, beliefs)
        after = climb(system, before, levels, 2.0 * rng.integers(0, width, width).astype(float))
        assert np.all(np.diff(after[:, 0]) > -1e-9)


def test_a_tie_of_equals_is_the_mean_of_all_orders_by_plackett_luce() -> None:
    """What openskill learns without ties, averaged over the orders of those who are level."""
    system, peer = WengLin(model="plackett-luce"), PlackettLuce()
    beliefs = [[25.0, 5.0], [25.0, 5.0], [25.0, 5.0], [21.0, 3.0]]
    tied = system.run(one_game([2, 2, 2, 0]), make_values(system, beliefs)).values[:, 0]
    orders = []
    for ranks in permutations([1.0, 2.0, 3.0]):
        groups = [[peer.rating(mu, sigma)] for mu, sigma in beliefs]
        orders.append([team[0].mu for team in peer.rate(groups, ranks=[*ranks, 4.0])])
    np.testing.assert_allclose(tied, np.mean(orders, axis=0), rtol=1e-12)


def test_a_tie_for_the_first_place_earns_more_than_the_second(system: WengLin) -> None:
    """Not so in the paper's algorithm 4 and in openskill, where a tie counts as one place."""
    beliefs = [[22.0, 4.0], [28.0, 4.0], [28.0, 4.0]]
    before = make_values(system, beliefs)
    points = np.array([0.0, 2.0, 0.0])
    second, tied = climb(system, before, np.array([1.0, 2.0]), points)
    assert tied[0] > second[0]
    peer = PlackettLuce()
    theirs = [
        peer.rate([[peer.rating(mu, sigma)] for mu, sigma in beliefs], ranks=ranks)[0][0].mu
        for ranks in ([2.0, 1.0, 3.0], [1.0, 1.0, 3.0])
    ]
    assert theirs[1] < theirs[0]


@pytest.mark.parametrize("points", [[1, 0], [0, 0], [1, 0, 2], [0, 0, 0], [3, 3, 0, 0]])
def test_absurd_gaps_leave_finite_ratings_and_positive_deviations(
    system: WengLin, points: list[float]
) -> None:
    still = replace(system, tau=0.0)
    for means in ([0.0, 1e6, -1e6, 1e9], [1e12, 0.0, 0.0, 1.0]):
        for deviations in ([1e-6, 1e-6, 1e-6, 1e-6], [1e-6, 1e6, 8.0, 1.0], [1e6] * 4):
            before = make_values(still, np.column_stack([means, deviations])[: len(points)])
            run = still.run(one_game(points), before)
            assert np.isfinite(run.values).all()
            assert np.all(run.values[:, 2] > 0.0)
            assert run.expected.sum() == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("ties", [False, True])
def test_a_free_for_all_of_a_thousand_is_rated(system: WengLin, ties: bool) -> None:
    points = np.random.default_rng(4).normal(size=1000)
    points = np.round(points) if ties else points
    run = system.run(one_game(points.tolist()))
    order = np.argsort(points, kind="stable")
    assert np.isfinite(run.values).all()
    assert np.all(run.values[:, 2] > 0.0)
    assert np.all(np.diff(run.values[order, 0]) > -1e-9) or ties
    assert run.expected.sum() == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("wrong", [{"model": "elo"}, {"beta": 0.0}, {"kappa": -1.0}])
def test_impossible_parameters_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        WengLin(**wrong)
