"""The two systems that the paper prints tables of."""

from evenhand.ratings import BenchmarkElo, Elo
from evenhand.studies.chakraborty2025 import printed

START = 1000.0
BETA = -printed.BETA
"""As the paper's derivation wants it; printed with a minus sign."""

K = printed.LARGEST_CHANGE
"""K of classical Elo is not printed.  This one has the same largest change and fits the SDs."""

OTHER_KS = (16.0, 32.0, K)


def custom(beta: float = BETA) -> BenchmarkElo:
    """The paper's system."""
    return BenchmarkElo(k=printed.K, alpha=printed.ALPHA, beta=beta, initial=START)


def classical(k: float = K) -> Elo:
    """Classical Elo from the paper's start."""
    return Elo(k=k, initial=START)
