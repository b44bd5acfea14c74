"""A picture of what pairs of cards are worth that can be put away."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from evenhand.studies.keller2008.open_discards import Tried, pair_names

if TYPE_CHECKING:
    import altair as alt


def pair_points(whose: Mapping[str, int], tried: Tried) -> pl.DataFrame:
    """A row for each pair: its names, mean points, and who puts it away."""
    chose = [[who for who, pair in whose.items() if pair == one] for one in tried.pairs.tolist()]
    return pl.DataFrame(
        {
            "pair": [pair_names(pair) for pair in tried.pairs.tolist()],
            "points": tried.means,
            "who": [", ".join(names) for names in chose],
            "chosen": [bool(names) for names in chose],
        }
    )


def pair_charts(hands: Sequence[tuple[str, Mapping[str, int], Tried]]) -> "alt.HConcatChart":
    """For each hand, given with a title, its pairs: the best one on top."""
    import altair as alt

    return alt.hconcat(*(_pair_chart(*hand) for hand in hands))


def _pair_chart(title: str, whose: Mapping[str, int], tried: Tried) -> Any:
    """A dot for each pair, and the names of who puts it away."""
    import altair as alt

    up = alt.Y("pair:N", sort=alt.EncodingSortField("points", order="descending"), title=None)
    across = alt.X("points:Q", title="mean points, open cards", scale=alt.Scale(zero=False))
    base = alt.Chart(pair_points(whose, tried)).encode(across, up)
    dots = base.mark_point(filled=True, size=60).encode(
        alt.Color("chosen:N", legend=None, scale=alt.Scale(range=["#bbbbbb", "#1f4e79"]))
    )
    names = base.mark_text(align="left", dx=8, fontSize=10).encode(alt.Text("who:N"))
    return alt.layer(dots, names).properties(width=420, title=title)
