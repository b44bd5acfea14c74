"""Games of the program XSkat.

XSkat's log has a column for each player.  First the tricks, a row each: in capitals the
card that takes the trick, with an underscore the card that led unless it took.  Then the
hands as they were played, trumps in capitals, and what became of the game.  Its game list
has a line for each deal: the declarer, two variants that are switched off here, the points
written down without their sign, and whether the game was won.

XSkat 4.0 is by Gunter Gerhardt and part of Debian.  It runs without a display.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from reprlib import repr as brief

import numpy as np

from evenhand.games.cards import as_hand
from evenhand.games.skat.batch import Games, Tricks
from evenhand.games.skat.contract import CONTRACTS, Contract
from evenhand.games.skat.deck import NO_CARD, PACK, SUIT_NAMES, Integers
from evenhand.games.skat.tricks import NO_WINNER, PLAYED, TRICKS

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


def _cells() -> dict[str, int]:
    """The cards that cells such as ``Club 8``, ``SPADE J`` or ``Heart_10`` stand for."""
    cells: dict[str, int] = {}
    for card in range(len(PACK)):
        ours = PACK.name(card)
        word = SUIT_NAMES[ours[0]].removesuffix("s").capitalize()
        name = f"{word} {ours[1].replace('T', '10')}"
        cells |= dict.fromkeys((name, name.upper(), name.replace(" ", "_")), card)
    return cells


_CARDS = _cells()


@dataclass(frozen=True)
class Trick:
    """The cards of a trick, by player."""

    cards: tuple[int, ...]
    leader: int
    winner: int

    @property
    def from_leader(self) -> tuple[int, ...]:
        """The cards in the order in which they were played."""
        return self.cards[self.leader :] + self.cards[: self.leader]


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    contract: Contract
    declarer: int
    bid: int
    picked_up: int  # the skat as it was dealt, also in hand games
    tricks: tuple[Trick, ...]
    won: bool
    points: int | None  # not told in null


@dataclass(frozen=True)
class Dealt:
    """A deal, and the game unless it was passed in."""

    forehand: int
    hands: tuple[int, ...]  # by player, as they were played
    skat: int  # the cards put away
    trumps: int  # those in the hands
    score: int  # written down for the declarer; 0 without a list
    game: Played | None


@dataclass(frozen=True)
class Evening:
    """Deals in a row, and the three totals at their end."""

    deals: tuple[Dealt, ...]
    totals: tuple[int, ...]

    @property
    def games(self) -> list[tuple[Dealt, Played]]:
        """The deals that were not passed in."""
        return [(deal, deal.game) for deal in self.deals if deal.game]


def xskat_games(seed: int, games: int, folder: Path) -> Games:
    """So many games of XSkat against itself, without the deals that were passed in.

    The log tells only where the auction ended, so the others said nothing here.  XSkat plays
    evenings of 360 deals, by the seeds from ``seed`` on, and without its list: it would write it
    anew after each deal, which takes most of the time.
    """
    logs = (_run(folder, at, LONGEST_LIST, "-list", os.devnull) for at in count(seed))
    evenings = (read(log) for log in logs)
    played = (game for evening in evenings for game in evening.games)
    return as_columns(list(islice(played, games)))


def as_columns(played: list[tuple[Dealt, Played]]) -> Games:
    """Games of XSkat as columns, forehand's first."""
    rows, every = len(played), np.arange(len(played))
    declarers = _numbers((game.declarer - deal.forehand) % 3 for deal, game in played)
    hands = _numbers(mask for deal, _ in played for mask in (*_from_forehand(deal), deal.skat))
    hands = hands.reshape(rows, 4)
    deals = hands.copy()
    deals[:, 3] = _numbers(game.picked_up for _, game in played)
    deals[every, declarers] = (hands[every, declarers] | hands[:, 3]) & ~deals[:, 3]
    bids = _numbers(game.bid for _, game in played)
    said = np.zeros((rows, 3), np.int64)
    said[every, declarers] = bids
    contracts = _numbers(CONTRACTS.index(game.contract) for _, game in played)
    return Games.from_tricks(deals, said, declarers, contracts, bids, hands, _tricks(played))


def _numbers(values: Iterable[int]) -> Integers:
    return np.fromiter(values, np.int64)


def _from_forehand(deal: Dealt) -> tuple[int, ...]:
    return deal.hands[deal.forehand :] + deal.hands[: deal.forehand]


def _tricks(played: list[tuple[Dealt, Played]]) -> Tricks:
    cards = np.full((len(played), PLAYED), NO_CARD, np.uint8)
    winners = np.full((len(played), TRICKS), NO_WINNER, np.uint8)
    for row, (deal, game) in enumerate(played):
        in_order = [card for trick in game.tricks for card in trick.from_leader]
        cards[row, : len(in_order)] = in_order
        winners[row, : len(game.tricks)] = [(t.winner - deal.forehand) % 3 for t in game.tricks]
    return Tricks(cards, winners)


def play(folder: Path, seed: int, deals: int, *options: str) -> Evening:
    """Let XSkat play up to 360 deals, with its list; the same arguments give the same games.

    The folder keeps XSkat's files: where it starts, and its list.
    """
    if not 1 <= deals <= LONGEST_LIST:
        raise ValueError(f"XSkat's list has room for 1 to {LONGEST_LIST} deals, not {deals}")
    scores = folder / "list"
    scores.unlink(missing_ok=True)
    log = _run(folder, seed, deals, "-list", str(scores), *options)
    return read(log, scores.read_text())


def _run(folder: Path, seed: int, deals: int, *options: str) -> str:
    """The log of a run."""
    if PROGRAM is None:
        raise ValueError("XSkat is not installed (Debian: apt install xskat)")
    start = folder / "start"
    start.write_text(f"random_seed {seed} 0 2\n")
    command = [PROGRAM, "-auto", str(deals), *(f"-no{variant}" for variant in VARIANTS)]
    command += ["-newrules", "-lang", "English", *options, "-game", str(start), "-log", "-"]
    # No display, and nobody's settings.
    done = subprocess.run(command, cwd=folder, env={}, capture_output=True, text=True)
    if done.returncode:
        raise ValueError(f"XSkat failed: {done.stderr.strip() or done.returncode}")
    return done.stdout


def read(log: str, scores: str | None = None) -> Evening:
    """Read a log and its game list, if there is one."""
    *blocks, totals = log.split("=" * 40 + "\n")
    written = [0] * len(blocks) if scores is None else _written(scores)
    if len(written) != len(blocks):
        raise ValueError(f"XSkat's log has {len(blocks)} deals, its list {len(written)}")
    deals = tuple(_deal(block, score) for block, score in zip(blocks, written, strict=True))
    return Evening(deals, tuple(int(total) for total in totals.split()))


def _written(scores: str) -> list[int]:
    entries = [line.split() for line in scores.splitlines() if line.startswith("e ")]
    return [int(entry[4]) * (1 if entry[5] == "1" else -1) for entry in entries]


def _deal(block: str, score: int) -> Dealt:
    parts = _parts(PARTS, block)
    rows = _rows(parts["hands"])
    cards = [[_card(cell) for cell in row] for row in rows]
    return Dealt(
        forehand=int(parts["dealer"]) % 3,  # dealers are counted from one
        hands=tuple(as_hand(column) for column in zip(*cards, strict=True)),
        skat=_skat(parts["skat"]),
        trumps=as_hand(_card(cell) for row in rows for cell in row if cell.isupper()),
        score=score,
        game=_game(parts["game"], _rows(parts["tricks"])) if parts["game"] else None,
    )


def _game(text: str, rows: list[list[str]]) -> Played:
    parts = _parts(GAME, text)
    return Played(
        contract=Contract.parse(parts["game"][0] + MARKS[parts["marks"]]),
        declarer=int(parts["declarer"]) - 1,
        bid=int(parts["bid"]),
        picked_up=_skat(parts["skat"]),
        tricks=tuple(_trick(row) for row in rows),
        won=parts["end"] == "Won",
        points=int(parts["points"]) if parts["points"] else None,
    )


def _trick(row: list[str]) -> Trick:
    winner = next((seat for seat, cell in enumerate(row) if cell.isupper()), None)
    if winner is None:
        raise ValueError(f"XSkat's log has a trick that nobody took: {', '.join(row)}")
    leader = next((seat for seat, cell in enumerate(row) if "_" in cell), winner)
    return Trick(tuple(_card(cell) for cell in row), leader, winner)


def _parts(form: re.Pattern[str], text: str) -> re.Match[str]:
    parts = form.fullmatch(text)
    if parts is None:
        raise ValueError(f"XSkat's log cannot be read: {brief(text)}")
    return parts


def _rows(text: str) -> list[list[str]]:
    """The cells of rows such as ``  Club 8      SPADE J     Heart_10    ``."""
    return [
        [line[2:14].rstrip(), line[14:26].rstrip(), line[26:].rstrip()]
        for line in text.splitlines()
    ]


def _skat(text: str) -> int:
    return as_hand(_card(cell) for cell in text.split(","))


def _card(cell: str) -> int:
    if cell not in _CARDS:
        raise ValueError(f"XSkat's log has no card {brief(cell)}")
    return _CARDS[cell]
