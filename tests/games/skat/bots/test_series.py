"""Series of bots, matches on the same deals, games played again, populations."""

import numpy as np
import pytest

from evenhand.games.skat import (
    PACK,
    Deal,
    DealState,
    Entry,
    Games,
    make_random_games,
    tally,
    totals,
)
from evenhand.games.skat.batch import seat_points
from evenhand.games.skat.bots import (
    Clairvoyant,
    Heuristic,
    MonteCarlo,
    Population,
    play_many_series,
    play_population,
    play_series,
    replay_with,
)
from evenhand.games.skat.contract import CONTRACTS, IS_HAND, IS_SCHNEIDER
from evenhand.games.skat.deck import NO_CARD, NOBODY, card_points
from evenhand.games.skat.scoring import points_needed
from evenhand.games.skat.solver import Position, Solver
from evenhand.games.skat.tricks import NO_WINNER
from evenhand.rng import draw_seeds
from evenhand.studies.skat_players.duplicate import compare

RULES = Heuristic()
CARELESS = Heuristic(slip=0.4, boldness=1.0, misjudgement=1.0)
TABLES = np.zeros((300, 3), np.int32)
SEEDS = draw_seeds(np.random.default_rng(3), 300)


@pytest.fixture(scope="module")
def games() -> Games:
    return play_many_series([RULES], TABLES, SEEDS).games


@pytest.fixture(scope="module")
def population() -> Population:
    return play_population(np.random.default_rng(6), players=20, series=40, workers=1)


def words(games: Games, row: int) -> list[str]:
    """A game in the words of ``DealState``; of the auction only what decides it."""
    bid, declarer = str(games.bids[row]), games.declarers[row]
    contract = CONTRACTS[games.contracts[row]]
    auction = ([bid, "y", "p", "p"], [bid, "p", "p"], ["p", bid, "p"])[declarer]
    laid_away = ".".join([str(contract), *PACK.names(int(games.hands[row, 3]))])
    announced = [str(contract)] if contract.hand else ["s", laid_away]
    cards = [PACK.name(card) for card in games.tricks.cards[row] if card != NO_CARD]
    return [*auction, *announced, *cards]


def check_by_the_rules(games: Games, row: int) -> None:
    """Replay a game card by card: it ends with the last one, and counts the same."""
    fore, middle, rear, skat = games.deals[row].tolist()
    game = DealState(Deal((fore, middle, rear), skat))
    for word in words(games, row):
        game = game.play(word)
    result = game.result()
    assert (result.score, result.won) == (games.scores[row], games.won[row])
    assert (result.points, result.tricks) == (games.points[row], games.taken[row])


def test_every_game_is_one_by_the_rules_with_the_same_score(games: Games) -> None:
    assert games.played.sum() > 250
    for row in np.flatnonzero(games.played).tolist():
        check_by_the_rules(games, row)


def test_games_of_every_contract_end_once_the_announcement_is_missed() -> None:
    announced = make_random_games(np.random.default_rng(8), 400)
    games = replay_with(RULES, announced, np.random.default_rng(9), workers=1)
    for row in range(len(games)):
        check_by_the_rules(games, row)
    ended_early = games.tricks.winners[:, -1] == NO_WINNER
    assert ended_early[IS_SCHNEIDER[games.contracts]].mean() > 0.5
    assert len(set(games.contracts[ended_early].tolist())) > 15


def test_a_deal_passed_in_has_no_score(games: Games) -> None:
    passed = games.take(games.declarers == NOBODY)
    assert len(passed)
    assert not passed.scores.any()
    assert (passed.tricks.cards == NO_CARD).all()


def test_the_number_of_workers_changes_nothing(games: Games) -> None:
    for workers in (1, 2):
        again = play_many_series([RULES], TABLES, SEEDS, workers=workers).games
        assert (again.tricks.cards == games.tricks.cards).all()
        assert (again.scores == games.scores).all()


def test_dealing_goes_round_and_deals_passed_in_are_dealt_again_if_asked() -> None:
    bots = [CARELESS, RULES, MonteCarlo(samples=1)]
    tables = np.array([[2, 0, 1], [0, 1, 2], [1, 2, 0]] * 4)
    seeds = draw_seeds(np.random.default_rng(1), len(tables))
    plain, again = (
        play_series(bots, tables, seeds, deals=5, redeal=redeal) for redeal in (False, True)
    )
    for series in range(len(tables)):
        rows = plain.series == series
        assert (plain.sitting[rows] == (np.arange(5)[:, None] + np.arange(3)) % 3).all()
        assert plain.games.played[rows].sum() + (~plain.games.played[rows]).sum() == 5
        counted = again.games.played[again.series == series]
        assert counted.sum() == 5
        assert counted[-1]
        turned = np.concatenate([[0], np.cumsum(counted)[:-1]])
        assert (again.sitting[again.series == series][:, 0] == turned % 3).all()
    assert (~plain.games.played).any()
    shared = plain.games.deals[plain.series == 0][0]
    assert (again.games.deals[again.series == 0][0] == shared).all()


def test_points_of_the_seats_are_those_of_seeger_and_fabian(games: Games) -> None:
    entries = [
        Entry(str(seat), score) if seat != NOBODY else Entry()
        for seat, score in zip(games.declarers.tolist(), games.scores.tolist(), strict=True)
    ]
    assert seat_points(games).sum(axis=0).tolist() == list(totals(tally("012", entries)))


def test_who_plays_well_beats_who_plays_any_card_on_the_same_deals() -> None:
    result = compare(RULES, CARELESS, deals=150, seed=1)
    assert result.interval[0] > 100
    other_way = compare(CARELESS, RULES, deals=150, seed=1)
    assert other_way.interval[1] < -100


def test_a_player_does_not_beat_himself() -> None:
    result = compare(RULES, RULES, deals=100, seed=2)
    assert result.lead == 0
    assert result.error == 0


def test_the_monte_carlo_player_beats_the_heuristic_one() -> None:
    result = compare(MonteCarlo(samples=6), RULES, deals=60, seed=4)
    assert result.interval[0] > 0


def test_games_played_again_keep_their_cards_and_contracts(games: Games) -> None:
    some = games.take(games.played).take(np.s_[:40])
    again = replay_with(Clairvoyant(), some, np.random.default_rng(1))
    for name in ("deals", "hands", "declarers", "contracts", "bids"):
        assert (getattr(again, name) == getattr(some, name)).all()
    assert (again.tricks.cards != some.tricks.cards).any()
    same = replay_with(Heuristic(), some, np.random.default_rng(9))
    assert (same.tricks.cards == some.tricks.cards).all()


def test_a_clairvoyant_wins_what_open_cards_can_win(games: Games) -> None:
    some, solver = games.take(games.played).take(np.s_[:40]), Solver()
    again = replay_with(Clairvoyant(), some, np.random.default_rng(1))
    every = np.arange(len(some))
    twelve = some.hands[every, some.declarers] | some.hands[:, 3]
    needed = points_needed(some.contracts, twelve, some.bids)
    for row in every[~IS_HAND[some.contracts]].tolist():
        fore, middle, rear, skat = some.hands[row].tolist()
        game, declarer = CONTRACTS[some.contracts[row]].game, int(some.declarers[row])
        position = Position(game, (fore, middle, rear), declarer)
        can = solver.wins(position, int(needed[row]) - card_points(skat))
        assert again.won[row] == can


def test_a_population_plays_full_series_of_different_players(population: Population) -> None:
    assert len(population.games) == 40 * 36
    assert population.games.played.all()
    assert all(len(set(three)) == 3 for three in population.seats.tolist())
    assert len(population.names) == len(population.skill) == 20


def test_skill_pays(population: Population) -> None:
    skill = population.skill[population.seats].ravel()
    assert np.corrcoef(skill, population.totals().ravel())[0, 1] > 0.2


def test_the_same_seed_gives_the_same_population_on_any_number_of_workers(
    population: Population,
) -> None:
    again = play_population(np.random.default_rng(6), players=20, series=40, workers=2)
    assert (again.games.tricks.cards == population.games.tricks.cards).all()
    assert (again.seats == population.seats).all()


@pytest.mark.parametrize("wrong", [(2, 5), (3, 0)])
def test_a_population_needs_players_and_series(wrong: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="three players"):
        play_population(np.random.default_rng(1), *wrong)


@pytest.mark.parametrize("deals", [0, -3])
def test_no_deals_are_refused_in_words(deals: int) -> None:
    with pytest.raises(ValueError, match="a deal"):
        compare(RULES, RULES, deals, seed=1)
