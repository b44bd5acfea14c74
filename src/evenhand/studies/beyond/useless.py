"""What a luck column costs that knows nothing, and what known luck brings where truth is known."""

from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from evenhand.luck import fit_adjustment
from evenhand.ratings import RatingSystem
from evenhand.studies.beyond import fields, synthetic
from evenhand.studies.beyond.fields import Field, generator, judged, training
from evenhand.studies.beyond.foretold import log_losses, paired
from evenhand.studies.beyond.leagues import Leagues
from evenhand.studies.beyond.rated import (
    adjustment_of,
    long_run,
    ratings_of,
    squared_errors,
    with_way,
)
from evenhand.studies.beyond.systems import ALL, PLAIN, WAYS, Contender, Way, of_two
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import MEASURED, one_line
from evenhand.tables import Floats

STREAM = 103
MISSING = 0.3
NOISE, HOLES, PARTLY = "noise", "noise, 30 % missing", "all luck, 30 % missing"
USELESS = (NOISE, HOLES, PARTLY)
FIELDS = (fields.RUMMY_GOOD, fields.LUDO_STRONG, fields.SKAT)


def run(setting: Setting) -> Report:
    """Useless columns, and the truth."""
    rows: list[dict[str, Any]] = []
    for field in FIELDS:
        for contender in field.contenders:
            rows += useless_rows(setting, field, contender)
    useless = pl.DataFrame(rows)
    truth = pl.DataFrame(truth_rows(setting))
    shown = [
        ("Useless luck: what it costs beside plain ratings", useless),
        ("SYNTHETIC: ratings beside the true skills", truth),
    ]
    return Report(shown, remarks=_remarks(useless), verdict=_verdict(useless))


def _harm(useless: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """The useless columns, and those that make the error or the log loss clearly larger."""
    noise = useless.filter(pl.col("luck") != PARTLY)
    worse = noise.filter(pl.col("squared_error_percent") > pl.col("about"))
    return noise, worse, noise.filter(pl.col("log_loss_more") > pl.col("log_loss_about"))


def _verdict(useless: pl.DataFrame) -> str:
    """How many useless columns do clear harm."""
    noise, worse, losing = _harm(useless)
    return one_line(
        MEASURED,
        f"of {len(noise)} columns of useless luck {len(worse)} make the squared error clearly"
        f" larger and {len(losing)} the log loss",
    )


def useless_rows(setting: Setting, field: Field, contender: Contender) -> list[dict[str, Any]]:
    """Error and log loss at the end of leagues, with the parameters that are best for plain."""
    learned, games = (_with_noise(setting, field, stream) for stream in (1, 2))
    truth = long_run(contender.slow, games.one_league())
    ratings = ratings_of(setting, learned, WAYS[0], contender.tried)[:, -1:]
    best = contender.tried[int(squared_errors(ratings, truth).mean(axis=(1, 2)).argmin())]
    plain = _measured(setting, games, Way(PLAIN), best, truth)
    rows = []
    for name in USELESS:
        way = Way(name, name, adjusted=True)
        weighed = fit_adjustment(contender.usual, learned.games(name))
        found = _measured(setting, games, way, with_way(best, weighed.adjustment), truth)
        (more, about), (loss, loss_about) = (
            paired(one - other) for one, other in zip(found, plain, strict=True)
        )
        rows.append(
            {
                "field": field.title,
                "system": contender.name,
                "luck": name,
                "c": weighed.adjustment.c,
                "c_error": weighed.error,
                "unknown_games": weighed.unknown,
                "squared_error_percent": 100.0 * more / float(plain[0].mean()),
                "about": 100.0 * about / float(plain[0].mean()),
                "log_loss_more": loss,
                "log_loss_about": loss_about,
            }
        )
    return rows


def _measured(
    setting: Setting, leagues: Leagues, way: Way, system: RatingSystem, truth: Floats
) -> tuple[Floats, Floats]:
    """The squared error of each league at its end, and its log loss."""
    ratings = ratings_of(setting, leagues, way, (system,))[0, -1]
    return squared_errors(ratings, truth), log_losses(setting, leagues, way, (system,))[0]


def _with_noise(setting: Setting, field: Field, stream: int) -> Leagues:
    """Leagues with useless luck columns."""
    leagues = training(setting, field) if stream == 1 else judged(setting, field)
    rng = generator(setting, field.number, STREAM, stream)
    holes = leagues.lucks["all"].copy()
    holes[rng.random(len(holes)) < MISSING] = np.nan
    columns = {
        NOISE: synthetic.noise(rng, leagues),
        HOLES: synthetic.noise(rng, leagues, MISSING),
        PARTLY: holes,
    }
    return replace(leagues, lucks={**leagues.lucks, **columns})


def truth_rows(setting: Setting) -> list[dict[str, Any]]:
    """Ratings of players of known skill after all games of a league."""
    size = setting.size
    learned, games = (
        synthetic.play(generator(setting, STREAM, stream), count, size.games)
        for stream, count in ((1, size.training), (2, size.judged))
    )
    elo, _, _ = of_two(penalties=False)
    skills, rows = synthetic.skills(), []
    for way in (WAYS[0], Way(ALL, "all", adjusted=True)):
        adjustment = adjustment_of(elo, way, learned)
        systems = tuple(with_way(one, adjustment) for one in elo.tried)
        tried = ratings_of(setting, learned, way, systems)[:, -1]
        best = systems[int(squared_errors(tried, skills).mean(axis=1).argmin())]
        slow = long_run(with_way(elo.slow, adjustment), games.one_league(way.luck))
        errors = squared_errors(ratings_of(setting, games, way, (best,))[0, -1], skills)
        rows.append(_truth_row(way, best, errors, slow - slow.mean() - skills + skills.mean()))
    return rows


def _truth_row(way: Way, best: Any, errors: Floats, apart: Floats) -> dict[str, Any]:
    spread = float(synthetic.skills().std())
    return {
        "luck": way.name,
        "k": best.k,
        "c": None if best.luck is None else best.luck.c,
        "explained": None if best.luck is None else best.luck.explained,
        "rms_error": float(np.sqrt(errors.mean())) * spread,
        "squared_error": float(errors.mean()) * spread**2,
        "squared_error_se": float(errors.std(ddof=1) / np.sqrt(len(errors))) * spread**2,
        "long_run_largest_error": float(np.abs(apart).max()),
        "long_run_rms_error": float(np.sqrt((apart**2).mean())),
    }


def _remarks(useless: pl.DataFrame) -> list[str]:
    noise, worse, losing = _harm(useless)
    return [
        "noise: random numbers in the place of luck, weighed on other leagues like real luck.  Cost"
        " is that beside plain ratings of the same parameters, in percent of the squared error"
        " and in log loss; about: half of the 95 % interval over leagues.",
        f"Of {len(noise)} useless ones {len(worse)} have a clearly larger squared error and"
        f" {len(losing)} a clearly larger log loss; the largest mean cost is"
        f" {max(noise['squared_error_percent'].to_list()):+.2f} % and"
        f" {max(noise['log_loss_more'].to_list()):+.6f}.",
        "A game whose luck is missing is rated as it is; unknown_games counts them among those that"
        " luck was weighed on.  With real luck 30 % of which is missing, what is left still helps.",
        "SYNTHETIC: players of known skill, luck known in half of the games; Elo, K tuned on other"
        " leagues.  long_run: slow Elo over all leagues beside the true skills.",
    ]
