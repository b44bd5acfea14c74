"""Tables VI and VII: games played again by the Monte-Carlo player and with open cards.

Hands, skat and contract stay as they were; all three seats are taken over.  ``Glassbox`` is the
paper's word for players who see all cards.  In the place of its human games stand simulated
series, and games of XSkat, a program of others.
"""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import polars as pl

from evenhand.games.skat.batch import Games, SeriesGames
from evenhand.games.skat.bots import Clairvoyant, MonteCarlo, SkatBot, replay_with
from evenhand.games.skat.contract import KIND_OF, KINDS
from evenhand.studies.edelkamp2021.population import SOURCE, played
from evenhand.studies.edelkamp2021.printed import AI_SCORE, KERMIT_SCORE, TABLE_6, TABLE_7
from evenhand.studies.edelkamp2021.xskat import xskat_games
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import by_sign, one_line

AI = MonteCarlo()
SIMULATED, XSKAT = "simulated", "xskat"
OF_HUMANS = "The paper's columns are of its own games, first played by humans."
ROWS = ("Suit", "Grand", "Null", "NO")
OUVERT = "null ouvert"


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The same games by three kinds of players."""

    first: Games  # as they were played
    open: Games
    ai: Games

    def wins(self) -> list[Any]:
        """Which games each of them won."""
        return [games.won for games in (self.first, self.open, self.ai)]


def outcomes(setting: Setting, games: Games, source: str) -> Outcomes:
    """Play the games of a source again; the studies of one seed share it."""
    key = "replays", source, setting.size
    if key not in setting.shared:
        again = [_again(setting, games, bot) for bot in (Clairvoyant(), AI)]
        setting.shared[key] = Outcomes(games, *again)
    found: Outcomes = setting.shared[key]
    return found


def _again(setting: Setting, games: Games, bot: SkatBot) -> Games:
    name = type(bot).__name__
    with setting.progress(f"{len(games):,} games by {name}", len(games)) as show:
        return replay_with(
            bot,
            games,
            setting.rng,
            workers=setting.workers,
            cluster=setting.cluster,
            done=show,
        )


def table_6(setting: Setting) -> Report:
    """Who won which games, and the score of the Monte-Carlo player."""
    population = played(setting)
    found = outcomes(setting, population.games, SOURCE)
    score = _score(population, found.ai)
    remarks = [
        *_remarks(found, "the simulated players"),
        f"The Monte-Carlo players make {score:.0f} points in a series of 36;"
        f" the paper's AI {AI_SCORE:.2f}, Kermit {KERMIT_SCORE} (on its own deals).",
        f"The simulated players themselves make {_score(population, found.first):.0f}.",
    ]
    shown = [("Games won", _combinations(found, SIMULATED))]
    return Report(shown, remarks=remarks, verdict=_verdict(found))


def table_7(setting: Setting) -> Report:
    """Games won by kind of game."""
    found = outcomes(setting, played(setting).games, SOURCE)
    shown = [("Games won by kind", by_kind(found))]
    return Report(shown, remarks=[_gain(found), OF_HUMANS], verdict=_verdict(found))


def xskat_table(setting: Setting) -> Report:
    """Table VI with games of XSkat."""
    count: int = setting.size
    seed = int(setting.rng.integers(1, 10_000))
    with TemporaryDirectory() as folder, setting.progress(f"{count:,} games of XSkat", None):
        games = xskat_games(seed, count, Path(folder))
    found = outcomes(setting, games, XSKAT)
    tables = [
        ("Games of XSkat, won by whom", _combinations(found, XSKAT)),
        ("By kind", by_kind(found, XSKAT)),
    ]
    return Report(tables, remarks=_remarks(found, "XSkat"), verdict=_verdict(found))


def _score(population: SeriesGames, games: Games) -> float:
    """The mean Seeger-Fabian total of a series with these games."""
    series = SeriesGames.from_rotation(population.names, population.seats, games)
    return float(series.totals().mean())


def _combinations(found: Outcomes, who: str) -> pl.DataFrame:
    """Table VI: games by who won them."""
    first, glassbox, ai = found.wins()
    code = 4 * first + 2 * glassbox + ai
    counts = np.bincount(code, minlength=8)
    paper = [TABLE_6[number] for number in range(8)]
    return pl.DataFrame(
        {
            f"{who}_wins": [number >> 2 for number in range(8)],
            "glassbox_wins": [number >> 1 & 1 for number in range(8)],
            "ai_wins": [number & 1 for number in range(8)],
            "games": counts,
            "percent": 100.0 * counts / counts.sum(),
            "paper_games": paper,
            "paper_percent": 100.0 * np.array(paper) / sum(paper),
        }
    )


def by_kind(found: Outcomes, who: str = SIMULATED) -> pl.DataFrame:
    """Table VII: games won by kind; those of the Monte-Carlo player in percent of the first."""
    kinds = KIND_OF[found.first.contracts]
    names = np.array([_row_name(kind) for kind in KINDS])[kinds]
    first, glassbox, ai = found.wins()
    lines = []
    for name in (*ROWS, "Total"):
        rows = np.ones(len(names), bool) if name == "Total" else names == name
        before, program = int(first[rows].sum()), int(ai[rows].sum())
        human, paper_ai, percent = TABLE_7[name]
        lines.append(
            {
                "kind": name,
                "games": int(rows.sum()),
                f"won_{who}": before,
                "won_ai": program,
                "won_glassbox": int(glassbox[rows].sum()),
                "percent_ai": 100.0 * program / before if before else None,
                "paper_won_human": human,
                "paper_won_ai": paper_ai,
                "paper_percent": percent,
            }
        )
    return pl.DataFrame(lines)


def _row_name(kind: str) -> str:
    if kind in ("suit", "grand"):
        return kind.capitalize()
    return "NO" if kind.startswith(OUVERT) else "Null"


def _remarks(found: Outcomes, who: str) -> list[str]:
    first, glassbox, ai = (100.0 * won.mean() for won in found.wins())
    human, program, box = (_paper_share(bit) for bit in (4, 1, 2))
    error = _error(found)
    return [
        f"Of {len(found.first):,} games {who} won {first:.1f} %, the Monte-Carlo declarer"
        f" {ai:.1f} %, the glassbox {glassbox:.1f} % (paper: {human:.1f}, {program:.1f} and"
        f" {box:.1f} % of {sum(TABLE_6):,}; its rows do not add up to 83,844).",
        f"The Monte-Carlo declarer less {who}: {ai - first:+.1f} percentage points,"
        f" 95 % interval {ai - first - error:+.1f} to {ai - first + error:+.1f}.",
        OF_HUMANS,
    ]


def _verdict(found: Outcomes) -> str:
    """Whether the Monte-Carlo declarer wins more than at first was won, as the paper's AI."""
    first, _, ai = (100.0 * float(won.mean()) for won in found.wins())
    more, about, paper = ai - first, _error(found), _paper_share(1) - _paper_share(4)
    return one_line(
        by_sign(more, about, paper),
        f"the Monte-Carlo declarer wins {more:+.1f} +- {about:.1f} percentage points more games"
        f" than those who played them first, {paper:+.1f} printed",
    )


def _paper_share(bit: int) -> float:
    """Percent of the paper's games that were won by those of a bit."""
    won = sum(count for number, count in enumerate(TABLE_6) if number & bit)
    return 100.0 * won / sum(TABLE_6)


def _error(found: Outcomes) -> float:
    first, _, ai = found.wins()
    apart = ai.astype(np.float64) - first
    return 196.0 * float(apart.std(ddof=1)) / float(np.sqrt(len(apart)))


def _gain(found: Outcomes) -> str:
    first, _, ai = found.wins()
    return (
        f"The Monte-Carlo player wins {100.0 * ai.sum() / max(1, first.sum()):.1f} % as many"
        f" games as were won at first, the paper's AI {TABLE_7['Total'][2]} %."
    )
