"""A small world to look at: clubs, titles, luck, official lists, and a name that is a script."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

OPEN = "open"  # the ladder that is only looked at
SYSTEM: dict[str, Any] = {"system": "elo", "params": {"k": 16.0, "luck": 0.02}}
TITLES = [{"name": "NM", "rating": 1530, "games": 10}, {"name": "GM", "rating": 1560, "games": 10}]
RULES: dict[str, Any] = {"min_games": 2, "provisional_games": 8, "titles": TITLES}
FIRST = ("Anna", "Ben", "Cem", "Dora", "Emil", "Frieda", "Georg", "Hanna", "Ida", "Jörg")
LAST = ("Adler", "Busch", "Conrad", "Decker", "Ernst", "Fuchs", "Graf", "Haupt", "Iwen", "Jung",
        "Karl", "Lutz")  # fmt: skip
NAMES = [f"{first} {last}" for last in LAST for first in FIRST]
CLUBS = ("Karo Nord", "Herz Süd", "Kreuz & Pik", "")
SCRIPT, PICTURE = "<script>alert(1)</script>", "<img src=x onerror=alert(1)>"
MALLORY = "mallory"  # whose name is the script: the first of the list, and the last to play
GAMES, RARE, GONE = 900, 15, 5  # games; how many play seldom; how many have long stopped
STRONG = "CJ SJ HJ DJ CA CT CK CQ SA HA"  # ten cards of Skat
MELDED = "S2 S3 S4 S5 H5 H6 H7 D9 H9 C9 CJ CQ CK"  # thirteen cards of Rummy, all in melds
DEAL = {  # of Skat: forehand takes all tricks of a grand, D7 and D8 are in the skat
    "forehand": "CJ SJ HJ DJ CA CT CK CQ C9 C8",
    "middlehand": "C7 SA ST SK SQ S9 S8 S7 H7 H8",
    "rearhand": "HA HT HK HQ H9 DA DT DK DQ D9",
}


def player(number: int) -> str:
    """The id of a player; number 0 is the one with the script."""
    return f"p{number:03}" if number else MALLORY


def people() -> list[dict[str, str]]:
    """All players with name and club."""
    told = [
        {"id": player(n), "name": name, "club": CLUBS[n % len(CLUBS)]}
        for n, name in enumerate(NAMES)
    ]
    told[0] |= {"name": SCRIPT, "club": PICTURE}
    return told


def one_result(
    name: str, at: datetime, first: str, second: str, score: float = 1.0, luck: float = 0.0
) -> dict[str, Any]:
    """A game of two."""
    seats = [
        {"player": first, "score": score, "luck": luck},
        {"player": second, "score": 1.0 - score, "luck": -luck},
    ]
    return {"id": name, "played_at": f"{at:%Y-%m-%dT%H:%M:%SZ}", "players": seats}


def games() -> list[dict[str, Any]]:
    """A season up to yesterday, the same every time but for its days."""
    rng, end = Random(8), datetime.now(UTC).replace(microsecond=0) - timedelta(days=1)
    often = range(len(NAMES) - RARE - GONE)
    told = []
    for number in range(GAMES):
        one, two = rng.sample(often, 2)
        if number % 20 == 19:
            one, two = 0, rng.choice(often[1:])
        luck = rng.gauss(0.0, 1.0)
        ahead = (two - one) / 40 + luck + rng.gauss(0.0, 1.0)
        at = end - timedelta(hours=GAMES - number)
        score = 1.0 if ahead > 0.0 or one == 0 else 0.0
        told.append(one_result(f"g{number:04}", at, player(one), player(two), score, luck))
    return _by_old_and_rare(end) + told


def _by_old_and_rare(end: datetime) -> list[dict[str, Any]]:
    """Those who have long stopped, and those who play seldom."""
    told = []
    for back in range(1, RARE + GONE + 1):
        who, gone = len(NAMES) - back, back <= GONE
        at = end - timedelta(days=1500 if gone else 60, minutes=back)
        for number in range(12 if gone else 3):
            when = at + timedelta(minutes=number)
            other = player(1 + (7 * back + number) % 60)
            told.append(one_result(f"r{back}-{number}", when, player(who), other, number % 2))
    return sorted(told, key=lambda one: one["played_at"])
