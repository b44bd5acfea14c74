"""Deals and games made for the tests."""

from dataclasses import replace
from itertools import count

import numpy as np

from evenhand.games.cards import cards_of
from evenhand.games.skat import PACK, Auction, Contract, Deal, DealState, Phase, Trick
from evenhand.games.skat.auction import HAND_GAMES, SKAT_GAMES, WON
from evenhand.games.skat.deck import card_points

# One hand takes every trick of a grand; the one that follows it has no spades beside SQ.
ALL_TOPS = "CJ SJ HJ DJ CA CT CK SA ST SK"
LONG_HEARTS = "HA HT HK HQ H9 CQ C9 C8 C7 SQ"
LONG_DIAMONDS = "DA DT DK DQ D9 D8 H8 S9 S8 S7"
TOPS_LEAD = Deal.of(ALL_TOPS, LONG_HEARTS, LONG_DIAMONDS, "H7 D7")
TOPS_LAST = Deal.of(LONG_HEARTS, LONG_DIAMONDS, ALL_TOPS, "H7 D7")

FOREHAND_AT_18 = "p p 18"
REARHAND_AT_18 = "p 18 p"

# How forehand takes all tricks of TOPS_LEAD as a grand, from middlehand's cards on.
TEN_TRICKS = """CJ HA DA  SJ HT DT  HJ HK DK  DJ HQ DQ  CA C7 D9
                CT C8 D8  CK C9 H8  SA SQ S7  ST CQ S8  SK H9 S9"""

LOW_BIDS = ("p", "y", "18", "20", "22", "23")


def play(game: DealState, moves: str) -> DealState:
    """The game after some moves, with spaces between them."""
    for move in moves.split():
        game = game.play(move)
    return game


def scored(
    text: str,
    *,
    points: int,
    tricks: int,
    bid: int = 18,
    deal: Deal = TOPS_LEAD,
    laid_away: str = "",
) -> DealState:
    """A game of forehand's that ends with so many card points and tricks of the ten.

    Which cards lie in which trick is drawn until the points are right; the winners are set.
    """
    auction = Auction(WON, bid, forehand=bid)
    game = DealState(
        deal, auction, bool(laid_away), Contract.parse(text), PACK.hand(laid_away.split())
    )
    cards = np.array(list(cards_of(PACK.full & ~game.skat)))
    for seed in count():
        order = np.random.default_rng(seed).permutation(cards).tolist()
        taken = sum(1 << card for card in order[: 3 * tricks])
        if card_points(taken | game.skat) == points:
            break
    winners = [0] * tricks + [1] * (10 - tricks)
    full = [Trick(0, tuple(order[3 * n : 3 * n + 3]), winner) for n, winner in enumerate(winners)]
    return replace(game, tricks=tuple(full), played=PACK.full & ~game.skat)


def random_game(rng: np.random.Generator, contract: Contract | None) -> DealState:
    """A game of random legal moves; with no contract the deal is passed in.

    The bid stays so low that every null may be announced.
    """
    game = DealState(Deal.random(rng))
    if contract is None:
        return play(game, "p p p")
    while game.phase is not Phase.SKAT:
        words = [word for word in game.legal_moves() if word in LOW_BIDS]
        game = game.play(words[rng.integers(len(words))])
        game = DealState(game.deal) if game.over else game
    if not contract.hand:
        game = game.play("s")
    said = [move for move in game.legal_moves() if move.split(".")[0] == str(contract)]
    game = game.play(said[rng.integers(len(said))])
    while not game.over:
        moves = game.legal_moves()
        game = game.play(moves[rng.integers(len(moves))])
    return game


def cut(game: DealState, length: int) -> DealState:
    """The game after only so many moves."""
    start = DealState(game.deal)
    for seat, move in game.moves[:length]:
        start = start.play(move, seat)
    return start


EVERY_CONTRACT: tuple[Contract | None, ...] = (None, *HAND_GAMES, *SKAT_GAMES)
