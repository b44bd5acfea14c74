"""An evening at the table: a person at the terminal, and two players of ours."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from numpy.random import default_rng

from evenhand.cli.skat.faces import Faces, choices
from evenhand.cli.skat.typed import SEATS, typed_move
from evenhand.games.skat.bots.bots import HonestPlayer, MonteCarlo, Player
from evenhand.games.skat.bots.play import chances, limit_of, move_of
from evenhand.games.skat.deck import PACK, Deal
from evenhand.games.skat.seeger import Entry, ScoreList
from evenhand.games.skat.state import DealState, Phase

YOU, LEFT, RIGHT = "you", "left", "right"
NAMES = (YOU, LEFT, RIGHT)
QUIT = {"quit", "q", "exit"}
HELP = {"?", "help"}
PROMPTS = {
    Phase.SKAT: "skat or hand game",
    Phase.ANNOUNCEMENT: "your game and discards",
    Phase.DISCARD: "your discards",
    Phase.TRICKS: "your card",
}
HINTS = "(? shows what you may say, hint what the Monte-Carlo player would do, quit ends)"


class QuitError(Exception):
    """The person has had enough."""


def deal_of(seed: int, number: int) -> Deal:
    """The cards of a deal of the evening, from 1 on."""
    return Deal.random(default_rng((seed, number)))


@dataclass(slots=True)
class Evening:
    """Deals in which a person sits at the table; dealing goes round."""

    bot: Player
    adviser: HonestPlayer
    seed: int
    seat: int  # of the person in the first deal
    symbols: bool
    keep: Callable[[DealState, tuple[str, str, str], int], object]  # records a game
    entries: list[Entry] = field(default_factory=list)

    def play(self, numbers: Iterable[int]) -> None:
        """Play deals until there are no more, or the person quits."""
        print(HINTS)
        for number in numbers:
            table = _Table(self, number)
            game = table.play()
            self.keep(game, table.names, number)
            self.entries.append(_entry(game, table.names))
            print(f"list: {self._totals()}\n")

    def score_list(self) -> ScoreList:
        """The list so far."""
        return ScoreList.of_entries(NAMES, self.entries)

    def _totals(self) -> str:
        now = self.score_list()
        return ", ".join(f"{name} {total}" for name, total in zip(NAMES, now.totals, strict=True))


class _Table:
    """One deal of an evening."""

    def __init__(self, evening: Evening, number: int) -> None:
        self.evening, self.number = evening, number
        self.you = (evening.seat - number + 1) % 3
        first, second, third = (NAMES[(seat - self.you) % 3] for seat in range(3))
        self.names = (first, second, third)
        self.faces = Faces(evening.symbols, self.names)
        self.seed = int(default_rng((evening.seed, number, 1)).integers(2**31))
        self.seen = False  # whether the person has looked at the cards

    def play(self) -> DealState:
        """The game when it is over."""
        game = DealState(deal_of(self.evening.seed, self.number))
        print(f"deal {self.number}: you are {SEATS[self.you]}")
        while game.turn is not None:
            if game.turn == self.you:
                move = self._ask(game)
            else:
                move = move_of(self.evening.bot, game, self.seed)
            after = game.play(move)
            self._tell(game, after, move)
            game = after
        self._tell_result(game)
        return game

    def _ask(self, game: DealState) -> str:
        """A move that the person may make."""
        self._show(game)
        while True:
            text = _read(f"{self._prompt(game)}: ")
            try:
                if text.lower() in HELP:
                    print(choices(game, self.faces))
                elif text.lower() == "hint":
                    print(f"hint: {self._advice(game)}")
                elif text:
                    move = typed_move(text, game)
                    game.play(move)
                    return move
            except ValueError as problem:  # a rule, or a card that does not exist
                print(problem)

    def _prompt(self, game: DealState) -> str:
        auction = game.auction
        if game.phase is not Phase.AUCTION:
            return PROMPTS[game.phase]
        if auction.asked:
            return f"{auction.bid}, y or p"
        return "18 or p" if auction.listener is None else "your bid or p"

    def _show(self, game: DealState) -> None:
        """What the person sees."""
        if game.contract and game.contract.ouvert and game.declarer not in (None, self.you):
            shown = self.faces.hand(game.hand(game.declarer or 0), game.contract)
            print(f"open cards: {shown}")
        if game.table:
            print(f"table: {self.faces.on_the_table(game)}")
        if game.phase is not Phase.AUCTION or not self.seen:
            print(f"hand:  {self.faces.hand(game.hand(self.you), game.contract)}")
        self.seen = True

    def _tell(self, game: DealState, after: DealState, move: str) -> None:
        """Tell what a move did."""
        if game.phase is Phase.TRICKS:
            if len(after.tricks) > len(game.tricks):
                print(self.faces.trick(after.tricks[-1], len(after.tricks)))
            return
        if game.phase is Phase.SKAT and game.turn == self.you and after.skat_taken:
            print(f"skat:  {self.faces.hand(game.deal.skat)}")
        elif after.phase is Phase.TRICKS:
            print(f"{self._who(game.declarer, 'play')} {self._contract(after)} at {game.bid}")
        elif game.turn != self.you:
            print(self._said(game, move))

    def _said(self, game: DealState, move: str) -> str:
        what = {"p": "pass", "y": "say yes", "s": "take the skat"}.get(move, f"bid {move}")
        verb, *rest = what.split(" ", 1)
        return " ".join([self._who(game.turn, verb), *rest])

    def _who(self, seat: int | None, verb: str) -> str:
        """As in: left plays, you play."""
        name = self.names[seat or 0]
        ending = "es" if verb.endswith("s") else "s"
        return f"{name} {verb}" if name == YOU else f"{name} {verb}{ending}"

    def _contract(self, game: DealState) -> str:
        return game.contract.describe() if game.contract else ""

    def _tell_result(self, game: DealState) -> None:
        result = game.result()
        if game.declarer is None:
            print(result)
            return
        name = self.names[game.declarer]
        print(f"{name}, {self._contract(game)} at {game.bid}: {result}")
        print(f"skat:  {self.faces.hand(game.skat, game.contract)}")

    def _advice(self, game: DealState) -> str:
        """What the Monte-Carlo player would do here, and why."""
        adviser = self.evening.adviser
        move = move_of(adviser, game, self.seed)
        if game.phase is Phase.AUCTION:
            limit = limit_of(adviser, game, self.you, self.seed)
            return f"{move}; {f'this hand goes up to {limit}' if limit else 'not a hand to bid on'}"
        if game.phase is not Phase.TRICKS or not isinstance(adviser.style, MonteCarlo):
            return self.faces.said(move)
        shares = chances(adviser.style, game, self.seed)
        if not shares:
            return f"{self.faces.said(move)}; there is nothing to choose"
        ranked = sorted(shares, key=lambda card: (-shares[card], card != PACK.card(move)))
        listed = ", ".join(f"{self.faces.card(card)} {100 * shares[card]:.0f} %" for card in ranked)
        return f"{self.faces.said(move)}; of {adviser.style.samples} worlds are won: {listed}"


def _entry(game: DealState, names: tuple[str, str, str]) -> Entry:
    if game.declarer is None:
        return Entry()
    return Entry(names[game.declarer], game.result().score)


def _read(prompt: str) -> str:
    """A line from the person; the end of input is as good as quit."""
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
