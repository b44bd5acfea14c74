"""A hand of Rummy in its best arrangement, ready to be shown."""

from dataclasses import dataclass
from functools import lru_cache

from evenhand.games.cards import cards_of
from evenhand.games.rummy import arrange, discard_dists, discard_scores, min_dist, name, names
from evenhand.games.rummy.deck import HAND_SIZE, MAX_POINTS
from evenhand.web.pages.card_faces import Face, faces

KEPT = 256


@dataclass(frozen=True)
class MeldShown:
    """A meld that is free."""

    kind: str
    cards: tuple[Face, ...]


@dataclass(frozen=True)
class Discard:
    """What is left after a discard."""

    face: Face
    distance: int
    score: int


@dataclass(frozen=True)
class RummyAnswer:
    """The melds, what is left over, and what the hand counts."""

    melds: tuple[MeldShown, ...]
    left_over: tuple[Face, ...]
    score: int
    distance: int
    capped: bool  # more cannot be counted
    discard: Face | None  # that leaves the fewest points
    discards: tuple[Discard, ...]  # all of 14, the best first

    @property
    def best(self) -> tuple[Discard, ...]:
        """The discards that leave the hand nearest to a declaration, and of these the lowest."""
        first = self.discards[0]
        return tuple(
            one
            for one in self.discards
            if (one.distance, one.score) == (first.distance, first.score)
        )


@lru_cache(KEPT)
def rummy_answer(hand: int, wild: int) -> RummyAnswer:
    """Arrange 13 cards, or 14 with the discard that leaves the fewest points."""
    found = arrange(hand, wild)
    return RummyAnswer(
        tuple(
            MeldShown(str(one.kind), tuple(faces([*map(name, one.cards)]))) for one in found.melds
        ),
        tuple(faces(names(found.left_over))),
        found.points,
        min_dist(hand, wild),
        found.points == MAX_POINTS,
        None if found.discard is None else Face.of(name(found.discard)),
        _discards(hand, wild) if hand.bit_count() > HAND_SIZE else (),
    )


def _discards(hand: int, wild: int) -> tuple[Discard, ...]:
    distances, scores = discard_dists(hand, wild), discard_scores(hand, wild)
    rows = [Discard(Face.of(name(c)), distances[c], scores[c]) for c in cards_of(hand)]
    return tuple(sorted(rows, key=lambda one: (one.distance, one.score)))
