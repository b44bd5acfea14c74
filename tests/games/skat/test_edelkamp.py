"""The luck of the cards taken out: Edelkamp's numbers, and the rule game by game."""

from dataclasses import replace

import numpy as np
import pytest

from evenhand.games.skat import (
    Contract,
    chance_factors,
    correct_values,
    find_normal,
    make_random_games,
)
from evenhand.games.skat.contract import CONTRACTS, KIND_OF, KINDS, NO_CONTRACT
from evenhand.games.skat.deck import NOBODY
from evenhand.games.skat.edelkamp import NORMAL, game_values, scale_score
from evenhand.games.skat.scoring import BASE_OF

GAMES = make_random_games(np.random.default_rng(3), 400)
FACTORS = np.random.default_rng(4).uniform(0.5, 2.0, 400)
PAPER = {24: 0.934, 23: 0.620, 35: 0.711, 46: 0.900, 59: 0.945}  # normalprob, by base value


def place(text: str) -> int:
    return CONTRACTS.index(Contract.parse(text))


@pytest.mark.parametrize("number", range(len(CONTRACTS)))
def test_every_contract_has_the_normal_chance_of_the_paper(number: int) -> None:
    base = int(BASE_OF[number])
    assert NORMAL[KINDS[KIND_OF[number]]] == (0.804 if base < 13 else PAPER[base])


def test_86_points_become_79_and_against_better_players_73() -> None:
    factor = chance_factors(np.array([9.5]), np.array([place("C")]), {"suit": 8.72})[0]
    assert f"{factor:.2f}" == "1.09"
    assert f"{950 / 875:.3f}" == "1.086"
    assert round(scale_score(86, factor)) == 79
    assert round(scale_score(86, factor, own=875, others=950)) == 73


def test_factors_are_clipped_at_a_half_and_at_two() -> None:
    strength = np.array([0.1, 0.4, 0.8, 1.7, 1.0]) * 0.804
    factors = chance_factors(strength, np.full(5, place("D")))
    assert factors.tolist() == pytest.approx([0.5, 0.5, 0.8, 1.7, 1.0])
    assert chance_factors(np.array([30.0]), np.array([place("G")]), {"grand": 10.0}) == [2.0]


def test_hands_are_compared_with_their_own_kind() -> None:
    contracts = np.array([place(text) for text in ("H", "CHS", "G", "N", "NH", "NO", "NOH")])
    strength = np.full(7, 0.6)
    wanted = [0.6 / n for n in (0.804, 0.804, 0.934, 0.62, 0.711, 0.9, 0.945)]
    assert chance_factors(strength, contracts).tolist() == pytest.approx(wanted)


def test_hands_without_strength_and_passed_in_deals_are_left_alone() -> None:
    contracts = np.array([place("N"), NO_CONTRACT, place("C"), place("C")])
    strength = np.array([np.nan, 5.0, 8.0, 10.0])
    normal = find_normal(contracts, strength)
    assert normal == {"suit": 9.0}
    factors = chance_factors(strength, contracts, normal)
    assert factors.tolist() == pytest.approx([1.0, 1.0, 8 / 9, 10 / 9])


def test_a_kind_of_which_nothing_is_known_is_refused() -> None:
    with pytest.raises(ValueError, match="grand"):
        chance_factors(np.array([0.5]), np.array([place("G")]), {"suit": 0.8})


@pytest.mark.parametrize("mean", [None, 41.0])
@pytest.mark.parametrize("factors", [None, FACTORS])
def test_corrected_values_are_those_of_the_papers_code(
    factors: np.ndarray[tuple[int], np.dtype[np.float64]] | None, mean: float | None
) -> None:
    found = correct_values(GAMES, factors, mean)
    for game, score in enumerate(GAMES.scores.tolist()):
        value = score if score > 0 else -score / 2
        value = value if mean is None else mean
        value = value if factors is None else value / factors[game]
        assert found[game] == pytest.approx(value if score > 0 else -2 * value)


def test_without_correction_the_scores_stay() -> None:
    assert (correct_values(GAMES) == GAMES.scores).all()
    assert (game_values(GAMES) > 0).all()


def test_a_passed_in_deal_stays_worth_nothing() -> None:
    games = GAMES.take(slice(0, 2))
    games = replace(games, declarers=np.array([NOBODY, 1]), scores=np.array([0, 20]))
    assert correct_values(games, FACTORS[:2], 41.0)[0] == 0.0


def test_a_strong_hand_that_is_lost_costs_less_which_is_a_limit_of_the_method() -> None:
    lost = replace(GAMES.take(slice(0, 2)), scores=np.array([-48, -48]))
    strong, weak = correct_values(lost, np.array([1.2, 0.8]))
    assert (strong, weak) == pytest.approx((-40.0, -60.0))
