"""Random games and garbage: what holds whatever is played."""

from dataclasses import replace

import numpy as np
import pytest
from evenhand.games.rummy.pack import names
from evenhand.games.rummy.phase import Phase
from evenhand.games.rummy.rules import Rules
from hypothesis import given, settings
from hypothesis import strategies as st

from evenhand.games.cards import CardError
from evenhand.games.protocol import RuleError
from evenhand.games.rummy.game import Game
from tests.games.rummy.made_games import (
    WHOLE,
    cards_on_the_table,
    random_game,
)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("stock_out", ["reshuffle", "end"])
def test_cards_stay_together_and_exactly_the_listed_cards_may_be_discarded(
    players: int, stock_out: str
) -> None:
    rng = np.random.default_rng(11)
    rules = replace(Rules.platform(players), stock_out=stock_out, turn_limit=30)
    whole = random_game(rng, rules)
    game = Game.start(whole.deal, rules, whole.draws)
    for seat, move in whole.moves:
        assert game.turn == seat
        assert move in game.legal_moves()
        game = game.play(move)
        assert cards_on_the_table(game) == list(range(54))
        if game.phase is Phase.DISCARD:
            accepted = {one for one in names(WHOLE) if allowed(game, one)}
            assert accepted == {one for one in game.legal_moves() if "declare" not in one}
    assert game == whole == Game.from_moves(whole.deal, _said(whole), rules, whole.draws)
    assert whole.over
    assert max(whole.turns) <= 30


def allowed(game: Game, move: str) -> bool:
    try:
        game.play(move)
    except RuleError:
        return False
    return True


def _said(game: Game) -> list[str]:
    return [move for _, move in game.moves]


WORDS = """stock pile drop declare declare. H7 JK D9 ?? H10 STOCK declare|D9 declare|JK declare||
           declare|D9|JK,JK,JK declare|D9|H2,H3,H4 declare|CA|,"""
GARBAGE = st.sampled_from([word.replace("|", " ") for word in WORDS.split()]) | st.text(max_size=12)


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 40), length=st.integers(0, 30), move=GARBAGE)
def test_garbage_is_refused_by_an_error_that_says_so_and_changes_nothing(
    seed: int, length: int, move: str
) -> None:
    game = random_game(np.random.default_rng(seed), Rules(turn_limit=8, first_drop=20), length)
    before = hash(game)
    problem = None
    try:
        after = game.play(move)
    except (RuleError, CardError) as refused:
        problem = str(refused)
    else:
        assert len(after.moves) == len(game.moves) + 1
        assert cards_on_the_table(after) == list(range(54))
    assert problem is None or problem.strip()
    assert "\n" not in (problem or "")
    assert hash(game) == before


def test_scores_of_random_games_follow_from_what_happened() -> None:
    rng = np.random.default_rng(12)
    for players in (2, 3):
        for _ in range(5):
            game = random_game(rng, replace(Rules.platform(players), turn_limit=25))
            result = game.result()
            prices = [20, 40]
            assert all(result.points[seat] in prices for seat in result.dropped)
            assert all(0 <= points <= 80 for points in result.points)
            if result.winner is not None:
                playing = [result.points[seat] for seat in game.playing]
                assert result.points[result.winner] == min(playing)
