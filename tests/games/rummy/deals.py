"""Deals and games made for the tests."""

import numpy as np

from evenhand.games.cards import cards_of
from evenhand.games.rummy import GAME, Deal, Rules, State, names
from evenhand.games.rummy.arrangement import find_final_discards
from evenhand.games.rummy.deck import FULL
from evenhand.rng import draw_seeds

# Valid with the open card HQ instead of D9, when the 7 is wild; without it CQ DQ D9 are left
# over, 29 points.
READY = "HA H2 H3 S9 JK SJ C4 D4 H4 S4 CQ DQ D9"
# The melds of that declaration.
SHOWN = "HA,H2,H3 S9,JK,SJ C4,D4,H4,S4 CQ,DQ,HQ"
# No sequence, 84 points; three sets, beside which CJ DK SK H9 count 39.
JUNK = "C2 C5 C8 CJ D2 D5 D8 DK S2 S5 S8 SK H9"
# No sequence and no set, 94 points.
POOR = "C3 C6 C9 CK D3 D6 DT DA S3 S6 ST SA H8"
DEFAULT = Rules()


def make_deal(*hands: str, open_card: str = "HQ", exposed: str = "H7", stock: str = "") -> Deal:
    """Make a deal of some cards; the stock begins with those given, the others follow in order."""
    left = names(FULL)
    for card in " ".join((*hands, open_card, exposed, stock)).split():
        left.remove(card)
    return Deal.of(*hands, open_card=open_card, exposed=exposed, stock=" ".join([stock, *left]))


READY_FIRST = make_deal(READY, JUNK, stock="HJ DJ CT")
READY_LAST = make_deal(JUNK, READY, stock="HJ DJ CT")
THREE = make_deal(READY, JUNK, POOR, stock="HJ DJ CT")


def play(state: State, moves: str) -> State:
    """Return the state after some moves, with commas and spaces between them."""
    for move in moves.split(", ") if moves else []:
        state = state.play(move)
    return state


def start_game(deal: Deal, moves: str = "", rules: Rules = DEFAULT, shuffle_seed: int = 1) -> State:
    """Return the game of a deal after some moves."""
    return play(State.from_deal(deal, rules, shuffle_seed), moves)


def random_game(rng: np.random.Generator, rules: Rules, seats: int = 2, moves: int = 1000) -> State:
    """Play random moves, declarations at once and few drops, cut after so many moves."""
    state = GAME.start(rules, seats, int(draw_seeds(rng, 1)[0]))
    while not state.over and len(state.moves) < moves:
        legal = [move for move in state.legal_moves() if not move.startswith("declare")]
        finals = find_final_discards(state.hand(state.turn or 0), state.wild)
        ends = [f"declare {card}" for card in legal if card in names(finals)]
        if "drop" in legal and rng.random() < 0.95:
            legal.remove("drop")
        state = state.play(str(rng.choice(ends or legal)))
    return state


def draw_through_stock(state: State, draws: int) -> State:
    """Draw so often from the stock, each time discarding the first card that may go."""
    for _ in range(draws):
        state = state.play("stock")
        state = state.play(state.legal_moves()[0])
    return state


def list_all_cards(state: State) -> list[int]:
    """Return all cards: hands, stock, pile and the exposed one."""
    held = [card for seat in range(state.seats) for card in cards_of(state.hand(seat))]
    return sorted([*held, *state.stock, *state.pile, state.deal.exposed])
