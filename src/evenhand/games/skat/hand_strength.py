"""How strong a declarer's hand is: one interface, and three measures.

The cards of a printed suit are a byte, its jack among them (bits 7 8 9 T J Q K A).  What a
system counts in a suit is a table of 256 entries, so that a count over many hands is a few
look-ups.  Without the jack and in the order of suit and grand games a holding is seven bits,
7 8 9 Q K T A.

The paper does not say how it counts.  We play each suit alone from the top: the cards that are
missing lie with the opponents as one pool.  Each round takes two of them.  If the pool can beat
the card led, it does so with the lowest card that does, and throws its lowest beside it;
otherwise it throws its two lowest.  So A-T loses nothing, T-K one, A-9-8-7 one, a bare king one.

Trumps are a suit of eleven with the jacks on top, or of four in grand.  That side suits are
trumped and cards thrown off is left out.

Suit games: 1 for each trump, 1 more for each jack, for the trump ace and for the trump ten; 1 for
each other ace or ten; for jacks that work together CJ SJ 0.5, CJ SJ HJ 1.5, all four 2, and
SJ HJ DJ without CJ 0.5; 0.5 for each missing suit; 0.5 if the opponents do not bid.  Playable
from 10.  Grand: 1 for each jack, ace and ten.  Playable from 6.

We have this second hand.  Where it is silent we chose: the ten cards played count, not the two
put away; a trump suit of jacks alone is no missing suit, because nothing is trumped in it; the
opponents do not bid if neither of them said a value.  There are no points for null.

No source at hand has Kinback's numbers.  Edelkamp (2021) says of his system that it differs in
grand and suit games, counts tricks going home, and gives a surplus for configurations of cards in
a suit and for being forehand.  So does this one:

* in trumps every card not expected to be lost (``count_lost_trumps``) is a trick that goes home;
* beside them aces, tens behind the ace, and long cards behind ace and ten in grand only,
  because in suit games they are trumped;
* cards that need luck or help count half: a guarded ten, a king beside the ace or the ten;
* forehand 0.5 in suit games, 1 in grand, where the lead decides more.

V is that of their discarding: what similar hands took in tricks, and the points of the two cards
that were put away, or lie in the skat of a hand game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Protocol, Self

import numpy as np

from evenhand.games.cards import Masks
from evenhand.games.skat.batch import Games, kinds_of
from evenhand.games.skat.bidding.knowledge import TRUMPS, training_deals
from evenhand.games.skat.bidding.neighbours import Valuation
from evenhand.games.skat.contract import GAME_OF, GAMES, GRAND_KIND, SUIT_KIND
from evenhand.games.skat.deck import PACK, Integers
from evenhand.games.skat.scoring import card_points_of
from evenhand.games.skat.tricks import SUIT_ORDER
from evenhand.tables import Floats


class HandStrength(Protocol):
    """A number for the declarer's hand in the game that he announced; higher is better."""

    @property
    def name(self) -> str:
        """What the measure is called."""
        ...

    @property
    def is_chance(self) -> bool:
        """Whether its number is itself a chance to win."""
        ...

    def strength(self, games: Games) -> Floats:
        """Return the measure's own number; NaN where it does not apply."""
        ...


def fill_column(games: Games, rows: Any, values: Floats) -> Floats:
    """Return a column of all games with the values of some; NaN in the others."""
    column = np.full(len(games), np.nan)
    column[rows] = values
    return column


HOLDINGS = 256
SUITS_OF_PACK = np.arange(len(PACK.suits))
BITS = len(PACK.ranks) * SUITS_OF_PACK
JACK_BIT = PACK.ranks.index("J")


def name_ranks(holding: int) -> str:
    """Return the ranks of a holding, lowest first, in the order of the pack.

    >>> name_ranks(0b10001001)
    '7TA'
    """
    return "".join(rank for place, rank in enumerate(PACK.ranks) if holding >> place & 1)


def tabulate(count: Callable[[str], Any]) -> Any:
    """Return a count of each of the 256 holdings, which it gets as ranks."""
    return np.array([count(name_ranks(holding)) for holding in range(HOLDINGS)])


def pack_side_suit(ranks: str) -> int:
    """Return a holding without its jack, 7 8 9 Q K T A from the lowest bit.

    >>> bin(pack_side_suit("7JA"))
    '0b1000001'
    """
    return sum(1 << place for place, rank in enumerate(SUIT_ORDER) if rank in ranks)


SEVEN = tabulate(pack_side_suit)
HIGH = tabulate(lambda ranks: ("A" in ranks) + ("T" in ranks))
LENGTH = tabulate(lambda ranks: len(ranks.replace("J", "")))
EMPTY = (LENGTH == 0).astype(np.int64)


@dataclass(frozen=True, slots=True)
class DeclarerHands:
    """The declarer's hand in many games: suits in the order of the pack, the club jack last."""

    suits: Integers  # (games, 4) a byte each
    trump: Integers  # the place of the trump suit, 4 in grand, 5 in null
    jacks: Integers  # four bits, the club jack is the highest

    @classmethod
    def by(cls, hands: Masks, games: Integers) -> Self:
        """Return hands for games that are places in ``contract.GAMES``."""
        suits = hands[:, None] >> BITS & (HOLDINGS - 1)
        jacks = ((suits >> JACK_BIT & 1) << SUITS_OF_PACK).sum(axis=1)
        return cls(suits, games, jacks)

    @classmethod
    def of(cls, games: Games, rows: Any) -> Self:
        """Return the declarers' ten cards, as they were played, in some of the games."""
        declarers, contracts = games.declarers[rows], games.contracts[rows]
        return cls.by(games.hands[rows, declarers], GAME_OF[contracts])

    def count_side(self, table: Any) -> Any:
        """Return the sum of a count over all suits but the trump suit."""
        side = self.trump[:, None] != SUITS_OF_PACK
        return (table[self.suits] * side).sum(axis=1)

    def count_trump_suit(self, table: Any) -> Any:
        """Return a count in the trump suit; 0 in grand."""
        trump = self.trump[:, None] == SUITS_OF_PACK
        return (table[self.suits] * trump).sum(axis=1)

    @property
    def trumps(self) -> Integers:
        """The trumps as eleven bits: the jacks, then 7 8 9 Q K T A of the trump suit."""
        eleven: Integers = self.jacks << len(SUIT_ORDER) | self.count_trump_suit(SEVEN)
        return eleven

    @property
    def trump_length(self) -> Integers:
        """How many trumps there are in hand."""
        length: Integers = np.bitwise_count(self.trumps).astype(np.int64)
        return length


SIDE, JACKS = len(SUIT_ORDER), 4


def count_lost(own: int, size: int) -> int:
    """Return the tricks lost with a holding of a suit of so many cards, the highest bit the best.

    >>> count_lost(pack_side_suit("AT"), SIDE), count_lost(pack_side_suit("TK"), SIDE)
    (0, 1)
    """
    pool, lost = (1 << size) - 1 & ~own, 0
    for place in reversed(range(size)):
        if own >> place & 1:
            higher = pool >> place << place
            lost += higher > 0
            pool ^= higher & -higher
            pool &= pool - 1 if pool else 0
            if not higher:
                pool &= pool - 1 if pool else 0
    return lost


@cache
def _lost_tables() -> tuple[Integers, Integers, Integers]:
    """Return lost tricks of a side suit by its byte, of eleven trumps and of four jacks."""
    side = tabulate(lambda ranks: count_lost(pack_side_suit(ranks), SIDE))
    eleven = [count_lost(own, SIDE + JACKS) for own in range(1 << SIDE + JACKS)]
    jacks = [count_lost(own, JACKS) for own in range(1 << JACKS)]
    return side, np.array(eleven), np.array(jacks)


def count_lost_trumps(held: DeclarerHands) -> Integers:
    """Return the tricks expected to be lost in trumps."""
    _, eleven, jacks = _lost_tables()
    lost: Integers = np.where(held.trump < JACKS, eleven[held.trumps], jacks[held.jacks])
    return lost


def count_lost_cards(held: DeclarerHands) -> Integers:
    """Return the tricks expected to be lost in all suits."""
    lost: Integers = count_lost_trumps(held) + held.count_side(_lost_tables()[0])
    return lost


MISSING_SUIT = 0.5
SILENT_OPPONENTS = 0.5
TOGETHER = {0b1100: 0.5, 0b1101: 0.5, 0b1110: 1.5, 0b1111: 2.0, 0b0111: 0.5}
"""The bonus for jacks, C S H D from the highest bit."""
_TOGETHER = np.array([TOGETHER.get(jacks, 0.0) for jacks in range(16)])


@dataclass(frozen=True, slots=True)
class VonStegen:
    """Von Stegen's points for the declarer's hand."""

    name: ClassVar[str] = "von Stegen"
    is_chance: ClassVar[bool] = False

    def strength(self, games: Games) -> Floats:
        """Return points for suit games and grand; NaN for null."""
        kinds = kinds_of(games)
        rows = np.flatnonzero((kinds == SUIT_KIND) | (kinds == GRAND_KIND))
        held = DeclarerHands.of(games, rows)
        silent = find_opponents_bids(games, rows).max(axis=1, initial=0) == 0
        in_suit = count_suit_points(held) + SILENT_OPPONENTS * silent
        return fill_column(
            games, rows, np.where(kinds[rows] == SUIT_KIND, in_suit, count_grand_points(held))
        )


def count_suit_points(held: DeclarerHands) -> Floats:
    """Return the points of the cards in suit games."""
    jacks = np.bitwise_count(held.jacks)
    cards = held.trump_length + jacks + held.count_trump_suit(HIGH) + held.count_side(HIGH)
    points: Floats = cards + _TOGETHER[held.jacks] + MISSING_SUIT * held.count_side(EMPTY)
    return points


def count_grand_points(held: DeclarerHands) -> Floats:
    """Return the points of the cards in grand."""
    points: Floats = np.bitwise_count(held.jacks) + HIGH[held.suits].sum(axis=1).astype(float)
    return points


def find_opponents_bids(games: Games, rows: Integers) -> Integers:
    """Return the highest value that each seat bid or accepted; 0 for the declarer."""
    bids_made = games.bids_made[rows]
    bids_made[np.arange(len(rows)), games.declarers[rows]] = 0
    return bids_made


FOREHAND_SUIT, FOREHAND_GRAND = 0.5, 1.0
GOING_HOME = {"A": 1.0, "AT": 2.0}
SURPLUS = {"AT": 0.5, "ATK": 1.0, "AK": 0.5, "TK": 1.0, "T": 0.5}
"""By the cards held of ace, ten and king; a ten alone only with another card beside it."""


def count_side_tricks(ranks: str) -> float:
    """Return what a side suit counts in a suit game.

    >>> [count_side_tricks(ranks) for ranks in ("", "7A", "TA", "T", "7T", "KTA")]
    [0.0, 1.0, 2.5, 0.0, 0.5, 3.0]
    """
    tops = "".join(rank for rank in "ATK" if rank in ranks)
    home = GOING_HOME.get(tops[:2], GOING_HOME.get(tops[:1], 0.0))
    bare_ten = ranks.replace("J", "") == "T"
    return home + (0.0 if bare_ten else SURPLUS.get(tops, 0.0))


def count_grand_side_tricks(ranks: str) -> float:
    """Return what a suit counts in grand: behind ace and ten each further card is a trick.

    >>> count_grand_side_tricks("89TA"), count_grand_side_tricks("89QA")
    (4.5, 1.0)
    """
    length = len(ranks.replace("J", ""))
    if "A" in ranks and "T" in ranks:
        return GOING_HOME["AT"] + SURPLUS["AT"] + length - 2
    return count_side_tricks(ranks)


_SIDE, _GRAND_SIDE = tabulate(count_side_tricks), tabulate(count_grand_side_tricks)


@dataclass(frozen=True, slots=True)
class KinbackReconstruction:
    """Tricks going home with surpluses: a reconstruction, not Kinback's own numbers."""

    name: ClassVar[str] = "Kinback (reconstruction)"
    is_chance: ClassVar[bool] = False

    def strength(self, games: Games) -> Floats:
        """Return tricks and surpluses for suit games and grand; NaN for null."""
        kinds = kinds_of(games)
        rows = np.flatnonzero((kinds == SUIT_KIND) | (kinds == GRAND_KIND))
        held, forehand = DeclarerHands.of(games, rows), games.declarers[rows] == 0
        in_suit = held.count_side(_SIDE) + FOREHAND_SUIT * forehand
        in_grand = held.count_side(_GRAND_SIDE) + FOREHAND_GRAND * forehand
        beside = np.where(kinds[rows] == SUIT_KIND, in_suit, in_grand)
        return fill_column(games, rows, count_trump_tricks(held) + beside)


def count_trump_tricks(held: DeclarerHands) -> Floats:
    """Return how many trumps are not expected to be lost."""
    home: Floats = (held.trump_length - count_lost_trumps(held)).astype(np.float64)
    return home


Value = Callable[[Masks, Integers], Floats]
"""V: hands of ten cards and games (places in ``contract.GAMES``, no null) to trick points."""


@cache
def _learn_valuation() -> Valuation:
    base = training_deals()
    return Valuation.of(base.hands, base.trick_points)


def estimate_trick_points(hands: Masks, games: Integers) -> Floats:
    """Return the points that similar hands of the knowledge base took in tricks."""
    found = np.empty(len(hands))
    for trump, game in enumerate(TRUMPS):
        rows = games == GAMES.index(game)
        if rows.any():
            known = _learn_valuation()
            found[rows] = known.instances[trump].estimates(hands[rows], known.k, known.weighted)
    return found


@dataclass(frozen=True, slots=True)
class KnnValue:
    """The value of the declarer's cards in the game that he announced."""

    value: Value = estimate_trick_points

    name: ClassVar[str] = "nearest neighbours"
    is_chance: ClassVar[bool] = False

    def strength(self, games: Games) -> Floats:
        """Return expected card points; NaN for null, which the value does not know."""
        kinds = kinds_of(games)
        rows = np.flatnonzero((kinds == SUIT_KIND) | (kinds == GRAND_KIND))
        hands = games.hands[rows, games.declarers[rows]]
        points = self.value(hands, GAME_OF[games.contracts[rows]])
        return fill_column(games, rows, points + card_points_of(games.hands[rows, 3]))
