"""The best arrangement of a hand, meld by meld.

It is one whose cards outside the free melds count MinScore, found by trying melds card by card
and giving up where too much is left over already.  A hand that can be declared comes out as a
complete declaration.  Nothing here is compiled.

Choices where several arrangements count the same: two sequences before a pure one alone; of 14
cards the discard is a joker only if nothing else is as good, then the dearest card, then
the one named last.  Sequences of six and more places are shown as shorter ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.rummy.deck import (
    COLUMN,
    HAND_SIZE,
    MAX_POINTS,
    NATURAL,
    NO_WILD,
    RANKS,
    SIZES,
    SUIT_MASK,
    SUITS,
    check_hand,
    check_wild,
    jokers,
    name,
    names,
    points,
)
from evenhand.games.rummy.melds import (
    RUNS,
    SHORTEST,
    Kind,
    Meld,
    is_pure,
    kinds_of,
    pure_sequences,
    sequence_gaps,
    set_gaps,
    sort_meld,
    subsets,
)

LONGEST: Final = 5
"""Places of a sequence that need be tried: a longer one is two."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Melds that are free, and what is left over."""

    melds: tuple[Meld, ...]
    left_over: int
    points: int  # of the cards left over, at most 80
    discard: int | None = None  # of 14 cards

    def __str__(self) -> str:
        lines = [str(meld) for meld in self.melds]
        if self.left_over:
            cards, most = " ".join(names(self.left_over)), self.points == MAX_POINTS
            lines.append(
                f"{'left over':<13}  {cards} ({self.points} points{', the most' if most else ''})"
            )
        if self.discard is not None:
            lines.append(f"{'discard':<13}  {name(self.discard)}")
        return "\n".join(lines)


def arrange(hand: int, wild: int, literal: bool = False) -> Arrangement:
    """Return a best arrangement of 13 cards, or of 14 after the best discard.

    Without a pure sequence no meld is free, and without a second sequence only a pure one;
    in the literal reading of MinScore any melds are.

    >>> from evenhand.games.rummy.deck import read_hand, read_wild
    >>> hand = read_hand("HA H2 H3 S9 JK SJ C6 D6 H6 S6 CQ DQ HK".split())
    >>> print(arrange(hand, read_wild("7")))
    pure sequence  HA H2 H3
    sequence       S9 JK SJ
    set            C6 D6 H6 S6
    left over      CQ DQ HK (30 points)
    """
    check_hand(hand, SIZES)
    check_wild(wild)
    if hand.bit_count() == HAND_SIZE:
        return _arrange_thirteen(hand, wild, literal)
    held = jokers(hand, wild)
    order = sorted(
        cards_of(hand), key=lambda card: (held >> card & 1, -points(1 << card, wild), -card)
    )
    best: Arrangement | None = None
    for card in order:
        found = _arrange_thirteen(hand ^ 1 << card, wild, literal)
        if best is None or found.points < best.points:
            best = Arrangement(found.melds, found.left_over, found.points, card)
    assert best is not None
    return best


def is_declarable(hand: int, wild: int) -> bool:
    """Return whether a hand can be declared: 13 cards all of them, 14 without one of them."""
    check_hand(hand, SIZES)
    check_wild(wild)
    if hand.bit_count() > HAND_SIZE:
        return find_final_discards(hand, wild) != 0
    return _is_complete(hand, wild, _list_parts_of(hand, wild))


def find_final_discards(hand: int, wild: int) -> int:
    """Return the cards of 14 without which the other 13 can be declared.

    >>> from evenhand.games.rummy.deck import read_hand, read_wild
    >>> hand = read_hand("HA H2 H3 S9 JK SJ C6 D6 H6 S6 CQ DQ HQ HK".split())
    >>> names(find_final_discards(hand, read_wild("7")))
    ['HK']
    """
    if not pure_sequences(hand):
        return 0
    parts = _list_parts_of(hand, wild)
    return as_hand(card for card in cards_of(hand) if _is_complete(hand ^ 1 << card, wild, parts))


@dataclass(frozen=True, slots=True)
class _Part:
    """A meld in the making: its cards without jokers, and how many jokers it needs."""

    cards: int
    gaps: int
    is_sequence: bool


@dataclass(slots=True)
class _Search:
    """The best way to lay melds that was found so far."""

    left: int  # what the cards left over must stay below
    pure: int = 0
    parts: list[_Part] = field(default_factory=list)
    by_lowest: dict[int, list[_Part]] = field(default_factory=dict)

    def lay(self, pure: int, parts: Sequence[_Part], cards: int, fill: int, lacks: bool) -> None:
        """Try all parts on some cards beside a pure sequence, which may lack a second one."""
        useful = 0
        self.by_lowest = {}
        for part in parts:
            if part.cards & ~cards == 0:
                useful |= part.cards
                self.by_lowest.setdefault(part.cards & -part.cards, []).append(part)
        self._lay(pure, [], useful, fill, lacks, points(cards ^ useful, NO_WILD))

    def _lay(
        self, pure: int, laid: list[_Part], cards: int, fill: int, lacks: bool, left: int
    ) -> None:
        if left >= self.left:
            return
        if cards == 0:
            if not lacks or fill >= SHORTEST:
                extra = [_Part(0, SHORTEST, is_sequence=True)] if lacks else []
                self.left, self.pure, self.parts = left, pure, laid + extra
            return
        lowest = cards & -cards
        for part in self.by_lowest.get(lowest, ()):
            if part.gaps <= fill and part.cards & ~cards == 0:
                rest, still = cards ^ part.cards, lacks and not part.is_sequence
                self._lay(pure, [*laid, part], rest, fill - part.gaps, still, left)
        left += points(lowest, NO_WILD)
        self._lay(pure, laid, cards ^ lowest, fill, lacks, left)


def _arrange_thirteen(hand: int, wild: int, literal: bool) -> Arrangement:
    held = jokers(hand, wild)
    melds = _fill_gaps(_find_best(hand, wild, literal), held)
    melds = _add_spare(melds, held & ~sum(melds), wild)
    left_over = hand ^ sum(melds)
    shown = [Meld(kinds_of(cards, wild)[0], sort_meld(cards, wild)) for cards in melds]
    shown.sort(key=lambda meld: (list(Kind).index(meld.kind), meld.cards))
    return Arrangement(tuple(shown), left_over, min(MAX_POINTS, points(left_over, wild)))


def _find_best(hand: int, wild: int, literal: bool) -> _Search:
    """Return the melds of the best arrangement."""
    held, parts = jokers(hand, wild), _list_parts_of(hand, wild)
    if literal:
        search = _Search(points(hand, wild) + 1)
        search.lay(0, parts, hand ^ held, held.bit_count(), lacks=False)
        return search
    runs = sorted(pure_sequences(hand), key=lambda run: (points(run, wild), run.bit_count()))
    if not runs:
        return _Search(0)
    search = _Search(points(hand ^ runs[-1], wild) + 1, runs[-1])  # the dearest one alone
    for pure in reversed(runs):
        rest = hand ^ pure
        search.lay(pure, parts, rest & ~held, (rest & held).bit_count(), lacks=True)
    return search


def _is_complete(hand: int, wild: int, parts: Sequence[_Part]) -> bool:
    """Return whether thirteen cards can be declared, given all that can be made of them."""
    held, search = jokers(hand, wild), _Search(left=1)  # the cheapest card has two points
    for pure in pure_sequences(hand):
        rest = hand ^ pure
        search.lay(pure, parts, rest & ~held, (rest & held).bit_count(), lacks=True)
        if search.left == 0:
            return True
    return False


def _list_parts_of(hand: int, wild: int) -> list[_Part]:
    held = jokers(hand, wild)
    return _list_parts(hand ^ held, held.bit_count())


def _list_parts(cards: int, fill: int) -> list[_Part]:
    """Return all melds that can be made of some cards and jokers, those without jokers first."""
    able = [
        _Part(ranks << suit * RANKS, gaps, True)
        for suit in range(SUITS)
        for ranks, gaps in _list_near(cards >> suit * RANKS & SUIT_MASK)
        if gaps <= fill
    ]
    able += [
        _Part(part, set_gaps(part), False)
        for rank in range(RANKS)
        for part in subsets(cards & COLUMN << rank)
        # a single card with jokers is a sequence as well
        if part.bit_count() > 1 and set_gaps(part) <= fill
    ]
    return sorted(able, key=lambda part: (part.gaps, -part.cards.bit_count(), part.cards))


@cache
def _list_near(ranks: int) -> tuple[tuple[int, int], ...]:
    """Return ranks of a suit that are near enough for a sequence of at most five places.

    With each, how many jokers it needs.
    """
    runs = (run for run in RUNS if run.bit_count() <= LONGEST)
    found = {part for run in runs for part in subsets(ranks & run)}
    return tuple((part, sequence_gaps(part)) for part in found)


def _fill_gaps(search: _Search, held: int) -> list[int]:
    """Return the melds with their jokers; a wild card stands for itself if it can."""
    spare = held & ~search.pure
    parts = [part.cards for part in search.parts]
    for number, part in enumerate(search.parts):
        own = _find_own(part, spare)
        parts[number] |= own
        spare ^= own
    for number, part in enumerate(search.parts):
        lacking = part.gaps - (parts[number] & held).bit_count()
        taken = as_hand(sorted(cards_of(spare), reverse=True)[:lacking])
        parts[number] |= taken
        spare ^= taken
    return [cards for cards in (search.pure, *parts) if cards]


def _find_own(part: _Part, spare: int) -> int:
    """Return a wild card that fills a gap of a sequence as itself."""
    if part.is_sequence and part.cards:
        for card in cards_of(spare & NATURAL):
            if sequence_gaps(part.cards | 1 << card) < part.gaps:
                return 1 << card
    return 0


def _add_spare(melds: list[int], spare: int, wild: int) -> list[int]:
    """Return the melds with the jokers that fill no gap, as far as a meld can take them."""
    for card in cards_of(spare):
        taker = _find_taker(melds, 1 << card, wild)
        if taker is not None:
            melds[taker] |= 1 << card
    return melds


def _find_taker(melds: list[int], joker: int, wild: int) -> int | None:
    """Return the number of the meld that takes a joker that fills no gap.

    One that stays pure, else a sequence with jokers, a set of three, a second pure sequence.
    """
    numbers = range(len(melds))
    sequences = [number for number in numbers if kinds_of(melds[number], wild)[0].is_sequence]
    pure = [number for number in sequences if is_pure(melds[number])]
    able = [number for number in pure if is_pure(melds[number] | joker)]
    able += [number for number in sequences if number not in pure]
    able += [
        number
        for number in numbers
        if number not in sequences and kinds_of(melds[number] | joker, wild)
    ]
    return next(iter(able + pure[1:]), None)
