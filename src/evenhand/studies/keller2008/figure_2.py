"""Section 5, Figure 2: which two of twelve cards are put away.

The paper shows two hands with the cards that its bidder and DDSS put away.  Beside ours stand the
best pairs with open cards, by mean points and by games won, over random worlds.  They are not
best in the real game, in which nobody sees the others' cards; but all pairs are measured alike.
The best are chosen in one half of the worlds, and all are measured in the other half.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from evenhand.games.skat.bidding.neighbours import Valuation
from evenhand.games.skat.contract import GAME_NAMES
from evenhand.games.skat.deck import PACK
from evenhand.parallel import map_blocks
from evenhand.studies.keller2008 import printed
from evenhand.studies.keller2008.agreement import OURS, agreement, chosen_pair, random_hands
from evenhand.studies.keller2008.amounts import Discards
from evenhand.studies.keller2008.bases import bases
from evenhand.studies.keller2008.intervals import COLUMNS_TOO, NOTE, mean_and_interval
from evenhand.studies.keller2008.open_discards import Tried, Twelve, pair_names, try_pairs
from evenhand.studies.keller2008.pair_chart import pair_charts
from evenhand.studies.study import Report, Setting
from evenhand.studies.verdicts import by_claims, one_line

if TYPE_CHECKING:
    from evenhand import charts

BIDDER = "paper's bidder"
POINTS, WON = "most points", "most wins"
CLAIM = ("CQ DA", "CQ DT")  # of the lower hand: the first is "definitely better"


def run(setting: Setting) -> Report:
    """The paper's two hands, and as many random hands as the size says."""
    amount: Discards = setting.size
    learned, seen = bases(amount.hands)
    discarding = Valuation.of(learned.hands, learned.trick_points)
    rng = setting.rng.spawn(1)[0]
    shown = [
        Twelve.at_random(PACK.hand(hand.cards.split()), hand.trump, amount.worlds_of_shown, rng)
        for hand in printed.FIGURE_2
    ]
    random, chosen = random_hands(discarding, seen.twelves, amount.worlds, rng)
    tried = _tried(setting, [*shown, *random])
    halves = [one.halves for one in tried[: len(shown)]]
    whose = [
        choices(hand, chosen_pair(discarding, twelve), first)
        for hand, twelve, (first, _) in zip(printed.FIGURE_2, shown, halves, strict=True)
    ]
    measured = [second for _, second in halves]
    of_hands = list(zip(printed.FIGURE_2, whose, measured, strict=True))
    rows = [row for hand in of_hands for row in _rows(*hand)]
    agreed = agreement(tried[len(shown) :], chosen)
    tables = [("The paper's two hands", pl.DataFrame(rows)), ("Random deals", agreed)]

    def figure() -> "charts.Chart":
        return pair_charts([(_title(hand), who, one) for hand, who, one in of_hands])

    remarks = list(_remarks(whose, tried, agreed, amount))
    return Report(tables, {"figure": figure}, remarks, _verdict(whose))


def _tried(setting: Setting, hands: Sequence[Twelve]) -> list[Tried]:
    """Every pair of every hand in all its worlds."""
    workers, cluster = setting.workers, setting.cluster
    with setting.progress("solving worlds", len(hands)) as done:
        return list(map_blocks(try_pairs, hands, workers=workers, cluster=cluster, done=done))


def choices(hand: printed.Hand, ours: int, tried: Tried) -> dict[str, int]:
    """Who puts which pair away; nobody wins most if nobody wins at all."""
    pairs = {
        OURS: ours,
        BIDDER: PACK.hand(hand.bidder.split()),
        "DDSS": PACK.hand(hand.ddss.split()),
        POINTS: tried.best_by_points,
    }
    return pairs if tried.lost else pairs | {WON: tried.best_by_games}


def _rows(hand: printed.Hand, whose: Mapping[str, int], tried: Tried) -> Iterator[dict[str, Any]]:
    """The pairs of a hand, and how they do with open cards."""
    best = tried.points[tried.place(whose[POINTS])]
    for who, pair in whose.items():
        row = tried.place(pair)
        less, about = mean_and_interval((best - tried.points[row]).astype(float))
        yield {
            "hand": f"{hand.name}, {GAME_NAMES[hand.trump]}",
            "by": who,
            "put_away": pair_names(pair),
            "points": float(tried.means[row]),
            "points_less": less,
            "points_less_interval": about,
            "won": 100.0 * float(tried.won[row]),
        }


def _title(hand: printed.Hand) -> str:
    return f"{hand.name} hand, {GAME_NAMES[hand.trump]}"


def _remarks(
    whose: Sequence[Mapping[str, int]],
    tried: Sequence[Tried],
    agreed: pl.DataFrame,
    amount: Discards,
) -> Iterator[str]:
    worlds = amount.worlds_of_shown
    yield (
        "Points and wins (in percent) are those with open cards, of all pairs without jack or trump"
        f" in {worlds} random worlds, in each seat in turn. The best pairs are chosen in"
        f" {worlds // 2} of them, and all are measured in the others; 'points_less' is what is lost"
        " against the pair of most points."
    )
    for hand, who in zip(printed.FIGURE_2, whose, strict=True):
        same = [name for name, pair in who.items() if name != OURS and pair == who[OURS]]
        yield f"{_title(hand)}: ours is the pair of {', '.join(same) or 'nobody else'}."
        if WON not in who:
            yield f"{_title(hand)}: no pair wins any of the {worlds // 2} worlds to choose in."
    yield _claim(tried[1])
    ours, never = agreed.row(0, named=True), sum(one.lost for one in tried[len(whose) :])
    yield (
        f"{ours['hands']} random deals in {amount.worlds} worlds, the best pair chosen in one half"
        f" and measured in the other: ours is the same in {ours['same_pair']:.0f} percent and loses"
        f" {ours['points_less']:.2f} points (+-{ours['points_less_interval']:.2f}). In {never} of"
        " them no pair wins any world."
    )
    yield NOTE.format("worlds, or over random deals") + COLUMNS_TOO


def _verdict(whose: Sequence[Mapping[str, int]]) -> str:
    """In how many of the paper's hands ours puts away what the paper's bidder does."""
    same = [who[OURS] == who[BIDDER] for who in whose]
    text = f"the pair of the paper's bidder is put away in {sum(same)} of {len(same)} printed hands"
    return one_line(by_claims(same), text)


def _claim(tried: Tried) -> str:
    """What the paper says of two pairs of the lower hand, in all worlds."""
    first, second = (tried.points[tried.place(PACK.hand(pair.split()))] for pair in CLAIM)
    more, about = mean_and_interval((first - second).astype(float))
    return (
        f"Lower hand: {CLAIM[0]} instead of {CLAIM[1]}, which the paper calls definitely better,"
        f" makes {more:+.2f} points (+-{about:.2f}) with open cards."
    )
