"""Games for the tests: simple announcements, and the open-card solver says who wins.

In each deal the player with the best ten cards declares: a null for every sixth deal, a grand
with seven or more jacks, aces and tens among his twelve cards, otherwise the suit in which he has
most trumps.  The games have no tricks, and no more points than win or lose them.
"""

import numpy as np

from evenhand.games.cards import Masks, cards_of
from evenhand.games.skat import PACK, Contract, Games
from evenhand.games.skat.batch import Tricks
from evenhand.games.skat.contract import CONTRACTS, GAME_OF, GAMES, NULL, SUIT_GAMES
from evenhand.games.skat.deck import JACKS, POINTS, SUITS, Integers
from evenhand.games.skat.scoring import card_points_of, points_needed, scores
from evenhand.games.skat.solver import Position, Solver
from evenhand.games.skat.winning_parameters import count_suit_gaps

HIGH = JACKS | PACK.hand(suit + rank for suit in PACK.suits for rank in "AT")
PLACE = {str(contract): place for place, contract in enumerate(CONTRACTS)}


def open_card_games(rng: np.random.Generator, count: int) -> Games:
    """Games that both sides play without a mistake."""
    deals = PACK.deal(rng, count, 10, 10, 10, 2)
    rows = [_announce(row, row_number) for row_number, row in enumerate(deals.tolist())]
    declarers, contracts = (np.array(part, np.int64) for part in list(zip(*rows, strict=True))[:2])
    hands = np.array([row[2] for row in rows], np.int64).reshape(-1, 4)
    said = np.array([row[3] for row in rows], np.int64).reshape(-1, 3)
    bids = said[np.arange(count), declarers]
    return _decided(deals, declarers, contracts, hands, said, bids)


def longest(hand: int) -> tuple[int, str]:
    """The most trumps of a suit game, and its suit."""
    return max(((hand & (JACKS | SUITS[suit])).bit_count(), suit) for suit in SUIT_GAMES)


def danger(hand: int) -> int:
    """The gaps of a hand in null."""
    return sum(
        count_suit_gaps("".join(PACK.name(c)[1] for c in cards_of(hand & s)))
        for s in SUITS.values()
    )


def _announce(deal: list[int], number: int) -> tuple[int, int, list[int], list[int]]:
    """Declarer, contract, hands as played and what each seat said."""
    hands, null = deal[:3], number % 6 == 0
    promise = [longest(hand)[0] + (hand & HIGH).bit_count() for hand in hands]
    worth = [-danger(hand) for hand in hands] if null else promise
    declarer = worth.index(max(worth))
    twelve = deal[declarer] | deal[3]
    if null:
        text = "NO" if number % 12 else "N"
    elif (twelve & HIGH).bit_count() >= 7:
        text = "G"
    else:
        text = longest(twelve)[1]
    away = _put_away(twelve, text)
    played = [*hands, away]
    played[declarer] = twelve ^ away
    said = [18 if value >= 8 else 0 for value in promise]
    said[declarer] = 18
    return declarer, PLACE[text], played, said


def _put_away(twelve: int, text: str) -> int:
    """The worst card, twice: in null from the largest gap, else points from the shortest suit."""
    away = 0
    for _ in range(2):
        left = list(cards_of(twelve & ~away))
        if text[0] == NULL:
            card = min(left, key=lambda card: danger(twelve & ~away & ~(1 << card)))
        else:
            trumps = Contract(text).trumps
            card = min(left, key=lambda card: _worth_keeping(card, twelve & ~away, trumps))
        away |= 1 << card
    return away


def _worth_keeping(card: int, hand: int, trumps: int) -> tuple[bool, bool, int, int]:
    suit = hand & ~trumps & SUITS[PACK.name(card)[0]]
    ace = PACK.name(card)[1] == "A"
    return bool(trumps >> card & 1), ace, suit.bit_count(), -POINTS[card]


def _decided(
    deals: Masks,
    declarers: Integers,
    contracts: Integers,
    hands: Masks,
    bids_made: Integers,
    bids: Integers,
) -> Games:
    every = np.arange(len(deals))
    twelve = hands[every, declarers] | hands[:, 3]
    needed = points_needed(contracts, twelve, bids)
    won = _solve(hands, declarers, contracts, needed - card_points_of(hands[:, 3]))
    null = GAME_OF[contracts] == GAMES.index(NULL)
    points = np.where(won, needed, np.minimum(needed - 1, 60)) * ~null
    taken = np.where(null, 1 - won, 5)
    written = scores(contracts, twelve, points, taken, bids)
    blank = Tricks(np.zeros((len(deals), 30), np.uint8), np.zeros((len(deals), 10), np.uint8))
    columns = (deals, bids_made, declarers, contracts, bids, hands, blank, points, taken, written)
    return Games(*columns)


def _solve(hands: Masks, declarers: Integers, contracts: Integers, targets: Integers) -> Integers:
    """1 where the declarer wins with open cards."""
    won, solver = np.zeros(len(hands), np.int64), Solver()
    games = GAME_OF[contracts]
    targets = np.where(games == GAMES.index(NULL), 0, targets)
    alike, which = np.unique(np.stack([games, declarers, targets]), axis=1, return_inverse=True)
    for group, (game, declarer, target) in enumerate(alike.T.tolist()):
        rows = np.flatnonzero(which == group)
        first, second, third = hands[rows[0], :3].tolist()
        position = Position(GAMES[game], (first, second, third), declarer, leader=0)
        won[rows] = solver.worlds_won(position, hands[rows, :3], target)
    return won
