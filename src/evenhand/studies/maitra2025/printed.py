"""What the paper prints (2025), with its place there."""

from typing import NamedTuple


class Band(NamedTuple):
    """A line of Table 2."""

    low: float
    high: float
    games: int
    accuracy: float
    f1: float


class Coefficient(NamedTuple):
    """A line of a regression table."""

    value: float
    error: float
    statistic: float


# Section 4: the real games.
PLAYERS = 320_978
GAMES = 4_640_765
DAYS = 75.0  # "two and a half months in 2024"
START = 1000.0

# Section 4.1.1, Table 1: F1 by K and cut-offs.
FIXED, LOW, MIDDLE = "5/10", "q10+1/q25+1", "q25+1/q50+1"
TABLE_1 = {
    ("60/30/16", FIXED): 0.554,
    ("30/30/30", FIXED): 0.548,
    ("30/16/8", FIXED): 0.554,
    ("100/50/25", FIXED): 0.548,
    ("60/30/16", LOW): 0.553,
    ("30/30/30", LOW): 0.548,
    ("30/16/8", LOW): 0.549,
    ("100/50/25", LOW): 0.550,
    ("60/30/16", MIDDLE): 0.554,
    ("30/30/30", MIDDLE): 0.548,
    ("30/16/8", MIDDLE): 0.551,
    ("100/50/25", MIDDLE): 0.550,
}
CHOSEN = "60/30/16", FIXED

# Section 4.1.1, Table 2: by difference of the ratings, with K 60/30/16 at 5/10.
TABLE_2 = (
    Band(0.0, 30.0, 934_529, 0.52, 0.36),
    Band(30.0, 60.0, 824_456, 0.55, 0.53),
    Band(60.0, 100.0, 905_680, 0.59, 0.57),
    Band(100.0, 200.0, 1_244_662, 0.66, 0.63),
    Band(200.0, 500.0, 329_425, 0.75, 0.69),
    Band(500.0, 10_000.0, 5, 0.8, 0.67),
)

# Section 4.1.1: the regression on the real games.
INTERCEPT = Coefficient(-0.0623, 0.001, -62.024)
SLOPE = Coefficient(0.0046, 9.49e-06, 489.545)

# Section 5.1, Table 3.
TABLE_3 = {
    "min": 776,
    "10 %": 977,
    "25 %": 1028,
    "median": 1094,
    "mean": 1096,
    "75 %": 1162,
    "90 %": 1216,
    "max": 1452,
}

# Section 4.1.2: the regression on the simulated games; one table has another intercept.
SIMULATED_GAMES = 184_000
SIMULATED_F1 = 0.87
SIMULATED_INTERCEPT_TEXT = -0.132
SIMULATED_INTERCEPT = Coefficient(-0.1298, 0.008, -16.373)
SIMULATED_SLOPE = Coefficient(0.0056, 2.56e-05, 219.460)

# Section 5.2, Table 4 and text.
TABLE_4 = {
    "Aggressive": 1391,
    "Naive": 1007,
    "Responsible Pair": 1393,
    "Full Information": 1385,
    "Limited Information": 993,
    "Defeat Seeking": 60,
    "Random": 775,
}
STABLE_AFTER = 5_000
