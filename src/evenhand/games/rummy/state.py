"""One game at one moment: turns of a draw and a discard, until a player declares.

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

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from reprlib import repr as brief
from typing import Final, NamedTuple, Self

import numpy as np
from numpy.random import Generator

from evenhand.games.cards import Masks, cards_of
from evenhand.games.protocol import RuleError, check_move, name_players
from evenhand.games.rummy import text
from evenhand.games.rummy.arrangement import arrange, find_final_discards
from evenhand.games.rummy.deck import CARDS, JOKER, Deal, card, name, names
from evenhand.games.rummy.melds import check, read_melds
from evenhand.games.rummy.table import (
    CARD_BITS,
    CARD_MASK,
    DECLARE,
    DECLARER,
    DISCARD,
    DROP,
    FROM_PILE,
    FROM_STOCK,
    HANDS,
    KNOWN,
    NEXT_CARD,
    NO_CARD,
    NOBODY,
    NOT_PAID,
    PAID,
    PILE,
    PILE_SIZE,
    RESHUFFLES,
    SHOW_WRONGLY,
    SHUFFLING,
    STOCK,
    STOCK_END,
    TURN,
    TURNS,
    Rules,
    apply,
    deal,
    has_drawn,
    lay_out,
    new_row,
    score_games,
    turn_pile,
)
from evenhand.rng import check_seed, draw_seeds

WORDS: Final = {FROM_STOCK: "stock", FROM_PILE: "pile", DROP: "drop"}
DECLARE_WORD: Final = "declare"
DEFAULT: Final = Rules()


class Phase(StrEnum):
    """What the next move is about."""

    DRAW = "draw"
    DISCARD = "discard"
    OVER = "over"


class Reshuffle(NamedTuple):
    """A stock made of the discards."""

    move: int  # the number of the move that drew its first card
    stock: tuple[int, ...]  # the card drawn first comes first


class Show(NamedTuple):
    """What a player has shown with a declaration."""

    seat: int
    melds: tuple[int, ...]
    problems: tuple[str, ...]  # all that is wrong with it


@dataclass(frozen=True, slots=True)
class Result:
    """What a finished game counts: the points of each player, fewest are best.

    Who declares has none, and so has the last one left when all others are out.  Who dropped or
    declared wrongly pays the price in the rules.  Everybody else counts the MinScore of his 13
    cards.  If nobody declares, the fewest points win among those still in the game, and nobody wins
    if two have the fewest, or if the rules make such a game a draw.
    """

    points: tuple[int, ...]  # of each seat
    winner: int | None  # nobody in a draw
    turns: tuple[int, ...]  # complete turns of each seat
    declared: bool
    dropped: frozenset[int] = frozenset()
    wrong: frozenset[int] = frozenset()  # who declared wrongly

    @property
    def all_turns(self) -> int:
        """The complete turns of all players."""
        return sum(self.turns)

    def describe(self, names: Sequence[str]) -> str:
        """Return the result in words, with the names of the players."""
        won = "nobody wins" if self.winner is None else f"{names[self.winner]} wins"
        left = len(self.points) - len(self.dropped | self.wrong)
        how = ", undeclared" if left > 1 and not self.declared else ""
        turns = "1 turn" if self.all_turns == 1 else f"{self.all_turns} turns"
        return f"{won}{how} after {turns}, points {' : '.join(map(str, self.points))}"

    def __str__(self) -> str:
        return self.describe(name_players((), len(self.points)))


@dataclass(frozen=True, slots=True)
class State:
    """A game at one moment.  It never changes: ``play`` returns the state after a move.

    >>> state = State.from_seed(Rules(), seats=2, seed=3)
    >>> state.legal_moves()
    ['stock', 'pile']
    >>> state = state.play("stock")
    >>> state.phase, state.turn, state.hand(0).bit_count()
    (<Phase.DISCARD: 'discard'>, 0, 14)
    >>> state.play("pile")
    Traceback (most recent call last):
    evenhand.games.protocol.RuleError: discard: a card is drawn already; discard one
    """

    rules: Rules
    deal: Deal
    shuffle_seed: int  # of the random numbers that shuffle the discards
    given_stocks: tuple[tuple[int, ...], ...] = ()  # reshuffled stocks that are given instead
    moves: tuple[tuple[int, str], ...] = ()
    row: Masks = field(compare=False, repr=False, kw_only=True)  # see table; never written to
    cards: tuple[int, ...] = field(default=(), compare=False)  # that moved in each move
    reshuffles: tuple[Reshuffle, ...] = field(default=(), compare=False)
    shows: tuple[Show, ...] = field(default=(), compare=False)

    @classmethod
    def from_seed(cls, rules: Rules, seats: int, seed: int) -> Self:
        """Return the game of a seed before its first move: the one that a simulation plays."""
        row = new_row(rules, seats)
        deal(row, check_seed(seed))
        pack = Deal.from_pack(row[STOCK : STOCK + CARDS].tolist(), seats)
        return cls(rules, pack, int(row[SHUFFLING]), row=_freeze(row))

    @classmethod
    def from_deal(
        cls,
        deal: Deal,
        rules: Rules = DEFAULT,
        shuffle_seed: int = 1,
        given_stocks: tuple[tuple[int, ...], ...] = (),
    ) -> Self:
        """Return the game of a deal before its first move."""
        row = new_row(rules, deal.seats)
        row[SHUFFLING] = check_seed(shuffle_seed)
        row[STOCK : STOCK + CARDS] = deal.pack
        lay_out(row)
        return cls(rules, deal, shuffle_seed, given_stocks, row=_freeze(row))

    def initial(self) -> Self:
        """Return the state before the first move."""
        return self.from_deal(self.deal, self.rules, self.shuffle_seed, self.given_stocks)

    @property
    def seats(self) -> int:
        """How many play."""
        return self.deal.seats

    @property
    def wild(self) -> int:
        """The wild rank."""
        return self.deal.wild

    @property
    def turn(self) -> int | None:
        """The seat whose move it is; None when the game is over."""
        return None if self.over else int(self.row[TURN])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.row[TURN] == NOBODY)

    @property
    def phase(self) -> Phase:
        """What the next move is about."""
        if self.turn is None:
            return Phase.OVER
        return Phase.DISCARD if has_drawn(self.row, self.turn) else Phase.DRAW

    @property
    def pile(self) -> tuple[int, ...]:
        """The open cards, top last."""
        return tuple(self.row[PILE : PILE + self.row[PILE_SIZE]].tolist())

    @property
    def stock(self) -> tuple[int, ...]:
        """The cards to draw, the next one first."""
        return tuple(self.row[STOCK + self.row[NEXT_CARD] : STOCK + self.row[STOCK_END]].tolist())

    @property
    def turns(self) -> tuple[int, ...]:
        """The complete turns of each seat."""
        return tuple(self.row[TURNS : TURNS + self.seats].tolist())

    @property
    def paid(self) -> tuple[int | None, ...]:
        """What those who have left the game pay; None for the others."""
        prices = self.row[PAID : PAID + self.seats].tolist()
        return tuple(None if price == NOT_PAID else price for price in prices)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have neither dropped nor declared wrongly."""
        return tuple(seat for seat, price in enumerate(self.paid) if price is None)

    @property
    def declarer(self) -> int | None:
        """The seat with a valid declaration."""
        return None if self.row[DECLARER] == NOBODY else int(self.row[DECLARER])

    @property
    def actions(self) -> tuple[int, ...]:
        """The moves as kernels know them, with the cards that moved."""
        return tuple(
            kind << CARD_BITS | (0 if card == NO_CARD else card)
            for kind, card in zip(map(self._kind, range(len(self.moves))), self.cards, strict=True)
        )

    def hand(self, seat: int) -> int:
        """Return the cards that a player holds."""
        return int(self.row[HANDS + seat])

    def known(self, seat: int) -> int:
        """Return the cards of a hand that all have seen: taken from the pile, or shown."""
        shown = any(show.seat == seat for show in self.shows)
        return self.hand(seat) if shown or self.over else int(self.row[KNOWN + seat])

    def legal_moves(self) -> list[str]:
        """Return the moves of the seat that has the turn; none when the game is over.

        Declarations are listed without their melds: the valid ones, and those that are wrong if
        they have a price.
        """
        if self.turn is None:
            return []
        if self.phase is Phase.DRAW:
            price = self.rules.drop_price(self.turns[self.turn])
            return [*WORDS.values()][: 2 if price is None else 3]
        hand = self.hand(self.turn)
        discards = self.rules.discardable(hand, self.wild)
        finals = discards
        if self.rules.wrong_show is None:
            finals &= find_final_discards(hand, self.wild)
        return [*_distinct(discards), *(f"{DECLARE_WORD} {name}" for name in _distinct(finals))]

    def play(self, move: str, seat: int | None = None) -> Self:
        """Return the state after a move of the seat that has the turn.

        A move against the rules is refused by a RuleError, which names the rule, and a
        card that does not exist by a CardError.
        """
        mover = check_move(move, self.turn, seat)
        action, show = self._read_draw(move) if self.phase is Phase.DRAW else self._read_end(move)
        row = self.row.copy()
        is_reshuffle = self._is_reshuffle(action)
        if is_reshuffle and len(self.reshuffles) < len(self.given_stocks):
            count = turn_pile(row)
            row[STOCK : STOCK + count] = self.given_stocks[len(self.reshuffles)]
        moved = int(apply(row, action))
        reshuffles, shows = self.reshuffles, self.shows
        if is_reshuffle:
            stock = row[STOCK : STOCK + row[STOCK_END]].tolist()
            reshuffles = (*reshuffles, Reshuffle(len(self.moves), tuple(stock)))
        return replace(
            self,
            moves=(*self.moves, (mover, move)),
            row=_freeze(row),
            cards=(*self.cards, moved),
            reshuffles=reshuffles,
            shows=shows if show is None else (*shows, show),
        )

    def name_action(self, action: int) -> str:
        """Return the word of an action of the seat that has the turn."""
        kind, moved = action >> CARD_BITS, action & CARD_MASK
        if kind in WORDS:
            return WORDS[kind]
        return name(moved) if kind == DISCARD else f"{DECLARE_WORD} {name(moved)}"

    def observation(self, seat: int) -> Hashable:
        """Return all that a seat knows."""
        drawn = tuple(
            name(moved)
            for (mover, move), moved in zip(self.moves, self.cards, strict=True)
            if mover == seat and move == WORDS[FROM_STOCK] and moved != NO_CARD
        )
        dealt = tuple(names(self.deal.hands[seat]))
        table = (name(self.deal.open_card), name(self.deal.exposed), self.moves)
        shown = tuple(tuple(names(self.known(seat))) for seat in range(self.seats))
        return self.rules, self.seats, seat, dealt, drawn, table, shown, self._shown_melds()

    def resample(self, seat: int, rng: Generator) -> Self:
        """Return a state that the seat cannot tell from this one, its hidden cards drawn anew.

        The cards in the stock and in other hands that the seat has not seen since they were
        shuffled the last time change places.  (Whether a card that somebody discarded was dealt to
        him or drawn is unknown, too, but stays as it was.)
        """
        swaps = [self._swap_hidden(stage, seat, rng) for stage in range(len(self.reshuffles) + 1)]
        every = {old: new for swap in swaps for old, new in swap.items()}
        row = self.row.copy()
        for place in range(STOCK + row[NEXT_CARD], STOCK + row[STOCK_END]):
            row[place] = every.get(int(row[place]), row[place])
        for other in range(self.seats):
            held = [every.get(card, card) for card in cards_of(self.hand(other))]
            row[HANDS + other] = sum(1 << card for card in held)
        row[SHUFFLING] = seed = int(draw_seeds(rng, 1)[0])
        stocks = [
            tuple(swap.get(card, card) for card in stage.stock)
            for swap, stage in zip(swaps[1:], self.reshuffles, strict=True)
        ]
        pack = [swaps[0].get(card, card) for card in self.deal.pack]
        return replace(
            self,
            deal=Deal.from_pack(pack, self.seats),
            shuffle_seed=seed,
            given_stocks=tuple(stocks),
            row=_freeze(row),
            cards=tuple(self._swap_drawn(swaps)),
            reshuffles=tuple(
                Reshuffle(old.move, new) for old, new in zip(self.reshuffles, stocks, strict=True)
            ),
        )

    def result(self) -> Result:
        """Return what the game counts, once it is over."""
        if not self.over:
            raise RuleError("game over", "there is no result before the end")
        points = tuple(map(self._count_points, range(self.seats)))
        dropped = frozenset(seat for seat, move in self.moves if move == WORDS[DROP])
        wrong = frozenset(show.seat for show in self.shows if show.problems)
        declared = self.declarer is not None
        return Result(points, self._find_winner(points), self.turns, declared, dropped, wrong)

    def returns(self) -> tuple[float, ...]:
        """Return the scores: minus the points, so that they agree with the winner."""
        points, paid = np.array([self.result().points], np.float64), self.paid
        ahead = self.declarer if len(self.playing) > 1 else self.playing[0]
        winners = np.array([NOBODY if ahead is None else ahead])
        playing = np.array([[price is None for price in paid]])
        return tuple(score_games(points, winners, playing, self.rules)[0].tolist())

    def render(self, names: Sequence[str] = (), seat: int | None = None) -> str:
        """Return the table as text: as one seat sees it, or with everything open."""
        return text.render(self, name_players(names, self.seats), seat)

    def transcript(self, names: Sequence[str] = ()) -> str:
        """Return a line for each turn, and the result of a game that is over."""
        return text.transcribe(self, name_players(names, self.seats))

    def describe(self, move: str, seat: int | None = None) -> str:
        """Return a legal move in words, as in ``discards H7``; every seat learns the same of it."""
        return text.describe(self, self.play(move))

    def __str__(self) -> str:
        return self.render()

    def _kind(self, number: int) -> int:
        """Return the kind of action of a move."""
        word, moved = self.moves[number][1].split(" ")[0], self.cards[number]
        for kind, known in WORDS.items():
            if word == known:
                return kind
        if word != DECLARE_WORD:
            return DISCARD
        is_last = number == len(self.moves) - 1 and self.declarer is not None
        return DECLARE if is_last and moved != NO_CARD else SHOW_WRONGLY

    def _is_reshuffle(self, action: int) -> bool:
        """Return whether an action finds an empty stock that is made anew."""
        is_empty = self.row[NEXT_CARD] == self.row[STOCK_END]
        return bool(action >> CARD_BITS == FROM_STOCK and is_empty and self.row[RESHUFFLES])

    def _read_draw(self, move: str) -> tuple[int, None]:
        kind = next((kind for kind, word in WORDS.items() if move == word), None)
        if kind is None:
            raise RuleError("draw", f"a turn begins with stock or pile, not {brief(move)}")
        if kind == DROP and self.rules.drop_price(int(self.row[TURNS + self.row[TURN]])) is None:
            raise RuleError("drop", "these rules have no drop at this time")
        return kind << CARD_BITS, None

    def _read_end(self, move: str) -> tuple[int, Show | None]:
        word, *rest = move.split(" ")
        if word in WORDS.values():
            raise RuleError("discard", "a card is drawn already; discard one")
        if word != DECLARE_WORD:
            return DISCARD << CARD_BITS | self._find_own(move), None
        if not rest:
            raise RuleError("declaration", f"{DECLARE_WORD} needs the card to discard")
        moved = self._find_own(rest[0])
        show = self._show(moved, rest[1:])
        if show.problems and self.rules.wrong_show is None:
            raise RuleError("declaration", "; ".join(show.problems))
        return (SHOW_WRONGLY if show.problems else DECLARE) << CARD_BITS | moved, show

    def _show(self, discard: int, words: list[str]) -> Show:
        """Return what a declaration shows, which is the best arrangement if it names no melds."""
        seat = int(self.row[TURN])
        hand = self.hand(seat) ^ 1 << discard
        if words:
            melds = read_melds(words, hand)
        else:
            melds = tuple(meld.mask for meld in arrange(hand, self.wild).melds)
        return Show(seat, melds, check(melds, self.wild, hand))

    def _find_own(self, named: str) -> int:
        """Return the card to discard by its name."""
        number, hand = card(named), self.hand(int(self.row[TURN]))
        if number == JOKER and not hand >> JOKER & 1:
            number += 1  # the other printed joker
        if not hand >> number & 1:
            raise RuleError("your own cards", f"{named} is not in the player's hand")
        if not self.rules.discardable(hand, self.wild) >> number & 1:
            raise RuleError("jokers", f"{named} is a joker, and jokers are not discarded")
        return number

    def _shown_melds(self) -> Hashable:
        return tuple(
            (show.seat, tuple(tuple(names(meld)) for meld in show.melds), show.problems)
            for show in self.shows
        )

    def _swap_hidden(self, stage: int, seat: int, rng: Generator) -> dict[int, int]:
        """Return which cards stand for which: those that are hidden since a stage of the game.

        Stage 0 began with the deal, each later one when the discards were shuffled.
        """
        hidden = set(self.stock)
        for other in range(self.seats):
            if other != seat:
                hidden.update(cards_of(self.hand(other) & ~self.known(other)))
        later = {card for one in self.reshuffles[stage:] for card in one.stock}
        start = set(range(CARDS)) if stage == 0 else set(self.reshuffles[stage - 1].stock)
        cards = sorted(hidden & start - later)
        return dict(zip(cards, rng.permutation(cards).tolist(), strict=True))

    def _swap_drawn(self, swaps: Sequence[dict[int, int]]) -> list[int]:
        """Return the cards that moved in each move, with the hidden ones swapped."""
        starts, stage, found = [one.move for one in self.reshuffles], 0, []
        for number, ((_, move), moved) in enumerate(zip(self.moves, self.cards, strict=True)):
            stage += number in starts
            is_drawn = move == WORDS[FROM_STOCK]
            found.append(swaps[stage].get(moved, moved) if is_drawn else moved)
        return found

    def _count_points(self, seat: int) -> int:
        price = self.paid[seat]
        if price is not None:
            return price
        if seat == self.declarer or len(self.playing) == 1:
            return 0
        return arrange(self.hand(seat), self.wild, self.rules.literal_score).points

    def _find_winner(self, points: tuple[int, ...]) -> int | None:
        if self.declarer is not None:
            return self.declarer
        if len(self.playing) > 1 and self.rules.undeclared == "draw":
            return None
        fewest = min(points[seat] for seat in self.playing)
        best = [seat for seat in self.playing if points[seat] == fewest]
        return best[0] if len(best) == 1 else None


def _freeze(row: Masks) -> Masks:
    row.flags.writeable = False
    return row


def _distinct(hand: int) -> list[str]:
    """Return the names of the cards of a hand; two printed jokers have one."""
    return list(dict.fromkeys(names(hand)))
