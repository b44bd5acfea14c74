"""What somebody has chosen on the page of the Rummy helper, as its address says it."""

from collections.abc import Sequence
from dataclasses import dataclass

from numpy.random import default_rng
from starlette.datastructures import QueryParams

from evenhand.games.rummy import PACK, name, read_hand, read_wild
from evenhand.games.rummy.deck import CARDS, HAND_SIZE, JOKER_NAME, SIZES
from evenhand.web.pages.card_faces import Wrong, known_names, read_seed

NAMES = [suit + rank for suit in "SHDC" for rank in PACK.ranks] + [JOKER_NAME] * 2
"""All cards in the order in which they are shown."""


@dataclass(frozen=True)
class RummyChoice:
    """Cards of the hand and the wild rank."""

    hand: tuple[str, ...] = ()
    wild: str = ""  # nothing: only printed jokers are jokers
    wrong: Wrong | None = None

    @property
    def ready(self) -> bool:
        """Whether the cards can be arranged."""
        return self.wrong is None and len(self.hand) in SIZES

    @property
    def jokers(self) -> int:
        """How many printed jokers are chosen."""
        return self.hand.count(JOKER_NAME)

    @property
    def mask(self) -> int:
        """The hand."""
        return read_hand(self.hand)

    @property
    def wild_rank(self) -> int:
        """The number of the wild rank."""
        return read_wild(self.wild or None)


def read_choice(query: QueryParams) -> RummyChoice:
    """What an address says; what makes no sense is told and left out."""
    seed = read_seed(query.get("seed", ""))
    if seed is not None and "card" not in query:
        return random_choice(seed)
    hand, wrong = known_names(query.getlist("card"), NAMES)
    wild, wrong_wild = _wild(query.get("wild", ""))
    return RummyChoice(in_order(hand), wild, wrong or _too_many(hand) or wrong_wild)


def random_choice(seed: int) -> RummyChoice:
    """Thirteen cards and the card that is exposed, from a shuffled pack."""
    drawn = [name(int(card)) for card in default_rng(seed).permutation(CARDS)[: HAND_SIZE + 1]]
    exposed = drawn[HAND_SIZE]
    wild = PACK.ranks[0] if exposed == JOKER_NAME else exposed[1]
    return RummyChoice(in_order(drawn[:HAND_SIZE]), wild)


def in_order(names: Sequence[str]) -> tuple[str, ...]:
    """Cards in the order of the page."""
    return tuple(sorted(names, key=NAMES.index))


def _wild(text: str) -> tuple[str, Wrong | None]:
    if not text or text in list(PACK.ranks):
        return text, None
    return "", Wrong.text("There is no such wild rank.")


def _too_many(names: Sequence[str]) -> Wrong | None:
    most = max(SIZES)
    if len(names) <= most:
        return None
    more = len(names) - most
    return Wrong.text("{count} cards are chosen: take {more} away.", count=len(names), more=more)
