"""One deal: auction, skat or hand, announcement, ten tricks, result.

Moves are the words of the ISS server: ``18`` ``y`` ``p`` in the auction, ``s`` to take the
skat, an announcement such as ``CH`` or ``G.D7.H8``, then cards.  While cards are played,
whoever has the turn, the declarer may show his hand (``SC``, its cards may follow) and any
player may give up (``RE``): the game ends when the declarer does, or both opponents.

As on the server a game also ends as soon as the declarer can no longer make what was
announced: a null with his first trick, announced schwarz with the first trick of the
opponents, announced schneider with their 31st point.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from reprlib import repr as brief
from typing import Any, NoReturn, Self

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.protocol import RuleError, check_move
from evenhand.games.skat.auction import (
    GIVE_UP,
    PASSED_IN,
    SHOW,
    TAKE_SKAT,
    Auction,
    check_turn,
    list_announcements,
    list_discards,
    list_hand_games,
    read_announcement,
    read_discards,
    read_hand_game,
)
from evenhand.games.skat.contract import NULL, Contract
from evenhand.games.skat.deck import (
    FOREHAND,
    NO_CARD,
    PACK,
    POINTS,
    SEATS,
    Deal,
    card_points,
    seat_name,
)
from evenhand.games.skat.scoring import (
    ALL_TRICKS,
    Result,
    has_missed,
    settle_deal,
)
from evenhand.games.skat.text import render_deal
from evenhand.games.skat.tricks import FOLLOWS, legal, trick_winner

Changes = dict[str, Any]
"""The fields of a state that a move changes."""


class Phase(StrEnum):
    """What the next move is about."""

    AUCTION = "auction"
    SKAT = "skat or hand"
    ANNOUNCEMENT = "announcement"
    DISCARD = "discard"  # only if a game was announced without its discards
    TRICKS = "tricks"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Trick:
    """Three cards, from the leader on, and the seat that took them."""

    leader: int
    cards: tuple[int, ...]
    winner: int

    @property
    def points(self) -> int:
        """The card points in the trick."""
        return sum(POINTS[card] for card in self.cards)


@dataclass(frozen=True, slots=True)
class DealState:
    """One deal at one moment.  It never changes: ``play`` gives the state after a move.

    Seats are forehand 0, middlehand 1 and rearhand 2.

    >>> from numpy.random import default_rng
    >>> game = DealState(Deal.random(default_rng(3)))
    >>> for move in ("18", "p", "p", "s"):
    ...     game = game.play(move)
    >>> game.phase, game.turn, len(game.legal_moves())
    (<Phase.ANNOUNCEMENT: 'announcement'>, 1, 462)
    >>> game.play("GH")
    Traceback (most recent call last):
    evenhand.games.protocol.RuleError: announcement: GH is a hand game, but ...
    """

    deal: Deal
    auction: Auction = field(default_factory=Auction)
    skat_taken: bool = False
    contract: Contract | None = None
    discards: int = 0  # the cards put away
    tricks: tuple[Trick, ...] = ()
    table: tuple[int, ...] = ()  # the cards of the trick that is not full yet
    played: int = 0  # all cards of tricks and table
    resigned: frozenset[int] = frozenset()
    moves: tuple[tuple[int, str], ...] = ()  # (seat, move)

    @property
    def declarer(self) -> int | None:
        """Who plays the game; nobody before the end of the auction, or if all have passed."""
        return self.auction.declarer

    @property
    def bid(self) -> int:
        """The highest bid."""
        return self.auction.bid

    @property
    def twelve(self) -> int:
        """The declarer's cards and the skat, by which matadors are counted."""
        return 0 if self.declarer is None else self.deal.hands[self.declarer] | self.deal.skat

    @property
    def skat(self) -> int:
        """The two cards in the skat; none while they are in the declarer's hand."""
        return self.discards if self.skat_taken else self.deal.skat

    def hand(self, seat: int) -> int:
        """Return the cards that a player holds."""
        dealt = self.twelve & ~self.skat if seat == self.declarer else self.deal.hands[seat]
        return dealt & ~self.played

    def taken(self, *, declarer: bool) -> int:
        """Return the cards in the tricks of the declarer, or of the opponents."""
        tricks = (trick for trick in self.tricks if (trick.winner == self.declarer) is declarer)
        return as_hand(card for trick in tricks for card in trick.cards)

    @property
    def shown(self) -> int:
        """The cards that the declarer holds, if all have seen them; else none."""
        if self.declarer is None or self.contract is None or self.phase is Phase.DISCARD:
            return 0
        shows = any(move.partition(".")[0] == SHOW for _, move in self.moves)
        return self.hand(self.declarer) if shows or self.contract.ouvert else 0

    @property
    def phase(self) -> Phase:
        """What the next move is about."""
        auction = self.auction
        if auction.stage < PASSED_IN:
            return Phase.AUCTION
        if auction.stage == PASSED_IN:
            return Phase.OVER
        if self.contract is None:
            return Phase.ANNOUNCEMENT if self.skat_taken else Phase.SKAT
        if self.skat_taken and not self.discards:
            return Phase.DISCARD
        ended = len(self.tricks) == ALL_TRICKS or self.given_up or self._has_missed(self.contract)
        return Phase.OVER if ended else Phase.TRICKS

    @property
    def over(self) -> bool:
        """Whether there is a result."""
        return self.phase is Phase.OVER

    @property
    def given_up(self) -> bool:
        """Whether the declarer or both opponents have given up."""
        resigned = self.resigned
        return bool(resigned) and (self.declarer in resigned or len(resigned) > 1)

    @property
    def leader(self) -> int:
        """Who leads to the trick on the table."""
        return self.tricks[-1].winner if self.tricks else FOREHAND

    @property
    def turn(self) -> int | None:
        """The seat whose move it is."""
        match self.phase:
            case Phase.AUCTION:
                return self.auction.turn
            case Phase.TRICKS:
                return self._next_to_play
            case Phase.OVER:
                return None
            case _:
                return self.declarer

    def legal_moves(self) -> list[str]:
        """Return the moves of the seat that has the turn.

        Showing cards and giving up are not listed, nor the other ways to say an
        announcement: discards the other way round, in a second move, or with the ten cards.
        """
        match self.phase:
            case Phase.AUCTION:
                return self.auction.words()
            case Phase.SKAT:
                return [TAKE_SKAT, *list_hand_games(self.bid)]
            case Phase.ANNOUNCEMENT:
                return list_announcements(self.twelve, self.bid)
            case Phase.DISCARD:
                return list_discards(self.twelve)
            case Phase.TRICKS:
                return [PACK.name(card) for card in cards_of(self._legal_cards())]
            case _:
                return []

    def play(self, move: str, seat: int | None = None) -> Self:
        """Return the game after a move of a seat; without one, of that which has the turn.

        A move against the rules is refused by a RuleError, which names the rule, and a
        card that does not exist by a CardError.
        """
        turn = check_move(move, self.turn)
        who = turn if seat is None else seat
        if move == GIVE_UP or move.partition(".")[0] == SHOW:
            changes = self._speak_out_of_turn(move, who)
        else:
            check_turn(turn, seat)
            changes = self._step(move)
        return replace(self, moves=(*self.moves, (who, move)), **changes)

    def result(self) -> Result:
        """Return what the game counts, once it is over."""
        if not self.over:
            raise RuleError("game over", "there is no result before the end")
        return settle_deal(self)

    def __str__(self) -> str:
        return render_deal(self)

    def _step(self, move: str) -> Changes:
        match self.phase:
            case Phase.AUCTION:
                return {"auction": self.auction.say(move)}
            case Phase.SKAT:
                return self._take_or_announce(move)
            case Phase.ANNOUNCEMENT:
                contract, pair = read_announcement(move, self.twelve, self.bid)
                return {"contract": contract, "discards": pair}
            case Phase.DISCARD:
                return {"discards": read_discards(self._announced, move.split("."), self.twelve)}
            case _:
                return self._play_card(move)

    def _take_or_announce(self, move: str) -> Changes:
        if move == TAKE_SKAT:
            return {"skat_taken": True}
        hand = self.twelve & ~self.deal.skat
        return {"contract": read_hand_game(move, hand, self.bid)}

    def _play_card(self, move: str) -> Changes:
        card = PACK.card(move)
        if not self._legal_cards() >> card & 1:
            self._refuse(card)
        table, played = (*self.table, card), self.played | 1 << card
        if len(table) < 3:
            return {"table": table, "played": played}
        winner = (self.leader + trick_winner(self._announced.game_number, *table)) % SEATS
        tricks = (*self.tricks, Trick(self.leader, table, winner))
        return {"tricks": tricks, "table": (), "played": played}

    @property
    def _next_to_play(self) -> int:
        return (self.leader + len(self.table)) % 3

    def _legal_cards(self) -> int:
        led = self.table[0] if self.table else NO_CARD
        follows = int(FOLLOWS[self._announced.game_number, led])
        return legal(self.hand(self._next_to_play), follows)

    def _refuse(self, card: int) -> NoReturn:
        if not self.hand(self._next_to_play) >> card & 1:
            raise RuleError("your own cards", f"{PACK.name(card)} is not in the player's hand")
        problem = f"{PACK.name(card)} does not follow {PACK.name(self.table[0])}"
        raise RuleError("follow suit", problem)

    def _speak_out_of_turn(self, move: str, seat: int) -> Changes:
        if self.phase is not Phase.TRICKS:
            raise RuleError("turn", f"{brief(move)} is only said while cards are played")
        if move == GIVE_UP:
            if seat not in range(SEATS):
                raise RuleError("give up", f"there is no seat {seat}")
            if seat in self.resigned:
                raise RuleError("give up", f"{seat_name(seat)} has given up already")
            return {"resigned": self.resigned | {seat}}
        names = move.split(".")[1:]
        if seat != self.declarer or (names and PACK.hand(names) != self.hand(seat)):
            raise RuleError("show cards", "only the declarer shows cards, and all that he holds")
        return {}

    def _has_missed(self, contract: Contract) -> bool:
        if contract.game != NULL and not contract.schneider:
            return False  # nothing was announced
        own = sum(trick.winner == self.declarer for trick in self.tricks)
        theirs = card_points(self.taken(declarer=False))
        return has_missed(contract.number, own, len(self.tricks) - own, theirs)

    @property
    def _announced(self) -> Contract:
        if self.contract is None:
            raise RuleError("announcement", "no game is announced yet")
        return self.contract
