"""What the paper prints (arXiv preprint, 2025).

Strategies have the names of its tables.
"""

from typing import NamedTuple


class Line(NamedTuple):
    """A line of Table 1 or 2: mean, standard deviation and coefficient of variation in percent."""

    mean: float
    sd: float
    cv: float


# Section 3: K, alpha, beta and the F1 score at that beta.
K = -0.625
ALPHA = -0.0032
BETA = -0.012690  # the derivation on the same page wants it positive
F1 = 0.7927
LARGEST_CHANGE = 50.0
HIGHEST_POINTS = 80

# Section 4 and abstract: the design.
PAIRS = 30
GAMES_A_PAIR = 4_500
GAMES_A_STRATEGY = 45_000
ALL_GAMES = 270_000
STABLE_AFTER = 5_000

# Section 4.
TABLE_1 = {
    "MindistOpp": Line(1300.788, 43.986, 3.381),
    "MindistScore": Line(1285.526, 43.388, 3.375),
    "Minscore": Line(1263.769, 39.813, 3.150),
    "Mindist": Line(1259.681, 41.447, 3.290),
    "Random": Line(569.828, 42.807, 7.512),
    "Defeat Heuristic": Line(320.049, 46.737, 14.603),
}

# Appendix 7.3.
TABLE_2 = {
    "MindistOpp": Line(1402.204, 65.425, 4.666),
    "MindistScore": Line(1373.527, 64.399, 4.689),
    "Mindist": Line(1361.234, 62.870, 4.619),
    "Minscore": Line(1307.487, 63.011, 4.819),
    "Random": Line(529.055, 49.732, 9.400),
    "Defeat Heuristic": Line(26.101, 67.063, 256.939),
}

# Sections 5 and 6, in words.
TOP_ABOVE = 1350
NAIVE_BELOW = 500
DEFEAT_CV_ABOVE = 180
