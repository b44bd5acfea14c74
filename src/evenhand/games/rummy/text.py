"""A game as text, for people to look at."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from evenhand.games.rummy.arrangement import arrange
from evenhand.games.rummy.deck import PACK, name, names
from evenhand.games.rummy.melds import sort_meld
from evenhand.games.rummy.table import NO_CARD

if TYPE_CHECKING:
    from evenhand.games.rummy.state import State


def render(state: "State", players: Sequence[str], viewer: int | None = None) -> str:
    """Return the hands meld by meld, a star at the player to move, stock and pile.

    A viewer sees of the others only the cards that all have seen.
    """
    width = max(map(len, (*players, "stock")))
    lines = [_headline(state, players)]
    for seat, player in enumerate(players):
        star = "*" if seat == state.turn else " "
        is_open = viewer in (None, seat) or state.known(seat) == state.hand(seat)
        hand = _open_hand(state, seat) if is_open else _hidden_hand(state, seat)
        lines.append(f"{player:<{width}} {star} {hand}")
    lines.append(f"{'stock':<{width}}   {len(state.stock)} cards")
    lines.append(f"{'pile':<{width}}   {' '.join(map(name, state.pile))}")
    return "\n".join(line.rstrip() for line in lines)


def transcribe(state: "State", players: Sequence[str]) -> str:
    """Return a line for each turn, and the result of a game that is over."""
    lines = [f"{_wild(state)}, open {name(state.deal.open_card)}"]
    lines += [f"{number}. {turn}" for number, turn in enumerate(_list_turns(state, players), 1)]
    if state.over:
        lines.append(state.result().describe(players))
    return "\n".join(lines)


def describe(before: "State", after: "State") -> str:
    """Return in words the move that led from one state to the next."""
    seat, move = after.moves[-1]
    if move == "stock":
        found = _stock(after, len(before.moves))
        return found if after.over else f"draws from the {found}"
    if move == "pile":
        return f"takes {name(after.cards[-1])} from the pile"
    if move == "drop":
        return f"drops and pays {after.paid[seat]}"
    return _end_of_turn(after, len(before.moves))


def _headline(state: "State", players: Sequence[str]) -> str:
    if state.turn is None:
        return f"{_wild(state)}, {state.result().describe(players)}"
    own = state.turns[state.turn] + 1
    return f"{_wild(state)}, turn {own}, {players[state.turn]} to {state.phase}"


def _wild(state: "State") -> str:
    return f"wild {PACK.ranks[state.wild]} by {name(state.deal.exposed)}"


def _open_hand(state: "State", seat: int) -> str:
    """Return a hand as its player would lay it out, and what he pays who is out."""
    if seat == state.declarer:
        return _lay_out(state, state.shows[-1].melds)
    hand = state.hand(seat)
    best = arrange(hand, state.wild, state.rules.literal_score)
    melds = [meld.mask for meld in best.melds]
    left = names(hand & ~sum(melds))
    parts = [_lay_out(state, melds)] if melds else []
    if left:
        after = "" if best.discard is None else f" without {name(best.discard)}"
        parts.append(f"{' '.join(left)} ({best.points} points{after})")
    return ", ".join([*parts, *_list_prices(state, seat)])


def _hidden_hand(state: "State", seat: int) -> str:
    """Return how many cards a player holds, and those of them that all have seen."""
    known, count = state.known(seat), state.hand(seat).bit_count()
    seen = [f"of them {' '.join(names(known))}"] if known else []
    return ", ".join([f"{count} cards", *seen, *_list_prices(state, seat)])


def _list_prices(state: "State", seat: int) -> list[str]:
    price = state.paid[seat]
    return [] if price is None else [f"{_why_out(state, seat)} and pays {price}"]


def _lay_out(state: "State", melds: Iterable[int]) -> str:
    shown = (sort_meld(meld, state.wild) for meld in melds)
    return " | ".join(" ".join(map(name, cards)) for cards in shown)


def _why_out(state: "State", seat: int) -> str:
    return "drops" if (seat, "drop") in state.moves else "declares wrongly"


def _list_turns(state: "State", players: Sequence[str]) -> Iterator[str]:
    """Yield what each turn was; a turn that is not complete has only its draw."""
    drawn = ""
    for number, (seat, move) in enumerate(state.moves):
        if move == "drop":
            yield f"{players[seat]} drops and pays {state.paid[seat]}"
        elif move == "stock":
            drawn = f"{players[seat]} {_stock(state, number)}"
        elif move == "pile":
            drawn = f"{players[seat]} pile {name(state.cards[number])}"
        else:
            yield f"{drawn}, {_end_of_turn(state, number)}"
            drawn = ""
    if drawn:
        yield drawn


def _stock(state: "State", number: int) -> str:
    """Return where a move from the stock found its card."""
    if state.cards[number] == NO_CARD:
        return "finds no stock"
    is_first = any(reshuffle.move == number for reshuffle in state.reshuffles)
    return "reshuffled stock" if is_first else "stock"


def _end_of_turn(state: "State", number: int) -> str:
    (seat, move), card = state.moves[number], name(state.cards[number])
    if not move.startswith("declare"):
        return f"discards {card}"
    show = next(show for show in state.shows if show.seat == seat)
    if not show.problems:
        return f"declares without {card}: {_lay_out(state, show.melds)}"
    problems = "; ".join(show.problems)
    return f"declares wrongly without {card} and pays {state.paid[seat]}: {problems}"
