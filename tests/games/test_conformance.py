"""A game that breaks a law is found out, and the report says how."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

import numpy as np
import pytest

from evenhand.games import Bot, LuckKind, RuleError, SimulatedGames, check_game
from evenhand.games.protocol import check_move
from tests.games.toy import GAME, Biased, Draw, DrawRules, Fair, HighestDraw

ROWS = "A game depends on its seed alone, in whichever block it is played"
WATCHED = "A game played move by move ends as in the simulation"
STATES = "A state follows from the seed and the moves, and only legal moves are played"
VIEWS = "What a seat does not know makes no difference to what its bot does"
LUCK = "The luck of a game is the sum of its events, and zero on average"
OPTIONS = "Bots and rules are the same after text and pickle, and never change"

numbers = count(1)


def derive(base: type, members: dict[str, Any]) -> Any:
    """Return a class with other members, which can be pickled."""
    name = f"{base.__name__}{next(numbers)}"
    globals()[name] = type(name, (base,), {"__module__": __name__} | members)
    return globals()[name]


def with_game(**members: Any) -> HighestDraw:
    """Return the game with other members."""
    kind: type[HighestDraw] = derive(HighestDraw, members)
    return kind()


def with_state(**members: Any) -> HighestDraw:
    """Return the game with states that have other members."""
    kind: type[Draw] = derive(Draw, members)

    def start(self: HighestDraw, rules: DrawRules, seats: int, seed: int) -> Draw:
        return kind(rules, HighestDraw.start(self, rules, seats, seed).drawn)

    return with_game(start=start)


def with_bot(kind: type[Bot]) -> HighestDraw:
    """Return the game with a bot of another kind."""
    return with_game(bots={"fair": kind, "biased": Biased})


def with_games(change: Callable[[SimulatedGames, str], SimulatedGames]) -> HighestDraw:
    """Return the game with simulated games that are changed; it knows their kind of luck."""

    def simulate(self: HighestDraw, *args: Any) -> SimulatedGames:
        luck = args[4] if len(args) > 4 else "none"
        return change(HighestDraw.simulate(self, *args), luck)

    return with_game(simulate=simulate)


def with_luck(change: Callable[[Any], Any]) -> HighestDraw:
    """Return the game with luck that is changed, in games and in events alike."""

    def simulate(self: HighestDraw, *args: Any) -> SimulatedGames:
        games = HighestDraw.simulate(self, *args)
        return games if games.luck is None else replace(games, luck=change(games.luck))

    def luck_of(self: HighestDraw, *args: Any) -> list[Any]:
        events = HighestDraw.luck_of(self, *args)
        return [event._replace(luck=tuple(change(np.array(event.luck)))) for event in events]

    return with_game(simulate=simulate, luck_of=luck_of)


def with_parts(split: Callable[[Any], dict[str, Any]]) -> HighestDraw:
    """Return the game with parts of the luck of each game."""

    def change(games: SimulatedGames, luck: str) -> SimulatedGames:
        return games if luck == "none" else replace(games, details=split(games.luck))

    return with_games(change)


def number(games: SimulatedGames) -> Any:
    return np.arange(len(games))


def play_tolerantly(self: Draw, move: Any, seat: int | None = None) -> Draw:
    known = not isinstance(move, str) or move in self.legal_moves()
    return Draw.play(self, move if known else "+0", seat)


def play_talkatively(self: Draw, move: str, seat: int | None = None) -> Draw:
    if move == "?":
        raise RuleError("move", "there is no such move:\nadd something")
    return Draw.play(self, move, seat)


def change_by_play(self: Draw, move: str, seat: int | None = None) -> Draw:
    after = Draw.play(self, move, seat)
    object.__setattr__(self, "drawn", tuple(number + 1 for number in self.drawn))
    return after


def play_all(self: Draw, move: str, seat: int | None = None) -> Draw:
    """Play what is legal by the rules, whatever is listed."""
    turn = check_move(move, self.turn, seat)
    if move not in Draw.legal_moves(self):
        raise RuleError("bonus", f"{move!r} is too much")
    return replace(self, moves=(*self.moves, (turn, move)))


def falsify(self: Draw, move: str, seat: int | None = None) -> Draw:
    """Play a move and change those before it."""
    after = Draw.play(self, move, seat)
    before = tuple((seat, f"{int(word) + 1:+d}") for seat, word in self.moves)
    return replace(after, moves=(*before, after.moves[-1]))


@dataclass(frozen=True, slots=True)
class Peeping(Fair):
    """Adds what the last one has drawn."""

    def choose(self, state: Draw, rng: Any) -> str:
        return f"{state.drawn[-1] % 20:+d}"


@dataclass(frozen=True, slots=True)
class Excessive(Fair):
    """Adds more than is listed as legal."""

    def choose(self, state: Draw, rng: Any) -> str:
        return "+21"


@dataclass(frozen=True, eq=False)
class Unequal(Fair):
    """Is equal to nothing but itself."""

    __eq__, __hash__ = object.__eq__, object.__hash__


@dataclass(frozen=True)
class Doubling(Fair):
    """Has another parameter than the one that is given."""

    factor: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "factor", 2 * self.factor)


@dataclass(unsafe_hash=True)
class LooseRules:
    sides: int = 100


BROKEN = {
    "scores by block": (
        with_games(lambda games, _: replace(games, score=games.score + number(games)[:, None])),
        ROWS,
        "score of game 3 alone",
    ),
    "luck by block": (
        with_games(
            lambda games, luck: (
                games
                if luck == "none"
                else replace(games, luck=games.luck + number(games)[:, None])
            )
        ),
        ROWS,
        "luck of game 3 alone",
    ),
    "details by block": (
        with_games(lambda games, _: replace(games, details={"place": number(games)})),
        ROWS,
        "place of game 3 alone",
    ),
    "luck of some games only": (
        with_games(lambda games, _: replace(games, luck=None) if len(games) > 1 else games),
        ROWS,
        "luck is measured in some games only",
    ),
    "luck changes scores": (
        with_games(lambda games, luck: replace(games, score=games.score + (luck == "draw"))),
        ROWS,
        "scores with draw luck",
    ),
    "luck changes details": (
        with_games(
            lambda games, luck: replace(games, details={"x": 0 * number(games) + len(luck)})
        ),
        ROWS,
        "x with number luck",
    ),
    "other games are watched": (
        with_games(lambda games, _: replace(games, score=games.score + 1)),
        WATCHED,
        "scores of the game played move by move",
    ),
    "a turn after the end": (
        with_state(turn=property(lambda self: 0 if self.over else len(self.moves))),
        WATCHED,
        "RuleError: bonus: add from -20 to +20",
    ),
    "another start": (
        with_state(initial=lambda self: replace(self, drawn=self.drawn[::-1], moves=())),
        STATES,
        "the state before the first move is another one",
    ),
    "hashes of their own": (
        with_state(__hash__=lambda self: id(self)),
        STATES,
        "equal states have different hashes",
    ),
    "any text is a move": (with_state(play=play_tolerantly), STATES, "'' by seat None is not"),
    "a bot makes moves that are not listed": (
        with_bot(Excessive),
        STATES,
        "bonus: add from -20 to +20, not +21",
    ),
    "all seats may move": (
        with_state(play=lambda self, move, seat=None: Draw.play(self, move)),
        STATES,
        "'+0' by seat 1 is not refused",
    ),
    "moves after the end": (
        with_state(
            play=lambda self, move, seat=None: self if self.over else Draw.play(self, move, seat)
        ),
        STATES,
        "by seat None is not refused",
    ),
    "moves after the end are listed": (
        with_state(legal_moves=lambda self: ["+0", "+1", "+20", "-20"]),
        STATES,
        "there are legal moves after the end",
    ),
    "moves that are not listed": (
        with_state(
            play=play_all,
            legal_moves=lambda self: [] if self.over else ["+1"],
            render=lambda self, names=(), seat=None: str(self.moves),
        ),
        STATES,
        "'+0' by seat None is not refused",
    ),
    "a move that cannot be played": (
        with_state(play=play_all, legal_moves=lambda self: [] if self.over else ["+99"]),
        STATES,
        "RuleError: bonus: '+99' is too much",
    ),
    "a move listed twice": (
        with_state(legal_moves=lambda self: [] if self.over else ["+0", "+20", "+0"]),
        STATES,
        "legal moves twice",
    ),
    "a move without words": (
        with_state(describe=lambda self, move, seat=None: ""),
        STATES,
        "-20 is not described",
    ),
    "words without a viewer": (
        with_state(describe=lambda self, move: move),
        STATES,
        "TypeError",
    ),
    "returns before the end": (
        with_state(returns=lambda self: (0.0, 0.0)),
        STATES,
        "returns before the end is not refused",
    ),
    "a message of two lines": (with_state(play=play_talkatively), STATES, "'?' by seat None: the"),
    "a state that changes": (with_state(play=change_by_play), STATES, "a move changed its state"),
    "a state that forgets": (with_state(play=falsify), STATES, "a state forgot its moves"),
    "a bot that peeps": (with_bot(Peeping), VIEWS, "Peeping(bonus=0) plays"),
    "an observation that shows too much": (
        with_state(observation=lambda self, seat: (self.drawn, self.moves)),
        VIEWS,
        "resample shows",
    ),
    "an observation of nothing": (
        with_state(observation=lambda self, seat: ()),
        VIEWS,
        "seat 0 does not notice its own move",
    ),
    "an observation that cannot be hashed": (
        with_state(observation=lambda self, seat: [self.drawn[seat], self.moves]),
        VIEWS,
        "TypeError: unhashable type: 'list'",
    ),
    "a table that shows too much": (
        with_state(render=lambda self, names=(), seat=None: Draw.render(self, names)),
        VIEWS,
        "seat 0 is shown what it does not know",
    ),
    "nothing is drawn anew": (
        with_state(resample=lambda self, seat, rng: self),
        VIEWS,
        "resample never changed anything",
    ),
    "resample gives the turn to another": (
        with_state(
            resample=lambda self, seat, rng: replace(
                Draw.resample(self, seat, rng), moves=((0, "+0"),)
            ),
            observation=lambda self, seat: (self.drawn[seat], has_turn(self)),
        ),
        VIEWS,
        "after resample another seat has the turn",
    ),
    "moves by what is hidden": (
        with_state(
            legal_moves=lambda self: Draw.legal_moves(self)[:: 1 if sum(self.drawn) % 2 else -1]
        ),
        VIEWS,
        "other moves after resample",
    ),
    "luck with a mean": (with_luck(lambda luck: luck + 9.0), LUCK, "draw: mean of seat 0 is"),
    "no luck at all": (with_luck(lambda luck: 0.0 * luck), LUCK, "draw luck is always 0"),
    "luck without events": (
        with_game(luck_of=lambda self, *_: []),
        LUCK,
        "draw luck of the events: off by",
    ),
    "events of no luck": (
        with_game(luck_of=lambda self, state, bots, _: GAME.luck_of(state, bots, "draw")),
        LUCK,
        "there is luck in no luck",
    ),
    "events after the end": (
        with_game(
            luck_of=lambda self, *args: [
                event._replace(move=3) for event in HighestDraw.luck_of(self, *args)
            ]
        ),
        LUCK,
        "event after end",
    ),
    "events without a name": (
        with_game(
            luck_of=lambda self, *args: [
                event._replace(kind="") for event in HighestDraw.luck_of(self, *args)
            ]
        ),
        LUCK,
        "an event has no name",
    ),
    "events in disorder": (
        with_game(
            luck_of=lambda self, *args: [
                event._replace(move=move, luck=tuple(np.array(event.luck) / 2))
                for event in HighestDraw.luck_of(self, *args)
                for move in (1, 0)
            ]
        ),
        LUCK,
        "events of draw luck are not in their order",
    ),
    "luck that is not measured": (
        with_games(lambda games, _: replace(games, luck=None)),
        LUCK,
        "draw luck is not measured",
    ),
    "parts that are not all": (
        with_parts(lambda luck: {"luck_x": luck / 2}),
        LUCK,
        "parts of draw luck: off by",
    ),
    "parts with a mean": (
        with_parts(lambda luck: {"luck_x": luck - 9, "luck_y": 0 * luck + 9}),
        LUCK,
        "luck_x: mean of seat 0",
    ),
    "a bot that is another after pickle": (with_bot(Unequal), OPTIONS, "is another after pickle"),
    "rules that change": (with_game(Rules=LooseRules), OPTIONS, "is not frozen"),
    "luck that is measured before none": (
        with_game(luck_kinds={"draw": LuckKind("drawn"), "none": LuckKind("not measured")}),
        OPTIONS,
        "the first kind of luck is not none",
    ),
    "a ladder with unknown settings": (
        with_game(ladder={"sytem": "elo"}),
        OPTIONS,
        "a ladder has no settings but",
    ),
    "any kind of luck": (
        with_game(simulate=lambda self, *args: HighestDraw.simulate(self, *args[:4])),
        OPTIONS,
        "a kind of luck that does not exist is not refused",
    ),
    "any number of seats": (
        with_game(start=lambda self, rules, seats, seed: Draw(rules, (seed % 100,) * seats)),
        OPTIONS,
        "a number of seats that the game does not have is not refused",
    ),
}


def has_turn(state: Draw) -> int:
    return 0 if state.turn is None else 1


def test_a_game_that_keeps_all_laws_passes() -> None:
    check_game(GAME)
    check_game(GAME, seats=3, bots=["fair", "biased", "fair:bonus=-3"], rules=DrawRules(6))


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_law_is_named_with_what_is_wrong(case: str) -> None:
    game, law, message = BROKEN[case]
    with pytest.raises(AssertionError, match=r"^highest-draw breaks \d of 6 laws\n") as report:
        check_game(game)
    assert re.search(f"^{re.escape(law)}: .*{re.escape(message)}", str(report.value), re.MULTILINE)


def test_a_bot_that_is_another_after_text_is_found_out() -> None:
    with pytest.raises(
        AssertionError, match=r"Doubling\(bonus=0, factor=6\) is another after text"
    ):
        check_game(with_bot(Doubling), bots=["fair:factor=3", "biased"])


def test_the_report_leads_to_the_line_that_failed() -> None:
    with pytest.raises(AssertionError, match="TypeError") as report:
        check_game(with_state(describe=lambda self, move: move))
    assert isinstance(report.value.__cause__, TypeError)
