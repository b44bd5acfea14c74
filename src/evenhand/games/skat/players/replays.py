"""Games taken over at the moment of the announcement: the same cards, played by others."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.random import SeedSequence, default_rng

from evenhand.games.skat.many_games import Games
from evenhand.games.skat.players.style import Style, style_rows
from evenhand.games.skat.players.whole_games import BLOCK, play_announced
from evenhand.parallel import map_blocks
from evenhand.rng import draw_seeds


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Three players of one style, who take over other people's games."""

    style: Style
    seed: int

    def block(self, part: tuple[int, Games]) -> Games:
        """The games of a block, played again."""
        number, games = part
        rng = default_rng(SeedSequence(self.seed, spawn_key=(number,)))
        styles = style_rows([self.style], len(games))
        announced = games.deals, games.said, games.declarers, games.contracts, games.bids
        return play_announced(*announced, games.hands, styles, draw_seeds(rng, len(games)))


def replayed(
    games: Games,
    style: Style,
    seed: int,
    *,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] = lambda played: None,
) -> Games:
    """The same hands, skats and contracts, with the cards played in some style.

    ``done`` is told how many games are played.
    """
    if not len(games):
        return games
    parts: list[Games] = []
    work = TakeOver(style, seed).block
    for part in map_blocks(work, _parts(games), workers=workers, cluster=cluster):
        parts.append(part)
        done(min(len(games), BLOCK * len(parts)))
    return Games.joined(parts)


def _parts(games: Games) -> Iterator[tuple[int, Games]]:
    for number, start in enumerate(range(0, len(games), BLOCK)):
        yield number, games.take(np.s_[start : start + BLOCK])
