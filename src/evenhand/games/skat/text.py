"""A game as text, for people to look at."""

from typing import TYPE_CHECKING

from evenhand.games.cards import cards_of
from evenhand.games.skat.contract import GRAND, Contract
from evenhand.games.skat.deck import PACK, SEAT_NAMES, named, seat_name
from evenhand.games.skat.state import Phase
from evenhand.games.skat.tricks import BEATS

if TYPE_CHECKING:
    from evenhand.games.skat.state import DealState


UNKNOWN_GAME = Contract(GRAND)
"""How hands are sorted before a game is announced."""


def picture(game: "DealState") -> str:
    """What goes on, the hands, a star at the player to move, the skat and the trick."""
    contract = game.contract or UNKNOWN_GAME
    lines = [_headline(game)]
    for seat, name in enumerate(SEAT_NAMES):
        star = "*" if seat == game.turn else " "
        lines.append(f"{name:<10} {star} {named(sorted_hand(game.hand(seat), contract))}")
    lines.append(f"{'skat':<12} {named(sorted_hand(game.skat, contract))}")
    lines.append(f"{'trick':<12} {_on_the_table(game)}")
    return "\n".join(line.rstrip() for line in lines)


def sorted_hand(hand: int, contract: Contract) -> list[int]:
    """The cards as a player holds them: trumps first, then suit by suit, highest first.

    >>> named(sorted_hand(PACK.hand(["D7", "HJ", "HT", "CK", "HA"]), Contract("H")))
    'HJ HA HT CK D7'
    """

    def place(card: int) -> tuple[bool, int, int]:
        trump = bool(contract.trumps >> card & 1)
        suit = PACK.suits.index(PACK.name(card)[0])
        beaten_by = int(BEATS[contract.game_number, card]).bit_count()
        return trump, 0 if trump else suit, -beaten_by

    return sorted(cards_of(hand), key=place, reverse=True)


def _headline(game: "DealState") -> str:
    if not game.auction.over:
        bid = f" at {game.bid}" if game.bid else ""
        return f"auction{bid}, {seat_name(game.turn)} to speak"
    if game.declarer is None:
        return "passed in"
    what = f" {game.contract.describe()}" if game.contract else ""
    plays = f"{seat_name(game.declarer)} plays{what} at {game.bid}"
    if game.phase is Phase.OVER:
        return f"{plays}, {game.result()}"
    if game.phase is Phase.TRICKS:
        return f"{plays}, trick {len(game.tricks) + 1}, {seat_name(game.turn)} to play"
    return f"{plays}, {game.phase}"


def _on_the_table(game: "DealState") -> str:
    seats = [(game.leader + place) % 3 for place in range(len(game.table))]
    cards = zip(seats, game.table, strict=True)
    return ", ".join(f"{seat_name(seat)} {PACK.name(card)}" for seat, card in cards)
