"""Games that XSkat plays against itself, and how to read what it writes about them.

XSkat's log has a column for each player.  First the tricks, a row each: in capitals the
card that takes the trick, with an underscore the card that led unless it took.  Then the
hands as they were played, trumps in capitals, and what became of the game.  Its game list
has a line for each deal: the declarer, two variants that are switched off here, the points
written down without their sign, and whether the game was won.
"""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from evenhand.games.skat.contract import Contract
from evenhand.games.skat.pack import PACK

PROGRAM = shutil.which("xskat") or shutil.which("xskat", path="/usr/games")
VARIANTS = ("ramsch", "sramsch", "kontra", "bock", "spitze", "revolution", "klopfen", "schenken")
LONGEST_LIST = 360  # deals; XSkat's game list forgets older ones
PARTS = re.compile(
    r".*?\n-{40}\n(?P<tricks>.*?)---- random_seed \d+ \d+ (?P<dealer>\d) -+\n"
    r"(?P<hands>.*?)-{40}\nSkat is: (?P<skat>.*?)\n(?P<game>.*)",
    re.DOTALL,
)
GAME = re.compile(
    r"Skat was: (?P<skat>.*)\nLast bid: (?P<bid>\d+)\n"
    r"Computer(?P<declarer>\d) played (?P<game>\w+)\n"
    r"(?:Played (?P<marks>.*)\n)?(?P<end>Won|Lost)(?: with: (?P<points>\d+) points)?\n"
)
MARKS = {None: "", "Hand": "H", "ouvert": "O", "ouvert Hand": "OH"}


@dataclass(frozen=True)
class Trick:
    """The cards of a trick, by seat."""

    cards: tuple[int, ...]
    leader: int
    winner: int


@dataclass(frozen=True)
class Game:
    """A game that was played."""

    contract: Contract
    declarer: int
    bid: int
    picked_up: int  # the skat as it was dealt, also in hand games
    tricks: tuple[Trick, ...]
    won: bool
    points: int | None  # not told in null


@dataclass(frozen=True)
class Deal:
    """A deal, and the game unless it was passed in."""

    forehand: int
    hands: tuple[int, ...]  # as they were played
    skat: int  # the cards put away
    trumps: int  # those in the hands
    score: int  # written down for the declarer
    game: Game | None


@dataclass(frozen=True)
class Session:
    """Deals in a row, and the three totals at their end."""

    deals: tuple[Deal, ...]
    totals: tuple[int, ...]

    @property
    def games(self) -> list[tuple[Deal, Game]]:
        """The deals that were not passed in."""
        return [(deal, deal.game) for deal in self.deals if deal.game]


def play(folder: Path, seed: int, deals: int, *options: str, skip: int = 0) -> Session:
    """Let XSkat play; the same arguments give the same games."""
    assert PROGRAM is not None
    assert deals <= LONGEST_LIST
    start, scores = folder / "start", folder / "list"
    start.write_text(f"random_seed {seed} {skip} 2\n")
    scores.unlink(missing_ok=True)
    command = [PROGRAM, "-auto", str(deals), *(f"-no{variant}" for variant in VARIANTS)]
    command += ["-newrules", "-lang", "English", *options]
    command += ["-game", str(start), "-list", str(scores), "-log", "-"]
    done = subprocess.run(
        command,
        cwd=folder,
        env={},  # no display, and nobody's settings
        check=True,
        capture_output=True,
        text=True,
    )
    return read(done.stdout, scores.read_text())


def read(log: str, scores: str) -> Session:
    """Read a log and its game list."""
    *blocks, totals = log.split("=" * 40 + "\n")
    entries = [line.split() for line in scores.splitlines() if line.startswith("e ")]
    written = [int(entry[4]) * (1 if entry[5] == "1" else -1) for entry in entries]
    deals = tuple(_deal(block, score) for block, score in zip(blocks, written, strict=True))
    return Session(deals, tuple(int(total) for total in totals.split()))


def _deal(block: str, score: int) -> Deal:
    parts = PARTS.fullmatch(block)
    assert parts, block
    rows = _rows(parts["hands"])
    return Deal(
        forehand=int(parts["dealer"]) % 3,  # dealers are counted from one
        hands=tuple(PACK.hand(_card(row[seat]) for row in rows) for seat in range(3)),
        skat=_skat(parts["skat"]),
        trumps=PACK.hand(_card(cell) for row in rows for cell in row if cell.isupper()),
        score=score,
        game=_game(parts["game"], _rows(parts["tricks"])) if parts["game"] else None,
    )


def _game(text: str, rows: list[list[str]]) -> Game:
    parts = GAME.fullmatch(text)
    assert parts, text
    return Game(
        contract=Contract.parse(_letter(parts["game"]) + MARKS[parts["marks"]]),
        declarer=int(parts["declarer"]) - 1,
        bid=int(parts["bid"]),
        picked_up=_skat(parts["skat"]),
        tricks=tuple(_trick(row) for row in rows),
        won=parts["end"] == "Won",
        points=int(parts["points"]) if parts["points"] else None,
    )


def _trick(row: list[str]) -> Trick:
    winner = next(seat for seat, cell in enumerate(row) if cell.isupper())
    leader = next((seat for seat, cell in enumerate(row) if "_" in cell), winner)
    return Trick(tuple(PACK.card(_card(cell)) for cell in row), leader, winner)


def _rows(text: str) -> list[list[str]]:
    """The cells of rows such as ``  Club 8      SPADE J     Heart_10    ``."""
    starts = (2, 14, 26)
    return [[line[at : at + 12].strip() for at in starts] for line in text.splitlines()]


def _skat(text: str) -> int:
    return PACK.hand(_card(cell) for cell in text.split(","))


def _card(cell: str) -> str:
    """Our name of ``Club 8``, ``SPADE J`` or ``Heart_10``."""
    suit, rank = re.split("[ _]", cell)
    return _letter(suit) + rank.replace("10", "T")


def _letter(word: str) -> str:
    return word[0]
