"""What the paper prints.  Its figures 1 and 3 are known by what the text says of them."""

from typing import NamedTuple

K = 15
SWEET_SPOT = (8, 30)
THRESHOLD = 60.0

# Section 4.1 and 4.2, in percent; "more than" is a least value, "just" and "approximately" are not.
UNWINNABLE_SHARE = "about 60"
RIGHT = "73.2"
RIGHT_OF_UNWINNABLE = "> 90"
RIGHT_OF_WINNABLE = "50"
RIGHT_TRUMP = "> 80"

# Section 6.
BEST_THRESHOLDS = (61, 62, 63, 64)
ABOVE_70 = tuple(range(52, 68))
BEST_RIGHT = "75"


class Hand(NamedTuple):
    """Twelve cards of Figure 2, and the pairs that were put away."""

    name: str
    trump: str
    cards: str
    bidder: str
    ddss: str


FIGURE_2 = (
    Hand("upper", "H", "CJ SJ DJ C7 HT HQ H9 H8 DA DQ ST SQ", "ST SQ", "ST SQ"),
    Hand("lower", "S", "SJ DJ CQ C7 SQ S9 S7 DA DT D9 HQ DK", "HQ DK", "CQ DT"),
)
