"""`evenhand skat play`: a person at a table with two bots, at the terminal."""

import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evenhand import games
from evenhand.cli.output import Format, note, print_frame, progress
from evenhand.cli.watch import HELP, INTERRUPTED, QUIT, YOU, QuitError
from evenhand.files import atomic_write, check_writable
from evenhand.games import skat

if TYPE_CHECKING:
    from evenhand.games.skat import (
        Contract,
        Deal,
        DealState,
        Entry,
        MonteCarlo,
        ScoreList,
        SkatBot,
        Trick,
    )

NAMES = (YOU, "left", "right")
HINT_SAMPLES = 20
FIRST_WORDS = 12  # values of an auction that are listed
CARD = re.compile(r"[CSHD][789TJQKA]")
YES_WORDS = {"y", "yes", "j", "ja"}
PASS_WORDS = {"p", "pass", "passe", "n", "no", "nein", "weg"}
SKAT_WORDS = {"s", "skat", "take"}
OUT_OF_TURN = {"re": "RE", "give up": "RE", "sc": "SC", "show": "SC"}
PROMPTS = {
    "skat or hand": "skat or hand game",
    "announcement": "your game and discards",
    "discard": "your discards",
    "tricks": "your card",
}
HINTS = "(? shows what you may say, hint what the Monte-Carlo player would do, quit ends)"
Keep = Callable[["DealState", tuple[str, str, str], int], object]


class SeatName(StrEnum):
    """Where somebody sits."""

    FOREHAND = "forehand"
    MIDDLEHAND = "middlehand"
    REARHAND = "rearhand"


SEATS = tuple(SeatName)


class Opponents(StrEnum):
    """Whom a person plays against."""

    MONTE_CARLO = "monte-carlo"
    HEURISTIC = "heuristic"
    OPEN = "open"


def play(
    opponents: Annotated[
        Opponents,
        typer.Option(help="Sample worlds, follow rules of thumb, or see all cards."),
    ] = Opponents.MONTE_CARLO,
    samples: Annotated[
        int, typer.Option(min=1, max=1000, help="Worlds that a Monte-Carlo player samples.")
    ] = 10,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the deals and players; drawn if not given.")
    ] = None,
    games: Annotated[
        int | None, typer.Option(min=1, help="How many deals; until you quit if not given.")
    ] = None,
    seat: Annotated[
        SeatName, typer.Option(help="Where you sit in the first deal.")
    ] = SeatName.FOREHAND,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add the games to a file of ISS (.sgf).")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Letters instead of the signs of the suits.")
    ] = False,
) -> None:
    """Play Skat against two bots.

    Type bids, y or p; s for the skat; a game and the cards to put away, as in `grand D7 H8`;
    then cards.  `?` shows what you may say, `hint` what the Monte-Carlo player would do.

    Example: evenhand skat play --opponents monte-carlo --seed 1
    """
    from secrets import randbelow

    check_writable(record, ".sgf")
    number = randbelow(2**31) if seed is None else seed
    bot = make_opponent(opponents, samples)
    with progress("getting ready (compiled on first use)"):
        _warm_up(bot)
    note(f"seed {number}")
    symbols = can_show_symbols() and not plain
    adviser = skat.MonteCarlo(HINT_SAMPLES)
    session = Session(
        bot, adviser, number, SEATS.index(seat), symbols, _make_keeper(record, number)
    )
    try:
        session.play(count(1) if games is None else range(1, games + 1))
    except QuitError:
        pass
    except KeyboardInterrupt:
        print()
        _print_totals(session)
        raise typer.Exit(INTERRUPTED) from None
    _print_totals(session)


def make_opponent(kind: Opponents, samples: int) -> "SkatBot":
    """Return a bot of a kind."""
    if kind is Opponents.OPEN:
        return skat.Clairvoyant()
    return skat.Heuristic() if kind is Opponents.HEURISTIC else skat.MonteCarlo(samples)


def deal_cards_of(seed: int, number: int) -> "Deal":
    """Return the cards of a deal of the session, from 1 on."""
    from numpy.random import default_rng

    return skat.Deal.random(default_rng((seed, number)))


def can_show_symbols() -> bool:
    """Return whether the terminal knows the signs of the suits."""
    try:
        "".join(games.SYMBOLS.values()).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


@dataclass(slots=True)
class Session:
    """Deals in which a person sits at the table; dealing goes round."""

    bot: "SkatBot"
    adviser: "MonteCarlo"
    seed: int
    seat: int  # of the person in the first deal
    symbols: bool
    keep: Keep  # records a game
    entries: "list[Entry]" = field(default_factory=list)

    def play(self, numbers: Iterable[int]) -> None:
        """Play deals until there are no more, or the person quits."""
        print(HINTS)
        for number in numbers:
            table = _Table(self, number)
            game = table.play()
            self.keep(game, table.names, number)
            self.entries.append(_make_entry(game, table.names))
            print(f"list: {self._format_totals()}\n")

    def score_list(self) -> "ScoreList":
        """Return the list so far."""
        return skat.ScoreList.of_entries(NAMES, self.entries)

    def _format_totals(self) -> str:
        now = self.score_list()
        return ", ".join(f"{name} {total}" for name, total in zip(NAMES, now.totals, strict=True))


class _Table:
    """One deal of a session."""

    def __init__(self, session: Session, number: int) -> None:
        self.session, self.number = session, number
        self.you = (session.seat - number + 1) % len(SEATS)
        first, second, third = (NAMES[(seat - self.you) % len(SEATS)] for seat in range(3))
        self.names = (first, second, third)
        self.text = CardText(session.symbols, self.names)
        self.seeds = _draw_seeds(session.seed, number)
        self.seen = False  # whether the person has looked at the cards

    def play(self) -> "DealState":
        """Return the game when it is over."""
        game = skat.DealState(deal_cards_of(self.session.seed, self.number))
        print(f"deal {self.number}: you are {SEATS[self.you]}")
        while game.turn is not None:
            if game.turn == self.you:
                move = self._ask(game)
            else:
                move = skat.bots.choose_move(self.session.bot, game, self.seeds[game.turn])
            after = game.play(move)
            self._report(game, after, move)
            game = after
        self._report_result(game)
        return game

    def _ask(self, game: "DealState") -> str:
        """Return a move that the person may make."""
        self._show(game)
        while True:
            text = _read(f"{self._prompt(game)}: ")
            try:
                if text.lower() in HELP:
                    print(list_choices(game, self.text))
                elif text.lower() == "hint":
                    print(f"hint: {self._advise(game)}")
                elif text:
                    move = read_move(text, game)
                    game.play(move)
                    return move
            except ValueError as problem:  # a rule, or a card that does not exist
                print(problem)

    def _prompt(self, game: "DealState") -> str:
        auction = game.auction
        if auction.over:
            return PROMPTS[game.phase]
        if auction.asked:
            return f"{auction.bid}, y or p"
        return "18 or p" if auction.listener is None else "your bid or p"

    def _show(self, game: "DealState") -> None:
        """Print what the person sees."""
        if game.contract and game.contract.ouvert and game.declarer not in (None, self.you):
            shown = self.text.hand(game.hand(game.declarer or 0), game.contract)
            print(f"open cards: {shown}")
        if game.table:
            print(f"table: {self.text.on_the_table(game)}")
        if game.auction.over or not self.seen:
            print(f"hand:  {self.text.hand(game.hand(self.you), game.contract)}")
        self.seen = True

    def _report(self, game: "DealState", after: "DealState", move: str) -> None:
        """Print what a move did."""
        phase = skat.Phase
        if game.phase is phase.TRICKS:
            if move == OUT_OF_TURN["re"] and not after.over:
                print("you give up; the game goes on until your partner does, too")
            if len(after.tricks) > len(game.tricks):
                print(self.text.trick(after.tricks[-1], len(after.tricks)))
            return
        if game.phase is phase.SKAT and game.turn == self.you and after.skat_taken:
            print(f"skat:  {self.text.hand(game.deal.skat)}")
        elif after.phase is phase.TRICKS:
            print(f"{self._who(game.declarer, 'play')} {_describe(after)} at {game.bid}")
        elif game.turn != self.you:
            print(self._describe_bid(game, move))

    def _describe_bid(self, game: "DealState", move: str) -> str:
        what = {"p": "pass", "y": "say yes", "s": "take the skat"}.get(move, f"bid {move}")
        verb, *rest = what.split(" ", 1)
        return " ".join([self._who(game.turn, verb), *rest])

    def _who(self, seat: int | None, verb: str) -> str:
        """Return who does something, as in: left plays, you play."""
        name = self.names[seat or 0]
        ending = "es" if verb.endswith("s") else "s"
        return f"{name} {verb}" if name == YOU else f"{name} {verb}{ending}"

    def _report_result(self, game: "DealState") -> None:
        result = game.result()
        if game.declarer is None:
            print(result)
            return
        name = self.names[game.declarer]
        print(f"{name}, {_describe(game)} at {game.bid}: {result}")
        print(f"skat:  {self.text.hand(game.skat, game.contract)}")

    def _advise(self, game: "DealState") -> str:
        """Return what the Monte-Carlo player would do here, and why."""
        adviser, seed = self.session.adviser, self.seeds[self.you]
        move = skat.bots.choose_move(adviser, game, seed)
        if game.phase is skat.Phase.AUCTION:
            limit = skat.bots.find_limit(adviser, game, self.you, seed)
            return f"{move}; {f'this hand goes up to {limit}' if limit else 'not a hand to bid on'}"
        if game.phase is not skat.Phase.TRICKS:
            return "s; take the skat" if move == "s" else self.text.move(move)
        shares = skat.bots.find_card_values(adviser, game, seed)
        if not shares:
            return f"{self.text.move(move)}; there is nothing to choose"
        ranked = sorted(shares, key=lambda card: (-shares[card], card != skat.PACK.card(move)))
        listed = ", ".join(f"{self.text.card(card)} {100 * shares[card]:.0f} %" for card in ranked)
        return f"{self.text.move(move)}; of {adviser.samples} worlds are won: {listed}"


@dataclass(frozen=True, slots=True)
class CardText:
    """Names for cards and for who sits where."""

    symbols: bool
    names: tuple[str, str, str]  # from forehand on

    def card(self, card: int) -> str:
        """Return a card, as in ♥T or HT."""
        name = skat.PACK.name(card)
        return games.SYMBOLS[name[0]] + name[1] if self.symbols else name

    def hand(self, hand: int, contract: "Contract | None" = None) -> str:
        """Return a hand, trumps first."""
        return " ".join(self.card(card) for card in skat.sort_hand(hand, contract))

    def move(self, text: str) -> str:
        """Return a move with its cards as they look."""
        known = skat.PACK.names(skat.PACK.full)
        parts = text.split(".")
        return " ".join(self.card(skat.PACK.card(p)) if p in known else p for p in parts)

    def on_the_table(self, game: "DealState") -> str:
        """Return the cards of the trick that is not full yet."""
        return self._cards(game.leader, game.table)

    def trick(self, trick: "Trick", number: int) -> str:
        """Return a full trick and who takes it."""
        winner = self.names[trick.winner]
        takes = f"{winner} take" if winner == YOU else f"{winner} takes"
        return f"trick {number}: {self._cards(trick.leader, trick.cards)} - {takes} {trick.points}"

    def _cards(self, leader: int, cards: tuple[int, ...]) -> str:
        seats = [(leader + place) % len(SEATS) for place in range(len(cards))]
        shown = zip(seats, cards, strict=True)
        return ", ".join(f"{self.names[seat]} {self.card(card)}" for seat, card in shown)


def list_choices(game: "DealState", text: CardText) -> str:
    """Return what may be said or played now, for a person who asks."""
    moves, phase = game.legal_moves(), skat.Phase
    if game.phase is phase.AUCTION:
        return " ".join(moves[:FIRST_WORDS]) + (" ..." if len(moves) > FIRST_WORDS else "")
    if game.phase is phase.SKAT:
        return f"s to take the skat, or a hand game: {' '.join(moves[1:])}"
    if game.phase is phase.ANNOUNCEMENT:
        games = dict.fromkeys(move.partition(".")[0] for move in moves)
        return f"a game ({' '.join(games)}) and the two cards to put away, as in {moves[0]}"
    if game.phase is phase.DISCARD:
        return f"two of your twelve cards, as in {moves[0]}"
    cards = text.hand(skat.PACK.hand(moves), game.contract)
    return f"{cards}; RE gives up, SC shows a declarer's cards"


def read_move(text: str, game: "DealState") -> str:
    """Return a move in the words of the game; whether it is legal, the game finds out."""
    text, phase = " ".join(text.split()), skat.Phase
    readers: dict[str, Callable[[str], str]] = {
        phase.AUCTION: lambda word: _read_bid(word, game),
        phase.SKAT: _read_skat_or_hand,
        phase.ANNOUNCEMENT: _read_announcement,
        phase.DISCARD: lambda cards: ".".join(games.parse_cards(cards)),
        phase.TRICKS: _read_card,
    }
    return readers[game.phase](text)


def _read_bid(text: str, game: "DealState") -> str:
    """Read a word of the auction; the value that was bid is as good as a yes."""
    word, auction = text.lower(), game.auction
    if word in YES_WORDS or (auction.asked and word == str(auction.bid)):
        return "y"
    return "p" if word in PASS_WORDS else word


def _read_skat_or_hand(text: str) -> str:
    return "s" if text.lower() in SKAT_WORDS else str(skat.read_contract(text))


def _read_announcement(text: str) -> str:
    """Read a game, and the two cards put away, which may also be said later."""
    words = [word for word in re.split(r"[\s,.]+", text) if word]
    cards: list[str] = []
    while words and all(CARD.fullmatch(card) for card in games.parse_cards(words[-1])):
        cards = games.parse_cards(words.pop()) + cards
    if not words:
        raise ValueError("announcement: name the game first, as in grand D7 H8")
    return ".".join([str(skat.read_contract(" ".join(words))), *cards])


def _read_card(text: str) -> str:
    move = OUT_OF_TURN.get(text.lower())
    if move:
        return move
    cards = games.parse_cards(text)
    if len(cards) != 1:
        raise ValueError("one card: a card is named as in CJ")
    return cards[0]


def _describe(game: "DealState") -> str:
    return game.contract.describe() if game.contract else ""


def _make_entry(game: "DealState", names: tuple[str, str, str]) -> "Entry":
    if game.declarer is None:
        return skat.Entry()
    return skat.Entry(names[game.declarer], game.result().score)


def _draw_seeds(seed: int, number: int) -> list[int]:
    """Return the seeds of the three seats in a deal."""
    from numpy.random import default_rng

    from evenhand.rng import draw_seeds

    seeds: list[int] = draw_seeds(default_rng((seed, number, 1)), len(SEATS)).tolist()
    return seeds


def _warm_up(bot: "SkatBot") -> None:
    """Play a deal, so that nobody waits for the compiler later."""
    import numpy as np

    skat.bots.play_series([bot], np.zeros((1, len(SEATS)), np.int32), np.ones(1, np.int64))


def _make_keeper(path: Path | None, seed: int) -> Keep:
    """Return what adds games to a file."""

    def keep(game: "DealState", names: tuple[str, str, str], number: int) -> None:
        from dataclasses import replace
        from datetime import UTC, datetime

        if path is not None:
            made = skat.Record.of(game, names)
            line = replace(made, id=str(number), series=str(seed), time=datetime.now(UTC))
            _add_line(path, skat.write_iss(line))

    return keep


def _add_line(path: Path, line: str) -> None:
    """Add a line to a file, completely or not at all."""
    before = path.read_bytes() if path.exists() else b""
    if before and not before.endswith(b"\n"):
        before += b"\n"
    atomic_write(path, lambda draft: draft.write_bytes(before + line.encode() + b"\n"))


def _print_totals(session: Session) -> None:
    from dataclasses import asdict

    import polars as pl

    if not session.entries:
        note("no game was finished")
        return
    lines = [asdict(line) for line in session.score_list().standings]
    deals = "1 deal" if len(session.entries) == 1 else f"{len(session.entries)} deals"
    print_frame(pl.DataFrame(lines), Format.TABLE, f"{deals}, Seeger-Fabian")


def _read(prompt: str) -> str:
    """Read a line from the person; the end of input is as good as quit."""
    try:
        line = input(prompt).strip()
    except (EOFError, OSError):
        print()
        raise QuitError from None
    if not sys.stdin.isatty():
        print(line)
    if line.lower() in QUIT:
        raise QuitError
    return line
