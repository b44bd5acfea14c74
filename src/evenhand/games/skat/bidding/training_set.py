"""How the deals of the knowledge base get their scores.

Every deal is played as a hand game in each trump by three Monte-Carlo players at ten samples a
card, as Keller and Kupferschmid (2008) let DDSS do.  Then the system itself takes the skat, puts
two cards away - judged by the hand games - and the deal is played again (Section 6).  Beside it
stand the points with open cards and best play.

What the paper leaves open and is chosen here: the declarer sits anywhere, forehand leads, nobody
infers anything from an auction, and a Monte-Carlo player aims at 61 points; cards that
do equally well are told apart at the borders of schneider, and then the cheapest is played.
The cards put away in the base are judged by the base itself, those of the deals to evaluate with
by the base too: so the base knows a little of its own deals beforehand, the others do not.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import SeedSequence, default_rng

from evenhand.games.cards import Masks
from evenhand.games.skat.bidding.knn import find_discards
from evenhand.games.skat.bidding.knowledge import TRUMPS, KnowledgeBase, draw_deals
from evenhand.games.skat.bidding.neighbours import Valuation
from evenhand.games.skat.bots.bots import MonteCarlo
from evenhand.games.skat.bots.clairvoyant import own_solver
from evenhand.games.skat.bots.play import Announced, play_cards
from evenhand.games.skat.contract import CONTRACTS, Contract
from evenhand.games.skat.deck import Integers
from evenhand.games.skat.scoring import BID_VALUES, card_points_of
from evenhand.games.skat.solver.position import Position
from evenhand.parallel import map_blocks
from evenhand.rng import draw_seeds

SEED, EVALUATION_SEED = 2008, 2009
DEALS, EVALUATION_DEALS = 10_000, 5_000
"""``build(SEED, DEALS)`` made the knowledge base of the package, and ``build(EVALUATION_SEED,
EVALUATION_DEALS, base)`` the deals to evaluate it with."""

STYLE = MonteCarlo(samples=10, ties="borders", inference=False)
BLOCK = 20  # deals
Done = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class Block:
    """Some deals of the base, in their order."""

    number: int
    deals: Masks
    seats: Integers
    discards: Masks | None = None  # for each trump, if the skat is taken


@dataclass(frozen=True, slots=True)
class Labeller:
    """Plays blocks of deals; the same seed gives the same points."""

    seed: int
    style: MonteCarlo = STYLE

    def points(self, block: Block) -> Integers:
        """The declarer's points in each trump, skat counted."""
        columns = [self._points(block, trump) for trump in range(len(TRUMPS))]
        return np.stack(columns, axis=1)

    def _points(self, block: Block, trump: int) -> Integers:
        deals, count = block.deals, len(block.deals)
        hands = in_seats(deals, block.seats)
        game = Contract(TRUMPS[trump], hand=block.discards is None)
        if block.discards is not None:
            every = np.arange(count)
            twelve = deals[:, 0] | deals[:, 3]
            hands[every, block.seats] = twelve ^ block.discards[:, trump]
            hands[:, 3] = block.discards[:, trump]
        contracts = np.full(count, CONTRACTS.index(game))
        bids = np.full(count, BID_VALUES[0])
        key = (block.number, trump, int(game.hand))
        drawn = draw_seeds(default_rng(SeedSequence(self.seed, spawn_key=key)), count)
        silent = np.zeros((count, 3), np.int64)
        dealt = in_seats(deals, block.seats)
        announced = Announced(dealt, silent, block.seats, contracts, bids, hands)
        return play_cards(announced, [self.style], drawn).points


def open_points(block: Block) -> Integers:
    """The points of hand games with open cards and best play, skat counted."""
    positions = [
        Position(game, (fore, middle, rear), seat)
        for seat, (fore, middle, rear, _) in zip(
            block.seats.tolist(), in_seats(block.deals, block.seats).tolist(), strict=True
        )
        for game in TRUMPS
    ]
    found = np.array(own_solver().values(positions)).reshape(-1, len(TRUMPS))
    return found + card_points_of(block.deals[:, 3])[:, None]


def in_seats(deals: Masks, seats: Integers) -> Masks:
    """Deals with forehand's hand first instead of the declarer's."""
    hands = deals.copy()
    every = np.arange(len(deals))
    for player in range(3):
        hands[every, (seats + player) % 3] = deals[:, player]
    return hands


def build(
    seed: int,
    count: int,
    base: KnowledgeBase | None = None,
    *,
    style: MonteCarlo = STYLE,
    workers: int | None = None,
    cluster: str | None = None,
    done: Done = lambda played: None,
) -> KnowledgeBase:
    """Draw deals, and play them in every trump, from the hand and with the skat.

    The cards put away are judged by ``base``, or else by the hand games of these deals.
    ``done`` is told how many of the three times ``count`` deals are played.
    """
    deals, seats = draw_deals(default_rng(seed), count)
    labeller = Labeller(seed, style)
    told = _Told(done)

    def answers(work: Callable[[Block], Integers], discards: Masks | None = None) -> Integers:
        found = []
        for part in map_blocks(
            work, _blocks(deals, seats, discards), workers=workers, cluster=cluster
        ):
            found.append(part)
            told.more(len(part))
        return np.concatenate(found)

    made = KnowledgeBase(deals, seats, answers(labeller.points))
    made = made.with_columns(open_points=answers(open_points))
    judge = base or made
    discards, _ = find_discards(Valuation.of(judge.hands, judge.trick_points), made.twelves)
    return made.with_columns(discards=discards, skat_points=answers(labeller.points, discards))


@dataclass(slots=True)
class _Told:
    """Counts what is done."""

    done: Done
    so_far: int = 0

    def more(self, count: int) -> None:
        """Tell that so much more is done."""
        self.so_far += count
        self.done(self.so_far)


def _blocks(deals: Masks, seats: Integers, discards: Masks | None) -> Iterator[Block]:
    for number, start in enumerate(range(0, len(deals), BLOCK)):
        rows = slice(start, start + BLOCK)
        yield Block(number, deals[rows], seats[rows], None if discards is None else discards[rows])
