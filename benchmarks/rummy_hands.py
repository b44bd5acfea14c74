"""Hands of Rummy to measure with: random ones, and those met in games of the strategies."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from evenhand.games import play_game
from evenhand.games.cards import Masks
from evenhand.games.rummy import BOTS, GAME, State
from evenhand.games.rummy.deck import CARDS, COLUMN, PRINTED, wild_shown_by
from evenhand.rng import draw_seeds

RANDOM, PLAYED, ASKED = KINDS = ("random", "played", "played by metrics")
"""From a shuffled pack; of all strategies; of the four that ask for MinDist or MinScore."""
WITHOUT_METRICS = ("random", "defeat-seeking")

Key = tuple[str, int]
"""A kind and a number of cards."""


@dataclass(frozen=True)
class Hands:
    """Hands of one size, each with its wild rank."""

    cards: Masks
    wilds: Masks

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self.cards.tolist(), self.wilds.tolist(), strict=True)

    def rows(self, wanted: Masks) -> "Hands":
        """The hands of some rows."""
        return Hands(self.cards[wanted], self.wilds[wanted])

    def naturals(self) -> Masks:
        """Their cards without jokers."""
        kept: Masks = self.cards & ~(PRINTED | COLUMN << self.wilds)
        return kept


def random_hands(rng: np.random.Generator, size: int, count: int) -> Hands:
    """Hands of a shuffled pack; the next card shows the wild rank."""
    packs = rng.permuted(np.tile(np.arange(CARDS, dtype=np.int64), (count, 1)), axis=1)
    wilds = [wild_shown_by(card) for card in packs[:, size].tolist()]
    return Hands((np.int64(1) << packs[:, :size]).sum(axis=1), np.array(wilds, np.int64))


def played_hands(rng: np.random.Generator, games: int) -> dict[Key, Hands]:
    """Every hand before a draw or a discard, in so many games of each ordered pair."""
    met: dict[Key, list[tuple[int, int]]] = {}
    for pair in permutations(BOTS, 2):
        for seed in draw_seeds(rng, games).tolist():
            for seat, hand, wild in _list_hands(
                play_game(GAME, [BOTS[name]() for name in pair], seed)
            ):
                for kind in (PLAYED,) if pair[seat] in WITHOUT_METRICS else (PLAYED, ASKED):
                    met.setdefault((kind, hand.bit_count()), []).append((hand, wild))
    return {key: Hands(*np.array(rows, np.int64).T.copy()) for key, rows in met.items()}


def _list_hands(played: State) -> Iterator[tuple[int, int, int]]:
    """The seat and its hand before each move of a game, and the wild rank."""
    state = played.initial()
    for seat, move in played.moves:
        yield seat, state.hand(seat), state.wild
        state = state.play(move)


def repeated(rng: np.random.Generator, hands: Hands, count: int) -> Hands:
    """So many hands, each equally often, in random order."""
    return hands.rows(rng.permutation(np.arange(count) % len(hands)))
