"""The luck of the dice move by move: what kernels find, read from the rules, and slow.

It goes through a game that is over, and plays every throw that could have fallen in the way that
:mod:`evenhand.games.ludo.luck` fixes.  Networks are those of the package.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import numpy as np

from evenhand.games import Bot
from evenhand.games.ludo import (
    Aggressive,
    DefeatSeeking,
    FullInformation,
    LimitedInformation,
    Naive,
    Random,
    State,
)
from evenhand.games.ludo.board import (
    DICE,
    FACES,
    HOME,
    SEATS,
    TIE_HALVES,
    TOKENS,
    make_board,
    pack_dice,
    pack_tokens,
)
from evenhand.games.ludo.value_network import (
    Networks,
    View,
    chance_to_win,
    combine,
    count_rounds,
    find_features,
    make_networks,
)

Faces = tuple[int, ...]
AT_RANDOM = int(Random().row()[0])
LOOKING_AHEAD = (FullInformation, LimitedInformation, DefeatSeeking)
ORDERLY = (Random, Naive, LimitedInformation)  # it matters to them which die lies first
EARLY = 42  # moves left above which those who look ahead are taken to move as Aggressive
DIGITS = 9  # moves that differ by less are equally good


def luck_of(state: State, bots: Sequence[Bot]) -> list[float]:
    """Return the luck of the first seat with each throw of a game, in shares of a win."""
    nets = make_networks(state.rules)
    return [
        value_of(thrown, bots, nets, thrown.dice) - mean_value(thrown, bots, nets)
        for thrown in after_throws(state)
    ]


def after_throws(state: State) -> Iterator[State]:
    """Yield the state after each throw, of a round or of an extra turn."""
    now, thrown = state.initial(), ""
    for _, move in state.moves:
        if str(now.thrown) != thrown:
            thrown = str(now.thrown)
            yield now
        now = now.play(move)


def mean_value(thrown: State, bots: Sequence[Bot], nets: Networks) -> float:
    """Return the mean over all dice that could have fallen."""
    throws = product(range(1, FACES + 1), repeat=len(thrown.dice))
    return float(np.mean([value_of(thrown, bots, nets, dice) for dice in throws]))


def value_of(thrown: State, bots: Sequence[Bot], nets: Networks, dice: Faces) -> float:
    """Return what dice are worth to the first seat: the chance at the end of the round."""
    end = min(thrown.round * DICE, SEATS * thrown.rules.moves)
    now = _with_dice(replace(thrown, rules=replace(thrown.rules, extra_turns="none")), dice)
    while now.position.made < end or now.position.in_extra:
        now = now.play(fixed_move(now, end, bots, nets))
    if now.over:
        return _result(now)
    kinds = [int(bot.row()[0]) for bot in bots]
    seat = now.position.made % SEATS
    view = _view(now, seat, (), (kinds[seat], kinds[1 - seat]), end)
    own = float(chance_to_win(make_board(now.rules), nets.values, view))
    return 1.0 - own if seat else own


def fixed_move(state: State, end: int, bots: Sequence[Bot], nets: Networks) -> str:
    """Return the move that a player is taken to make, in a round that ends after so many moves."""
    assert state.turn is not None
    bot = bots[state.turn]
    moves = [move for move in state.legal_moves() if move[1] != "-"]
    if not moves:
        return f"{state.dice[0] if isinstance(bot, ORDERLY) else max(state.dice)}-"
    if isinstance(bot, LimitedInformation):
        moves = [move for move in moves if move[0] == moves[0][0]]
    left = SEATS * state.rules.moves - end
    if not isinstance(bot, LOOKING_AHEAD) or left > EARLY:
        alone = _with_dice(state, (int(moves[0][0]),))
        asked = alone if isinstance(bot, LimitedInformation) else state
        return _by_rules(bot).choose(asked, np.random.default_rng(1))
    moves = [move for move in moves if _is_first(state, move[1])]
    sign = -1.0 if isinstance(bot, DefeatSeeking) else 1.0
    return max(
        moves, key=lambda move: (sign * _rating(state, move, end, nets), move[0], -ord(move[1]))
    )


def _with_dice(state: State, dice: Faces) -> State:
    return replace(state, position=state.position._replace(dice=pack_dice(dice)))


def _is_first(state: State, letter: str) -> bool:
    """Return whether no earlier token stands on the same square."""
    own = state.tokens[state.turn or 0]
    token = "abcd".index(letter)
    return own.index(own[token]) == token


def _by_rules(bot: Bot) -> Bot:
    """Return who moves by rules in place of a bot."""
    if isinstance(bot, Random):
        return Naive()
    return Aggressive() if isinstance(bot, LOOKING_AHEAD) else bot


def _rating(state: State, move: str, end: int, nets: Networks) -> float:
    """Return how good a move is if everything goes on at random."""
    seat, after = state.turn, state.play(move)
    if end == SEATS * state.rules.moves:
        expected = round(_mean_result(after), DIGITS)
        return -expected if seat else expected
    made = after.position.made
    lying = after.dice if made < end else ()
    view = _view(after, made % SEATS, lying, (AT_RANDOM, AT_RANDOM), end)
    board, net = make_board(state.rules), nets.by_chance
    count, ahead = find_features(board, net, view)
    return -float(combine(net, count, ahead, count_rounds(view.left)))


def _mean_result(state: State) -> float:
    """Return the mean result of the first seat if the last moves are made at random."""
    if state.over:
        return _result(state)
    parts = []
    free = replace(state, rules=replace(state.rules, must_move=False))
    for die in state.dice:
        own = state.tokens[state.turn or 0]
        able = [f"{die}{'abcd'[token]}" for token in range(TOKENS) if own[token] + die <= HOME]
        moves = able or [f"{die}-"]
        parts.append(np.mean([_mean_result(free.play(move)) for move in moves]))
    return float(np.mean(parts))


def _result(state: State) -> float:
    winner = state.winner
    return 0.5 if winner is None else 1.0 - winner


def _view(state: State, seat: int, lying: Faces, kinds: tuple[int, int], end: int) -> View:
    """Return what a network sees of a game, from a seat that moves next in a round's end."""
    tie, kept = (
        TIE_HALVES[state.rules.ties],
        (state.position.first_banked, state.position.second_banked),
    )
    return View(
        pack_tokens(state.tokens[seat]),
        pack_tokens(state.tokens[1 - seat]),
        kept[seat] - kept[1 - seat],
        pack_dice(lying),
        len(lying),
        SEATS * state.rules.moves - end,
        *kinds,
        2 - tie if seat else tie,
    )
