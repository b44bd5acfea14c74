"""Deals and games made for the tests."""

import numpy as np
from evenhand.games.rummy.deal import Deal
from evenhand.games.rummy.pack import CARDS, names
from evenhand.games.rummy.rules import Rules

from evenhand.games.cards import cards_of
from evenhand.games.rummy.game import DECLARE, DEFAULT, DROP, Game

# Valid with the open card HQ instead of D9, when the 7 is wild; without it CQ DQ D9 are left
# over, 29 points.
READY = "HA H2 H3 S9 JK SJ C4 D4 H4 S4 CQ DQ D9"
# The melds of that declaration.
SHOWN = "HA,H2,H3 S9,JK,SJ C4,D4,H4,S4 CQ,DQ,HQ"
# No sequence, 84 points; three sets, beside which CJ DK SK H9 count 39.
JUNK = "C2 C5 C8 CJ D2 D5 D8 DK S2 S5 S8 SK H9"
# No sequence and no set, 94 points.
POOR = "C3 C6 C9 CK D3 D6 DT DA S3 S6 ST SA H8"
WHOLE = (1 << CARDS) - 1


def made_deal(*hands: str, open_card: str = "HQ", exposed: str = "H7", stock: str = "") -> Deal:
    """A deal of some cards; the stock begins with those given, the others follow in order."""
    left = names(WHOLE)
    for card in " ".join((*hands, open_card, exposed, stock)).split():
        left.remove(card)
    return Deal.of(*hands, open_card=open_card, exposed=exposed, stock=" ".join([stock, *left]))


READY_FIRST = made_deal(READY, JUNK, stock="HJ DJ CT")
READY_LAST = made_deal(JUNK, READY, stock="HJ DJ CT")
THREE = made_deal(READY, JUNK, POOR, stock="HJ DJ CT")


def play(game: Game, moves: str) -> Game:
    """The game after some moves, with commas and spaces between them."""
    for move in moves.split(", ") if moves else []:
        game = game.play(move)
    return game


def started(deal: Deal, moves: str = "", rules: Rules = DEFAULT, draws: int = 1) -> Game:
    """The game of a deal after some moves."""
    return play(Game.start(deal, rules, draws), moves)


def random_game(rng: np.random.Generator, rules: Rules, moves: int = 1000) -> Game:
    """A game of random moves, declarations at once and few drops, cut after so many moves."""
    game = Game.random(rng, rules)
    while not game.over and len(game.moves) < moves:
        legal = game.legal_moves()
        ends = [move for move in legal if move.startswith(DECLARE)]
        if DROP in legal and rng.random() < 0.95:
            legal.remove(DROP)
        game = game.play(str(rng.choice(ends or legal)))
    return game


def through_the_stock(game: Game, draws: int) -> Game:
    """Draw so often from the stock, each time discarding the first card that may go."""
    for _ in range(draws):
        game = game.play("stock")
        game = game.play(game.legal_moves()[0])
    return game


def cards_on_the_table(game: Game) -> list[int]:
    """All cards: hands, stock, pile and the exposed one."""
    held = [card for hand in game.layout.hands for card in cards_of(hand)]
    return sorted([*held, *game.stock, *game.pile, game.deal.exposed])
