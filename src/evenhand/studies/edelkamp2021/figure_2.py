"""Figure 2: rating curves over a player's own series, and over all series."""

import polars as pl

from evenhand import charts
from evenhand.studies.edelkamp2021.curves import busiest, of_players, rating_steps
from evenhand.studies.edelkamp2021.luck import START, USUAL_K, rated
from evenhand.studies.edelkamp2021.population import played
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import BESIDE, one_line

SHOWN = 5


def run(setting: Setting) -> Report:
    """Both views of the players who played most."""
    table = played(setting).table()
    players = busiest(table, SHOWN)
    points = of_players(rating_steps(table, rated(table)), players)

    def both() -> "charts.Chart":
        left = charts.curves(
            points,
            "own_series",
            "rating",
            "player",
            order=players,
            title="time-contracted",
            x_title="own series",
        )
        right = charts.curves(
            points, "series", "rating", "player", order=players, title="time-expanded", steps=True
        )
        return charts.side_by_side(left, right)

    title = f"Ratings from {START:.0f} at K = {USUAL_K}"
    remark = "The paper does not say which players it shows; these played most."
    facts = curve_facts(points, players)
    low, high = min(facts["lowest"].to_list()), max(facts["highest"].to_list())
    text = f"{len(facts)} curves between {low:.0f} and {high:.0f}; the paper prints no numbers"
    return Report([(title, facts)], {"figure": both}, [remark], one_line(BESIDE, text))


def curve_facts(points: pl.DataFrame, players: list[str]) -> pl.DataFrame:
    """How many series each curve has, where it lies and where it ends."""
    rating = pl.col("rating")
    facts = points.group_by("player").agg(
        pl.len().alias("series"),
        rating.min().round(2).alias("lowest"),
        rating.max().round(2).alias("highest"),
        rating.last().round(2).alias("last"),
    )
    return pl.DataFrame({"player": players}).join(facts, on="player", how="left")
