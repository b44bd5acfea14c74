"""Deals as text, for people to look at."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from evenhand.games.cards import as_hand, cards_of
from evenhand.games.skat.auction import GIVE_UP, PASS, SHOW, TAKE_SKAT, YES
from evenhand.games.skat.contract import GRAND, Contract
from evenhand.games.skat.deck import PACK, SEAT_NAMES, card_points, name_cards
from evenhand.games.skat.tricks import BEATS

if TYPE_CHECKING:
    from evenhand.games.skat.state import DealState

HIDDEN = "?"
SPOKEN = {GIVE_UP: "gives up", SHOW: "shows the cards"}
LABEL = 10  # width of the names of the places


def sort_hand(hand: int, contract: Contract | None = None) -> list[int]:
    """Return the cards as a player holds them: trumps first, then suit by suit, highest first.

    Before a game is announced they are sorted as for grand.

    >>> name_cards(sort_hand(PACK.hand(["D7", "HJ", "HT", "CK", "HA"]), Contract("H")))
    'HJ HA HT CK D7'
    """

    game = contract or Contract(GRAND)

    def rank(card: int) -> tuple[bool, int, int]:
        trump = bool(game.trumps >> card & 1)
        suit = PACK.suits.index(PACK.name(card)[0])
        beaten_by = int(BEATS[game.game_number, card]).bit_count()
        return trump, 0 if trump else suit, -beaten_by

    return sorted(cards_of(hand), key=rank, reverse=True)


def render_deal(
    deal: "DealState", names: Sequence[str] = SEAT_NAMES, place: int | None = None
) -> str:
    """Return the deal as text: what goes on, the hands, the skat and the trick.

    A star marks the player to move.

    ``names`` are those of forehand, middlehand and rearhand.  With a ``place``, cards that this
    player cannot see are question marks.
    """
    is_declarer = place is not None and place == deal.declarer
    lines = [_headline(deal, names)]
    labels = [_label(name, where) for name, where in zip(names, SEAT_NAMES, strict=True)]
    width = max(LABEL, *map(len, labels))
    for player, label in enumerate(labels):
        star = "*" if player == deal.turn else " "
        is_open = place in (None, player) or deal.over or (is_shown(deal, player))
        lines.append(f"{label:<{width}} {star} {_show(deal, deal.hand(player), is_open=is_open)}")
    is_open = place is None or deal.over or (is_declarer and deal.skat_taken)
    lines.append(f"{'skat':<{width}}   {_show(deal, deal.skat, is_open=is_open)}")
    cards = _name_trick(names, deal.leader, deal.table) if deal.table else ""
    lines.append(f"{'trick':<{width}}   {cards}")
    return "\n".join(line.rstrip() for line in lines)


def is_shown(deal: "DealState", player: int) -> bool:
    """Return whether all players see the cards that a player holds."""
    return player == deal.declarer and deal.shown != 0


def list_events(deal: "DealState", names: Sequence[str] = SEAT_NAMES) -> list[str]:
    """Return what happened in a deal as lines: the cards, auction, game, tricks and result."""
    start = [
        f"{_label(name, where)}: {name_cards(sort_hand(hand))}"
        for name, where, hand in zip(names, SEAT_NAMES, deal.deal.hands, strict=True)
    ]
    lines = [*start, f"skat: {name_cards(sort_hand(deal.deal.skat))}"]
    words: list[str] = []
    now = type(deal)(deal.deal)
    for player, move in deal.moves:
        if now.phase != "tricks" or move.partition(".")[0] in SPOKEN:
            words.append(f"{names[player]} {describe_move(now, move)}")
        now = now.play(move, player)
    lines += [", ".join(words)] if words else []
    for number, trick in enumerate(deal.tricks, 1):
        cards = _name_trick(names, trick.leader, trick.cards)
        points = card_points(as_hand(trick.cards))
        lines.append(f"{number}. {cards}: {points} for {names[trick.winner]}")
    if deal.table:
        lines.append(f"{len(deal.tricks) + 1}. {_name_trick(names, deal.leader, deal.table)}")
    return [*lines, str(deal.result())] if deal.over else lines


def describe_move(deal: "DealState", move: str, *, is_open: bool = True) -> str:
    """Return a legal move in words; discards are named only if they are open.

    >>> from evenhand.games.skat import Deal, DealState
    >>> from numpy.random import default_rng
    >>> describe_move(DealState(Deal.random(default_rng(1))), "18")
    'bids 18'
    """
    game, *cards = move.split(".")
    match str(deal.phase):
        case "auction":
            return _describe_call(deal, move)
        case "tricks":
            return SPOKEN.get(game, f"plays {game}")
        case "discard":
            return (
                f"puts away {' '.join(move.split('.')[:2])}" if is_open else "puts two cards away"
            )
    if move == TAKE_SKAT:
        return "takes the skat"
    away = f", puts away {' '.join(cards[:2])}" if is_open and cards and deal.skat_taken else ""
    return f"announces {Contract.parse(game).describe()}{away}"


def _describe_call(deal: "DealState", move: str) -> str:
    if move == PASS:
        return "passes"
    return f"holds {deal.bid}" if move == YES else f"bids {move}"


def _show(deal: "DealState", hand: int, *, is_open: bool) -> str:
    if not is_open:
        return " ".join(HIDDEN * hand.bit_count())
    return name_cards(sort_hand(hand, deal.contract))


def _label(name: str, where: str) -> str:
    return where if name == where else f"{name}, {where}"


def _headline(deal: "DealState", names: Sequence[str]) -> str:
    turn = "" if deal.turn is None else names[deal.turn]
    if not deal.auction.over:
        bid = f" at {deal.bid}" if deal.bid else ""
        return f"auction{bid}, {turn} to speak"
    if deal.declarer is None:
        return "passed in"
    what = f" {deal.contract.describe()}" if deal.contract else ""
    plays = f"{names[deal.declarer]} plays{what} at {deal.bid}"
    if deal.over:
        return f"{plays}, {deal.result()}"
    if deal.phase == "tricks":
        return f"{plays}, trick {len(deal.tricks) + 1}, {turn} to play"
    return f"{plays}, {deal.phase}"


def _name_trick(names: Sequence[str], leader: int, cards: Sequence[int]) -> str:
    players = [(leader + place) % len(names) for place in range(len(cards))]
    named = zip(players, cards, strict=True)
    return ", ".join(f"{names[player]} {PACK.name(card)}" for player, card in named)
