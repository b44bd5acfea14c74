"""What players make of games among themselves, beside published numbers."""

from typing import Any

import numpy as np
import polars as pl

from evenhand.games.skat.batch import Games, kinds_of, seat_points
from evenhand.games.skat.bots import Heuristic, MonteCarlo, play_many_series
from evenhand.games.skat.contract import GRAND_KIND, IS_HAND, NULL_KIND, SUIT_KIND
from evenhand.games.skat.deck import SEATS
from evenhand.games.skat.seeger import USUAL_GAMES
from evenhand.rng import draw_seeds
from evenhand.studies.edelkamp2021.printed import AI_SCORE, KERMIT_SCORE
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import BESIDE, one_line

PLAYERS = {
    "heuristic, bids by rules": Heuristic(),
    "Monte-Carlo, bids by rules": MonteCarlo(),
    "Monte-Carlo, bids by neighbours": MonteCarlo(bidding="neighbours"),
}
PUBLISHED = (
    f"Published: {AI_SCORE} points in 36 games (Edelkamp's AI, on games that people had announced)"
    f" and {KERMIT_SCORE:,} (Kermit on the ISS server, 85 % won)."
)


def run(setting: Setting) -> Report:
    """Three of a kind at a table."""
    deals: int = setting.size
    rows = []
    for name, player in PLAYERS.items():
        with setting.progress(f"{deals:,} deals: {name}", deals) as show:
            games = play_many_series(
                [player],
                np.zeros((deals, SEATS), np.int32),
                draw_seeds(setting.rng, deals),
                workers=setting.workers,
                cluster=setting.cluster,
                done=show,
            ).games
        rows.append({"players": name, **summary(games)})
    remarks = [PUBLISHED, "Points: Seeger-Fabian of a seat in 36 games, passed-in deals left out."]
    points = [row["points"] for row in rows]
    verdict = one_line(
        BESIDE,
        f"{min(points):.0f} to {max(points):.0f} points in 36 games; published are {AI_SCORE:.0f}"
        f" and {KERMIT_SCORE:,}, on other deals",
    )
    return Report([("Three of a kind", pl.DataFrame(rows))], remarks=remarks, verdict=verdict)


def summary(games: Games) -> dict[str, Any]:
    """Shares of games and wins in percent, and points in 36 games that were played."""
    kinds, played = kinds_of(games), games.take(games.played)
    kinds = kinds[games.played]

    def percent(rows: Any) -> float | None:
        return 100.0 * float(np.mean(rows)) if len(rows) else None

    return {
        "games": len(played),
        "passed_in": percent(~games.played),
        "won": percent(played.won),
        "suit_won": percent(played.won[kinds == SUIT_KIND]),
        "grands": percent(kinds == GRAND_KIND),
        "grands_won": percent(played.won[kinds == GRAND_KIND]),
        "nulls": percent(kinds >= NULL_KIND),
        "hand_games": percent(IS_HAND[played.contracts]),
        "points": USUAL_GAMES[3] * float(seat_points(played).mean()),
    }
