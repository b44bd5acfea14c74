"""The whole game: turns of a draw and a discard, until a player declares.

Moves are words.  A turn begins with ``stock`` or ``pile``, the place where a card is drawn, and
ends with the name of the card discarded, as in ``H7``.  ``declare H7`` discards H7 and
declares the other 13 cards; melds may follow, as in ``declare H7 C2,C3,C4 S9,JK,SJ ...``, and
without them the best arrangement is shown.  The discard of a declaration goes to the pile too.

Where drops have a price, ``drop`` instead of a draw leaves the game: the player pays, and keeps
his cards out of it.  A wrong declaration is refused or, if it has a price, paid for in the same
way.  The others play on; the last one left wins.

The game ends undeclared when each player still in it has had all turns that the rules grant, or
when a player wants to draw from an empty stock and the rules do not reshuffle.  That is no
turn, so everyone holds 13 cards.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from reprlib import repr as brief
from typing import Self, TypeVar

import numpy as np

from evenhand.games.protocol import RuleError, check_move
from evenhand.games.rummy import shows
from evenhand.games.rummy.deal import Deal
from evenhand.games.rummy.declaration import check
from evenhand.games.rummy.layout import Layout
from evenhand.games.rummy.pack import HAND_SIZE, JOKER, card, names
from evenhand.games.rummy.phase import Phase
from evenhand.games.rummy.picture import picture
from evenhand.games.rummy.result import Result, result_of
from evenhand.games.rummy.rules import RESHUFFLE, Rules
from evenhand.rng import SEED_LIMIT, draw_seeds

STOCK, PILE, DROP, DECLARE = "stock", "pile", "drop", "declare"
DEFAULT = Rules()

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment.  It never changes: ``play`` gives the game after a move.

    So a game needs no copy, and a refused move leaves it as it was.

    >>> game = Game.random(np.random.default_rng(3))
    >>> game.legal_moves()
    ['stock', 'pile']
    >>> game = game.play("stock")
    >>> game.phase, game.turn, game.hand(0).bit_count()
    (<Phase.DISCARD: 'discard'>, 0, 14)
    >>> game.play("pile")
    Traceback (most recent call last):
    evenhand.games.protocol.RuleError: discard: a card is drawn already; discard one
    """

    deal: Deal
    rules: Rules
    draws: int  # the seed of the random numbers that shuffle the discards
    layout: Layout
    turns: tuple[int, ...]  # complete turns of each player
    paid: tuple[int | None, ...]  # what players who are out pay; None for the others
    discarded: tuple[tuple[int, ...], ...]  # by each player, in order
    taken: tuple[tuple[int, ...], ...]  # from the pile by each player, in order
    known: tuple[int, ...]  # the cards in each hand that all have seen being taken
    wrong: tuple[tuple[str, ...], ...]  # what was wrong with the declaration of each player
    seat: int = 0  # whose turn it is, or was last
    ended: bool = False
    declarer: int | None = None
    melds: tuple[int, ...] = ()  # those of a valid declaration
    dropped: frozenset[int] = frozenset()
    moves: tuple[tuple[int, str], ...] = ()  # (seat, move)

    @classmethod
    def start(cls, deal: Deal, rules: Rules = DEFAULT, draws: int = 1) -> Self:
        """A game before its first turn."""
        players = deal.players
        if players != rules.players:
            raise ValueError(f"the rules are for {rules.players} players, the deal for {players}")
        if not 0 < draws < SEED_LIMIT - 1:
            raise ValueError(
                f"draws must be a number from 1 to {SEED_LIMIT - 2}, not {brief(draws)}"
            )
        nothing: tuple[tuple[()], ...] = ((),) * players
        layout = Layout.of(deal, draws)
        paid = (None,) * players
        none = (0,) * players
        return cls(deal, rules, draws, layout, none, paid, nothing, nothing, none, nothing)

    @classmethod
    def random(cls, rng: np.random.Generator, rules: Rules = DEFAULT) -> Self:
        """A game with a shuffled pack."""
        return cls.start(Deal.random(rng, rules.players), rules, int(draw_seeds(rng, 1)[0]))

    @classmethod
    def from_moves(
        cls, deal: Deal, moves: Iterable[str], rules: Rules = DEFAULT, draws: int = 1
    ) -> Self:
        """The game after some moves."""
        game = cls.start(deal, rules, draws)
        for move in moves:
            game = game.play(move)
        return game

    @property
    def beginning(self) -> Self:
        """The game before its first move."""
        return self.start(self.deal, self.rules, self.draws)

    @property
    def wild(self) -> int:
        """The wild rank."""
        return self.deal.wild

    @property
    def pile(self) -> tuple[int, ...]:
        """The open cards, top last."""
        return self.layout.pile

    @property
    def stock(self) -> tuple[int, ...]:
        """The cards to draw, the next one first."""
        return self.layout.stock

    def hand(self, seat: int) -> int:
        """The cards that a player holds."""
        return self.layout.hands[seat]

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have neither dropped nor declared wrongly."""
        return tuple(seat for seat, points in enumerate(self.paid) if points is None)

    @property
    def phase(self) -> Phase:
        """What the next move is about."""
        if self.ended:
            return Phase.OVER
        return Phase.DISCARD if self.hand(self.seat).bit_count() > HAND_SIZE else Phase.DRAW

    @property
    def over(self) -> bool:
        """Whether there is a result."""
        return self.ended

    @property
    def turn(self) -> int | None:
        """The seat whose move it is."""
        return None if self.ended else self.seat

    def legal_moves(self) -> list[str]:
        """The moves of the seat that has the turn.

        Of declarations only the valid ones are listed, without their melds.
        """
        match self.phase:
            case Phase.DRAW:
                price = self.rules.drop_price(self.turns[self.seat])
                return [STOCK, PILE] if price is None else [STOCK, PILE, DROP]
            case Phase.DISCARD:
                hand = self.hand(self.seat)
                discards = self.rules.discardable(hand, self.wild)
                ends = shows.valid_discards(hand, self.wild) & discards
                shown = [f"{DECLARE} {name}" for name in _different(ends)]
                return [*_different(discards), *shown]
            case _:
                return []

    def play(self, move: str, seat: int | None = None) -> Self:
        """The game after a move of a seat; without one, of that which has the turn.

        A move against the rules is refused by a RuleError, which names the rule, and a
        card that does not exist by a CardError.
        """
        if seat not in (None, check_move(move, self.turn)):
            raise RuleError("turn", f"player {self.seat + 1} has the turn")
        after = self._draw(move) if self.phase is Phase.DRAW else self._finish(move)
        return replace(after, moves=(*self.moves, (self.seat, move)))

    def result(self) -> Result:
        """What the game counts, once it is over."""
        if not self.ended:
            raise RuleError("game over", "there is no result before the end")
        return result_of(self)

    def __str__(self) -> str:
        return picture(self)

    def _draw(self, move: str) -> Self:
        if move == STOCK:
            return self._draw_from_stock()
        if move == PILE:
            return self._draw_from_pile()
        if move == DROP:
            return self._drop()
        raise RuleError("draw", f"a turn begins with stock or pile, not {brief(move)}")

    def _draw_from_pile(self) -> Self:
        seat, top = self.seat, self.pile[-1]
        return replace(
            self,
            layout=self.layout.from_pile(seat),
            taken=_added(self.taken, seat, top),
            known=_changed(self.known, seat, self.known[seat] | 1 << top),
        )

    def _draw_from_stock(self) -> Self:
        layout = self.layout
        if not layout.stock:
            if self.rules.stock_out != RESHUFFLE:
                return replace(self, ended=True)
            layout = layout.reshuffled()
        return replace(self, layout=layout.from_stock(self.seat))

    def _drop(self) -> Self:
        price = self.rules.drop_price(self.turns[self.seat])
        if price is None:
            raise RuleError("drop", "these rules have no drop at this time")
        return replace(self, dropped=self.dropped | {self.seat})._leave(price)

    def _finish(self, move: str) -> Self:
        word, *said = move.split(" ")
        if word in (STOCK, PILE, DROP):
            raise RuleError("discard", "a card is drawn already; discard one")
        if word != DECLARE:
            return self._discard(self._own_card(move))._pass_on()
        if not said:
            raise RuleError("declaration", f"{DECLARE} needs the card to discard")
        return self._declare(self._own_card(said[0]), said[1:])

    def _discard(self, card: int) -> Self:
        """The turn is complete."""
        return replace(
            self,
            layout=self.layout.to_pile(self.seat, card),
            discarded=_added(self.discarded, self.seat, card),
            known=_changed(self.known, self.seat, self.known[self.seat] & ~(1 << card)),
            turns=_changed(self.turns, self.seat, self.turns[self.seat] + 1),
        )

    def _declare(self, card: int, words: list[str]) -> Self:
        after = self._discard(card)
        hand = after.hand(self.seat)
        melds = shows.read_melds(words, hand) if words else shows.best_melds(hand, self.wild)
        problems = check(melds, self.wild, hand)
        if not problems:
            return replace(after, ended=True, declarer=self.seat, melds=melds)
        if self.rules.wrong_show is None:
            raise RuleError("declaration", "; ".join(problems))
        wrong = _changed(self.wrong, self.seat, problems)
        return replace(after, wrong=wrong)._leave(self.rules.wrong_show)

    def _own_card(self, named: str) -> int:
        """The card to discard, by its name."""
        number, hand = card(named), self.hand(self.seat)
        if number == JOKER and not hand >> JOKER & 1:
            number += 1  # the other printed joker
        if not hand >> number & 1:
            raise RuleError("your own cards", f"{named} is not in the player's hand")
        if not self.rules.discardable(hand, self.wild) >> number & 1:
            raise RuleError("jokers", f"{named} is a joker, and jokers are not discarded")
        return number

    def _leave(self, points: int) -> Self:
        """The player pays and is out; the last one left has won."""
        after = replace(self, paid=_changed(self.paid, self.seat, points))
        return replace(after, ended=True) if len(after.playing) == 1 else after._pass_on()

    def _pass_on(self) -> Self:
        """The next player has the turn, unless all have had theirs."""
        seats = range(self.seat + 1, self.seat + 1 + self.deal.players)
        left = next(seat for turn in seats if (seat := turn % self.deal.players) in self.playing)
        if self.turns[left] == self.rules.turn_limit:
            return replace(self, ended=True)
        return replace(self, seat=left)


def _different(hand: int) -> list[str]:
    """The names of the cards of a hand; two printed jokers have one."""
    return list(dict.fromkeys(names(hand)))


def _changed(values: tuple[Value, ...], seat: int, value: Value) -> tuple[Value, ...]:
    """The same, with another value at a seat."""
    return (*values[:seat], value, *values[seat + 1 :])


def _added(rows: tuple[tuple[int, ...], ...], seat: int, card: int) -> tuple[tuple[int, ...], ...]:
    """The same, with a card more at a seat."""
    return _changed(rows, seat, (*rows[seat], card))
