"""Build the knowledge base of the bidder by neighbours: deals, and what declarers score in them.

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
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.random import SeedSequence, default_rng

from evenhand.games.cards import Masks
from evenhand.games.skat.bidding.knn import find_discards
from evenhand.games.skat.bidding.knowledge import (
    TRUMPS,
    KnowledgeBase,
    draw_deals,
    training_deals,
)
from evenhand.games.skat.bidding.neighbours import Valuation
from evenhand.games.skat.bots.bots import MonteCarlo
from evenhand.games.skat.bots.clairvoyant import own_solver
from evenhand.games.skat.bots.play import AnnouncedGames, play_cards
from evenhand.games.skat.contract import CONTRACTS, Contract
from evenhand.games.skat.deck import Integers
from evenhand.games.skat.scoring import BID_VALUES, POINTS_TO_WIN, card_points_of
from evenhand.games.skat.solver.position import Position
from evenhand.parallel import map_blocks
from evenhand.rng import draw_seeds
from lab.core import Progress, Recipe

SEED, EVALUATION_SEED = 2008, 2009
DEALS, EVALUATION_DEALS = 10_000, 5_000
STYLE = MonteCarlo(samples=10, ties="borders", inference=False)
BLOCK = 20  # deals
WAYS = ("hand", "skat", "open")


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
        """Return the declarer's points in each trump, with those of the skat."""
        columns = [self._points(block, trump) for trump in range(len(TRUMPS))]
        return np.stack(columns, axis=1)

    def _points(self, block: Block, trump: int) -> Integers:
        deals, count = block.deals, len(block.deals)
        hands = sort_by_seat(deals, block.seats)
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
        dealt = sort_by_seat(deals, block.seats)
        announced = AnnouncedGames(dealt, silent, block.seats, contracts, bids, hands)
        return play_cards(announced, [self.style], drawn).points


def open_points(block: Block) -> Integers:
    """Return the points of hand games with open cards and best play, with those of the skat."""
    positions = [
        Position(game, (fore, middle, rear), seat)
        for seat, (fore, middle, rear, _) in zip(
            block.seats.tolist(), sort_by_seat(block.deals, block.seats).tolist(), strict=True
        )
        for game in TRUMPS
    ]
    found = np.array(own_solver().values(positions)).reshape(-1, len(TRUMPS))
    return found + card_points_of(block.deals[:, 3])[:, None]


def sort_by_seat(deals: Masks, seats: Integers) -> Masks:
    """Return deals with forehand's hand first instead of the declarer's."""
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
    first: int | None = None,
    style: MonteCarlo = STYLE,
    workers: int | None = None,
    progress: Progress = lambda share: None,
) -> KnowledgeBase:
    """Draw deals, and play the first of them in every trump, from the hand and with the skat.

    The cards put away are judged by ``base``, or else by the hand games of these deals.
    """
    deals, seats = (column[:first] for column in draw_deals(default_rng(seed), count))
    labeller, played = Labeller(seed, style), 0

    def play(work: Callable[[Block], Integers], discards: Masks | None = None) -> Integers:
        nonlocal played
        found = []
        for part in map_blocks(work, _blocks(deals, seats, discards), workers=workers):
            found.append(part)
            played += len(part)
            progress(played / (3 * len(deals)))
        return np.concatenate(found)

    made = KnowledgeBase(deals, seats, play(labeller.points))
    made = made.with_columns(open_points=play(open_points))
    judge = base or made
    discards, _ = find_discards(Valuation.of(judge.hands, judge.trick_points), made.twelves)
    return made.with_columns(discards=discards, skat_points=play(labeller.points, discards))


def _blocks(deals: Masks, seats: Integers, discards: Masks | None) -> Iterator[Block]:
    for number, start in enumerate(range(0, len(deals), BLOCK)):
        rows = slice(start, start + BLOCK)
        yield Block(number, deals[rows], seats[rows], None if discards is None else discards[rows])


def make_knowledge(size: int, seed: int, workers: int | None, progress: Progress) -> bytes:
    """Play deals to learn from; the first ones put away what those of the package would."""
    base = None if size == DEALS else training_deals()
    made = build(seed, DEALS, base, first=size, workers=workers, progress=progress)
    return to_bytes(made)


def make_evaluation(size: int, seed: int, workers: int | None, progress: Progress) -> bytes:
    """Play deals to evaluate with."""
    made = build(
        seed, EVALUATION_DEALS, training_deals(), first=size, workers=workers, progress=progress
    )
    return to_bytes(made)


def to_bytes(base: KnowledgeBase) -> bytes:
    """Return the file of a base."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "base.npz"
        base.write(path)
        return path.read_bytes()


def measure(content: bytes) -> dict[str, float]:
    """Return the percentage of deals that are won in some game, with and without the skat."""
    with np.load(BytesIO(content)) as stored:
        won = {name: (stored[f"{name}_points"] >= POINTS_TO_WIN).any(axis=1) for name in WAYS}
    return {f"won_{name}": round(100.0 * float(share.mean()), 1) for name, share in won.items()}


RECIPE = Recipe(
    name="skat/knowledge",
    summary="10,000 deals played in every trump, from which the bidder by neighbours learns.",
    output="games/skat/bidding/knowledge.npz",
    size=DEALS,
    smoke=6,
    seed=SEED,
    make=make_knowledge,
    quality=measure,
    smoke_seconds=3.0,
    is_prefix=True,
)
EVALUATION = Recipe(
    name="skat/evaluation",
    summary="5,000 more deals of the same kind, to evaluate the bidder with.",
    output="games/skat/bidding/evaluation.npz",
    size=EVALUATION_DEALS,
    smoke=6,
    seed=EVALUATION_SEED,
    make=make_evaluation,
    quality=measure,
    needs=("skat/knowledge",),
    smoke_seconds=3.0,
    is_prefix=True,
)
