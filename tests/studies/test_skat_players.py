"""Our own measurements of the players, at the smallest size."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from evenhand.games.skat.bots import Heuristic, play_many_series
from evenhand.games.skat.deck import NOBODY
from evenhand.games.skat.seeger import Entry, tally, totals
from evenhand.rng import draw_seeds
from evenhand.studies import Report, Setting, Study, find_studies
from evenhand.studies.skat_players.hand_strength import XSKAT
from evenhand.studies.skat_players.self_play import summary

from .frozen import check_frozen
from .smallest import check_verdict

STUDIES = find_studies("skat-players")
TINY = {
    "skat-players/duplicate": 2,
    "skat-players/variants": 2,
    "skat-players/self-play": 16,
    "skat-players/hand-strength": 160,
}


def run(study: Study, seed: int = 1) -> Report:
    return study.run(Setting(TINY[study.id], np.random.default_rng(seed)))


def without_xskat(report: Report) -> Report:
    """The same wherever it runs: XSkat's games are judged only where it is installed."""
    kept = [
        (title, frame.filter(pl.col("judged_on") != XSKAT) if "judged_on" in frame else frame)
        for title, frame in report.tables
    ]
    return replace(report, tables=kept)


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.id)
def test_every_study_prints_a_table_and_what_it_means(study: Study) -> None:
    report = run(study)
    assert report.remarks
    check_verdict(report)
    for title, frame in report.tables:
        assert title
        assert len(frame)
    check_frozen(study, without_xskat(report))
    for draw in report.figures.values():
        assert draw().to_dict()["$schema"]


def test_the_same_seed_gives_the_same_numbers() -> None:
    study = STUDIES[0]
    first, second = run(study).tables[0][1], run(study).tables[0][1]
    assert first.equals(second)


def test_points_are_those_of_score_lists() -> None:
    seeds = draw_seeds(np.random.default_rng(2), 100)
    games = play_many_series([Heuristic()], np.zeros((100, 3), np.int32), seeds).games
    entries = [
        Entry(str(seat), score)
        for seat, score in zip(games.declarers.tolist(), games.scores.tolist(), strict=True)
        if seat != NOBODY
    ]
    mean = sum(totals(tally("012", entries))) / 3
    assert summary(games)["points"] == pytest.approx(36 * mean / len(entries))
