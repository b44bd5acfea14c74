"""Decks made for tests: hands, upcard and stock by names."""

from evenhand.games.gin_rummy import PACK, Rules, State

BEGINS = "CA C2 C3 D7 H7 S7 H9 D9 SK HQ"  # 38 points outside of melds
FOLLOWS = "C4 C5 DA DT DJ DQ S2 S4 H3 CK"  # runs of three diamonds; lays off C4 and C5


def make_deck(
    first: str = BEGINS, second: str = FOLLOWS, upcard: str = "SQ", stock: str = ""
) -> tuple[int, ...]:
    """Return a deck with these cards, and the others behind them, lowest first."""
    cards = [PACK.card(name) for name in f"{first} {second} {upcard} {stock}".split()]
    assert len(first.split()) == len(second.split()) == 10
    return (*cards, *(card for card in range(52) if card not in cards))


def start(*decks: tuple[int, ...], rules: Rules | None = None) -> State:
    """Return a game with some decks before its first move."""
    return State.of_decks(Rules(deals=len(decks)) if rules is None else rules, decks)


def play(state: State, moves: str) -> State:
    """Play moves that are parted by commas."""
    for move in moves.split(","):
        state = state.play(move.strip())
    return state
