"""A series of deals, which is what a simulation plays and a ladder of Skat rates.

Dealing goes round: in the first deal of a series seat 0 is forehand, seat 1 middlehand and seat 2
rearhand, in the next one seat 1 is forehand.  Seats are the players of the series; their places in
a deal are those of :mod:`~evenhand.games.skat.state`.  The cards are
:func:`~evenhand.games.skat.deck.deal_cards` of the seed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from reprlib import repr as brief
from typing import Annotated, NamedTuple, Self

from numpy.random import Generator

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.options import check_flag, check_number
from evenhand.games.protocol import RuleError, check_move, name_players
from evenhand.games.skat.auction import TAKE_SKAT
from evenhand.games.skat.deck import SEATS, Deal, deal_cards, join_cards
from evenhand.games.skat.scoring import DEFENCE_BONUS, Result, seeger_points
from evenhand.games.skat.state import DealState, Phase
from evenhand.games.skat.text import describe_move, list_events, render_deal
from evenhand.games.skat.tricks import FOLLOWS
from evenhand.rng import check_seed, draw_seeds


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a series: how many deals, what becomes of those passed in, and the bonus."""

    deals: Annotated[int, "deals of a series; those passed in count"] = 1
    redeal: Annotated[bool, "a deal that is passed in is dealt again and does not count"] = False
    defence: Annotated[int, "points for each game that another player loses"] = DEFENCE_BONUS[SEATS]

    def __post_init__(self) -> None:
        check_number("deals", self.deals, 1, MOST_DEALS)
        check_flag("redeal", self.redeal)
        check_number("defence", self.defence, 0, MOST_DEFENCE)


MOST_DEALS = 1_000
MOST_DEFENCE = 1_000
DEFAULT = Rules()


class Observation(NamedTuple):
    """What one seat knows."""

    rules: Rules
    past: tuple[DealState, ...]  # the deals that are over; then all cards are seen
    place: int  # forehand 0, middlehand 1, rearhand 2
    hand: int  # the ten cards that the seat was dealt
    skat: int  # the two cards that it took, if it took them
    shown: int  # what the declarer still holds, if that lies open
    moves: tuple[tuple[int, str], ...]  # of this deal, by place; what others put away is left out


@dataclass(frozen=True, slots=True)
class State:
    """A series of deals at one moment, see :class:`evenhand.games.State`.

    >>> state = State.start(Rules(deals=2), seed=3)
    >>> for move in ("p", "p", "p"):
    ...     state = state.play(move)
    >>> [seat for seat, _ in state.moves], state.turn, state.deal.turn
    ([1, 2, 0], 2, 1)
    """

    rules: Rules
    seed: int
    replaced: tuple[Deal, ...]  # the first deals, where they do not follow from the seed
    deals: tuple[DealState, ...]  # all deals so far, those dealt again among them

    @classmethod
    def start(cls, rules: Rules = DEFAULT, seed: int = 1, replaced: tuple[Deal, ...] = ()) -> Self:
        """Return a series before its first move."""
        return cls(rules, check_seed(seed), replaced, (_deal(seed, 0, replaced),))

    @property
    def seats(self) -> int:
        """How many play."""
        return SEATS

    @property
    def deal(self) -> DealState:
        """The deal that is played, or the last one."""
        return self.deals[-1]

    @property
    def number(self) -> int:
        """How many deals of the series are over before this one, without those dealt again."""
        return self._count(len(self.deals) - 1)

    def seat_at(self, place: int) -> int:
        """Return the seat that is forehand, middlehand or rearhand in this deal."""
        return (place + self.number) % SEATS

    def place_of(self, seat: int) -> int:
        """Return whether a seat is forehand (0), middlehand or rearhand in this deal."""
        return (seat - self.number) % SEATS

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """The moves so far, each with the seat that made it."""
        moves: list[tuple[int, str]] = []
        for number, deal in enumerate(self.deals):
            turned = self._count(number)
            moves += [((place + turned) % SEATS, move) for place, move in deal.moves]
        return tuple(moves)

    @property
    def turn(self) -> int | None:
        """The seat that has to move; None when the series is over."""
        place = self.deal.turn
        return None if place is None else self.seat_at(place)

    @property
    def over(self) -> bool:
        """Whether the series has ended."""
        return self.deal.over

    def legal_moves(self) -> list[str]:
        """Return the moves that the seat with the turn may make, see ``DealState.legal_moves``."""
        return self.deal.legal_moves()

    def play(self, move: str, seat: int | None = None) -> Self:
        """Return the state after a move of the seat that has the turn.

        While cards are played any other seat may give up (``RE``), or show its cards (``SC``).
        """
        check_move(move, self.turn)
        if seat not in (None, *range(SEATS)):
            raise RuleError("seat", f"there is no seat {brief(seat)}")
        deals = (
            *self.deals[:-1],
            self.deal.play(move, None if seat is None else self.place_of(seat)),
        )
        after = replace(self, deals=deals)
        if deals[-1].over and after._count(len(deals)) < self.rules.deals:
            return replace(after, deals=(*deals, _deal(self.seed, len(deals), self.replaced)))
        return after

    def initial(self) -> Self:
        """Return the state before the first move."""
        return self.start(self.rules, self.seed, self.replaced)

    def returns(self) -> tuple[float, ...]:
        """Return the Seeger-Fabian points of the seats, once the series is over."""
        if not self.over:
            raise RuleError("game over", "there are no scores before the end")
        return tuple(map(float, self.points))

    @property
    def points(self) -> tuple[int, ...]:
        """The Seeger-Fabian points of the seats so far."""
        points, defence = [0] * SEATS, self.rules.defence
        for number, deal in enumerate(self.deals):
            if deal.over and deal.declarer is not None:
                declarer = (deal.declarer + self._count(number)) % SEATS
                score, won = deal.result().score, deal.result().won
                for seat in range(SEATS):
                    own = (score, won, not won, 0) if seat == declarer else (0, 0, 0, not won)
                    points[seat] += seeger_points(own[0], own[1], own[2], own[3], defence)
        return tuple(points)

    def result(self) -> tuple[Result, ...]:
        """Return what each deal of the series counts, once it is over."""
        if not self.over:
            raise RuleError("game over", "there is no result before the end")
        return tuple(deal.result() for deal in self.deals if self._counts(deal))

    def observation(self, seat: int) -> Observation:
        """Return all that a seat knows."""
        place, deal = self.place_of(seat), self.deal
        if deal.over:
            return Observation(self.rules, self.deals, place, 0, 0, 0, ())
        took = deal.skat_taken and deal.declarer == place
        moves = tuple(_hide_discards(deal.moves)) if deal.declarer != place else deal.moves
        skat = deal.deal.skat if took else 0
        hand = deal.deal.hands[place]
        return Observation(self.rules, self.deals[:-1], place, hand, skat, deal.shown, moves)

    def resample(self, seat: int, rng: Generator) -> Self:
        """Return a random state that the seat cannot distinguish from this one.

        The cards of this deal that it has not seen are drawn again, and so are all deals to come.
        """
        deal = self.deal if self.over else resample_deal(self.deal, self.place_of(seat), rng)
        deals = (*self.deals[:-1], deal)
        seed = int(draw_seeds(rng, 1)[0])
        return replace(self, seed=seed, replaced=tuple(one.deal for one in deals), deals=deals)

    def render(self, names: Sequence[str] = (), seat: int | None = None) -> str:
        """Return the deal as text: as one seat sees it, or with everything open."""
        place = None if seat is None else self.place_of(seat)
        lines = [] if self.rules.deals == 1 else [self._headline(names)]
        return "\n".join([*lines, render_deal(self.deal, self._name_places(names), place)])

    def transcript(self, names: Sequence[str] = ()) -> str:
        """Return what has happened so far, as text."""
        lines = []
        for number, deal in enumerate(self.deals):
            now = replace(self, deals=self.deals[: number + 1])
            lines += [] if self.rules.deals == 1 else [now._headline(names)]
            lines += list_events(deal, now._name_places(names))
        return "\n".join(lines)

    def describe(self, move: str, seat: int | None = None) -> str:
        """Return a legal move in words: as one seat learns of it, or with everything open."""
        return describe_move(self.deal, move, is_open=seat in (None, self.turn))

    def __str__(self) -> str:
        return self.render()

    def _counts(self, deal: DealState) -> bool:
        """Return whether a deal that is over is one of the series."""
        return deal.declarer is not None or not self.rules.redeal

    def _count(self, number: int) -> int:
        """Return how many of the first deals are deals of the series."""
        return sum(self._counts(deal) for deal in self.deals[:number])

    def _name_places(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the names of forehand, middlehand and rearhand."""
        known = _name_seats(names)
        return tuple(known[self.seat_at(place)] for place in range(SEATS))

    def _headline(self, names: Sequence[str]) -> str:
        scores = zip(_name_seats(names), self.points, strict=True)
        standing = ", ".join(f"{name} {points}" for name, points in scores)
        return f"deal {self.number + 1} of {self.rules.deals} ({standing})"


def _name_seats(names: Sequence[str]) -> list[str]:
    """Return the names of the seats, with numbers where they are the same."""
    known = name_players(names, SEATS)
    return [
        f"{name} {seat}" if known.count(name) > 1 else name for seat, name in enumerate(known, 1)
    ]


def _deal(seed: int, number: int, replaced: tuple[Deal, ...]) -> DealState:
    if number < len(replaced):
        return DealState(replaced[number])
    fore, middle, rear, skat = deal_cards(seed, number)
    return DealState(Deal((fore, middle, rear), skat))


def _hide_discards(moves: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield the moves of a deal as the opponents of the declarer learn of them."""
    taken = announced = discarded = False
    for place, move in moves:
        if not taken or discarded:
            taken = taken or move == TAKE_SKAT
            yield place, move
        elif not announced:
            game, *cards = move.split(".")
            announced, discarded = True, bool(cards)
            yield place, game
        else:
            discarded = True
            yield place, ""


SKAT = SEATS  # the place of the skat, beside those of the players
SWAPS = 8  # tried for each card that is not known


def resample_deal(deal: DealState, place: int, rng: Generator) -> DealState:
    """Return the deal with the cards that a player has not seen in other hands.

    Random pairs of these cards are swapped, unless one would come to a player who did not follow
    its suit; so the moves stay legal.  If another player took the skat, any two of his cards are
    those that he found there.
    """
    hands = [deal.hand(player) for player in range(SEATS)]
    skat = deal.skat
    if deal.phase in (Phase.ANNOUNCEMENT, Phase.DISCARD) and deal.declarer != place:
        hands, skat = list(deal.deal.hands), deal.deal.skat  # which of the twelve is which is open
    piles = [*hands, skat]
    known = {place}
    if deal.declarer is not None and (deal.shown or (deal.declarer == place and deal.skat_taken)):
        known |= {SKAT} if deal.declarer == place and deal.skat_taken else {deal.declarer}
    piles = _swap_cards(piles, known, _find_missing(deal), rng)
    played = _list_played(deal)
    dealt = [pile | cards for pile, cards in zip(piles, played, strict=False)]
    found, declarer = piles[SKAT], deal.declarer
    if deal.discards and declarer is not None:
        twelve = dealt[declarer] | piles[SKAT]
        found = deal.deal.skat
        if declarer != place:
            found = as_hand(rng.choice(list(cards_of(twelve)), 2, replace=False).tolist())
        dealt[declarer] = twelve & ~found
    elif declarer == place and deal.skat_taken:
        dealt[declarer], found = deal.deal.hands[declarer], deal.deal.skat
    after = DealState(Deal((dealt[0], dealt[1], dealt[2]), found))
    for player, move in deal.moves:
        names = move.split(".")
        if player == place:
            pass  # knows what it put away
        elif after.phase is Phase.ANNOUNCEMENT and len(names) > 1:
            move = ".".join([names[0], join_cards(piles[SKAT]), *names[3:]])
        elif after.phase is Phase.DISCARD:
            move = ".".join([join_cards(piles[SKAT]), *names[2:]])
        after = after.play(move, player)
    return after


def _swap_cards(piles: list[int], known: set[int], missing: list[int], rng: Generator) -> list[int]:
    """Return the piles after random swaps between those that are not known."""
    places = [place for place in range(SKAT + 1) if place not in known]
    owner = {card: place for place in places for card in cards_of(piles[place])}
    cards = list(owner)
    swaps = rng.integers(len(cards), size=(SWAPS * len(cards), 2)).tolist() if cards else []
    for one, other in swaps:
        first, second = cards[one], cards[other]
        if not (missing[owner[first]] >> second | missing[owner[second]] >> first) & 1:
            owner[first], owner[second] = owner[second], owner[first]
    swapped = list(piles)
    for place in places:
        swapped[place] = as_hand(card for card in cards if owner[card] == place)
    return swapped


def _find_missing(deal: DealState) -> list[int]:
    """Return the cards that each player is known not to hold any more; none for the skat."""
    missing = [0] * (SEATS + 1)
    for leader, cards in _list_tricks(deal):
        follows = int(FOLLOWS[deal.contract.game_number, cards[0]]) if deal.contract else 0
        for place, card in enumerate(cards):
            if not follows >> card & 1:
                missing[(leader + place) % SEATS] |= follows
    return missing


def _list_played(deal: DealState) -> list[int]:
    """Return the cards that each player has played."""
    played = [0] * SEATS
    for leader, cards in _list_tricks(deal):
        for place, card in enumerate(cards):
            played[(leader + place) % SEATS] |= 1 << card
    return played


def _list_tricks(deal: DealState) -> list[tuple[int, tuple[int, ...]]]:
    """Return the leaders and the cards of all tricks, also of the one that is not full."""
    tricks = [(trick.leader, trick.cards) for trick in deal.tricks]
    return [*tricks, (deal.leader, deal.table)] if deal.table else tricks
