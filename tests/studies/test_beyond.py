"""The studies beyond the papers: leagues, factors of variance, long-run ratings and errors."""

from dataclasses import replace
from functools import cache

import numpy as np
import polars as pl
import pytest

from evenhand.ratings import Adjustment, Elo
from evenhand.studies import Setting, Study
from evenhand.studies.beyond import synthetic
from evenhand.studies.beyond.amounts import SMOKE
from evenhand.studies.beyond.errors import Curve, kendall
from evenhand.studies.beyond.factor_rows import FEASIBLE
from evenhand.studies.beyond.factors import doubled_factor, factor, mean_luck, pairs_of, ratio
from evenhand.studies.beyond.fields import FIELDS, RUMMY_GOOD, SKAT, doubled, judged, training
from evenhand.studies.beyond.foretold import log_losses, paired
from evenhand.studies.beyond.games_needed import games_for, times_fewer, tuned_text
from evenhand.studies.beyond.leagues import Leagues, doubled_leagues, in_one_table, ordered_leagues
from evenhand.studies.beyond.rated import (
    adjustment_of,
    checkpoints,
    long_run,
    ratings_of,
    squared_errors,
    with_way,
)
from evenhand.studies.beyond.systems import ALL, WAYS, Way, of_skat, of_two
from evenhand.studies.beyond.unbiased import Compared, by_block
from evenhand.studies.beyond.variance import between
from evenhand.tables import Floats

from .smallest import Smallest

SMALLEST = Smallest("beyond")
SLOW = pytest.mark.slow
KNOWN = Way(ALL, "all", adjusted=True)


@cache
def small() -> Setting:
    return Setting(SMOKE, np.random.default_rng(1), workers=2, shared=SMALLEST.shared)


@cache
def known() -> Leagues:
    """Twenty leagues of players of known skill."""
    return synthetic.play(np.random.default_rng(1), 20, 200)


@pytest.mark.parametrize("study", SMALLEST.studies, ids=lambda study: study.id)
def test_every_study_runs_at_the_smallest_size(study: Study) -> None:
    SMALLEST.check(study)


@pytest.mark.parametrize(
    # Slow, because numbers kept in a file hold the same for every study.
    "what",
    [pytest.param(one, marks=SLOW) for one in ("useless", "variance", "predictions")],
)
def test_the_same_seed_gives_the_same_numbers_alone_and_after_others(what: str) -> None:
    for (_, one), (_, other) in zip(
        SMALLEST.report(what).tables, SMALLEST.fresh(what).tables, strict=True
    ):
        assert one.equals(other)


# Leagues.


def test_leagues_stand_in_one_table_without_periods() -> None:
    seats = np.array([[[0, 1], [1, 2]], [[2, 0], [0, 1]]], np.int32)
    score = np.array([[[1.0, 0.0], [2.0, 0.0]], [[3.0, 0.0], [4.0, 0.0]]])
    leagues = in_one_table(("A", "B", "C"), seats, score, {"all": -score})
    assert leagues.table.seats.tolist() == [[0, 1], [5, 3], [1, 2], [3, 4]]
    assert leagues.table.score[:, 0].tolist() == [1.0, 3.0, 2.0, 4.0]
    assert leagues.bot.tolist() == [[0, 1], [2, 0], [1, 2], [0, 1]]
    assert leagues.league.tolist() == [0, 1, 0, 1]
    assert (leagues.rounds, leagues.after(1)) == (2, 2)
    together = leagues.one_league("all")
    assert together.names == ("A", "B", "C")
    assert together.score[:, 0].tolist() == [1.0, 2.0, 3.0, 4.0]
    assert together.luck is not None
    assert (together.luck == -together.score).all()


def test_every_ordered_pair_meets_equally_often() -> None:
    seats = ordered_leagues(np.random.default_rng(1), 4, 3, 24)
    assert seats.shape == (3, 48, 2)
    for league in seats:
        _, counts = np.unique(league, axis=0, return_counts=True)
        assert counts.tolist() == [4] * 12
    assert not np.array_equal(seats[0], seats[1])


def test_duplicate_deals_follow_each_other_with_changed_seats() -> None:
    seats = doubled_leagues(np.random.default_rng(1), 4, 2, 24)
    assert (seats[:, ::2] == seats[:, 1::2, ::-1]).all()


def test_a_league_is_rated_as_if_it_were_alone() -> None:
    leagues = known()
    ratings = ratings_of(small(), leagues, WAYS[0], (Elo(k=8.0),))[0, -1]
    alone = leagues.league == 3
    bots = len(leagues.bots)
    table = replace(
        leagues.table,
        names=leagues.bots,
        seats=leagues.table.seats[alone] - 3 * bots,
        score=leagues.table.score[alone],
    )
    np.testing.assert_array_equal(ratings[3], Elo(k=8.0).run(table).values[:, 0])


def test_ratings_are_looked_at_up_to_the_last_game() -> None:
    at = checkpoints(known())
    assert at == sorted(set(at))
    assert at[-1] == known().rounds


def test_training_and_judged_leagues_are_of_different_deals() -> None:
    learned, games = (which(small(), RUMMY_GOOD) for which in (training, judged))
    least = min(len(learned.table), len(games.table))
    assert not np.array_equal(learned.table.score[:least], games.table.score[:least])
    assert judged(small(), RUMMY_GOOD) is games


def test_fields_have_streams_of_their_own() -> None:
    assert len({field.number for field in FIELDS}) == len(FIELDS)


# What is measured.


def normal_results(luck: float, rest: float) -> tuple[Floats, Floats]:
    rng = np.random.default_rng(1)
    lucky = rng.normal(0.0, luck, 40_000)
    return lucky + rng.normal(0.0, rest, 40_000), lucky


def test_the_factor_of_known_luck_is_found() -> None:
    results, lucky = normal_results(2.0, 1.0)
    groups = np.arange(len(results)) % 3
    found = factor(results + 10.0 * groups, results - lucky, groups, np.random.default_rng(1))
    assert found.value == pytest.approx(5.0, abs=4.0 * found.error)
    assert 0.0 < found.error < 0.1


def test_the_factor_of_synthetic_luck_is_two() -> None:
    # Half of the games are known: at an even table a half of the variance, elsewhere less.
    even = [known().bots.index(skill) for skill in ("1500", "1530")]
    among = between(known(), *([known().bots[one]] for one in even))
    pairs = pairs_of(known(), "all", synthetic.skills(), among)
    left = pairs.less_luck(Adjustment(c=1.0))
    found = factor(pairs.result, left, pairs.number, np.random.default_rng(1))
    assert found.value == pytest.approx(2.0, abs=4.0 * found.error + 0.1)


def test_games_that_nobody_can_lose_have_no_factor() -> None:
    assert np.isnan(ratio(np.zeros((10, 2)), np.random.default_rng(1)).value)


def test_duplicate_deals_that_the_cards_decide_cancel_out() -> None:
    rng = np.random.default_rng(1)
    seats = doubled_leagues(rng, 3, 2, 40)
    first = np.repeat(rng.integers(2, size=(2, seats.shape[1] // 2)), 2, axis=1)
    fair = rng.integers(2, size=seats.shape[:2])
    half = np.where(rng.random(seats.shape[:2]) < 0.5, first, fair)
    score = np.stack([half, 1 - half], axis=2).astype(np.float64)
    leagues = in_one_table("ABC", seats, score)
    found = doubled_factor(leagues, np.ones(len(leagues.table), np.bool_), rng)
    # Both games agree with the cards in a quarter of the deals: 1 / (1 - 1/4).
    assert found.value == pytest.approx(4.0 / 3.0, abs=4.0 * found.error)


def test_the_mean_luck_of_a_pair_counts_both_seats() -> None:
    biased = np.where(known().bot == 2, 0.3, 0.0) + known().lucks["all"]
    leagues = replace(known(), lucks={"all": known().lucks["all"], "biased": biased})
    fair, unfair = (mean_luck(leagues, luck) for luck in ("all", "biased"))
    assert len(fair) == 21
    assert max(abs(z) for _, z in fair.values()) < 4.0
    assert unfair["1470", "1420"][1] > 5.0
    assert unfair["1500", "1470"][1] < -5.0


def test_long_run_ratings_are_the_true_skills() -> None:
    elo = of_two(penalties=False)[0]
    adjustment = adjustment_of(elo, KNOWN, known())
    for way, how in ((WAYS[0], None), (KNOWN, adjustment)):
        found = long_run(with_way(elo.slow, how), known().one_league(way.luck))
        apart = found - found.mean() - synthetic.skills() + synthetic.skills().mean()
        assert np.abs(apart).max() < 15.0  # 4,000 games a player, about four standard errors


def test_a_bias_is_found_and_none_is_not() -> None:
    elo = of_two(penalties=False)[0]
    start = elo.slow.run(known().one_league()).values
    adjusted = with_way(elo.slow, Adjustment(c=1.0))
    plain = by_block(elo.slow, known().one_league(), start)
    fair = by_block(adjusted, known().one_league("all"), start)
    assert Compared(plain, fair).p > 0.001
    biased = np.where(known().bot == 2, 0.1, 0.0) + known().lucks["all"]
    leagues = replace(known(), lucks={"biased": biased})
    unfair = by_block(adjusted, leagues.one_league("biased"), start)
    assert Compared(plain, unfair).p < 0.001
    assert Compared(plain, unfair).z[2] < -4.0


def test_nothing_taken_out_changes_nothing() -> None:
    values = np.random.default_rng(1).normal(size=(20, 4))
    assert Compared(values, values).p == 1.0
    assert not Compared(values, values).z.any()


def test_errors_are_in_spreads_and_without_the_level() -> None:
    truth = np.array([100.0, 200.0, 300.0])
    assert squared_errors(truth + 50.0, truth) == 0.0
    assert squared_errors(np.full(3, 7.0), truth) == pytest.approx(1.0)


def test_with_known_luck_fewer_games_do() -> None:
    elo = of_two(penalties=False)[0]
    found = {}
    for way in (WAYS[0], KNOWN):
        adjustment = adjustment_of(elo, way, known())
        system = with_way(Elo(k=8.0), adjustment)
        ratings = ratings_of(small(), known(), way, (system,))[0, -1]
        found[way.name] = squared_errors(ratings, synthetic.skills()).mean()
    assert found[ALL] < 0.8 * found["plain"]


def test_games_are_read_off_between_the_points_of_a_curve() -> None:
    games, errors = np.array([10.0, 100.0, 1000.0]), np.array([1.0, 0.1, 0.01])
    assert games_for(games, errors, 0.01) == pytest.approx(1000.0)
    assert games_for(games, errors, 2.0) == 10.0
    assert np.isnan(games_for(games, errors, 0.001))


def test_plain_ratings_need_as_many_games_as_they_need_however_leagues_count() -> None:
    """A target is the error of a point of the curve itself, to the last digit."""
    rng = np.random.default_rng(1)
    field, contender = FIELDS[0], FIELDS[0].contenders[0]
    errors = np.linspace(1.0, 0.1, 12)[:, None] * rng.uniform(0.9, 1.0, (12, 20))
    plain = Curve(
        *(field, contender, WAYS[0], np.arange(1.0, 13.0)),
        *(errors, errors, (contender.slow,) * 12, 1.0),
    )
    for weights in rng.multinomial(20, np.full(20, 0.05), size=400) / 20.0:
        for at in (5, 11):
            assert times_fewer(plain, plain, at, weights) == 1.0


def test_rank_agreement_is_one_for_the_same_order_and_minus_one_for_the_reverse() -> None:
    truth = np.array([3.0, 1.0, 2.0, 5.0])
    assert kendall(np.stack([10.0 * truth, -truth]), truth).tolist() == [1.0, -1.0]
    assert kendall(np.array([3.0, 2.0, 1.0, 5.0]), truth) == pytest.approx(4.0 / 6.0)


def test_who_foretells_nothing_has_the_loss_of_a_coin() -> None:
    losses = log_losses(small(), known(), WAYS[0], (Elo(k=0.0), Elo(k=16.0)))
    assert losses[0] == pytest.approx(np.log(2.0))
    mean, about = paired(losses[1] - losses[0])
    assert mean + about < 0.0


# The tables.


def test_what_the_feasibility_study_found_stands_beside_ours() -> None:
    frame = SMALLEST.report("variance").tables[0][1]
    rows = {(row["pairs"], row["luck"]): row["feasibility"] for row in frame.to_dicts()}
    assert set(FEASIBLE) <= set(rows)
    assert all(rows[key] == value for key, value in FEASIBLE.items())


def test_every_system_rates_every_game_in_every_way() -> None:
    frame = SMALLEST.report("games-needed").tables[1][1]
    for field in FIELDS:
        systems = frame.filter(pl.col("field") == field.title)["system"].unique().to_list()
        assert sorted(systems) == sorted(one.name for one in field.contenders)
    assert {"Elo", "ScoreShareElo", "Glicko-2", "TrueSkill"} == {one.name for one in of_skat()}


def test_useless_columns_weigh_little() -> None:
    frame = SMALLEST.report("useless").tables[0][1].filter(pl.col("luck") == "noise")
    assert (frame["c"].abs() <= frame["c_error"] * 4.0).all()
    assert (frame["unknown_games"] == 0).all()


def test_missing_luck_is_counted() -> None:
    frame = SMALLEST.report("useless").tables[0][1]
    holes = frame.filter(pl.col("luck").str.ends_with("missing"))
    assert (holes["unknown_games"] > 0).all()


def test_what_is_synthetic_is_labelled_so() -> None:
    assert SMALLEST.report("useless").tables[1][0].startswith("SYNTHETIC")


def test_the_tuned_parameters_are_told() -> None:
    texts = {one.name: tuned_text(one.usual) for one in of_two(penalties=True)}
    assert texts["Elo"] == "k 16"
    assert texts["Glicko-2"] == "deviation 350, volatility 0.06"


def test_series_of_skat_have_luck_and_the_paper_s_count() -> None:
    leagues = judged(small(), SKAT)
    assert leagues.table.width == 3
    assert leagues.lucks["all"].shape == leagues.table.score.shape
    assert not np.array_equal(leagues.scores["Edelkamp's factors"], leagues.table.score)


def test_duplicate_leagues_have_the_same_deals_twice() -> None:
    leagues = doubled(small(), RUMMY_GOOD, 2)
    bots = leagues.bot.reshape(-1, leagues.count, 2)
    assert (bots[::2] == bots[1::2, :, ::-1]).all()
