"""Laws that hold for every game, checked by playing.

:func:`check_game` is for games of this package and of others; each law is a function, so that a
test suite may also run them one by one.
"""

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass
from itertools import islice
from math import sqrt
from typing import Any

import numpy as np
from numpy.random import default_rng

from evenhand.games.options import format_bot, format_rules, parse_bot, parse_rules
from evenhand.games.protocol import Bot, Game, SimulatedGames, play_game
from evenhand.rng import Stream, draw_seeds
from evenhand.tables import Indices

NO_MOVES = ("", "?", " ", "no such move", "\n", "💥")
STANDARD_ERRORS = 4.5  # by which a mean of zero may be missed: once in 150,000 checks by chance


@dataclass(frozen=True)
class Case:
    """A game under some rules, its bots, and how much of it is played."""

    game: Game
    rules: Any
    bots: tuple[Bot, ...]
    seats: int
    seed: int
    played: int  # games in which moves are looked at
    simulated: int  # games from which luck is judged

    def tables(self, count: int) -> Indices:
        """Return tables on which all bots sit in turn, each on all seats."""
        start, seat = np.ogrid[:count, : self.seats]
        step = 1 + start // len(self.bots) % max(1, len(self.bots) - 1)
        tables: Indices = ((start + seat * step) % len(self.bots)).astype(np.int32)
        return tables

    def seeds(self, count: int) -> list[int]:
        """Return seeds of games."""
        return [int(seed) for seed in draw_seeds(default_rng(self.seed), count)]

    def simulate(self, count: int, luck: str = "none") -> SimulatedGames:
        """Simulate the first games."""
        seeds = np.array(self.seeds(count), np.int64)
        return self.game.simulate(self.bots, self.tables(count), seeds, self.rules, luck)

    def play(self) -> Iterator[tuple[list[Bot], Any]]:
        """Yield games played move by move: the bots by seat, and the state at the end."""
        for table, seed in zip(self.tables(self.played), self.seeds(self.played), strict=True):
            seated = [self.bots[bot] for bot in table]
            yield seated, play_game(self.game, seated, seed, self.rules)


def check_game(
    game: Game,
    *,
    bots: Sequence[str] = (),
    rules: Any = None,
    seats: int | None = None,
    seed: int = 1,
    played: int = 6,
    simulated: int = 400,
) -> None:
    """Check a game against all laws; raise an AssertionError that names those it breaks.

    ``bots`` are texts as on the command line (all bots as they are, if none are given).  Moves are
    looked at in so many ``played`` games, and the mean of luck in so many ``simulated`` ones.
    """
    texts = bots or tuple(game.bots)
    case = Case(
        game,
        game.Rules() if rules is None else rules,
        tuple(parse_bot(game, text) for text in texts),
        game.seats[0] if seats is None else seats,
        seed,
        played,
        simulated,
    )
    broken = {}
    for law in LAWS:
        try:
            law(case)
        except AssertionError as problem:
            broken[(law.__doc__ or law.__name__).splitlines()[0].rstrip(".")] = str(problem)
    if broken:
        laws = "\n".join(f"{name}: {problem}" for name, problem in broken.items())
        raise AssertionError(f"{game.name} breaks {len(broken)} of {len(LAWS)} laws\n{laws}")


def rows_depend_on_their_seeds_alone(case: Case) -> None:
    """A game depends on its seed alone, in whichever block it is played."""
    count = 2 * case.played
    for luck in case.game.luck_kinds:
        together = case.simulate(count, luck)
        tables, seeds = case.tables(count), np.array(case.seeds(count), np.int64)
        for row in range(0, count, 3):
            part = slice(row, row + 1)
            alone = case.game.simulate(case.bots, tables[part], seeds[part], case.rules, luck)
            _same(alone.score[0], together.score[row], f"score of game {row} alone")
            if together.luck is None or alone.luck is None:
                assert alone.luck is together.luck, "luck is measured in some games only"
            else:
                _same(alone.luck[0], together.luck[row], f"luck of game {row} alone")
            for name, values in together.details.items():
                _same(alone.details[name][0], values[row], f"{name} of game {row} alone")


def watching_is_simulating(case: Case) -> None:
    """A game played move by move ends as in the simulation."""
    score = case.simulate(case.played).score
    for (_, state), expected in zip(case.play(), score, strict=True):
        assert state.over, "a game without a turn is not over"
        assert state.turn is None, "a game that is over has a turn"
        _same(np.array(state.returns()), expected, "scores of the game played move by move")


def states_follow_from_seed_and_moves(case: Case) -> None:
    """A state follows from the seed and the moves, and only legal moves are played."""
    for seed, (seated, end) in zip(case.seeds(case.played), case.play(), strict=True):
        state = case.game.start(case.rules, len(seated), seed)
        assert state == end.initial(), "the state before the first move is another one"
        assert hash(state) == hash(end.initial()), "equal states have different hashes"
        for seat, move in end.moves:
            assert state.turn == seat, f"the turn is {state.turn}, but seat {seat} moved"
            _check_moves(state, move)
            before = state
            state = state.play(move)
            assert state.moves == (*before.moves, (seat, move)), "a state forgot its moves"
        assert state == end, "the same moves led to another state"
        assert not end.legal_moves(), "there are legal moves after the end"


def bots_see_only_their_own(case: Case) -> None:
    """What a seat does not know makes no difference to what its bot does."""
    rng, changed = default_rng(case.seed), 0
    for seated, end in case.play():
        state = end.initial()
        for number, (seat, move) in enumerate(end.moves):
            other = state.resample(seat, rng)
            assert other.observation(seat) == state.observation(seat), "resample shows"
            assert other.turn == seat, "after resample another seat has the turn"
            changed += other != state
            if not seated[seat].sees_all:
                chosen = [seated[seat].choose(one, Stream(number + 1)) for one in (state, other)]
                assert chosen[0] == chosen[1], f"{seated[seat]} plays {chosen[0]} or {chosen[1]}"
            state = state.play(move)
    assert changed, "resample never changed anything"


def luck_is_the_sum_of_its_events(case: Case) -> None:
    """The luck of a game is the sum of its events, and zero on average."""
    kinds = {name: kind for name, kind in case.game.luck_kinds.items() if name != "none"}
    for name, kind in kinds.items():
        luck = case.simulate(case.played, name).luck
        assert luck is not None, f"{name} luck is not measured"
        for (seated, state), expected in zip(case.play(), luck, strict=True):
            events = case.game.luck_of(state, seated, name)
            total = np.sum([event.luck for event in events] or [(0.0,) * case.seats], axis=0)
            gap = np.abs(total - expected).max()
            assert gap < 1e-9 * max(1.0, np.abs(expected).max()), f"{name}: off by {gap}"
            assert all(0 <= event.move <= len(state.moves) for event in events), "event after end"
        if kind.is_centred:
            many = case.simulate(case.simulated, name).luck
            assert many is not None
            for seat, values in enumerate(many.T):
                limit = STANDARD_ERRORS * values.std() / sqrt(len(values)) + 1e-12
                mean = values.mean()
                assert abs(mean) <= limit, f"{name}: mean of seat {seat} is {mean}, not 0"


def options_survive_text_and_pickle(case: Case) -> None:
    """Bots and rules are the same after text and pickle, and never change."""
    game = case.game
    things = (game, case.rules, *case.bots)
    for thing in things:
        assert pickle.loads(pickle.dumps(thing)) == thing, f"{thing} is another after pickle"
        assert is_dataclass(thing), f"{thing} is no dataclass"
        for field in islice(fields(thing), 1):
            try:
                setattr(thing, field.name, None)
            except FrozenInstanceError:
                continue
            raise AssertionError(f"{thing} is not frozen")
    for bot in case.bots:
        assert parse_bot(game, format_bot(game, bot)) == bot, f"{bot} is another after text"
    assert parse_rules(game, format_rules(case.rules)) == case.rules, "rules differ after text"


LAWS: tuple[Callable[[Case], None], ...] = (
    rows_depend_on_their_seeds_alone,
    watching_is_simulating,
    states_follow_from_seed_and_moves,
    bots_see_only_their_own,
    luck_is_the_sum_of_its_events,
    options_survive_text_and_pickle,
)


def _check_moves(state: Any, move: str) -> None:
    legal = state.legal_moves()
    assert len(set(legal)) == len(legal), f"legal moves twice in {legal}"
    for one in legal:
        state.play(one)
        assert state.describe(one), f"{one} is not described"
    for none in NO_MOVES:
        assert none not in legal
        _refuses(state, none, None)
    others = [seat for seat in range(state.seats) if seat != state.turn]
    _refuses(state, move, others[0])


def _refuses(state: Any, move: str, seat: int | None) -> None:
    try:
        state.play(move, seat)
    except ValueError:
        return
    raise AssertionError(f"{move!r} by seat {seat} is not refused")


def _same(one: Any, other: Any, what: str) -> None:
    equal = np.array_equal(one, other, equal_nan=np.asarray(one).dtype.kind == "f")
    assert equal, f"{what}: {one} instead of {other}"
