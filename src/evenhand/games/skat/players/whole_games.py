"""Whole games of any three players: auction, announcement, cards, scores; many at once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from threading import local

import numpy as np
from numpy.random import Generator, SeedSequence, default_rng

from evenhand.cards import Masks
from evenhand.games.skat.bidding.bidder import auctions
from evenhand.games.skat.deal import SIZES
from evenhand.games.skat.many_games import NO_CARD, NO_CONTRACT, NOBODY, Games
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.players.card_play import CardTable
from evenhand.games.skat.players.player import Player
from evenhand.games.skat.players.style import style_rows
from evenhand.games.skat.playout import NO_WINNER, PLAYED, Integers, Tricks
from evenhand.parallel import map_blocks
from evenhand.rng import Seeds, draw_seeds

SEATS = 3
BLOCK = 32  # deals that are played in one go
_own = local()  # each thread keeps a table, because making one takes time


def card_table() -> CardTable:
    """The table of this thread."""
    if not hasattr(_own, "table"):
        _own.table = CardTable()
    table: CardTable = _own.table
    return table


def play_deals(deals: Masks, players: Sequence[Player], rng: Generator) -> Games:
    """Play each deal with the same three players, forehand first."""
    if len(players) != SEATS:
        raise ValueError(f"a table has three players, not {len(players)}")
    drawn = draw_seeds(rng, len(deals))
    own = rng.spawn(SEATS)  # nobody's luck depends on the others
    limits = [player.limits(deals, seat, own[seat]) for seat, player in enumerate(players)]
    declarers, bids, said = auctions(np.stack(limits, axis=1))
    contracts, hands = np.full(len(deals), NO_CONTRACT), deals.copy()
    for seat, player in enumerate(players):
        rows = np.flatnonzero(declarers == seat)
        if len(rows):
            made = player.announce(deals[rows], seat, bids[rows], own[seat])
            contracts[rows] = made.contracts
            put_away(hands, rows, seat, made.skats)
    styles = style_rows([player.style for player in players], len(deals))
    return play_announced(deals, said, declarers, contracts, bids, hands, styles, drawn)


def put_away(hands: Masks, rows: Integers, seats: Integers | int, skats: Masks) -> None:
    """Change the hands and skats of some rows: twelve cards, two of them put away."""
    twelve = hands[rows, seats] | hands[rows, 3]
    hands[rows, seats] = twelve & ~skats
    hands[rows, 3] = skats


def play_announced(
    deals: Masks,
    said: Integers,
    declarers: Integers,
    contracts: Integers,
    bids: Integers,
    hands: Masks,
    styles: Integers,
    seeds_of_games: Seeds,
) -> Games:
    """Play the cards of announced games, and score them; passed-in deals have no tricks."""
    cards = np.full((len(deals), PLAYED), NO_CARD, np.uint8)
    winners = np.full((len(deals), PLAYED // 3), NO_WINNER, np.uint8)
    rows = np.flatnonzero(declarers != NOBODY)
    tricks = card_table().play(
        hands[rows],
        said[rows],
        declarers[rows],
        contracts[rows],
        bids[rows],
        styles[rows],
        seeds_of_games[rows],
    )
    cards[rows], winners[rows] = tricks.cards, tricks.winners
    return Games.scored(deals, said, declarers, contracts, bids, hands, Tricks(cards, winners))


@dataclass(frozen=True, slots=True)
class Round:
    """Three players and a seed: the games of block after block are always the same."""

    players: tuple[Player, Player, Player]
    seed: int

    def block(self, numbers: tuple[int, int]) -> Games:
        """So many deals of the block with a number."""
        number, deals = numbers
        rng = default_rng(SeedSequence(self.seed, spawn_key=(number,)))
        return play_deals(PACK.deal(rng, deals, *SIZES), self.players, rng)


def play_many(
    players: Sequence[Player],
    deals: int,
    seed: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] = lambda played: None,
) -> Games:
    """Deal and play so many games; the same for any number of workers.

    ``done`` is told how many deals are played.
    """
    if deals < 1:
        raise ValueError("there must be a deal to play")
    first, second, third = players if len(players) == SEATS else SEATS * list(players)
    evening = Round((first, second, third), seed)
    parts, played = [], 0
    for part in map_blocks(evening.block, blocks(deals), workers=workers, cluster=cluster):
        parts.append(part)
        played += len(part)
        done(played)
    return Games.joined(parts)


def blocks(deals: int, size: int = BLOCK) -> Iterator[tuple[int, int]]:
    """Numbers of blocks, and how many deals each has.

    >>> list(blocks(70, 32))
    [(0, 32), (1, 32), (2, 6)]
    """
    for number, start in enumerate(range(0, deals, size)):
        yield number, min(size, deals - start)
