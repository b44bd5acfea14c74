"""A game as text, for people to look at."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from evenhand.games.protocol import player_names
from evenhand.games.rummy.arrangement import arrange
from evenhand.games.rummy.melds import in_order
from evenhand.games.rummy.pack import PACK, name, names
from evenhand.games.rummy.rules import RESHUFFLE

if TYPE_CHECKING:
    from evenhand.games.rummy.game import Game


def picture(game: "Game", players: Sequence[str] = ()) -> str:
    """What goes on, the hands meld by meld, a star at the player to move, stock and pile."""
    players = players or player_names(game.deal.players)
    width = max(map(len, (*players, "stock")))
    lines = [_headline(game, players)]
    for seat, player in enumerate(players):
        star = "*" if seat == game.turn else " "
        lines.append(f"{player:<{width}} {star} {_hand(game, seat)}")
    lines.append(f"{'stock':<{width}}   {len(game.stock)} cards")
    lines.append(f"{'pile':<{width}}   {' '.join(map(name, game.pile))}")
    return "\n".join(line.rstrip() for line in lines)


def transcript(game: "Game", players: Sequence[str] = ()) -> str:
    """A line for each turn, and the result of a game that is over."""
    players = players or player_names(game.deal.players)
    lines = [f"{_wild(game)}, open {name(game.deal.open_card)}"]
    lines += [f"{number}. {turn}" for number, turn in enumerate(_turns(game, players), 1)]
    if game.over:
        lines.append(game.result().describe(players))
    return "\n".join(lines)


def _headline(game: "Game", players: Sequence[str]) -> str:
    if game.turn is None:
        return f"{_wild(game)}, {game.result().describe(players)}"
    own = game.turns[game.turn] + 1
    return f"{_wild(game)}, turn {own}, {players[game.turn]} to {game.phase}"


def _wild(game: "Game") -> str:
    return f"wild {PACK.ranks[game.wild]} by {name(game.deal.exposed)}"


def _hand(game: "Game", seat: int) -> str:
    """A hand as its player would lay it out, and what he pays who is out."""
    if seat == game.declarer:
        return _laid_out(game, game.melds)
    hand = game.hand(seat)
    best = arrange(hand, game.wild, game.rules.literal_score)
    melds = [meld.mask for meld in best.melds]
    left = names(hand & ~sum(melds))
    parts = [_laid_out(game, melds)] if melds else []
    if left:
        after = "" if best.discard is None else f" without {name(best.discard)}"
        parts.append(f"{' '.join(left)} ({best.points} points{after})")
    if game.paid[seat] is not None:
        parts.append(f"{_why_out(game, seat)} and pays {game.paid[seat]}")
    return ", ".join(parts)


def _laid_out(game: "Game", melds: Iterable[int]) -> str:
    shown = (in_order(meld, game.wild) for meld in melds)
    return " | ".join(" ".join(map(name, cards)) for cards in shown)


def _why_out(game: "Game", seat: int) -> str:
    return "drops" if seat in game.dropped else "declares wrongly"


def _turns(game: "Game", players: Sequence[str]) -> Iterator[str]:
    """What each turn was; a turn that is not complete has only its draw."""
    drawn, from_stock = "", 0
    taken = [iter(cards) for cards in game.taken]
    discarded = [iter(cards) for cards in game.discarded]
    for seat, move in game.moves:
        if move == "drop":
            yield f"{players[seat]} {_why_out(game, seat)} and pays {game.paid[seat]}"
        elif move == "stock":
            drawn = f"{players[seat]} {_stock(game, from_stock)}"
            from_stock += 1
        elif move == "pile":
            drawn = f"{players[seat]} pile {name(next(taken[seat]))}"
        else:
            yield f"{drawn}, {_end_of_turn(game, seat, move, name(next(discarded[seat])))}"
            drawn = ""
    if drawn:
        yield drawn


def _stock(game: "Game", drawn: int) -> str:
    """The stock, of which so many cards have been drawn before."""
    if drawn == 0 or drawn % len(game.deal.stock):
        return "stock"
    return "reshuffled stock" if game.rules.stock_out == RESHUFFLE else "finds no stock"


def _end_of_turn(game: "Game", seat: int, move: str, card: str) -> str:
    if not move.startswith("declare"):
        return f"discards {card}"
    if seat != game.declarer:
        problems = "; ".join(game.wrong[seat])
        return f"{_why_out(game, seat)} without {card} and pays {game.paid[seat]}: {problems}"
    return f"declares without {card}: {_laid_out(game, game.melds)}"
