"""Every figure of Keller and Kupferschmid (2008): what is printed, and ours beside it."""

import pickle
from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest

from evenhand.games.skat.bidding.knowledge import TRUMPS
from evenhand.games.skat.bidding.neighbours import Valuation
from evenhand.games.skat.bidding.null import list_pairs
from evenhand.games.skat.contract import Contract
from evenhand.games.skat.deck import PACK, card_points
from evenhand.games.skat.solver import Position, Solver
from evenhand.studies import Report, Setting, Study, find_studies
from evenhand.studies.keller2008 import (
    bases as bases_module,
    evaluation,
    figure_2,
    printed,
    uniform_base,
)
from evenhand.studies.keller2008.agreement import agreement, chosen_pair, random_hands
from evenhand.studies.keller2008.amounts import Amount, Discards
from evenhand.studies.keller2008.baselines import predict_by_mean, predict_linearly
from evenhand.studies.keller2008.bases import Bases, bases, by_open_cards
from evenhand.studies.keller2008.evaluation import (
    Bids,
    Decisions,
    Predictions,
    evenly_spread,
    predict,
)
from evenhand.studies.keller2008.figure_1 import sweet_spot
from evenhand.studies.keller2008.figure_2 import POINTS, WON, choices
from evenhand.studies.keller2008.figure_3 import facts, line, reading
from evenhand.studies.keller2008.hand_games import tuned_marks
from evenhand.studies.keller2008.intervals import mean_and_interval
from evenhand.studies.keller2008.open_discards import Tried, Twelve, try_pairs
from evenhand.studies.keller2008.pair_chart import pair_points
from evenhand.studies.keller2008.shares import share_row
from evenhand.studies.keller2008.uniform_base import as_many
from tests.games.skat.bidding.made import formula_points, made_base
from tests.studies.frozen import check_frozen

STUDIES = find_studies("keller2008")
SMALL = Amount(120, (1, 5, 15))
FEW = Discards(hands=2, worlds=3)


@cache
def made_bases() -> Bases:
    """Two small bases made by a formula; with open cards a few points less are scored."""
    learned, seen = (made_base(seed, deals) for seed, deals in ((1, 400), (2, 150)))
    return Bases(
        *(
            base.with_columns(open_points=np.maximum(formula_points(base) - 8, 0))
            for base in (learned, seen)
        )
    )


@pytest.fixture(autouse=True)
def _made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bases_module, "packaged", made_bases)


def run(what: str, amount: Amount | Discards = SMALL, seed: int = 1) -> Report:
    (study,) = find_studies(f"keller2008/{what}")
    return study.run(Setting(amount, np.random.default_rng(seed), workers=2))


def small(study: Study) -> Amount | Discards:
    return FEW if study.id == "keller2008/figure-2" else SMALL


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.id)
def test_every_study_runs_and_draws_what_it_says(study: Study) -> None:
    report = study.run(Setting(small(study), np.random.default_rng(1), workers=2))
    assert report.remarks
    assert all(len(frame) for _, frame in report.tables)
    check_frozen(study, report)
    assert bool(report.figures) == study.draws
    for draw in report.figures.values():
        assert draw().to_dict()


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.id)
def test_every_size_judges_with_the_k_of_the_paper_or_tries_worlds(study: Study) -> None:
    for size in study.sizes.values():
        if isinstance(size.amount, Discards):
            assert size.amount.worlds >= 4
        else:
            assert printed.K in size.amount.ks


@pytest.mark.parametrize("what", ["figure-2", "uniform-base"])
def test_the_same_seed_gives_the_same_numbers_on_any_number_of_workers(what: str) -> None:
    (study,) = find_studies(f"keller2008/{what}")
    found = [
        study.run(Setting(small(study), np.random.default_rng(3), workers=workers)).tables
        for workers in (1, 2)
    ]
    for (_, one), (_, other) in zip(*found, strict=True):
        assert one.equals(other)


def test_only_the_deals_asked_for_are_judged() -> None:
    learned, seen = bases(7)
    assert len(learned) == 400
    assert (seen.deals == made_bases().seen.deals[:7]).all()
    assert (seen.column("discards") == made_bases().seen.column("discards")[:7]).all()
    assert by_open_cards(Bases(learned, seen)).seen.hand_points is seen.open_points


def test_a_linear_function_finds_linear_scores() -> None:
    """The formula of the made base is linear but for the skat, which nobody sees."""
    both = made_bases()
    linear, mean = predict_linearly(both), predict_by_mean(both)
    skats = both.seen.hand_points - both.seen.trick_points
    assert linear.square_errors.mean() < 1.2 * skats.var()
    assert mean.square_errors.mean() > 3 * linear.square_errors.mean()


def test_a_threshold_is_tuned_on_the_other_half() -> None:
    """Even deals are won with 45 estimated points, odd ones lost with 65."""
    even = np.arange(10) % 2 == 0
    scores, points = np.zeros((10, 5)), np.zeros((10, 5), np.int64)
    scores[:, 0], points[:, 0] = np.where(even, 45.0, 65.0), np.where(even, 80, 20)
    tuned, words = tuned_marks(Predictions(scores, points, np.full((10, 5), 20)))
    assert words == "65 and 30"
    assert not tuned.right.any()  # what is good for one half is bad for the other


def test_shares_of_section_4_2() -> None:
    winnable = np.array([True, True, True, True, False, False, False, False, False, False])
    bid_on = np.array([True, True, False, False, True, False, False, False, False, False])
    won = np.array([True, False, False, False, False, False, False, False, False, False])
    row = share_row(Decisions(winnable, bid_on, won).accuracy)
    assert row == pytest.approx(
        {
            "unwinnable": 60.0,
            "right": 60.0,
            "recognised": 70.0,
            "of_unwinnable": 100.0 * 5 / 6,
            "of_winnable": 50.0,
            "right_trump": 50.0,
        }
    )


def test_hand_games_stand_beside_the_paper() -> None:
    (_, frame), _ = run("hand-games").tables
    paper = frame.filter(judged_by="paper").row(0)
    assert paper == ("paper", "about 60", "73.2", "", "> 90", "50", "> 80")
    passed = frame.filter(judged_by="always pass")
    assert passed["right"].to_list() == passed["unwinnable"].to_list()


def test_the_sweet_spot_ends_where_the_error_is_a_hundredth_above_the_least() -> None:
    ks = tuple(range(1, 11))
    errors = np.array([100.5, 130.0, 101.0, 100.0, 100.9, 101.1, 100.2, 100.2, 100.2, 100.2])
    assert sweet_spot(ks, errors) == (3, 5)
    assert sweet_spot(ks[:9], errors[:9]) is None  # too few to tell


def test_figure_1_is_the_error_of_the_estimates() -> None:
    (_, least), (_, frame) = run("figure-1").tables
    assert frame["k"].to_list() == [1, 5, 15]
    learned, seen = bases(120)
    found = [
        np.square(predict(learned, seen, k).scores - seen.hand_points).mean() for k in (1, 5, 15)
    ]
    assert frame["as played"].to_list() == pytest.approx(found)
    assert least["near_from"].to_list() == [None, None, 8]
    assert least["best_k"][2] is None  # the paper chose its k, and does not say which is best


def test_one_set_of_neighbours_cannot_be_weighted() -> None:
    ((_, frame),) = run("distance-weighting").tables
    change = frame.filter(k=1)["change"][0]
    assert change == pytest.approx(0.0, abs=1e-9)
    assert (frame.filter(pl.col("k") > 1)["change"] != 0.0).all()


def test_random_parts_are_as_large_as_the_evenly_spread_ones() -> None:
    kept = evenly_spread(made_bases().learned, np.random.default_rng(1), most=2)
    random = as_many(kept, np.random.default_rng(2))
    assert (random.sum(axis=0) == kept.sum(axis=0)).all()
    assert (random != kept).any()


def test_a_line_of_figure_3_by_hand() -> None:
    flags = np.array([[1, 1, 1, 1], [1, 0, 0, 1], [0, 0, 1, 1], [0, 0, 0, 1]], bool)
    assert line(60.0, Bids(*flags.T)) == {
        "th": 60,
        "all": 50.0,  # won, lost, wrongly passed, rightly passed
        "winnable": 50.0,
        "not_winnable": 50.0,
        "all_any_game": 25.0,
        "bid_on": 50.0,
        "won_of_bid_on": 50.0,
    }


def test_the_facts_of_figure_3_are_read_off_its_curve() -> None:
    """Of 200 deals as many are right as 75 percent, and one percent less for each step from 63."""
    deals = np.arange(200) // 2  # even and odd ones alike
    right = {float(th): deals < 75 - abs(th - 63) for th in range(50, 71)}
    assert list(reading(right).values()) == [
        "74.0 +- 6.1",
        "75.0 +- 6.0 (th 63 and 63)",
        "75.0 +- 6.0 (th 63)",
        "63",
        "62 to 64",
        "59 to 67",
    ]


def test_a_threshold_that_is_best_by_chance_is_found_out() -> None:
    """At 60 only even deals are right, at 66 only odd ones: each is bad for the other half."""
    even = np.arange(40) % 2 == 0
    right = {60.0: even, 62.0: np.arange(40) % 4 < 1, 66.0: ~even}
    fixed, tuned, best, *_ = reading(right).values()
    assert fixed.startswith("25.0")
    assert tuned == "0.0 +- 0.0 (th 66 and 60)"
    assert best.startswith("50.0")


def test_figure_3_stands_beside_the_paper_in_both_readings() -> None:
    flags = np.array([[1, 1, 1, 1], [1, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 0]] * 10, bool)
    frame = facts({62.0: Bids(*flags.T), 63.0: Bids(*flags.T)})
    assert frame["paper"].to_list() == ["75", "75", "75", "61 to 64", "", "52 to 67"]
    assert frame["the_announced_game"][0].startswith("75.0")
    assert frame["any_of_five"][0].startswith("50.0")
    assert frame["the_announced_game"][5] == "62 to 63"
    assert frame["any_of_five"][5] == "none"


@pytest.mark.parametrize("hand", printed.FIGURE_2, ids=lambda hand: hand.name)
def test_the_hands_of_figure_2_are_twelve_cards_and_neither_side_discards_trumps(
    hand: printed.Hand,
) -> None:
    cards = PACK.hand(hand.cards.split())
    assert cards.bit_count() == 12
    for pair in (hand.bidder, hand.ddss):
        away = PACK.hand(pair.split())
        assert away & cards == away
        assert not away & Contract(hand.trump).trumps


def test_pairs_are_tried_in_the_same_worlds_and_in_every_seat() -> None:
    hand = printed.FIGURE_2[0]
    cards = PACK.hand(hand.cards.split())
    twelve = Twelve.at_random(cards, hand.trump, 3, np.random.default_rng(1))
    tried, solver = try_pairs(twelve), Solver()
    assert len(tried.pairs) == 10  # five cards are no trumps
    assert set(tried.pairs.tolist()) <= set(list_pairs(np.array([cards]))[0].tolist())
    pair = PACK.hand(["ST", "SQ"])
    for seat, (left, right) in enumerate(twelve.others.tolist()):
        assert left | right == PACK.full & ~cards
        hands = [0, 0, 0]
        for place, held in enumerate((cards ^ pair, left, right)):
            hands[(seat + place) % 3] = held
        value = solver.value(Position("H", (hands[0], hands[1], hands[2]), seat))
        assert tried.points[tried.place(pair), seat] == value + card_points(pair)


def test_the_best_pair_by_games_and_by_points() -> None:
    tried = Tried(np.array([3, 5, 6]), np.array([[61, 61, 61], [120, 60, 60], [61, 62, 61]]))
    assert tried.best_by_points == 5
    assert tried.best_by_games == 6
    shown = pair_points({"ours": 5, "DDSS": 5}, tried)
    assert shown["who"].to_list() == ["", "ours, DDSS", ""]


def test_nobody_wins_most_if_nobody_wins() -> None:
    hand = printed.FIGURE_2[0]
    lost = Tried(np.array([3, 5]), np.array([[30, 30], [60, 10]]))
    assert lost.lost
    assert choices(hand, 3, lost)[POINTS] == 5
    assert WON not in choices(hand, 3, lost)
    won = Tried(lost.pairs, np.array([[30, 30], [61, 10]]))
    assert choices(hand, 3, won)[WON] == 5


def test_the_pairs_of_figure_2_are_measured_where_the_best_was_not_chosen() -> None:
    tried = Tried(np.array([3, 5]), np.array([[90, 20, 30, 40], [80, 70, 60, 50]]))
    first, second = tried.halves
    assert first.points.tolist() == [[90, 20], [80, 70]]
    assert second.points.tolist() == [[30, 40], [60, 50]]
    (_, frame), _ = run("figure-2", FEW).tables
    assert frame.filter(by=POINTS)["points_less"].to_list() == [0.0, 0.0]


def test_the_best_pair_is_chosen_in_one_half_and_measured_in_the_other() -> None:
    points = np.array([[90, 90, 50, 50], [80, 80, 70, 70], [10, 10, 10, 10]])
    tried = Tried(np.array([0b0011, 0b0101, 0b1100]), points)
    frame = agreement([tried], [0b0101])
    ours, anyone = frame.row(0, named=True), frame.row(1, named=True)
    assert (ours["same_pair"], ours["same_card"]) == (0.0, 100.0)
    assert (ours["points_less"], ours["won_less"]) == (-20.0, -100.0)
    assert anyone["points_less"] == pytest.approx((0 - 20 + 40) / 3)
    assert anyone["same_pair"] == pytest.approx(100 / 3)


def test_random_hands_play_the_trump_of_the_highest_score() -> None:
    learned, seen = made_bases()
    discarding = Valuation.of(learned.hands, learned.trick_points)
    hands, chosen = random_hands(discarding, seen.twelves[:5], 2, np.random.default_rng(1))
    for twelve, pair in zip(hands, chosen, strict=True):
        assert twelve.trump in TRUMPS
        assert chosen_pair(discarding, twelve) == pair
        assert pair in twelve.pairs.tolist()


def test_a_mean_has_a_95_percent_interval() -> None:
    assert mean_and_interval(np.array([1.0, 3.0])) == (2.0, 1.96)
    assert np.isnan(mean_and_interval(np.array([1.0]))[1])


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.id)
def test_every_study_says_what_stands_after_plus_or_minus(study: Study) -> None:
    report = study.run(Setting(small(study), np.random.default_rng(1), workers=2))
    words = [*report.remarks, *(str(frame.rows()) for _, frame in report.tables)]
    names = [name for _, frame in report.tables for name in frame.columns]
    needed = any("+-" in text for text in words) or any("interval" in name for name in names)
    assert sum("95 % interval" in remark for remark in report.remarks) == needed
    assert not any(name.endswith("_se") for name in names)


@pytest.mark.parametrize("what", ["figure-1", "distance-weighting", "uniform-base", "figure-2"])
def test_work_for_a_cluster_can_be_sent_there(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes to a cluster is pickled; here the work is, and then it is done at home."""
    sent: list[str | None] = []

    def map_blocks(work: Any, blocks: Any, *, cluster: str | None = None, **options: Any) -> Any:
        sent.append(cluster)
        return [pickle.loads(pickle.dumps(work))(block) for block in _copies(blocks)]

    for module in (evaluation, uniform_base, figure_2):
        monkeypatch.setattr(module, "map_blocks", map_blocks)
    (study,) = find_studies(f"keller2008/{what}")
    there = study.run(Setting(small(study), np.random.default_rng(1), cluster="there"))
    assert set(sent) == {"there"}
    for (_, one), (_, other) in zip(there.tables, run(what, small(study)).tables, strict=True):
        assert one.equals(other)


def _copies(blocks: Any) -> Any:
    return [pickle.loads(pickle.dumps(block)) for block in blocks]
