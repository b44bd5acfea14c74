"""The rating systems that are compared, with all parameters that are tried.

Each comes with luck left in, with the luck of the start taken out, with all luck taken out, and
with what its paper does about luck.  A slow one, which moves little in each game, finds the
ratings of the long run.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evenhand.ratings import BenchmarkElo, Elo, Glicko2, RatingSystem, ScoreShareElo, TrueSkill
from evenhand.studies.beyond.skat import EDELKAMP

PLAIN, START, ALL, TWICE = "plain", "start luck", "all luck", "duplicate deals"
HANDS = "paper: MinScore"
KS = (1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 24.0, 32.0, 48.0)
DEVIATIONS = (0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 2.0)
WANDERING = (0.0, 0.003, 0.01)
POINTS = 173.7178  # of Glicko-2's scale
BETA = 25.0 / 6.0
DRAWS = 0.02
SLOW, LESS_SLOW = 1.0, 4.0  # paces of slow systems; series are few


@dataclass(frozen=True, slots=True)
class Way:
    """How a system treats luck."""

    name: str
    luck: str = ""  # the column
    adjusted: bool = False  # whether it is taken out as LuckAdjusted does
    score: str = ""  # another count of the points
    twice: bool = False  # on duplicate deals


@dataclass(frozen=True, slots=True)
class Contender:
    """A rating system with the parameters that are tried."""

    name: str
    usual: RatingSystem
    slow: RatingSystem
    tried: tuple[RatingSystem, ...]
    ways: tuple[Way, ...]
    own: Way | None = None
    """What its paper does about luck; its long-run ratings are others."""

    def for_way(self, way: Way) -> "Contender":
        """The same with the parameters of the way of its paper, if it is that one."""
        if way.name != HANDS:
            return self
        usual, slow, *tried = (
            replace(one, beta=BenchmarkElo().beta)  # type: ignore[call-arg]
            for one in (self.usual, self.slow, *self.tried)
        )
        return replace(self, usual=usual, slow=slow, tried=tuple(tried))


WAYS = (Way(PLAIN), Way(START, "start", adjusted=True), Way(ALL, "all", adjusted=True))


def of_two(*, penalties: bool) -> tuple[Contender, ...]:
    """The systems for games of two; with penalty points the paper's is among them."""
    ways = (*WAYS, Way(TWICE, twice=True)) if penalties else WAYS
    found = [elo(ways)]
    if penalties:
        found.append(benchmark_elo(ways))
    return (*found, glicko_2(ways), true_skill(ways))


def of_skat() -> tuple[Contender, ...]:
    """The systems for series of three; the deals are all that chance does."""
    ways = (Way(PLAIN), Way(ALL, "all", adjusted=True))
    pace = LESS_SLOW
    return (
        elo(ways, pace),
        score_share_elo(ways),
        glicko_2(ways, pace),
        true_skill(ways, pace),
    )


def elo(ways: Sequence[Way], pace: float = SLOW) -> Contender:
    """Elo by K."""
    tried = tuple(Elo(k=k) for k in KS)
    return Contender("Elo", Elo(), Elo(k=2.0 * pace), tried, tuple(ways))


def benchmark_elo(ways: Sequence[Way]) -> Contender:
    """BenchmarkElo by K; without the hands, which the last way adds."""
    tried = tuple(BenchmarkElo(k=-0.0125 * k, beta=0.0) for k in KS)
    usual, slow = BenchmarkElo(beta=0.0), BenchmarkElo(k=-0.025, beta=0.0)
    own = Way(HANDS, "hand")
    return Contender("BenchmarkElo", usual, slow, tried, tuple(ways), own)


def score_share_elo(ways: Sequence[Way]) -> Contender:
    """Edelkamp's Elo by K."""
    tried = tuple(ScoreShareElo(k=0.002 * k, initial=850.0) for k in KS)
    usual, slow = ScoreShareElo(initial=850.0), ScoreShareElo(k=0.01, initial=850.0)
    own = Way(EDELKAMP, score=EDELKAMP)
    return Contender("ScoreShareElo", usual, slow, tried, tuple(ways), own)


def glicko_2(ways: Sequence[Way], pace: float = SLOW) -> Contender:
    """Glicko-2 by deviation at the start and volatility."""
    tried = tuple(
        Glicko2(deviation=POINTS * deviation, volatility=max(wandering, 1e-4))
        for deviation in DEVIATIONS
        for wandering in WANDERING
    )
    slow = Glicko2(deviation=0.1 * POINTS, volatility=0.004 * pace)
    return Contender("Glicko-2", Glicko2(), slow, tried, tuple(ways))


def true_skill(ways: Sequence[Way], pace: float = SLOW) -> Contender:
    """TrueSkill by deviation at the start and tau, in betas."""
    tried = tuple(
        TrueSkill(deviation=BETA * deviation, tau=BETA * wandering, draw_probability=DRAWS)
        for deviation in DEVIATIONS
        for wandering in WANDERING
    )
    usual = TrueSkill(draw_probability=DRAWS)
    slow = TrueSkill(deviation=0.1 * BETA, tau=0.004 * pace * BETA, draw_probability=DRAWS)
    return Contender("TrueSkill", usual, slow, tried, tuple(ways))
