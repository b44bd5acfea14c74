"""What somebody has chosen on the page of the Skat advisor, as its address says it."""

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.random import default_rng
from starlette.datastructures import QueryParams

from evenhand.games.skat.deck import PACK, SEAT_NAMES, Deal
from evenhand.games.skat.scoring import BID_VALUES
from evenhand.web.pages.card_faces import Wrong, known_names, read_seed

TEN, TWO = 10, 2
BY_RANK = "JATKQ987"
NAMES = [suit + rank for suit in "CSHD" for rank in BY_RANK]
"""All cards in the order in which they are shown."""


@dataclass(frozen=True)
class SkatChoice:
    """Cards of the hand and the skat, the seat, and the bid that has to be reached."""

    hand: tuple[str, ...] = ()
    skat: tuple[str, ...] = ()
    seat: str = ""
    bid: int | None = None  # None: as low as can be
    wrong: Wrong | None = None

    @property
    def ready(self) -> bool:
        """Whether ten cards can be judged."""
        return self.wrong is None and len(self.hand) == TEN

    @property
    def skat_known(self) -> bool:
        """Whether twelve cards can be judged."""
        return self.ready and len(self.skat) == TWO

    @property
    def mask(self) -> int:
        """The hand."""
        return PACK.hand(self.hand)

    @property
    def twelve(self) -> int:
        """The hand and the skat."""
        return PACK.hand((*self.hand, *self.skat))


def read_choice(query: QueryParams) -> SkatChoice:
    """What an address says; what makes no sense is told and left out."""
    seed = read_seed(query.get("seed", ""))
    if seed is not None and "card" not in query:
        return SkatChoice(in_order(PACK.names(random_deal(seed).hands[0])), seat=_seat(query))
    hand, wrong = known_names(query.getlist("card"), NAMES)
    skat, wrong_skat = known_names(query.getlist("skat"), NAMES)
    both = [name for name in skat if name in hand]
    return SkatChoice(
        in_order(hand),
        in_order([name for name in skat if name not in hand]),
        _seat(query),
        _bid(query.get("bid", "")),
        wrong or _too_many(hand, TEN) or wrong_skat or _in_both(both) or _too_many_skat(skat),
    )


def random_deal(seed: int) -> Deal:
    """The deal that belongs to a seed."""
    return Deal.random(default_rng(seed))


def in_order(names: Sequence[str]) -> tuple[str, ...]:
    """Cards in the order of the page."""
    return tuple(sorted(names, key=NAMES.index))


def _seat(query: QueryParams) -> str:
    seat = query.get("position", "")
    return seat if seat in SEAT_NAMES else ""


def _bid(text: str) -> int | None:
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    return value if value in BID_VALUES else None


def _too_many(names: Sequence[str], most: int) -> Wrong | None:
    if len(names) <= most:
        return None
    more = len(names) - most
    return Wrong.text("{count} cards are chosen: take {more} away.", count=len(names), more=more)


def _too_many_skat(names: Sequence[str]) -> Wrong | None:
    if len(names) <= TWO:
        return None
    return Wrong.text("The skat has two cards, not {count}.", count=len(names))


def _in_both(names: Sequence[str]) -> Wrong | None:
    if not names:
        return None
    return Wrong.text("{card} cannot be in your hand and in the skat.", card=names[0])
