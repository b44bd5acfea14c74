"""The player who sees all cards: he bids what wins, and it wins."""

import numpy as np
import pytest

from evenhand.games.cards import Masks
from evenhand.games.skat.bots.clairvoyant import OpenPlayer, cheapest_loss, discards_that_win, pairs
from evenhand.games.skat.bots.play import play_deals
from evenhand.games.skat.contract import CONTRACTS, GAMES, NULL, Contract
from evenhand.games.skat.deck import JACKS, PACK, SIZES, card_points
from evenhand.games.skat.scoring import card_points_of, game_value, matadors
from evenhand.games.skat.solver import Position, Solver
from tests.games.skat.made import TOPS_LEAD

RNG = np.random.default_rng(0)
PLAYER = OpenPlayer()


def deals(count: int, seed: int) -> Masks:
    return PACK.deal(np.random.default_rng(seed), count, *SIZES)


def value(contract: Contract, twelve: int) -> int:
    run = 0 if contract.game == NULL else matadors(contract.game, twelve)
    return game_value(contract, run)


def test_what_is_announced_at_the_limit_is_won_with_open_cards() -> None:
    solver, kinds = Solver(), set()
    for seat in range(3):
        dealt = deals(20, seed=seat)
        limits = PLAYER.limits(dealt, seat, RNG)
        able = limits > 0
        made = PLAYER.announce(dealt[able], seat, limits[able], RNG)
        rows = zip(dealt[able].tolist(), limits[able], made.contracts, made.skats, strict=True)
        for (*hands, skat), limit, number, away in rows:
            contract, twelve = CONTRACTS[number], hands[seat] | skat
            assert value(contract, twelve) == limit
            hands[seat] = twelve & ~int(away)
            position = Position(contract.game, (hands[0], hands[1], hands[2]), seat)
            assert solver.wins(position, 61 - card_points(int(away)))
            kinds.add(contract.game)
    assert len(kinds) > 3


def test_a_pass_means_that_no_game_is_won_whatever_side_cards_are_put_away() -> None:
    solver, dealt = Solver(), deals(12, seed=5)
    passed = dealt[PLAYER.limits(dealt, 1, RNG) == 0]
    assert len(passed) > 2
    for fore, own, rear, skat in passed[:3].tolist():
        for game in GAMES:
            for pair in pairs(game, own | skat):
                position = Position(game, (fore, (own | skat) & ~pair, rear), 1)
                assert not solver.wins(position, 61 - card_points(pair))


def test_three_who_see_all_cards_win_what_they_announce() -> None:
    games = play_deals(deals(20, seed=6), [PLAYER] * 3, np.random.default_rng(1))
    assert games.played.sum() > 10
    assert games.won[games.played].all()


def test_a_lower_bid_changes_nothing_and_a_higher_one_asks_for_schneider() -> None:
    deal = np.array([[*TOPS_LEAD.hands, TOPS_LEAD.skat]])
    assert PLAYER.limits(deal, 0, RNG).tolist() == [120]  # grand with 4
    for bid, points in ((18, 61), (120, 61), (144, 90)):
        made = PLAYER.announce(deal, 0, np.array([bid]), RNG)
        assert CONTRACTS[made.contracts[0]] == Contract("G")
        hands = TOPS_LEAD.hands
        assert discards_that_win("G", hands, TOPS_LEAD.skat, 0, points) == made.skats[0]


@pytest.mark.parametrize(
    ("bid", "game"),
    [(18, "D"), (20, "H"), (23, "N"), (46, "NO"), (47, "C")],
)
def test_what_cannot_be_won_is_lost_as_cheaply_as_possible(bid: int, game: str) -> None:
    """Without 1: diamonds cost 18, hearts 20, null 23; at 20 diamonds cost 27, at 47 clubs 48."""
    twelve = PACK.hand(["SJ", "DA", "DK", "D9", "HA", "HK", "H9", "SA", "S9", "CA", "CK", "C9"])
    contract, pair = cheapest_loss(twelve, bid)
    assert str(contract) == game
    assert pair.bit_count() == 2
    assert pair & ~twelve == 0


def test_neither_jacks_nor_trumps_are_put_away_while_there_are_other_cards() -> None:
    twelves = deals(30, seed=7)[:, 0] | deals(30, seed=7)[:, 3]
    for twelve in twelves.tolist():
        for game in "CG":
            found = pairs(game, twelve)
            assert not any(pair & Contract(game).trumps for pair in found)
            points = card_points_of(np.array(found)).tolist()
            assert points == sorted(points, reverse=True)
    eleven = PACK.hand(["CJ", "SJ", "HJ", "DJ", "CA", "CT", "CK", "CQ", "C9", "C8", "C7", "S7"])
    assert not any(pair & JACKS for pair in pairs("C", eleven))
    assert len(pairs("C", eleven)) == 28
