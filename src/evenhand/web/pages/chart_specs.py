"""Charts as Vega-Lite describes them; their colours are the page's, which knows light and dark."""

from collections.abc import Sequence
from typing import Any

Spec = dict[str, Any]
Rows = Sequence[dict[str, Any]]


def curves(
    rows: Rows, names: Sequence[str], *, time: bool, x_title: str, y_title: str, height: int = 280
) -> Spec:
    """A line a player; between two points nothing changes.

    Time-contracted, ``x`` is the number of the own game; time-expanded, the time that it was
    played (Edelkamp 2021, Figure 2).
    """
    x: Spec = {"field": "x", "type": "temporal" if time else "quantitative", "title": x_title}
    x |= {"axis": {"grid": False, "tickCount": 6}}
    if time:
        x["scale"] = {"type": "utc"}
    else:
        x["scale"] = {"nice": False}
    colour: Spec = {"field": "player", "type": "nominal", "title": None, "sort": list(names)}
    colour["legend"] = {"orient": "bottom", "columns": 2} if len(names) > 1 else None
    return {
        "width": "container",
        "height": height,
        "autosize": {"type": "fit-x", "contains": "padding"},
        "data": {"values": list(rows)},
        "mark": {"type": "line", "interpolate": "step-after", "strokeWidth": 2, "tooltip": True},
        "encoding": {
            "x": x,
            "y": {
                "field": "y",
                "type": "quantitative",
                "title": y_title,
                "scale": {"zero": False},
                "axis": {"tickCount": 5},
            },
            "color": colour,
        },
    }
