"""Laws that hold for every game, checked by playing.

:func:`check_game` is for games of this package and of others; each law is a function, so that a
test suite may also run them one by one.
"""

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass
from functools import cached_property
from itertools import islice
from math import sqrt
from typing import Any

import numpy as np
from numpy.random import default_rng

from evenhand.games.options import format_bot, format_rules, parse_bot, parse_rules
from evenhand.games.protocol import Bot, Game, SimulatedGames, play_game
from evenhand.rng import Stream, draw_seeds
from evenhand.tables import Floats, Indices

NO_MOVES: tuple[Any, ...] = ("", "?", " ", "no such move", "\n", "💥", None, 5)
FOREIGN_MOVES = 4  # moves of other positions that are tried in each position
RANDOM_MOVES = 60  # in the game of random moves
PART = "luck_"  # how details are called that are parts of the luck
LADDER_KEYS = {"system", "params", "max_players"}
WATCHED = 4  # of so many positions, one is looked at as text and by a seat that waits
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

    @cached_property
    def games(self) -> list[tuple[list[Bot], Any]]:
        """Games played move by move: the bots by seat, and the state at the end."""
        found = []
        for table, seed in zip(self.tables(self.played), self.seeds(self.played), strict=True):
            seated = [self.bots[bot] for bot in table]
            found.append((seated, play_game(self.game, seated, seed, self.rules)))
        return found

    def start(self, number: int) -> Any:
        """Return a game before its first move."""
        return self.game.start(self.rules, self.seats, self.seeds(number + 1)[number])

    @cached_property
    def random_game(self) -> Any:
        """The first game after random legal moves: also those that no bot makes."""
        state, rng = self.start(0), default_rng(self.seed)
        for _ in range(RANDOM_MOVES):
            if state.over:
                break
            state = state.play(str(rng.choice(state.legal_moves())))
        return state


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

    ``bots`` are texts as on the command line; without them all bots play, with their usual
    parameters.  Moves are checked in ``played`` games and one of random moves, and the mean of
    luck in ``simulated`` games; of very few games it may seem not to be zero.
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
    broken: dict[str, Exception] = {}
    for law in LAWS:
        try:
            law(case)
        except Exception as problem:  # a game that fails breaks the law, too
            broken[(law.__doc__ or law.__name__).splitlines()[0].rstrip(".")] = problem
    if broken:
        laws = "\n".join(f"{name}: {_say(problem)}" for name, problem in broken.items())
        text = f"{game.name} breaks {len(broken)} of {len(LAWS)} laws\n{laws}"
        raise AssertionError(text) from next(iter(broken.values()))


def rows_depend_on_their_seeds_alone(case: Case) -> None:
    """A game depends on its seed alone, in whichever block it is played."""
    count = 2 * case.played
    plain = case.simulate(count)
    tables, seeds = case.tables(count), np.array(case.seeds(count), np.int64)
    for luck in case.game.luck_kinds:
        together = case.simulate(count, luck)
        _same(together.score, plain.score, f"scores with {luck} luck")
        for name, values in plain.details.items():
            _same(together.details[name], values, f"{name} with {luck} luck")
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
    for (_, state), expected in zip(case.games, score, strict=True):
        assert state.over, "a game without a turn is not over"
        assert state.turn is None, "a game that is over has a turn"
        _same(np.array(state.returns()), expected, "scores of the game played move by move")


def states_follow_from_seed_and_moves(case: Case) -> None:
    """A state follows from the seed and the moves, and only legal moves are played."""
    ends = [*(end for _, end in case.games), case.random_game]
    known, rng = sorted({move for end in ends for _, move in end.moves}), default_rng(case.seed)
    for number, end in enumerate(ends):
        state = case.start(number % case.played)
        assert state == end.initial(), "the state before the first move is another one"
        assert hash(state) == hash(end.initial()), "equal states have different hashes"
        for seat, move in end.moves:
            assert state.turn == seat, f"the turn is {state.turn}, but seat {seat} moved"
            _check_moves(state, move, rng.choice(known, FOREIGN_MOVES).tolist())
            before = state
            state = state.play(move, seat)
            assert state.moves == (*before.moves, (seat, move)), "a state forgot its moves"
        assert state == end == pickle.loads(pickle.dumps(end)), "the same moves led elsewhere"
        if end.over:
            assert not end.legal_moves(), "there are legal moves after the end"
            _refuses(end, end.moves[-1][1], None)


def bots_see_only_their_own(case: Case) -> None:
    """What a seat does not know makes no difference to what its bot does."""
    rng, changed = default_rng(case.seed), 0
    for seated, end in (*case.games, (None, case.random_game)):
        state = end.initial()
        for number, (seat, move) in enumerate(end.moves):
            other = state.resample(seat, rng)
            changed += other != state
            _check_view(state, other, seat)
            assert other.turn == seat, "after resample another seat has the turn"
            assert other.legal_moves() == state.legal_moves(), "other moves after resample"
            if seated is not None and not seated[seat].sees_all:
                choose = seated[seat].choose
                one, two = (choose(each, Stream(number + 1)) for each in (state, other))
                assert one == two, f"{seated[seat]} plays {one} or {two}"
            if number % WATCHED == 0:
                waiting = (seat + 1) % state.seats
                _check_text(state, other, seat)
                other = state.resample(waiting, rng)
                _check_view(state, other, waiting)
                _check_text(state, other, waiting)
            after = state.play(move)
            known = state.observation(seat) != after.observation(seat)
            assert known, f"seat {seat} does not notice its own move {move}"
            state = after
    assert changed, "resample never changed anything"


def luck_is_the_sum_of_its_events(case: Case) -> None:
    """The luck of a game is the sum of its events, and zero on average.

    Means are those of many games.  That each single event has the mean zero over all its outcomes
    is for a game's own tests: only they know the outcomes.
    """
    kinds = {name: kind for name, kind in case.game.luck_kinds.items() if name != "none"}
    for name, kind in kinds.items():
        luck = case.simulate(case.played, name).luck
        assert luck is not None, f"{name} luck is not measured"
        for (seated, state), expected in zip(case.games, luck, strict=True):
            events = case.game.luck_of(state, seated, name)
            total = np.sum([event.luck for event in events] or [(0.0,) * case.seats], axis=0)
            _near(total, expected, f"{name} luck of the events")
            moves = [event.move for event in events]
            assert all(0 <= move <= len(state.moves) for move in moves), "event after end"
            assert moves == sorted(moves), f"events of {name} luck are not in their order"
            assert all(event.kind for event in events), "an event has no name"
            assert not case.game.luck_of(state, seated, "none"), "there is luck in no luck"
        many = case.simulate(case.simulated, name)
        assert many.luck is not None
        assert many.luck.any(), f"{name} luck is always 0"
        parts = {part: many.details[part] for part in many.details if part.startswith(PART)}
        if parts:
            _near(sum(parts.values(), np.zeros(1)), many.luck, f"parts of {name} luck")
        if kind.is_centred:
            for what, values in {name: many.luck, **parts}.items():
                _check_mean(what, values)


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
    for bot in (*case.bots, *(parse_bot(game, name) for name in game.bots)):
        assert parse_bot(game, format_bot(game, bot)) == bot, f"{bot} is another after text"
    assert parse_rules(game, format_rules(case.rules)) == case.rules, "rules differ after text"
    assert next(iter(game.luck_kinds)) == "none", "the first kind of luck is not none"
    assert game.ladder.keys() <= LADDER_KEYS, f"a ladder has no settings but {LADDER_KEYS}"
    with _refusal("a kind of luck that does not exist"):
        case.simulate(1, "no such luck")
    with _refusal("a number of seats that the game does not have"):
        game.start(case.rules, game.seats[-1] + 1, case.seed)


LAWS: tuple[Callable[[Case], None], ...] = (
    rows_depend_on_their_seeds_alone,
    watching_is_simulating,
    states_follow_from_seed_and_moves,
    bots_see_only_their_own,
    luck_is_the_sum_of_its_events,
    options_survive_text_and_pickle,
)


def _check_moves(state: Any, move: str, foreign: Sequence[str]) -> None:
    """Check legal moves and others in a position in which a move was made."""
    legal, known = state.legal_moves(), _observe(state)
    assert len(set(legal)) == len(legal), f"legal moves twice in {legal}"
    after = [state.play(one) for one in legal]
    for one in legal:
        assert state.describe(one), f"{one} is not described"
    for seat in range(state.seats):
        assert state.describe(move, seat), f"{move} is not described for seat {seat}"
        if seat != state.turn:
            _refuses(state, move, seat)
    for none in NO_MOVES:
        assert none not in legal, f"{none!r} is a legal move"
        _refuses(state, none, None)
    for other in (move, *foreign):
        if other not in legal and not _is_synonym(state, other, after):
            _refuses(state, other, None)
    assert (state.legal_moves(), _observe(state)) == (legal, known), "a move changed its state"
    with _refusal("returns before the end"):
        state.returns()


def _observe(state: Any) -> list[Any]:
    return [state.observation(seat) for seat in range(state.seats)]


def _is_synonym(state: Any, move: str, after: Sequence[Any]) -> bool:
    """Return whether a move leads to a state that shows the same as one after a legal move."""
    try:
        table = state.play(move).render()
    except ValueError:
        return False
    return any(one.render() == table for one in after)


def _check_view(state: Any, other: Any, viewer: int) -> None:
    """Check that a state and its resample look the same to a seat."""
    assert other.observation(viewer) == state.observation(viewer), "resample shows"
    assert hash(other.observation(viewer)) == hash(state.observation(viewer)), "hashes show"


def _check_text(state: Any, other: Any, viewer: int) -> None:
    shown = state.render(seat=viewer)
    assert other.render(seat=viewer) == shown, f"seat {viewer} is shown what it does not know"


def _check_mean(what: str, values: Floats) -> None:
    for seat, luck in enumerate(values.T):
        limit = STANDARD_ERRORS * luck.std() / sqrt(len(luck)) + 1e-12
        assert abs(luck.mean()) <= limit, f"{what}: mean of seat {seat} is {luck.mean()}, not 0"


def _refuses(state: Any, move: Any, seat: int | None) -> None:
    with _refusal(f"{move!r} by seat {seat}"):
        state.play(move, seat)


@contextmanager
def _refusal(what: str) -> Iterator[None]:
    """Check that something is refused by a ValueError with a message of one line."""
    message = None
    try:
        yield
    except ValueError as problem:
        message = str(problem)
    assert message is not None, f"{what} is not refused"
    assert len(message.splitlines()) == 1, f"{what}: the message is {message!r}"


def _same(one: Any, other: Any, what: str) -> None:
    equal = np.array_equal(one, other, equal_nan=np.asarray(one).dtype.kind == "f")
    assert equal, f"{what}: {one} instead of {other}"


def _near(one: Any, other: Floats, what: str) -> None:
    gap = np.abs(one - other).max()
    assert gap < 1e-9 * max(1.0, np.abs(other).max()), f"{what}: off by {gap}"


def _say(problem: Exception) -> str:
    is_finding = isinstance(problem, AssertionError)
    return str(problem) if is_finding else f"{type(problem).__name__}: {problem}"
