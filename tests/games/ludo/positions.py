"""Positions made for the tests: the player to move first, then the other."""

from dataclasses import replace

from evenhand.games import Bot
from evenhand.games.ludo import Dice, Rules, State
from evenhand.games.ludo.board import pack_dice, pack_tokens
from evenhand.rng import Stream

PLAIN = Rules(home_bonus=0)
START = "1 1 1 1"


def squares(text: str) -> tuple[int, ...]:
    """Return the squares of tokens a, b, c and d."""
    return tuple(map(int, text.split()))


def position(
    own: str,
    other: str = START,
    dice: str = "123",
    *,
    rules: Rules = PLAIN,
    seat: int = 0,
    extra: str = "",
) -> State:
    """Return a state in its first two rounds, with the dice that a player has to pick from."""
    faces = tuple(map(int, dice))
    made = 3 - len(faces)
    if made % 2 != seat:
        made += 3
    assert made < 2 * rules.moves, "no such position before the end"
    chance = Dice(((1, 2, 3),) * rules.rounds, tuple(map(int, extra)))
    first, second = pack_tokens(squares(own)), pack_tokens(squares(other))
    if seat:
        first, second = second, first
    return change(
        State.start(chance, rules), first=first, second=second, dice=pack_dice(faces), made=made
    )


def change(state: State, **fields: int) -> State:
    """Return a state with some fields of its position changed."""
    return replace(state, position=state.position._replace(**fields))


def choose(
    bot: Bot, own: str, dice: str, other: str = START, *, rules: Rules = PLAIN, seat: int = 0
) -> str:
    """Return what a bot does in a position."""
    return bot.choose(position(own, other, dice, rules=rules, seat=seat), Stream(1234567))
