"""A game as text, for people to look at."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from evenhand.games.cards import cards_of
from evenhand.games.gin_rummy.deck import PACK, RANKS, STOCK, UPCARD
from evenhand.games.gin_rummy.melds import deadwood, list_melds
from evenhand.games.gin_rummy.table import DISCARD, DRAW, FIRST_OFFER, MUST_DRAW, SECOND_OFFER
from evenhand.games.protocol import name_players

if TYPE_CHECKING:
    from evenhand.games.gin_rummy.state import DealResult, State

WHAT_NEXT = {
    FIRST_OFFER: "take the upcard or pass",
    SECOND_OFFER: "take the upcard or pass",
    MUST_DRAW: "draw from the stock",
    DRAW: "draw",
    DISCARD: "discard",
}
WAYS = {
    "knock": "knocks and scores",
    "gin": "goes gin and scores",
    "big gin": "goes big gin and scores",
}


def render(state: "State", names: Sequence[str] = (), seat: int | None = None) -> str:
    """Return what goes on, the hands meld by meld, a star at the player to move, stock and pile."""
    names = name_players(names, state.seats)
    width = max(map(len, (*names, "stock")))
    lines = [_headline(state, names)]
    for player, name in enumerate(names):
        star = "*" if player == state.turn else " "
        is_open = seat in (None, player) or _is_laid_open(state)
        hand = show_hand(state.hand(player)) if is_open else _show_known(state, player)
        lines.append(f"{name:<{width}} {star} {hand}")
    if not state.over:
        lines.append(f"{'stock':<{width}}   {state.stock_size} cards")
        top = "taken" if state.top is None else PACK.name(state.top)
        lines.append(f"{'pile':<{width}}   {top}")
    return "\n".join(line.rstrip() for line in lines)


def transcript(state: "State", names: Sequence[str] = ()) -> str:
    """Return a line for each turn, and one for the result of each deal."""
    names = name_players(names, state.seats)
    lines = []
    for number, (deck, first, moves) in enumerate(state.list_deals()):
        lines.append(f"deal {number + 1}: {names[first]} begins, upcard {PACK.name(deck[UPCARD])}")
        lines += [f"{n}. {line}" for n, line in enumerate(_list_turns(deck, moves, names), 1)]
        if number < len(state.finished):
            lines.append(describe_result(state.finished[number], names))
    if state.over and len(state.finished) > 1:
        lines.append(_describe_points(state, names))
    return "\n".join(lines)


def describe(state: "State", move: str) -> str:
    """Return a legal move in words."""
    if move == "stock":
        return "draws from the stock"
    if move == "pile":
        return f"takes {PACK.name(state.top)}" if state.top is not None else "takes the top"
    if move == "pass":
        return "passes"
    if move == "big gin":
        return "goes big gin"
    *ends, name = move.split()
    if not ends:
        return f"discards {name}"
    hand = state.hand(state.turn or 0) & ~(1 << PACK.card(name))
    ending = "goes gin" if ends == ["gin"] else f"knocks with {deadwood(hand)}"
    return f"discards {name} and {ending}"


def describe_result(deal: "DealResult", names: Sequence[str]) -> str:
    """Return how a deal ended, in words."""
    if deal.winner is None or deal.knocker is None:
        return "the deal is void"
    own, theirs = deal.deadwood[deal.knocker], deal.deadwood[1 - deal.knocker]
    count = f"{deal.points} points ({own} against {theirs})"
    if deal.ending == "undercut":
        return f"{names[deal.knocker]} knocks, {names[deal.winner]} undercuts and scores {count}"
    return f"{names[deal.knocker]} {WAYS[deal.ending]} {count}"


def show_hand(hand: int) -> str:
    """Return a hand as its player would lay it out: melds first, then deadwood.

    >>> show_hand(PACK.hand(["C7", "D7", "H7", "HA", "H2", "H3", "SK"]))
    'C7 D7 H7 | HA H2 H3 | SK (10)'
    """
    melds = list_melds(hand)
    left = hand & ~sum(melds)
    parts = [" ".join(map(PACK.name, cards_of(meld))) for meld in melds]
    if left:
        cards = sorted(cards_of(left), key=lambda card: (-(card % RANKS), card))
        parts.append(f"{' '.join(map(PACK.name, cards))} ({deadwood(hand)})")
    return " | ".join(parts)


def _show_known(state: "State", seat: int) -> str:
    known = list(cards_of(state.known(seat)))
    count = f"{state.hand(seat).bit_count()} cards"
    return f"{count}, of them {' '.join(map(PACK.name, known))}" if known else count


def _is_laid_open(state: "State") -> bool:
    return state.over and state.finished[-1].knocker is not None


def _headline(state: "State", names: Sequence[str]) -> str:
    if state.turn is None:
        if len(state.finished) > 1:
            return _describe_points(state, names)
        return describe_result(state.finished[-1], names)
    what = f"{names[state.turn]} to {WHAT_NEXT[state.phase]}"
    if state.rules.deals == 1:
        return what
    score = ":".join(map(str, state.points))
    return f"deal {len(state.finished) + 1} of {state.rules.deals} at {score}, {what}"


def _describe_points(state: "State", names: Sequence[str]) -> str:
    return ", ".join(f"{name} {points}" for name, points in zip(names, state.points, strict=True))


def _list_turns(
    deck: Sequence[int], moves: Sequence[tuple[int, str]], names: Sequence[str]
) -> Iterator[str]:
    """Yield what each turn was; a turn that is not complete has only its draw."""
    top, stock, drawn = PACK.name(deck[UPCARD]), STOCK, ""
    for seat, move in moves:
        if move == "pass":
            yield f"{names[seat]} passes"
        elif move == "stock":
            drawn = f"{names[seat]} draws {PACK.name(deck[stock])}"
            stock += 1
        elif move == "pile":
            drawn = f"{names[seat]} takes {top}"
        elif move == "big gin":
            yield f"{drawn}, goes big gin"
            drawn = ""
        else:
            *ends, top = move.split()
            how = {"knock": " and knocks", "gin": " and goes gin"}.get("".join(ends), "")
            yield f"{drawn}, discards {top}{how}"
            drawn = ""
    if drawn:
        yield drawn
