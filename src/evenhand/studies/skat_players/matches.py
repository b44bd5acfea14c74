"""Matches on the same deals: every seat in turn, so that the cards favour nobody."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import polars as pl

from evenhand.games.skat.bots import Heuristic, MonteCarlo, SkatBot
from evenhand.studies.skat_players.duplicate import Comparison, compare
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import MEASURED, one_line

USUAL = MonteCarlo()
VARIANTS: Mapping[str, SkatBot] = {
    "4 samples": MonteCarlo(samples=4),
    "40 samples": MonteCarlo(samples=40),
    "ties: rule of thumb": MonteCarlo(ties="rules"),
    "ties: borders, then cheapest": MonteCarlo(ties="borders"),
    "ties: cheapest": MonteCarlo(ties="cheapest"),
    "ties: lowest card": MonteCarlo(ties="lowest"),
    "aim: points": MonteCarlo(aim="points"),
    "no inference": MonteCarlo(inference=False),
    "heuristic": Heuristic(),
}
SLOW = {"40 samples": 2, "aim: points": 6}  # so many times fewer deals


def duplicate(setting: Setting) -> Report:
    """Players against the heuristic one, with the same bidding and with their own."""
    match = partial(_match, setting, deals=setting.size, seed=_seed(setting))
    heuristic, monte_carlo = Heuristic(), USUAL
    neighbours = MonteCarlo(bidding="neighbours")
    rows = [
        _row("Monte-Carlo against heuristic, both bid by rules", match(monte_carlo, heuristic)),
        _row("Monte-Carlo with neighbours against heuristic", match(neighbours, heuristic)),
        _row("Monte-Carlo: neighbours against rules", match(neighbours, monte_carlo)),
    ]
    clear = "clearly" if rows[0]["lowest"] > 0 else "not clearly"
    remarks = [
        f"The Monte-Carlo player does {clear} better than the heuristic one.",
        "Lead: Seeger-Fabian points in 36 deals, with its 95 % interval over deals.",
    ]
    first = rows[0]
    sure = "clearly" if first["lowest"] > 0.0 or first["highest"] < 0.0 else "not clearly"
    verdict = one_line(
        MEASURED,
        f"Monte-Carlo leads the heuristic player by {first['lead']:.0f} points in 36 deals (95 %"
        f" interval {first['lowest']:.0f} to {first['highest']:.0f}), {sure}",
    )
    shown = [("Matches on the same deals", pl.DataFrame(rows))]
    return Report(shown, remarks=remarks, verdict=verdict)


def variants(setting: Setting) -> Report:
    """What a Monte-Carlo player loses or wins by playing otherwise than usual."""
    deals, seed = setting.size, _seed(setting)
    rows = []
    for name, bot in VARIANTS.items():
        count = max(2, deals // SLOW.get(name, 1))
        found = _match(setting, bot, USUAL, count, seed)
        rows.append(_row(name, found))
    remarks = [
        f"Against {USUAL.samples} samples, aim at winning, ties by {USUAL.ties}, with inference;"
        " all bid by rules of thumb.",
        "Lead: Seeger-Fabian points in 36 deals more than that player, with its 95 % interval,"
        " all on the same deals; of so many intervals one in twenty misses by chance.",
    ]
    better = sum(row["lowest"] > 0.0 for row in rows)
    worse = sum(row["highest"] < 0.0 for row in rows)
    verdict = one_line(
        MEASURED,
        f"of {len(rows)} variants {better} are clearly better and {worse} clearly worse than the"
        " usual player",
    )
    shown = [("Variants against the usual player", pl.DataFrame(rows))]
    return Report(shown, remarks=remarks, verdict=verdict)


def _seed(setting: Setting) -> int:
    return int(setting.rng.integers(2**32))


def _match(setting: Setting, first: SkatBot, second: SkatBot, deals: int, seed: int) -> Comparison:
    with setting.progress(f"{deals:,} deals, six times each", deals) as show:
        return compare(
            first,
            second,
            deals,
            seed,
            workers=setting.workers,
            cluster=setting.cluster,
            done=show,
        )


def _row(name: str, found: Comparison) -> dict[str, Any]:
    low, high = found.interval
    return {
        "players": name,
        "deals": found.deals,
        "lead": found.lead,
        "lowest": low,
        "highest": high,
    }
