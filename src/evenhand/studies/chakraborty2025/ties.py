"""Does the tie rule decide the order of the strong strategies?

The paper says which discards are best, not which of several that are as good is made.  Here all
four strong strategies follow one rule after the other, on the same deals.
"""

from collections.abc import Mapping
from itertools import combinations
from typing import get_args

import numpy as np
import polars as pl

from evenhand.games.rummy.bots import Ties
from evenhand.studies.chakraborty2025 import printed
from evenhand.studies.chakraborty2025.differences import all_played, mean_ratings
from evenhand.studies.chakraborty2025.games import Design
from evenhand.studies.chakraborty2025.head_to_head import against_strong
from evenhand.studies.chakraborty2025.over_seeds import REAL, repeated
from evenhand.studies.chakraborty2025.rated import K, classical
from evenhand.studies.chakraborty2025.strategies import NAMES, TOP, line_up, of_paper
from evenhand.studies.rating_paths import order_of
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import by_claims, one_line
from evenhand.tables import Floats

RULES: tuple[Ties, ...] = get_args(Ties)


def run(setting: Setting) -> Report:
    """Ratings and shares of wins by tie rule."""
    ratings: dict[str, Floats] = {}
    shares = []
    for rule in RULES:
        tables = all_played(setting, Design(line_up(ties=rule)))
        ratings[rule] = mean_ratings(tables, classical().run)
        own = {name: str(against_strong(tables, name)) for name in TOP}
        shares.append({"ties": rule} | own)
    shown = [
        (f"Mean Elo by tie rule, K = {K:.0f}", rating_frame(ratings)),
        ("Share of wins among the strong ones, in percent", pl.DataFrame(shares)),
    ]
    remarks = _remarks(ratings, setting.size.seeds)
    return Report(shown, remarks=remarks, verdict=_verdict(ratings))


def rating_frame(ratings: Mapping[str, Floats]) -> pl.DataFrame:
    """The strong strategies under each rule, and their order."""
    rows = [_row(rule, found) for rule, found in ratings.items()]
    paper = {name: of_paper(printed.TABLE_2, name).mean for name in TOP}
    last = {name: f"{mean:.1f}" for name, mean in paper.items()}
    rows.append({"ties": "paper, not told"} | last | {"order": order_of(paper)})
    return pl.DataFrame(rows)


def _row(rule: str, found: Floats) -> dict[str, str]:
    means = {name: repeated(found[:, NAMES.index(name)]) for name in TOP}
    texts = {name: str(one) for name, one in means.items()}
    order = order_of({name: one.mean for name, one in means.items()})
    return {"ties": rule} | texts | {"order": order}


def turned_pairs(ratings: Mapping[str, Floats]) -> list[tuple[str, str]]:
    """Pairs of which one really leads under one rule and the other under another."""
    turned = []
    for name, other in combinations(TOP, 2):
        one, two = NAMES.index(name), NAMES.index(other)
        leads = [repeated(found[:, one] - found[:, two]) for found in ratings.values()]
        signs = {lead.mean > 0 for lead in leads if lead.verdict == REAL}
        if len(signs) == 2:
            turned.append((name, other))
    return turned


def _orders(ratings: Mapping[str, Floats]) -> dict[str, str]:
    """The order of the strong strategies under each rule."""
    return {
        rule: order_of({name: found[:, NAMES.index(name)].mean() for name in TOP})
        for rule, found in ratings.items()
    }


def _paper_order() -> str:
    return order_of({name: of_paper(printed.TABLE_2, name).mean for name in TOP})


def _verdict(ratings: Mapping[str, Floats]) -> str:
    """Under which tie rules the printed order comes out."""
    fits = {rule: order == _paper_order() for rule, order in _orders(ratings).items()}
    names = ", ".join(rule for rule, fit in fits.items() if fit) or "none"
    text = f"the printed order comes out under {sum(fits.values())} of {len(fits)} tie rules"
    return one_line(by_claims(fits.values()), f"{text} ({names})")


def _remarks(ratings: Mapping[str, Floats], seeds: int) -> list[str]:
    orders, paper = _orders(ratings), _paper_order()
    fits = [rule for rule, order in orders.items() if order == paper]
    remarks = [
        f"Different orders under {len(orders)} tie rules: {len(set(orders.values()))}; the paper's,"
        f" {paper}, comes out under {', '.join(fits) or 'none of them'}.",
        "Points: the discard of the most points; score: that which leaves the least MinScore;"
        " number: the highest card number; random: any.  +- is a standard error behind a rating,"
        " half of the 95 % interval behind a share of wins.",
    ]
    if seeds == 1:
        return [*remarks, "One seed does not tell whether an order is real."]
    turned = turned_pairs(ratings)
    pairs = ", ".join(f"{name} and {other}" for name, other in turned)
    decides = f"decides the order of {pairs}" if turned else "does not turn any pair around"
    return [*remarks, f"The tie rule {decides} (95 % intervals by Student's t); {_most(ratings)}."]


def _most(ratings: Mapping[str, Floats]) -> str:
    """What a tie rule matters most to."""
    means = np.array([found[:, : len(TOP)].mean(axis=0) for found in ratings.values()])
    spread = means.max(axis=0) - means.min(axis=0)
    return f"it moves {TOP[int(spread.argmax())]} most, by {spread.max():.0f} points"
