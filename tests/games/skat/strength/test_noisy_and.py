"""Null: chances of suits found from games in which only the whole is seen."""

import numpy as np
import pytest

from evenhand.games.skat.hand_strength import Floats, name_ranks
from evenhand.games.skat.winning_parameters import (
    count_suit_gaps,
    find_null_chances,
    fit_holdings,
    smooth_holdings,
)

NOTHING = np.zeros(256)


def test_known_chances_of_holdings_are_found() -> None:
    rng = np.random.default_rng(1)
    used = rng.choice(np.arange(1, 256), 12, replace=False)
    table = np.ones(256)
    table[used] = np.linspace(0.5, 0.97, 12)
    holdings = rng.choice(np.append(used, 0), (30_000, 4))
    holdings[:, 0] = rng.choice(used, 30_000)  # no hand is empty
    won = rng.random(30_000) < find_null_chances(holdings, table)
    # Each holding is there 9,000 times, in half of them beside another that may have failed: the
    # standard error is about 0.007.
    assert fit_holdings(holdings, won)[used] == pytest.approx(table[used], abs=0.03)


def test_the_fit_is_likelier_than_what_it_began_with() -> None:
    rng = np.random.default_rng(2)
    holdings = rng.integers(1, 256, (500, 4))
    won = rng.random(500) < 0.4

    def worth(table: Floats) -> float:
        chances = find_null_chances(holdings, table)
        return float(np.log(np.where(won, chances, 1.0 - chances)).sum())

    assert worth(fit_holdings(holdings, won)) > worth(smooth_holdings(NOTHING, NOTHING))


def test_a_missing_suit_always_holds_and_nothing_else_is_certain() -> None:
    table = fit_holdings(np.array([[0, 1, 2, 3]] * 40), np.ones(40, bool))
    assert table[0] == 1.0
    assert (table[1:] > 0.0).all()
    assert (table[1:] < 1.0).all()


def test_a_holding_without_games_gets_what_its_pool_has() -> None:
    pool = [holding for holding in range(1, 256) if count_suit_gaps(name_ranks(holding)) == 3]
    seen, unseen = pool[0], pool[1]
    games, held = np.zeros(256), np.zeros(256)
    games[seen], held[seen] = 1000.0, 300.0
    table = smooth_holdings(held, games)
    assert table[unseen] == pytest.approx(0.3, abs=0.01)  # five guessed games move it a little
    assert table[unseen] == table[pool[2]]


def test_without_games_more_gaps_are_worse() -> None:
    table = smooth_holdings(NOTHING, NOTHING)
    by_gaps = {count_suit_gaps(name_ranks(holding)): table[holding] for holding in range(1, 256)}
    chances = [by_gaps[gaps] for gaps in sorted(by_gaps)]
    assert chances == sorted(chances, reverse=True)


@pytest.mark.parametrize("ranks", ["7", "79", "79JK", "789TJQKA", "78", "78TJ"])
def test_safe_holdings_have_no_gap(ranks: str) -> None:
    assert count_suit_gaps(ranks) == 0
