"""TrueSkill against published numbers, the trueskill package, Monte Carlo and itself."""

import builtins
import math
from dataclasses import replace
from statistics import NormalDist

import numpy as np
import pytest
import trueskill

from evenhand.ratings import TrueSkill, make_system
from evenhand.tables import Floats, GameTable

from .games import BELIEF, make_values, many_games, one_game, padded

NORMAL = NormalDist()


# Jeff Moser's tests of his implementation, quoted by every port of it since 2010.
PUBLISHED = [
    ([2, 1], None, [[29.396, 7.171], [20.604, 7.171]]),
    ([1, 1], None, [[25.000, 6.458], [25.000, 6.458]]),
    ([3, 2, 1], None, [[31.675, 6.656], [25.000, 6.208], [18.325, 6.656]]),
    ([1, 1, 1], None, [[25.000, 5.697]] * 3),
    ([2, 2, 1, 1], [0, 0, 1, 1], [[28.108, 7.774]] * 2 + [[21.892, 7.774]] * 2),
    ([1, 1, 1, 1], [0, 0, 1, 1], [[25.000, 7.455]] * 4),
    ([2, 1, 1], [0, 1, 1], [[33.731, 7.317], [16.269, 7.317], [16.269, 7.317]]),
]


@pytest.mark.parametrize(("points", "team", "ratings"), PUBLISHED)
def test_published_games(points: list[float], team: list[int] | None, ratings: list[float]) -> None:
    run = TrueSkill().run(one_game(points, team))
    # printed to 3 digits
    np.testing.assert_allclose(run.values[:, BELIEF], ratings, rtol=0.0, atol=6e-4)


@pytest.fixture
def peer(monkeypatch: pytest.MonkeyPatch) -> trueskill.TrueSkill:
    """The trueskill package, with two shortcomings mended for an exact comparison.

    Its own error function is good to seven digits, and it stops after ten sweeps
    whatever ``min_delta`` says.
    """

    def patient(*limits: int) -> range:
        return builtins.range(60) if limits == (10,) else builtins.range(*limits)

    monkeypatch.setattr(trueskill, "range", patient)

    def below(x: float, mu: float = 0.0, sigma: float = 1.0) -> float:
        return 0.5 * math.erfc((mu - x) / (sigma * math.sqrt(2.0)))

    return trueskill.TrueSkill(backend=(below, NORMAL.pdf, NORMAL.inv_cdf))


def test_four_hundred_random_games_agree_with_the_trueskill_package(
    peer: trueskill.TrueSkill,
) -> None:
    rng = np.random.default_rng(0)
    for game in range(400):
        sizes = rng.integers(1, 4 if game % 2 else 2, rng.integers(2, 6))
        team = np.repeat(np.arange(len(sizes)), sizes)
        mu, sigma = rng.normal(25.0, 8.0, len(team)), rng.uniform(0.5, 9.0, len(team))
        points = rng.integers(0, 3, len(sizes)) if game % 3 else rng.permutation(len(sizes))
        strength = np.bincount(team, mu)
        order = sorted(range(len(sizes)), key=lambda k: (-points[k], -strength[k]))
        groups = [
            [peer.create_rating(mu[i], sigma[i]) for i in np.flatnonzero(team == k)] for k in order
        ]
        theirs = peer.rate(groups, ranks=[-points[k] for k in order], min_delta=1e-12)
        before = make_values(TrueSkill(), np.column_stack([mu, sigma]))
        played = one_game(points[team].tolist(), team.tolist())
        ours = TrueSkill().run(played, before).values[:, BELIEF]
        for k, group in zip(order, theirs, strict=True):
            wanted = [[rating.mu, rating.sigma] for rating in group]
            np.testing.assert_allclose(ours[team == k], wanted, rtol=0.0, atol=1e-9)


def test_an_upset_on_which_the_trueskill_package_gives_up_is_rated() -> None:
    with pytest.raises(FloatingPointError):
        trueskill.rate_1vs1(trueskill.Rating(0.0, 1.0), trueskill.Rating(1000.0, 1.0))
    system = TrueSkill(tau=0.0)
    before = make_values(system, [[0.0, 1.0], [1000.0, 1.0]])
    after = system.run(one_game([1, 0]), before).values
    share = 1.0 / (2.0 + 2.0 * system.beta**2)  # of the gap that the performances closed
    assert after[0, 0] == pytest.approx(1000.0 * share, rel=1e-2)
    assert after[:, 0].sum() == pytest.approx(1000.0)


def test_three_players_are_close_to_the_true_posterior() -> None:
    system = TrueSkill(tau=0.0)
    before = make_values(system, [[25.0, 8.0], [30.0, 4.0], [22.0, 6.0]])
    rng = np.random.default_rng(2)
    skill = before[:, 0] + before[:, 2] * rng.normal(size=(1_000_000, 3))
    performance = skill + system.beta * rng.normal(size=skill.shape)
    margin = system.margin * math.sqrt(2.0)
    kept = (performance[:, 0] - performance[:, 1] > margin) & (
        abs(performance[:, 1] - performance[:, 2]) < margin
    )
    after = system.run(one_game([2, 1, 1]), before).values
    # The propagation approximates a cut normal by a normal, good to a fiftieth of a deviation.
    np.testing.assert_allclose(after[:, 0], skill[kept].mean(axis=0), atol=0.1)
    np.testing.assert_allclose(after[:, 2], skill[kept].std(axis=0), atol=0.1)


@pytest.mark.parametrize("team", [[0, 1], [0, 1, 2], [0, 1, 2, 3, 4], [0, 0, 1, 2], [3, 1, 3, 1]])
def test_expectations_agree_with_monte_carlo(team: list[int]) -> None:
    rng = np.random.default_rng(len(team))
    system, games, n = TrueSkill(), 300_000, len(team)
    beliefs = np.column_stack([rng.normal(25.0, 6.0, n), rng.uniform(1.0, 8.0, n)])
    ratings = make_values(system, beliefs)
    spread = np.sqrt(ratings[:, 2] ** 2 + system.tau**2 + system.beta**2)
    performance = ratings[:, 0] + spread * rng.normal(size=(games, n))
    numbers, side = np.unique(team, return_inverse=True)
    together = np.column_stack([performance[:, side == k].sum(axis=1) for k in range(len(numbers))])
    share = np.bincount(together.argmax(axis=1), minlength=len(numbers)) / games
    error = np.sqrt(share * (1.0 - share) / games)
    expected = system.run(one_game([0] * n, team), ratings).expected[0]
    assert np.all(abs(np.bincount(side, expected) - share) < 4.5 * error)
    assert expected.sum() == pytest.approx(1.0, abs=1e-12)
    mates = expected[side == 0]
    assert np.all(mates == mates[0])


@pytest.mark.parametrize("width", [2, 3, 4])
def test_empty_seats_change_no_bit(width: int) -> None:
    table = many_games(width)
    narrow, wide = TrueSkill().run(table), TrueSkill().run(padded(table))
    np.testing.assert_array_equal(wide.values, narrow.values)
    np.testing.assert_array_equal(wide.expected[:, 1::2], narrow.expected)
    np.testing.assert_array_equal(wide.after[:, 1::2], narrow.after)
    assert np.isnan(wide.expected[:, ::2]).all()
    assert np.isnan(wide.after[:, ::2]).all()


@pytest.mark.parametrize("width", [2, 3, 5])
def test_the_order_of_the_seats_does_not_matter(width: int) -> None:
    table = many_games(width)
    turned = replace(table, seats=table.seats[:, ::-1].copy(), score=table.score[:, ::-1].copy())
    run, other = TrueSkill().run(table), TrueSkill().run(turned)
    np.testing.assert_allclose(other.values, run.values, rtol=1e-9)
    np.testing.assert_allclose(other.expected[:, ::-1], run.expected, rtol=1e-9)


def test_teams_of_one_are_single_players() -> None:
    table = many_games(4)
    alone = np.tile(np.array([3, -7, 100, 0], np.int8), (len(table), 1))
    teams = TrueSkill().run(replace(table, team=alone))
    np.testing.assert_array_equal(teams.values, TrueSkill().run(table).values)


@pytest.mark.parametrize("width", [2, 3, 5])
@pytest.mark.parametrize("draws", [0.0, 0.1])
def test_more_points_never_cost_rating_nor_the_lead_over_those_caught_up(
    width: int, draws: float
) -> None:
    rng = np.random.default_rng(width)
    system, levels = TrueSkill(draw_probability=draws), np.arange(-1.0, 2 * width)
    for _ in range(100):
        beliefs = np.column_stack([rng.normal(25.0, 8.0, width), rng.uniform(0.5, 8.0, width)])
        before = make_values(system, beliefs)
        points = np.tile(2.0 * rng.integers(0, width, width), (len(levels), 1))
        points[:, 0] = levels
        after = np.array([system.run(one_game(row.tolist()), before).after[0] for row in points])
        assert np.all(np.diff(after[:, 0]) > -1e-9)
        caught_up = np.diff(np.sign(points[:, :1] - points), axis=0) > 0
        lead = np.diff(after[:, :1] - after, axis=0)
        assert np.all(lead[caught_up] > -1e-9)


@pytest.mark.parametrize(
    "points", [[1, 0], [0, 0], [1, 0, 2], [0, 0, 0], [3, 3, 0, 0], [0, 1, 2, 3]]
)
@pytest.mark.parametrize("draws", [0.0, 1e-12, 0.1, 0.999])
def test_absurd_gaps_leave_finite_ratings_and_positive_deviations(
    points: list[float], draws: float
) -> None:
    system, n = TrueSkill(draw_probability=draws, tau=0.0), len(points)
    for means in ([0.0, 1e6, -1e6, 1e9], [1e12, 0.0, 0.0, 1.0]):
        for deviations in ([1e-6, 1e-6, 1e-6, 1e-6], [1e-6, 1e6, 8.0, 1.0], [1e6] * 4):
            before = make_values(system, np.column_stack([means, deviations])[:n])
            run = system.run(one_game(points), before)
            assert np.isfinite(run.values).all()
            assert np.all(run.values[:, 2] > 0.0)
            assert np.nansum(run.expected) == pytest.approx(1.0, abs=1e-9)


def test_without_draws_a_tie_is_the_limit_of_a_vanishing_margin() -> None:
    before = make_values(TrueSkill(), [[25.0, 8.0], [30.0, 4.0], [22.0, 6.0]])
    for points in ([1, 1], [1, 1, 1], [2, 1, 1]):
        game, start = one_game(points), before[: len(points)]
        limit = TrueSkill(draw_probability=0.0).run(game, start).values
        near = TrueSkill(draw_probability=1e-6).run(game, start).values
        np.testing.assert_allclose(limit, near, rtol=1e-5)


@pytest.mark.parametrize("ties", [False, True])
def test_a_free_for_all_of_a_thousand_is_rated(ties: bool) -> None:
    points = np.random.default_rng(4).normal(size=1000)
    points = np.round(points) if ties else points
    run = TrueSkill(draw_probability=0.0).run(one_game(points.tolist()))
    order = np.argsort(points, kind="stable")
    assert np.all(np.diff(run.values[order, 0]) > -1e-6)
    assert np.all((run.values[:, 2] > 0.0) & (run.values[:, 2] < 25.0 / 3.0))
    assert run.expected.sum() == pytest.approx(1.0, abs=1e-9)


def test_of_a_thousand_ranked_players_the_ratings_are_normal_scores() -> None:
    """Nothing but the order is known: the means are those of ordered normal numbers."""
    n, system = 1000, TrueSkill(draw_probability=0.0, tau=0.0)
    rating: Floats = system.run(one_game(list(map(float, range(n))))).values[:, 0]
    spread = math.hypot(system.deviation, system.beta)
    scores = np.array([NORMAL.inv_cdf((k + 0.625) / (n + 0.25)) for k in range(n)])  # Blom
    wanted = system.initial + system.deviation**2 / spread * scores
    np.testing.assert_allclose(rating, wanted, atol=0.5)  # both are approximations


def test_only_those_who_play_become_less_certain_first() -> None:
    table = GameTable(("a", "b", "c"), np.array([[0, 1]], np.int32), np.array([[1.0, 0.0]]))
    before = make_values(TrueSkill(), [[25.0, 1e-3]] * 3)
    after = TrueSkill(tau=1.0).run(table, before).values
    assert after[2, 2] == 1e-3
    assert np.all(after[:2, 2] > 0.9)


@pytest.mark.parametrize("wrong", ["beta=0", "deviation=-1", "draw_probability=1"])
def test_impossible_parameters_are_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong.partition("=")[0]):
        make_system("true-skill", [wrong])
