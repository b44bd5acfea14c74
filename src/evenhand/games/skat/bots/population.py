"""Many players of different skill, series by series.

Skill z is drawn from the normal distribution between -2 and 2.  It decides how often a player plays
just any card and how badly he misjudges his hand; how boldly he bids is a matter of temper, not of
skill.
Some players play far more than others.  A deal that all pass is dealt again, as Edelkamp (2021)
leaves such deals out, or counts as a deal of the series.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.random import Generator, SeedSequence, default_rng

from evenhand.games.skat.auction import auctions
from evenhand.games.skat.batch import Games, SeriesGames
from evenhand.games.skat.bidding.rules import rule_announcements, rule_limits
from evenhand.games.skat.bots.bots import ONE, SLIP, Heuristic, style_rows
from evenhand.games.skat.bots.play import play_announced, put_away
from evenhand.games.skat.contract import GAMES, NO_CONTRACT
from evenhand.games.skat.deck import NOBODY, PACK, SEATS, SIZES, Integers
from evenhand.games.skat.seeger import USUAL_GAMES
from evenhand.parallel import map_blocks
from evenhand.rng import draw_seeds
from evenhand.tables import Floats, Indices

BLOCK = 16  # series played in one go
EXTREME = 2.0  # nobody plays worse or better than that
TEMPER = 0.3  # how much boldness differs


@dataclass(frozen=True, slots=True)
class Faults:
    """What players do wrong, a number for each."""

    slip: Floats  # chance to play any legal card
    misjudgement: Floats
    boldness: Floats

    @classmethod
    def of(cls, skill: Floats, rng: Generator) -> "Faults":
        """The faults that go with skill.

        >>> Faults.of(np.array([-2.0, 0.0, 2.0]), default_rng(1)).slip.round(3).tolist()
        [0.162, 0.04, 0.01]
        """
        slip = np.minimum(0.04 * np.exp(-0.7 * skill), 0.5)
        misjudgement = np.minimum(0.4 * np.exp(-0.5 * skill), 3.0)
        return cls(slip, misjudgement, rng.normal(0.0, TEMPER, len(skill)))


@dataclass(frozen=True, slots=True)
class Population(SeriesGames):
    """Series of players whose skill is known."""

    skill: Floats = field(kw_only=True)  # (players,), higher is better


@dataclass(frozen=True, slots=True)
class Club:
    """Players and a seed: the games of block after block are always the same."""

    faults: Faults
    seats: Indices  # (series, 3)
    deals: int
    seed: int
    deal_again: bool = True  # a deal that all pass

    def block(self, number: int) -> Games:
        """The games of the series of a block."""
        seats = self.seats[number * BLOCK : (number + 1) * BLOCK]
        rng = default_rng(SeedSequence(self.seed, spawn_key=(number,)))
        deal, series = np.tile(np.arange(self.deals), len(seats)), len(seats)
        order = (deal[:, None] + np.arange(SEATS)) % SEATS
        table = np.repeat(np.arange(series), self.deals)
        return self._play(seats[table[:, None], order], rng)

    def _play(self, who: Indices, rng: Generator) -> Games:
        """Games of three players each, a row a game and a column a seat."""
        count = len(who)
        deals = np.zeros((count, len(SIZES)), np.int64)
        noise = np.zeros((count, SEATS, len(GAMES)))
        declarers, bids = np.full(count, NOBODY), np.zeros(count, np.int64)
        said = np.zeros((count, SEATS), np.int64)
        again = np.arange(count)
        while len(again):
            deals[again] = PACK.deal(rng, len(again), *SIZES)
            errors = rng.normal(size=(len(again), SEATS, len(GAMES)))
            noise[again] = errors * self.faults.misjudgement[who[again]][:, :, None]
            limits = [self._limits(deals, who, noise, again, seat) for seat in range(SEATS)]
            held = auctions(np.stack(limits, axis=1))
            declarers[again], bids[again], said[again] = held
            again = np.flatnonzero(self.deal_again & (declarers == NOBODY))
        contracts, hands = np.full(count, NO_CONTRACT), deals.copy()
        rows = np.flatnonzero(declarers != NOBODY)
        contracts[rows], skats = self._announce(rows, deals, who, noise, declarers, bids)
        put_away(hands, rows, declarers[rows], skats)
        styles = style_rows([Heuristic()], count)
        styles[:, :, SLIP] = np.rint(self.faults.slip[who] * ONE)
        drawn = draw_seeds(rng, count)
        return play_announced(deals, said, declarers, contracts, bids, hands, styles, drawn)

    def _limits(
        self, deals: Integers, who: Indices, noise: Floats, rows: Integers, seat: int
    ) -> Integers:
        boldness = self.faults.boldness[who[rows, seat]]
        return rule_limits(deals[rows, seat], boldness, noise[rows, seat])

    def _announce(
        self,
        rows: Integers,
        deals: Integers,
        who: Indices,
        noise: Floats,
        declarers: Integers,
        bids: Integers,
    ) -> tuple[Integers, Integers]:
        seats = declarers[rows]
        boldness = self.faults.boldness[who[rows, seats]]
        made = rule_announcements(
            deals[rows, seats], deals[rows, 3], bids[rows], boldness, noise[rows, seats]
        )
        return made.contracts, made.skats


def play_population(
    rng: Generator,
    players: int,
    series: int,
    deals: int = USUAL_GAMES[SEATS],
    *,
    deal_again: bool = True,
    workers: int | None = None,
    cluster: str | None = None,
    done: Callable[[int], object] = lambda played: None,
) -> Population:
    """Let players of different skill play so many series; ``done`` is told how many are played.

    Without ``deal_again`` a deal that all pass is a deal of the series, as in tournaments.
    """
    if players < SEATS or series < 1 or deals < 1:
        raise ValueError("a population needs three players, a series and a deal at least")
    skill = np.clip(rng.normal(size=players), -EXTREME, EXTREME)
    seats = _meetings(rng, players, series)
    club = Club(Faults.of(skill, rng), seats, deals, int(rng.integers(2**62)), deal_again)
    parts: list[Games] = []
    numbers = range(-(-series // BLOCK))
    for part in map_blocks(club.block, numbers, workers=workers, cluster=cluster):
        parts.append(part)
        done(min(series, BLOCK * len(parts)))
    width = len(str(players))
    names = tuple(f"P-{number:0{width}}" for number in range(1, players + 1))
    return Population.rotating(names, seats, Games.joined(parts), skill=skill)


def _meetings(rng: Generator, players: int, series: int) -> Indices:
    """Three different players for each series; who plays often is likelier to be there."""
    often = rng.lognormal(0.0, 1.0, players)
    waiting = rng.exponential(size=(series, players)) / often
    return np.argsort(waiting, axis=1)[:, :SEATS].astype(np.int32)
