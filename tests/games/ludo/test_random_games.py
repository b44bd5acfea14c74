"""What holds whatever is played."""

from typing import Any

from hypothesis import given, settings, strategies as st

from evenhand.games import RuleError
from evenhand.games.ludo import Dice, Rules, State
from evenhand.games.ludo.board import EIGHT, HOME, LAST_COMMON

rules_of_all_kinds: Any = st.builds(
    Rules,
    moves=st.sampled_from([1, 7, 30, 60]),
    home_bonus=st.sampled_from([0, 56]),
    capture_keeps_points=st.booleans(),
    safe=st.sampled_from(["eight", "starts", "none"]),
    pairs_safe=st.booleans(),
    extra_turns=st.sampled_from(["none", "capture", "home", "both"]),
    must_move=st.booleans(),
    ties=st.sampled_from(["draw", "first", "second"]),
)


@settings(max_examples=60)
@given(rules_of_all_kinds, st.integers(1, 10**9), st.randoms(use_true_random=False))
def test_random_games_keep_to_the_rules(rules: Rules, seed: int, lots: Any) -> None:
    game = State.start(Dice.from_seed(seed, rules.rounds), rules)
    used, lost, extra = 0, 0, 0
    while not game.over:
        before, move = game, lots.choice(game.legal_moves())
        game = game.play(move)
        used += int(move[0]) if move[1] != "-" else 0
        lost += _lost(before, game)
        extra += before.position.in_extra
        _check_position(game)
    seats = [seat for seat, _ in game.moves]
    assert len(seats) - extra == 2 * rules.moves
    assert extra == game.position.extra
    assert abs(seats.count(0) - seats.count(1)) <= extra
    kept = lost if rules.capture_keeps_points else 0
    home = sum(game.home)
    assert sum(game.points) == used - lost + kept + rules.home_bonus * home
    assert game.position.first_banked + game.position.second_banked == kept
    assert State.from_moves(game.chance, [move for _, move in game.moves], rules) == game


def _lost(before: State, after: State) -> int:
    """The steps that tokens went back."""
    both = zip(before.tokens, after.tokens, strict=True)
    pairs = (pair for one, two in both for pair in zip(one, two, strict=True))
    return sum(max(0, one - two) for one, two in pairs)


def _check_position(game: State) -> None:
    assert all(1 <= square <= HOME for tokens in game.tokens for square in tokens)
    assert game.over or 1 <= len(game.dice) <= 3
    assert game.over or game.legal_moves()
    if game.rules.safe == "eight" and not game.rules.pairs_safe:
        common = [
            {(square - 1 + 26 * seat) % 52 for square in tokens if square <= LAST_COMMON}
            for seat, tokens in enumerate(game.tokens)
        ]
        safe = {square - 1 for square in EIGHT}
        assert not common[0] & common[1] - safe  # nobody shares another square


GARBAGE = st.sampled_from(["1a", "6d", "3-", "7a", "a1", "-", "5 a", "+"]) | st.text(max_size=3)


@given(st.lists(GARBAGE, max_size=40), st.integers(1, 10**9))
def test_any_text_is_a_legal_move_or_refused_and_changes_nothing(
    texts: list[str], seed: int
) -> None:
    game, broken = State.start(Dice.from_seed(seed, 20)), set()
    for text in texts:
        legal, before = game.legal_moves(), str(game)
        try:
            game = game.play(text)
        except RuleError as refused:
            broken.add(refused.rule)
            assert text not in legal
            assert str(game) == before
        else:
            assert text in legal
    assert broken <= {"move", "dice", "pass"}
