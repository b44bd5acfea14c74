"""What all games say about moves: against which rule one is, when it is none, and who moves."""

from reprlib import repr as brief


class RuleError(ValueError):
    """What a rule forbids; ``rule`` is the rule's name, ``problem`` what is wrong."""

    def __init__(self, rule: str, problem: str) -> None:
        self.rule, self.problem = rule, problem
        super().__init__(f"{rule}: {problem}")


def check_move(move: str, turn: int | None) -> int:
    """The seat that has the turn, if the move is a text and the game is not over.

    >>> check_move("H7", None)
    Traceback (most recent call last):
    evenhand.games.moves.RuleError: game over: no move 'H7' after the end
    """
    if not isinstance(move, str):
        raise RuleError("move", f"a move is a text, not {brief(move)}")
    if turn is None:
        raise RuleError("game over", f"no move {brief(move)} after the end")
    return turn


def player_names(players: int) -> tuple[str, ...]:
    """What players are called who have no names.

    >>> player_names(2)
    ('player 1', 'player 2')
    """
    return tuple(f"player {number}" for number in range(1, players + 1))
