"""Melds, deadwood and lay-offs against all arrangements there are."""

from functools import reduce

import numpy as np
import pytest

from evenhand.games.cards import cards_of
from evenhand.games.gin_rummy import (
    PACK,
    count_points,
    deadwood,
    deadwood_after_discard,
    deadwood_after_layoffs,
    list_melds,
)
from tests.oracles import gin_rummy_melds as oracle


def random_hand(rng: np.random.Generator, size: int, but: int = 0) -> int:
    """Draw a hand, often of a few neighbouring ranks, in which melds compete for cards."""
    width = int(rng.choice([4, 5, 7, 13]))
    start = int(rng.integers(14 - width))
    cards = [c for c in range(52) if start <= c % 13 < start + width and not but >> c & 1]
    others = [c for c in range(52) if c not in cards and not but >> c & 1]
    chosen = rng.permutation(cards).tolist()[:size]
    chosen += rng.permutation(others).tolist()[: size - len(chosen)]
    return sum(1 << card for card in chosen)


def cards(hand: int) -> frozenset[int]:
    return frozenset(cards_of(hand))


@pytest.mark.parametrize("size", [3, 7, 10, 11])
def test_deadwood_is_the_least_of_all_arrangements(size: int) -> None:
    rng = np.random.default_rng(size)
    found = [random_hand(rng, size) for _ in range(400)]
    assert [deadwood(hand) for hand in found] == [oracle.deadwood(cards(hand)) for hand in found]


def test_deadwood_after_the_best_discard_is_the_least_over_all_discards() -> None:
    rng = np.random.default_rng(3)
    for _ in range(1000):
        hand = random_hand(rng, 11)
        assert deadwood_after_discard(hand) == min(
            deadwood(hand & ~(1 << card)) for card in cards_of(hand)
        )


def test_melds_that_are_spread_leave_the_least_deadwood() -> None:
    rng = np.random.default_rng(4)
    for _ in range(1000):
        hand = random_hand(rng, 10)
        melds = list_melds(hand)
        assert all(oracle.is_meld(cards(meld)) for meld in melds)
        assert reduce(int.__or__, melds, 0) == sum(melds)  # no card is in two
        assert not sum(melds) & ~hand
        assert count_points(hand & ~sum(melds)) == deadwood(hand)


def test_no_arrangement_of_a_knocker_is_open_to_fewer_cards() -> None:
    rng = np.random.default_rng(5)

    def open_to(hand: frozenset[int], melds: tuple[frozenset[int], ...]) -> int:
        rest = set(range(52)) - hand
        return sum(any(oracle.is_meld(meld | {card}) for meld in melds) for card in rest)

    compared = 0
    for _ in range(900):
        hand = cards(random_hand(rng, 10))
        best = [melds for melds, left in oracle.arrangements(hand)
                if oracle.count(left) == oracle.deadwood(hand)]  # fmt: skip
        spread = tuple(cards(meld) for meld in list_melds(sum(1 << card for card in hand)))
        assert open_to(hand, spread) == min(open_to(hand, melds) for melds in best)
        compared += len(best) > 1
    assert compared > 50


def test_lay_offs_are_the_best_of_all_orders() -> None:
    rng = np.random.default_rng(6)
    gains = 0
    for _ in range(700):
        knocker = random_hand(rng, 10)
        defender = random_hand(rng, 10, but=knocker)
        spread = tuple(cards(meld) for meld in list_melds(knocker))
        best = oracle.deadwood_after_layoffs(cards(defender), spread)
        assert deadwood_after_layoffs(defender, knocker) == best
        gains += best < deadwood(defender)
    assert gains > 100


@pytest.mark.parametrize(
    ("defender", "left"),
    [
        ("CA C2 C6", 0),  # both ends of a run, one after the other
        ("S9 S8 S7 S6", 0),  # the fourth nine is in a run of its own already
        ("S9 S8 H2", 10),  # or it is laid off
        ("C6 C8 C9", 17),  # no seven: the run cannot be reached
        ("DQ HQ SQ C6", 0),
    ],
)
def test_what_is_laid_off_on_a_run_and_a_set(defender: str, left: int) -> None:
    knocker = PACK.hand(["C3", "C4", "C5", "C9", "D9", "H9", "HA"])
    assert deadwood_after_layoffs(PACK.hand(defender.split()), knocker) == left


def test_aces_are_low_and_runs_do_not_go_round() -> None:
    assert deadwood(PACK.hand(["CQ", "CK", "DA"])) == 21
    assert deadwood(PACK.hand(["CQ", "CK", "CA"])) == 21
    assert deadwood(PACK.hand(["CA", "C2", "C3"])) == 0
