"""Games of Ludo by the paper's seven bots, met at random, and their ratings."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from evenhand.games import Bot
from evenhand.games.ludo import BOTS, GAME, Rules
from evenhand.params import field_types
from evenhand.ratings import RunArrays
from evenhand.simulation import random_tables, simulate
from evenhand.studies.maitra2025 import printed
from evenhand.studies.maitra2025.platform import CHOSEN, ROOT, generator
from evenhand.studies.rating_paths import paths_of
from evenhand.studies.study import Setting
from evenhand.tables import Floats, GameTable

PAPER_NAMES = {name.lower().replace(" ", "-"): name for name in printed.TABLE_4}
"""The paper's names by ours."""
STRONG = ("aggressive", "responsible-pair", "full-information")
LOSER = "defeat-seeking"
WEAK = ("naive", "limited-information", "random", LOSER)
STREAM = 2  # of random numbers, apart from those of the platform


def line_up(**changes: Any) -> dict[str, Bot]:
    """The seven bots in the order of Table 4, with parameters for those that have them.

    >>> line_up(playouts=20)["limited-information"]
    LimitedInformation(playouts=20)
    """
    return {name: _with(BOTS[name], changes) for name in PAPER_NAMES}


def _with(kind: type[Bot], changes: Mapping[str, Any]) -> Bot:
    make: Callable[..., Bot] = kind
    return make(**{name: changes[name] for name in field_types(kind) if name in changes})


def played(setting: Setting, rules: Rules | None = None, **changes: Any) -> GameTable:
    """Random match-ups; the same dice and seats for all, shared by studies on one seed.

    The changes are of the bots' parameters.
    """
    size, rules = setting.size, rules or Rules()
    key = ROOT, "ludo", size, rules, tuple(sorted(changes.items()))
    if key not in setting.shared:
        rng = generator(setting, STREAM)
        bots = line_up(**{"playouts": size.playouts} | changes)
        seats = random_tables(rng, len(bots), 2, size.games)
        with setting.progress(f"playing {size.games:,} games of Ludo", size.games) as show:
            setting.shared[key] = simulate(
                GAME,
                bots,
                seats,
                rng,
                rules=rules,
                luck="none",
                workers=setting.workers,
                cluster=setting.cluster,
                done=show,
            ).table
    table: GameTable = setting.shared[key]
    return table


def paths(table: GameTable) -> dict[str, Floats]:
    """The ratings of each bot after each of its games, with the paper's K."""
    return paths_of(table, rated(table))


def rated(table: GameTable) -> RunArrays:
    """The games rated with the paper's K from its start."""
    return CHOSEN.run(table)


def later(path: Floats) -> Floats:
    """The second half of a path, when it has settled."""
    return path[len(path) // 2 :]


def later_means(table: GameTable) -> dict[str, float]:
    """The mean of each bot's ratings in the second half of its games."""
    return {name: float(later(path).mean()) for name, path in paths(table).items()}


def games_won(table: GameTable, name: str) -> int:
    """How many games a bot has won or drawn."""
    best = table.score == table.score.max(axis=1, keepdims=True)
    return int(((table.seats == table.names.index(name)) & best).sum())


def distance(ratings: Mapping[str, float]) -> float:
    """Root mean square distance of the seven ratings from those of Table 4.

    >>> distance({name: printed.TABLE_4[paper] + 3.0 for name, paper in PAPER_NAMES.items()})
    3.0
    """
    apart = [ratings[name] - printed.TABLE_4[paper] for name, paper in PAPER_NAMES.items()]
    return float(np.sqrt(np.mean(np.square(apart))))


def distance_of_six(ratings: Mapping[str, float]) -> float:
    """The same without Defeat Seeking, and without the level, which depends on how far that falls.

    >>> distance_of_six({name: printed.TABLE_4[paper] + 3.0 for name, paper in PAPER_NAMES.items()})
    0.0
    """
    return float(np.std(list(above_paper(ratings).values())))


def above_paper(ratings: Mapping[str, float]) -> dict[str, float]:
    """By how much each bot but Defeat Seeking stands above its printed rating.

    >>> ratings = {name: printed.TABLE_4[paper] + 3.0 for name, paper in PAPER_NAMES.items()}
    >>> set(above_paper(ratings).values()), LOSER in above_paper(ratings)
    ({3.0}, False)
    """
    return {
        name: ratings[name] - printed.TABLE_4[paper]
        for name, paper in PAPER_NAMES.items()
        if name != LOSER
    }


def ludo_remarks(setting: Setting) -> list[str]:
    """What was played, and by what."""
    return [
        played_remark(setting),
        "The paper leaves much of the rules open; ours are the defaults of Ludo here (study"
        " maitra2025/options has others).",
    ]


def played_remark(setting: Setting) -> str:
    """How many games were played and how they are rated."""
    size = setting.size
    few = "" if size.playouts == 100 else f", with {size.playouts} playouts instead of 100"
    return (
        f"{size.games:,} games of seven bots, match-ups by lot{few}; the paper has"
        f" {printed.SIMULATED_GAMES:,}.  K 60/30/16 at 5/10 games, from {printed.START:.0f}."
    )
