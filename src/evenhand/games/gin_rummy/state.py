"""One game of Gin Rummy at one moment.

Moves are words.  The first upcard is offered: ``pile`` takes it, ``pass`` does not.  From then on
a turn begins with ``stock`` or ``pile`` and ends with the card that is discarded, as in ``C7``,
``knock C7`` or ``gin C7``; where the rules know it, ``big gin`` ends a deal without a discard.

The rules are those of :mod:`evenhand.games.gin_rummy.table`; melds and lay-offs are made as well as
they can be when a deal ends.  A game has one deal or several.  Who scores begins the next deal
(the loser deals); after a void deal the same seat begins again.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from reprlib import repr as brief
from typing import NamedTuple, Self

import numpy as np
from numpy.random import Generator

from evenhand.games.cards import CardError
from evenhand.games.gin_rummy import table as rows, text
from evenhand.games.gin_rummy.deck import CARDS, HAND_SIZE, PACK, STOCK, UPCARD
from evenhand.games.gin_rummy.melds import deadwood
from evenhand.games.gin_rummy.policy import shuffle_decks
from evenhand.games.gin_rummy.table import DRAW, OVER, Rules
from evenhand.games.protocol import RuleError, check_move
from evenhand.rng import check_seed

SEATS = 2
STOCK_MOVE, PILE_MOVE, PASS_MOVE, BIG_GIN_MOVE = "stock", "pile", "pass", "big gin"
KNOCK_MOVE, GIN_MOVE = "knock", "gin"
PLAIN_MOVES = {
    rows.DRAW_STOCK: STOCK_MOVE,
    rows.TAKE_PILE: PILE_MOVE,
    rows.PASS: PASS_MOVE,
    rows.GO_BIG_GIN: BIG_GIN_MOVE,
}

Deck = tuple[int, ...]
Moves = tuple[tuple[int, str], ...]


class DealResult(NamedTuple):
    """How a deal ended."""

    first: int  # the seat that began
    ending: str  # "knock", "gin", "undercut", "big gin" or "void"
    knocker: int | None
    winner: int | None
    points: int  # of the winner
    deadwood: tuple[int, ...]  # of each seat, after lay-offs; zeros if the deal is void
    hands: tuple[int, ...]
    ended_at: int  # how many moves of the game had been made


class Result(NamedTuple):
    """What a game counts: the points of each seat, deal by deal."""

    points: tuple[int, ...]
    deals: tuple[DealResult, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.  It never changes: ``play`` returns the game after a move.

    >>> state = State.start(Rules(), 3)
    >>> state.turn, state.legal_moves(), PACK.name(state.top)
    (0, ['pile', 'pass'], 'D7')
    >>> state.play("pass").play("pass").legal_moves()
    ['stock']
    >>> state.play("C7")
    Traceback (most recent call last):
    evenhand.games.protocol.RuleError: offer: take the upcard with pile, or pass, not 'C7'
    """

    rules: Rules
    decks: tuple[Deck, ...]  # of all deals, the cards in the order in which they are dealt
    table: tuple[int, ...]  # the deal that is played, or the last one
    finished: tuple[DealResult, ...] = ()
    first: int = 0  # the seat that began the deal
    moves: tuple[tuple[int, str], ...] = ()  # (seat, move)

    @classmethod
    def start(cls, rules: Rules, seed: int) -> Self:
        """Return the game of a seed before its first move."""
        decks = shuffle_decks(np.array([check_seed(seed)], np.int64), rules.deals)[0]
        return cls.of_decks(rules, tuple(map(tuple, decks.tolist())))

    @classmethod
    def of_decks(cls, rules: Rules, decks: Sequence[Deck]) -> Self:
        """Return a game with given decks, one for each deal, before its first move."""
        if len(decks) != rules.deals or any(sorted(deck) != list(range(CARDS)) for deck in decks):
            raise CardError(f"{rules.deals} decks of 52 different cards are needed")
        return cls(rules, tuple(decks), _deal(decks[0], 0))

    def initial(self) -> Self:
        """Return the game before its first move."""
        return self.of_decks(self.rules, self.decks)

    @property
    def seats(self) -> int:
        """How many play: two."""
        return SEATS

    @property
    def over(self) -> bool:
        """Whether the last deal has ended."""
        return len(self.finished) == self.rules.deals

    @property
    def turn(self) -> int | None:
        """The seat that has to move; None when the game is over."""
        return None if self.over else self.table[rows.TURN]

    @property
    def phase(self) -> int:
        """The phase of the deal, as in :mod:`evenhand.games.gin_rummy.table`."""
        return self.table[rows.PHASE]

    @property
    def top(self) -> int | None:
        """The top of the pile; None if it has just been taken."""
        card = self.table[rows.TOP]
        return None if card == rows.NOTHING else card

    @property
    def stock_size(self) -> int:
        """How many cards are left in the stock."""
        return CARDS - STOCK - self.table[rows.DRAWN]

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat in the deals that have ended."""
        return tuple(
            sum(deal.points for deal in self.finished if deal.winner == seat)
            for seat in range(SEATS)
        )

    def hand(self, seat: int) -> int:
        """Return the cards that a seat holds."""
        return self.table[rows.HAND + seat]

    def known(self, seat: int) -> int:
        """Return the cards of a seat's hand that the other seat saw it take."""
        return self.table[rows.KNOWN + seat]

    def legal_moves(self) -> list[str]:
        """Return the moves that the seat with the turn may make."""
        return list(_list_actions(self.table, self.rules))

    def play(self, move: str, seat: int | None = None) -> Self:
        """Return the game after a move; RuleError names the rule that forbids one."""
        mover = check_move(move, self.turn, seat)
        action = _list_actions(self.table, self.rules).get(move)
        if action is None:
            raise self._refuse(move)
        deck, table = self.decks[len(self.finished)], list(self.table)
        drawn = deck[STOCK + table[rows.DRAWN]]
        rows.play(table, self.rules.row().tolist(), action, drawn)
        after = replace(self, table=tuple(table), moves=(*self.moves, (mover, move)))
        return after._end_deal() if table[rows.PHASE] == OVER else after

    def name_action(self, action: int) -> str:
        """Return the word for a legal move that is given as an integer."""
        return _name_action(self.hand(self.table[rows.TURN]), action)

    def observation(self, seat: int) -> Hashable:
        """Return all that a seat knows: moves, upcards, its own cards, and hands laid open."""
        dealt = []
        for deck, first, moves in self.list_deals():
            drawers = [mover for mover, move in moves if move == STOCK_MOVE]
            drawn = [deck[STOCK + n] for n, mover in enumerate(drawers) if mover == seat]
            own = sorted(deck[place] for place in _hand_places(seat, first))
            dealt.append((deck[UPCARD], tuple(own), tuple(drawn)))
        laid_open = tuple(deal.hands for deal in self.finished if deal.knocker is not None)
        return self.rules, seat, self.moves, tuple(dealt), laid_open

    def resample(self, seat: int, rng: Generator) -> Self:
        """Return a game that the seat cannot tell from this one, with unknown cards dealt anew.

        All orders of the cards that agree with what the seat knows are as likely.  Deals that
        have ended stay as they are: nothing depends any more on what was not seen of them.
        """
        if self.over:
            return self
        *_, (deck, first, moves) = self.list_deals()
        sampled = _resample_deck(deck, first, moves, seat, rng)
        past, later = self.decks[: len(self.finished)], self.decks[len(self.finished) + 1 :]
        decks = (*past, sampled, *(tuple(rng.permutation(CARDS).tolist()) for _ in later))
        table, rules = list(_deal(sampled, first)), self.rules.row().tolist()
        for _, move in moves:
            rows.play(table, rules, read_action(move), sampled[STOCK + table[rows.DRAWN]])
        return replace(self, decks=decks, table=tuple(table))

    def returns(self) -> tuple[float, ...]:
        """Return the points of each seat in a game that is over."""
        return tuple(map(float, self.result().points))

    def result(self) -> Result:
        """Return the points and the deals of a game that is over."""
        if not self.over:
            raise RuleError("game over", "there is no result before the end")
        return Result(self.points, self.finished)

    def render(self, names: Sequence[str] = (), seat: int | None = None) -> str:
        """Return the table as text: as one seat sees it, or with everything open."""
        return text.render(self, names, seat)

    def transcript(self, names: Sequence[str] = ()) -> str:
        """Return a line for each turn, and the result of each deal."""
        return text.transcript(self, names)

    def describe(self, move: str, seat: int | None = None) -> str:
        """Return a legal move in words; all can see everything but cards from the stock."""
        return text.describe(self, move)

    def __str__(self) -> str:
        return self.render()

    def list_deals(self) -> Iterator[tuple[Deck, int, Moves]]:
        """Yield the deals that have begun: the deck, the seat that began, the moves."""
        start = 0
        for deck, deal in zip(self.decks, self.finished, strict=False):
            yield deck, deal.first, self.moves[start : deal.ended_at]
            start = deal.ended_at
        if not self.over:
            yield self.decks[len(self.finished)], self.first, self.moves[start:]

    def _end_deal(self) -> Self:
        """Return the game after the end of a deal: over, or with the next deal laid out."""
        table = self.table
        knocker, winner = (
            None if table[column] == rows.NOBODY else table[column]
            for column in (rows.KNOCKER, rows.WINNER)
        )
        deal = DealResult(
            self.first,
            rows.ENDINGS[table[rows.ENDING]],
            knocker,
            winner,
            table[rows.POINTS],
            table[rows.DEADWOOD : rows.DEADWOOD + SEATS],
            table[rows.HAND : rows.HAND + SEATS],
            len(self.moves),
        )
        after = replace(self, finished=(*self.finished, deal))
        if after.over:
            return after
        first = self.first if winner is None else winner
        return replace(after, first=first, table=_deal(self.decks[len(after.finished)], first))

    def _refuse(self, move: str) -> RuleError:
        """Return what is wrong with a move that is not legal."""
        phase = self.phase
        if phase in (rows.FIRST_OFFER, rows.SECOND_OFFER):
            return RuleError("offer", f"take the upcard with pile, or pass, not {brief(move)}")
        if phase == rows.MUST_DRAW:
            return RuleError("draw", f"both have passed, so draw from the stock, not {brief(move)}")
        if phase == DRAW:
            return RuleError("draw", f"a turn begins with stock or pile, not {brief(move)}")
        if move in PLAIN_MOVES.values():
            if move == BIG_GIN_MOVE:
                return RuleError("big gin", "it takes eleven cards in melds and rules that have it")
            return RuleError("discard", "a card is drawn already; discard one")
        words = move.split() or [move]
        return self._refuse_discard(words[-1], words[:-1])

    def _refuse_discard(self, name: str, words: list[str]) -> RuleError:
        card = PACK.card(name)
        hand, limit = self.hand(self.table[rows.TURN]), self.rules.knock
        left = deadwood(hand & ~(1 << card))
        if not hand >> card & 1:
            return RuleError("hand", f"{name} is not in the hand")
        if card == self.table[rows.PICKED]:
            return RuleError("discard", f"{name} was just taken from the pile")
        if words == [KNOCK_MOVE] and left > limit:
            return RuleError("knock", f"without {name} the deadwood is {left}, more than {limit}")
        if words == [GIN_MOVE] and left:
            return RuleError("gin", f"without {name} the deadwood is {left}")
        if words == [KNOCK_MOVE]:
            return RuleError("knock", f"without {name} no deadwood is left: gin {name}")
        return RuleError("discard", "a discard is a card, as in C7, knock C7 or gin C7")


@lru_cache(maxsize=1 << 10)
def _list_actions(table: tuple[int, ...], rules: Rules) -> Mapping[str, int]:
    """Return the legal moves as words, each with its integer."""
    actions, hand = [0] * rows.MOST_ACTIONS, table[rows.HAND + table[rows.TURN]]
    count = rows.list_actions(table, rules.row().tolist(), actions)
    return {_name_action(hand, action): action for action in actions[:count]}


def _name_action(hand: int, action: int) -> str:
    if action in PLAIN_MOVES:
        return PLAIN_MOVES[action]
    card = action & rows.CARD_MASK
    if action < rows.KNOCK:
        return PACK.name(card)
    is_gin = deadwood(hand & ~(1 << card)) == 0
    return f"{GIN_MOVE if is_gin else KNOCK_MOVE} {PACK.name(card)}"


def read_action(move: str) -> int:
    """Return the integer of a move, legal or not.

    >>> read_action("C7"), read_action("gin C7") - rows.KNOCK, read_action("pile") == rows.TAKE_PILE
    (6, 6, True)
    """
    for action, word in PLAIN_MOVES.items():
        if move == word:
            return action
    *ends, name = move.split()
    return PACK.card(name) + (rows.KNOCK if ends else 0)


def _deal(deck: Deck, first: int) -> tuple[int, ...]:
    table = [0] * rows.COLUMNS
    rows.deal(table, deck, first)
    return tuple(table)


def _hand_places(seat: int, first: int) -> range:
    """Return the places of a seat's first hand in the deck."""
    start = 0 if seat == first else HAND_SIZE
    return range(start, start + HAND_SIZE)


def _resample_deck(deck: Deck, first: int, moves: Moves, seat: int, rng: Generator) -> Deck:
    """Return a deck with the cards that a seat does not know in other places.

    Cards that the other seat discarded have been in its hand before: each of them, in the order of
    the discards, gets one of the places that had come to that seat by then.  As these places only
    become more, every assignment is as likely.
    """
    free = list(_hand_places(1 - seat, first))
    fixed = {place: deck[place] for place in (UPCARD, *_hand_places(seat, first))}
    taken, top, stock = set(), deck[UPCARD], STOCK
    for mover, move in moves:
        own = mover == seat
        if move == STOCK_MOVE:
            if own:
                fixed[stock] = deck[stock]
            else:
                free.append(stock)
            stock += 1
        elif move == PILE_MOVE:
            taken |= set() if own else {top}
        elif move != PASS_MOVE:
            top = read_action(move) & rows.CARD_MASK
            if not own and top not in taken:
                fixed[free.pop(int(rng.integers(len(free))))] = top
            taken.discard(top)
    places = [*free, *range(stock, CARDS)]
    unknown = sorted(set(range(CARDS)) - set(fixed.values()))
    fixed |= zip(places, rng.permutation(unknown).tolist(), strict=True)
    return tuple(fixed[place] for place in range(CARDS))
