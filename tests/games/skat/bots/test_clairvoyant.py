"""The bot that sees all cards bids what wins, and wins it."""

import numpy as np
import pytest

from evenhand.games.cards import Masks, as_hand
from evenhand.games.skat import PACK, Contract, game_value, matadors
from evenhand.games.skat.bots import Clairvoyant, play_deals
from evenhand.games.skat.bots.clairvoyant import (
    find_best_game,
    find_highest_win,
    find_winning_discards,
    list_pairs,
)
from evenhand.games.skat.contract import GAMES, NULL
from evenhand.games.skat.deck import JACKS, SIZES, card_points
from evenhand.games.skat.scoring import card_points_of
from evenhand.games.skat.solver import Position, Solver
from tests.games.skat.made import TOPS_LEAD


def deals(count: int, seed: int) -> Masks:
    return PACK.deal(np.random.default_rng(seed), count, *SIZES)


def value(contract: Contract, twelve: int) -> int:
    run = 0 if contract.game == NULL else matadors(contract.game, twelve)
    return game_value(contract, run)


def test_what_is_announced_at_the_limit_is_won_with_open_cards() -> None:
    solver, kinds = Solver(), set()
    for seat in range(3):
        dealt = deals(20, seed=seat)
        for deal in dealt.tolist():
            limit = find_highest_win(deal, seat)
            if not limit:
                continue
            contract, away = find_best_game(deal, seat, limit)
            *hands, skat = deal
            twelve = hands[seat] | skat
            assert value(contract, twelve) == limit
            hands[seat] = twelve & ~away
            position = Position(contract.game, (hands[0], hands[1], hands[2]), seat)
            assert solver.wins(position, 61 - card_points(away))
            kinds.add(contract.game)
    assert len(kinds) > 3


def test_a_pass_means_that_no_game_is_won_whatever_side_cards_are_put_away() -> None:
    solver, dealt = Solver(), deals(12, seed=5)
    passed = [deal for deal in dealt.tolist() if find_highest_win(deal, 1) == 0]
    assert len(passed) > 2
    for fore, own, rear, skat in passed[:2]:
        for game in GAMES:
            for pair in list_pairs(game, own | skat):
                position = Position(game, (fore, (own | skat) & ~pair, rear), 1)
                assert not solver.wins(position, 61 - card_points(pair))


def test_three_who_see_all_cards_win_what_they_announce() -> None:
    games = play_deals(deals(20, seed=6), [Clairvoyant()], np.ones((20, 3), np.int64))
    assert games.played.sum() > 10
    assert games.won[games.played].all()


def test_a_lower_bid_changes_nothing_and_a_higher_one_asks_for_schneider() -> None:
    deal = [*TOPS_LEAD.hands, TOPS_LEAD.skat]
    assert find_highest_win(deal, 0) == 120  # grand with 4
    for bid, points in ((18, 61), (120, 61), (144, 90)):
        contract, away = find_best_game(deal, 0, bid)
        assert contract == Contract("G")
        hands = TOPS_LEAD.hands
        assert find_winning_discards("G", hands, TOPS_LEAD.skat, 0, points) == away


@pytest.mark.parametrize(
    ("bid", "game"),
    [(18, "D"), (20, "H"), (23, "N"), (46, "NO"), (47, "C")],
)
def test_what_cannot_be_won_is_lost_as_cheaply_as_possible(bid: int, game: str) -> None:
    """Without 1: diamonds cost 18, hearts 20, null 23; at 20 diamonds cost 27, at 47 clubs 48."""
    twelve = PACK.hand(["SJ", "DA", "DK", "D9", "HA", "HK", "H9", "SA", "S9", "CA", "CK", "C9"])
    others = [card for card in range(32) if not twelve >> card & 1]
    own, skat = [card for card in range(32) if twelve >> card & 1], 2
    deal = [as_hand(own[skat:]), as_hand(others[:10]), as_hand(others[10:]), as_hand(own[:skat])]
    contract, pair = find_best_game(deal, 0, bid)
    assert str(contract) == game
    assert pair.bit_count() == 2
    assert pair & ~twelve == 0


def test_neither_jacks_nor_trumps_are_put_away_while_there_are_other_cards() -> None:
    twelves = deals(30, seed=7)[:, 0] | deals(30, seed=7)[:, 3]
    for twelve in twelves.tolist():
        for game in "CG":
            found = list_pairs(game, twelve)
            assert not any(pair & Contract(game).trumps for pair in found)
            points = card_points_of(np.array(found)).tolist()
            assert points == sorted(points, reverse=True)
    eleven = PACK.hand(["CJ", "SJ", "HJ", "DJ", "CA", "CT", "CK", "CQ", "C9", "C8", "C7", "S7"])
    assert not any(pair & JACKS for pair in list_pairs("C", eleven))
    assert len(list_pairs("C", eleven)) == 28
