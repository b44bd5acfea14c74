"""A deal solved with open cards, trick by trick, ready to be shown."""

from dataclasses import dataclass
from functools import lru_cache
from threading import local

from evenhand.games.cards import as_hand
from evenhand.games.skat.contract import NULL
from evenhand.games.skat.deck import PACK, card_points
from evenhand.games.skat.scoring import ALL_POINTS, POINTS_TO_WIN
from evenhand.games.skat.solver import Position, Solver, Step, line_of
from evenhand.web.pages.card_faces import Face

KEPT = 128
_own = local()  # each thread keeps a solver, because making one takes time


@dataclass(frozen=True)
class PlayedCard:
    """A card of a trick."""

    number: int
    seat: int
    face: Face
    lost: int  # points, or 1 if a null was lost or let go
    better: Face | None  # if it lost something
    turned: bool  # it turned a won game into a lost one, or the other way round
    given: bool  # it was played, and is not best play
    value: int  # what the declarer ends with from here on


@dataclass(frozen=True)
class TrickShown:
    """A trick: its cards in the order of play."""

    number: int
    cards: tuple[PlayedCard, ...]
    winner: int | None
    points: int
    so_far: int  # of the declarer, the skat counted


@dataclass(frozen=True)
class Solved:
    """What a deal is worth with open cards, and how it goes."""

    null: bool
    skat_points: int
    value: int  # card points of the declarer with the skat; in null 1 or 0
    ends_with: int  # the same after the cards that were played and best play from there
    tricks: tuple[TrickShown, ...]
    mistakes: tuple[PlayedCard, ...]
    lost_by: tuple[int, int, int]  # points that each seat lost

    def wins(self, value: int) -> bool:
        """Whether a value wins the game."""
        return value >= self.needed

    @property
    def needed(self) -> int:
        """What wins the game."""
        return 1 if self.null else POINTS_TO_WIN

    @property
    def theirs(self) -> int:
        """The points of the opponents."""
        return ALL_POINTS - self.value


@lru_cache(KEPT)
def solved(position: Position, skat: int, played: tuple[int, ...]) -> Solved:
    """Solve a deal; cards that were played are judged, the rest is best play."""
    if not hasattr(_own, "solver"):
        _own.solver = Solver()
    return shown(position, skat, list(line_of(_own.solver, position, played)))


def shown(position: Position, skat: int, steps: list[Step]) -> Solved:
    """The steps of a line as tricks and mistakes."""
    null = position.game == NULL
    extra = 0 if null else card_points(skat)
    needed = 1 if null else POINTS_TO_WIN
    cards = [_card(n, step, position.declarer, extra, needed) for n, step in enumerate(steps, 1)]
    tricks = [
        _trick(at // 3 + 1, cards[at : at + 3], steps[at : at + 3], extra)
        for at in range(0, len(steps), 3)
    ]
    mistakes = [card for card in cards if card.lost]
    lost = [sum(card.lost for card in mistakes if card.seat == seat) for seat in range(3)]
    return Solved(
        null,
        extra,
        _before(steps[0], position.declarer) + extra,
        steps[-1].value + extra,
        tuple(tricks),
        tuple(mistakes),
        (lost[0], lost[1], lost[2]),
    )


def _before(step: Step, declarer: int) -> int:
    """The value before a card was played."""
    return step.value + (step.lost if step.seat == declarer else -step.lost)


def _card(number: int, step: Step, declarer: int, extra: int, needed: int) -> PlayedCard:
    before, after = _before(step, declarer) + extra, step.value + extra
    return PlayedCard(
        number,
        step.seat,
        Face.of(PACK.name(step.card)),
        step.lost,
        Face.of(PACK.name(step.best)) if step.lost else None,
        turned=(before >= needed) != (after >= needed),
        given=step.given,
        value=after,
    )


def _trick(number: int, cards: list[PlayedCard], steps: list[Step], extra: int) -> TrickShown:
    points = card_points(as_hand(step.card for step in steps))
    return TrickShown(number, tuple(cards), steps[-1].winner, points, steps[-1].taken + extra)
