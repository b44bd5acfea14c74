"""Bidding by rules of thumb: always legal, and sensible where the choice is clear."""

import numpy as np
import pytest

from evenhand.games.cards import Masks
from evenhand.games.skat import BID_VALUES, PACK, game_value, matadors
from evenhand.games.skat.auction import read_announcement, read_hand_game
from evenhand.games.skat.bidding import RuleBidder
from evenhand.games.skat.bidding.rules import rule_announcements, rule_limit, rule_limits
from evenhand.games.skat.bidding.strength import FORMS, GAME, SKAT, form_value
from evenhand.games.skat.contract import CONTRACTS, GAMES
from evenhand.games.skat.deck import JACKS, join_cards
from evenhand.games.skat.scoring import count_matadors
from tests.plain_python import in_plain_python

ROWS = 3_000


def cards(names: str) -> int:
    return PACK.hand(names.split())


def announced(hand: str, skat: str, bid: int = 18) -> tuple[str, set[str]]:
    """The contract and the cards put away."""
    rng = np.random.default_rng(1)
    row = (np.array([cards(hand)]), np.array([cards(skat)]), np.array([bid]))
    result = RuleBidder().announce(*row, rng)
    return str(CONTRACTS[result.contracts[0]]), set(PACK.names(int(result.skats[0])))


@pytest.fixture(scope="module")
def deals() -> Masks:
    return PACK.deal(np.random.default_rng(1), ROWS, 10, 2, 20)


def test_limits_are_bid_values_or_nothing(deals: Masks) -> None:
    limits = RuleBidder(boldness=0.5, misjudgement=1.0).limits(
        deals[:, 0], np.random.default_rng(2)
    )
    assert set(limits.tolist()) <= {0, *BID_VALUES}
    assert 0.1 < (limits > 0).mean() < 0.9


def test_without_errors_the_limit_is_that_of_the_formula(deals: Masks) -> None:
    limits = RuleBidder().limits(deals[:, 0], np.random.default_rng(2))
    assert limits.tolist() == [rule_limit(int(hand)) for hand in deals[:, 0]]


def test_who_is_bolder_never_bids_less(deals: Masks) -> None:
    none = np.zeros((ROWS, len(GAMES)))
    low, high = (rule_limits(deals[:, 0], np.full(ROWS, bold), none) for bold in (-0.5, 0.5))
    assert (low <= high).all()
    assert (low < high).any()


@pytest.mark.parametrize("game", "DHSCG")
def test_runs_are_those_of_the_rules(game: str, deals: Masks) -> None:
    for hand in (deals[:500, 0] | deals[:500, 1]).tolist():
        for twelve in (hand, hand | JACKS, hand & ~JACKS):
            assert abs(count_matadors(GAMES.index(game), twelve)) == abs(matadors(game, twelve))


def test_announcements_are_legal(deals: Masks) -> None:
    rng = np.random.default_rng(3)
    bids = rng.choice(BID_VALUES[:30], ROWS)
    result = RuleBidder(misjudgement=1.0).announce(deals[:, 0], deals[:, 1], bids, rng)
    rows = zip(deals.tolist(), bids.tolist(), result.contracts, result.skats.tolist(), strict=True)
    for (hand, skat, _), bid, place, laid in rows:
        contract = CONTRACTS[place]
        if contract.hand:
            assert read_hand_game(str(contract), hand, bid) == contract
            assert laid == skat
        else:
            said = f"{contract}.{join_cards(laid)}"
            assert read_announcement(said, hand | skat, bid) == (contract, laid)
            assert not laid & contract.trumps


def test_the_bid_is_reached_if_any_game_reaches_it(deals: Masks) -> None:
    rng = np.random.default_rng(4)
    bids = rng.choice(BID_VALUES[:30], ROWS)
    result = RuleBidder(misjudgement=1.0).announce(deals[:, 0], deals[:, 1], bids, rng)
    reached = 0
    for row, twelve in enumerate((deals[:, 0] | deals[:, 1]).tolist()):
        contract = CONTRACTS[result.contracts[row]]
        if contract.hand:
            continue
        best = max(form_value(twelve, form, SKAT) for form in range(FORMS))
        run = 0 if contract.game == "N" else abs(matadors(contract.game, twelve))
        assert game_value(contract, run) >= min(bids[row], best) or best < bids[row]
        reached += best >= bids[row]
    assert reached > 500


def bid_and_announce(hands: Masks, skats: Masks, seed: int) -> list[list[int]]:
    """Limits, contracts and discards of bidders who err."""
    rng, rows = np.random.default_rng(seed), len(hands)
    bids = rng.choice(BID_VALUES[:10], ROWS)[:rows]
    errors = rng.normal(0.0, 0.3, ROWS)[:rows], rng.normal(0.0, 0.5, (ROWS, len(GAMES)))[:rows]
    made = rule_announcements(hands, skats, bids, *errors)
    columns = rule_limits(hands, *errors), made.contracts, made.skats
    return [column[:40].tolist() for column in columns]


def test_few_hands_in_plain_python_are_bid_as_many_in_compiled_code(deals: Masks) -> None:
    few = in_plain_python(bid_and_announce, deals[:40, 0], deals[:40, 1], 5)
    assert few == bid_and_announce(deals[:, 0], deals[:, 1], 5)


def test_nobody_bids_on_a_hand_without_prospects() -> None:
    assert rule_limit(cards("HJ DA D9 D8 HK HQ H9 SK SQ C9")) == 0


def test_a_long_suit_with_the_high_jacks_is_bid_by_its_matadors() -> None:
    assert rule_limit(cards("CJ SJ SA SK S9 S8 S7 HA D8 D7")) >= 33


def test_four_jacks_and_aces_are_a_grand() -> None:
    game, laid = announced("CJ SJ HJ DJ CA CT SA ST H7 D8", "H8 D7")
    assert game in ("G", "GH")
    assert game == "GH" or laid in ({"H7", "H8"}, {"D7", "D8"})


def test_low_cards_in_every_suit_are_a_null() -> None:
    assert rule_limit(cards("C7 C8 C9 S7 S9 H7 H8 HT D7 D8")) >= 23
    assert announced("C7 C8 C9 S7 S9 H7 H8 HT D7 DK", "CA SK", bid=20)[0].startswith("N")


def test_a_short_suit_or_a_lone_ten_is_put_away() -> None:
    game, laid = announced("CJ SJ CA CK CQ C9 C7 HA HK ST", "D9 D8")
    assert game.startswith("C")
    assert laid in ({"D8", "D9"}, {"ST", "D9"}, {"ST", "D8"}) or game == "CH"


def test_a_bid_out_of_reach_is_met_by_some_game_all_the_same() -> None:
    game, laid = announced("CJ HJ CA CK CQ C9 C7 HA HK ST", "D9 D8", bid=96)
    assert game[0] in "CG"
    assert len(laid) == 2


def test_every_hand_needs_its_numbers(deals: Masks) -> None:
    with pytest.raises(ValueError, match="boldness and 6 errors"):
        rule_limits(deals[:4, 0], np.zeros(4), np.zeros((4, 5)))
    with pytest.raises(ValueError, match="a skat and a bid"):
        rule_announcements(
            deals[:4, 0], deals[:3, 1], np.full(4, 18), np.zeros(4), np.zeros((4, 6))
        )


def test_forms_are_the_games_and_null_ouvert() -> None:
    assert [GAMES[place] for place in GAME] == [*GAMES, "N"]
