"""Records played again, move by move, and compared with what they say."""

from collections.abc import Iterator
from reprlib import repr as brief

from evenhand.cards import CardError
from evenhand.games.moves import RuleError
from evenhand.games.skat.deal import dotted
from evenhand.games.skat.game import Game
from evenhand.games.skat.iss.record import WORLD, Record
from evenhand.games.skat.iss.recorded import Recorded
from evenhand.games.skat.pack import PACK
from evenhand.games.skat.phase import Phase

ENDINGS = {(WORLD, f"{word}.{seat}") for word in ("TI", "LE") for seat in range(3)}
"""A player ran out of time, or left."""

COMPARED = ("declarer", "won", "score", "matadors", "overbid", "points", "tricks")


def replay(record: Record) -> Iterator[Game]:
    """The game after each move of a player.

    Ends with the game, and where a player left or ran out of time.  A move against the rules
    raises the error of ``Game.play``.
    """
    game = Game(record.deal)
    for source, move in record.moves:
        if game.over or (source, move) in ENDINGS:
            return
        if source == WORLD:
            _check_skat(game, move)
        else:
            game = game.play(move, source)
            yield game


def check(record: Record) -> list[str]:
    """How a record differs from the rules, in words; nothing if all is well.

    The moves are checked up to the end of the game.  The result is compared if the cards
    decided; if somebody gave up, left or ran out of time, the recorded one stands.
    """
    game = Game(record.deal)
    try:
        for after in replay(record):
            game = after
    except (RuleError, CardError) as error:
        return [f"after {len(game.moves)} moves: {error}"]
    if not ENDINGS.isdisjoint(record.moves):
        return []
    if not game.over:
        unfinished = record.result.kind == "unknown"
        return [] if unfinished else [f"ends after {len(game.moves)} moves, but the game goes on"]
    return _moves_after_the_end(record, game) + ([] if game.given_up else _compare(record, game))


def _check_skat(game: Game, move: str) -> None:
    if game.phase is not Phase.ANNOUNCEMENT:
        raise RuleError("skat", f"{brief(move)}: the skat is only shown to who has taken it")
    if PACK.hand(move.split(".")) != game.deal.skat:
        raise RuleError("skat", f"{brief(move)} is shown, but {dotted(game.deal.skat)} was dealt")


def _moves_after_the_end(record: Record, game: Game) -> list[str]:
    more = sum(source != WORLD for source, _ in record.moves) - len(game.moves)
    return [f"{more} moves after the end of the game"] if more else []


def _compare(record: Record, game: Game) -> list[str]:
    recorded, ours = record.result, Recorded.of(game.result())
    if recorded.kind != ours.kind:
        return [f"the result is {ours.text!r}, not {brief(recorded.text)}"]
    differing = [name for name in COMPARED if getattr(recorded, name) != getattr(ours, name)]
    return [f"{name}: {getattr(ours, name)}, not {getattr(recorded, name)}" for name in differing]
