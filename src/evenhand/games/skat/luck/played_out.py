"""What a deal is worth to each seat, played out by three equal players by rules of thumb.

Every deal is played a number of times.  In its first game all deals meet the same errors of
judgement and the same slips, in the second game others, and so on: so the mean is a function
of the deal alone, whichever other deals are played with it.  The errors of the second half
are those of the first with the other sign.
"""

from dataclasses import dataclass

import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from evenhand.cards import Masks
from evenhand.games.skat.bidding.bidder import auctions
from evenhand.games.skat.bidding.rule_bidder import rule_announcements, rule_limits
from evenhand.games.skat.contract import GAMES
from evenhand.games.skat.many_games import NO_CONTRACT, NOBODY, Games
from evenhand.games.skat.players.duplicate import SEATS, seat_points
from evenhand.games.skat.players.style import Heuristic, style_rows
from evenhand.games.skat.players.whole_games import play_announced, put_away
from evenhand.rng import draw_seeds

Floats = NDArray[np.float64]
SEED = 36


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """Plays every deal so many times."""

    games: int = 32
    misjudgement: float = 0.5  # as in ``RuleBidder``
    temper: float = 0.3  # how much boldness differs
    slip: float = 0.1

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise ValueError(f"deals are played out 2, 4, 6, ... times, not {self.games} times")

    def values(self, deals: Masks) -> Floats:
        """The mean points of each seat in each deal."""
        total = np.zeros((len(deals), SEATS))
        errors, drawn = self._errors(), draw_seeds(default_rng(SEED), self.games)
        for number in range(self.games):
            total += seat_points(self._play(deals, errors[number], int(drawn[number])))
        return total / self.games

    def _errors(self) -> Floats:
        """The error of each seat about each game, for each time a deal is played."""
        rng = default_rng(SEED)
        half = self.games // 2
        tempers = self.temper * rng.standard_normal((half, SEATS, 1))
        errors = tempers + self.misjudgement * rng.standard_normal((half, SEATS, len(GAMES)))
        return np.concatenate([errors, -errors])

    def _play(self, deals: Masks, errors: Floats, seed: int) -> Games:
        bold = np.zeros(len(deals))
        noise = np.broadcast_to(errors[:, None, :], (SEATS, len(deals), len(GAMES)))
        limits = [rule_limits(deals[:, seat], bold, noise[seat]) for seat in range(SEATS)]
        declarers, bids, said = auctions(np.stack(limits, axis=1))
        contracts, hands = np.full(len(deals), NO_CONTRACT), deals.copy()
        rows = np.flatnonzero(declarers != NOBODY)
        seats = declarers[rows]
        made = rule_announcements(
            deals[rows, seats], deals[rows, 3], bids[rows], bold[rows], errors[seats]
        )
        contracts[rows] = made.contracts
        put_away(hands, rows, seats, made.skats)
        styles, same = style_rows([Heuristic(self.slip)], len(deals)), np.full(len(deals), seed)
        return play_announced(deals, said, declarers, contracts, bids, hands, styles, same)
