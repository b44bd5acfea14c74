"""The best arrangement of a hand, meld by meld.

It is one whose cards outside the free melds count MinScore (see :mod:`plain`), found by trying
melds card by card and giving up where too much is left over already.  A hand that can be
declared comes out as a complete declaration.

Choices where several arrangements count the same: two sequences before a pure one alone; of 14
cards the discard is a joker only if nothing else is as good, then the dearest card, then
the one named last.  Sequences of six and more places are shown as shorter ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.rummy.melds import (
    RUNS,
    SHORTEST,
    Kind,
    Meld,
    in_order,
    is_pure,
    kinds,
    pure_sequences,
    sequence_gaps,
    set_gaps,
    subsets,
)
from evenhand.games.rummy.pack import (
    COLUMN,
    HAND_SIZE,
    NATURAL,
    NO_WILD,
    RANKS,
    SIZES,
    SUITS,
    check_hand,
    check_wild,
    jokers,
    name,
    names,
)
from evenhand.games.rummy.points import MOST, points

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
            cards, most = " ".join(names(self.left_over)), self.points == MOST
            lines.append(
                f"{'left over':<13}  {cards} ({self.points} points{', the most' if most else ''})"
            )
        if self.discard is not None:
            lines.append(f"{'discard':<13}  {name(self.discard)}")
        return "\n".join(lines)


def arrange(hand: int, wild: int, literal: bool = False) -> Arrangement:
    """A best arrangement of 13 cards, or of 14 after the best discard.

    Without a pure sequence no meld is free, and without a second sequence only a pure one;
    in the literal reading of MinScore any melds are.

    >>> from evenhand.games.rummy.pack import read_hand, read_wild
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
        return _arranged(hand, wild, literal)
    held = jokers(hand, wild)
    order = sorted(
        cards_of(hand), key=lambda card: (held >> card & 1, -points(1 << card, wild), -card)
    )
    best: Arrangement | None = None
    for card in order:
        found = _arranged(hand ^ 1 << card, wild, literal)
        if best is None or found.points < best.points:
            best = Arrangement(found.melds, found.left_over, found.points, card)
    assert best is not None
    return best


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


def _arranged(hand: int, wild: int, literal: bool) -> Arrangement:
    held = jokers(hand, wild)
    melds = _filled(_best(hand, wild, literal), held)
    melds = _with_spare(melds, held & ~sum(melds), wild)
    left_over = hand ^ sum(melds)
    shown = [Meld(kinds(cards, wild)[0], in_order(cards, wild)) for cards in melds]
    shown.sort(key=lambda meld: (list(Kind).index(meld.kind), meld.cards))
    return Arrangement(tuple(shown), left_over, min(MOST, points(left_over, wild)))


def _best(hand: int, wild: int, literal: bool) -> _Search:
    """The melds of the best arrangement."""
    held = jokers(hand, wild)
    parts = _parts(hand ^ held, held.bit_count())
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


def _parts(cards: int, fill: int) -> list[_Part]:
    """All melds that can be made of some cards and jokers, those without jokers first."""
    found = {_Part(part, sequence_gaps(part), True) for part in _near(cards)}
    for rank in range(RANKS):
        found |= {
            _Part(part, set_gaps(part), False)
            for part in subsets(cards & COLUMN << rank)
            if part.bit_count() > 1  # a single card with jokers is a sequence as well
        }
    able = [part for part in found if part.gaps <= fill]
    return sorted(able, key=lambda part: (part.gaps, -part.cards.bit_count(), part.cards))


def _near(cards: int) -> Iterator[int]:
    """Cards of one suit that are near enough for a sequence of at most five places."""
    for run in RUNS:
        if run.bit_count() <= LONGEST:
            for suit in range(SUITS):
                yield from subsets(cards & run << suit * RANKS)


def _filled(search: _Search, held: int) -> list[int]:
    """The melds with their jokers; a wild card goes where it stands for itself, if it can."""
    spare = held & ~search.pure
    parts = [part.cards for part in search.parts]
    for number, part in enumerate(search.parts):
        own = _own(part, spare)
        parts[number] |= own
        spare ^= own
    for number, part in enumerate(search.parts):
        lacking = part.gaps - (parts[number] & held).bit_count()
        taken = as_hand(sorted(cards_of(spare), reverse=True)[:lacking])
        parts[number] |= taken
        spare ^= taken
    return [cards for cards in (search.pure, *parts) if cards]


def _own(part: _Part, spare: int) -> int:
    """A wild card that fills a gap of a sequence as itself."""
    if part.is_sequence and part.cards:
        for card in cards_of(spare & NATURAL):
            if sequence_gaps(part.cards | 1 << card) < part.gaps:
                return 1 << card
    return 0


def _with_spare(melds: list[int], spare: int, wild: int) -> list[int]:
    """The melds with the jokers that fill no gap, as far as a meld can take them."""
    for card in cards_of(spare):
        taker = _taker(melds, 1 << card, wild)
        if taker is not None:
            melds[taker] |= 1 << card
    return melds


def _taker(melds: list[int], joker: int, wild: int) -> int | None:
    """Which meld takes a joker that fills no gap.

    One that stays pure, else a sequence with jokers, a set of three, a second pure sequence.
    """
    numbers = range(len(melds))
    sequences = [number for number in numbers if kinds(melds[number], wild)[0].is_sequence]
    pure = [number for number in sequences if is_pure(melds[number])]
    able = [number for number in pure if is_pure(melds[number] | joker)]
    able += [number for number in sequences if number not in pure]
    able += [
        number
        for number in numbers
        if number not in sequences and kinds(melds[number] | joker, wild)
    ]
    return next(iter(able + pure[1:]), None)
