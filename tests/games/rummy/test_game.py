"""Turns, declarations and refusals."""

import numpy as np
import pytest
from evenhand.games.rummy.deal import Deal
from evenhand.games.rummy.pack import COLUMN, PRINTED, card, name, names, read_hand, read_wild
from evenhand.games.rummy.phase import Phase
from evenhand.games.rummy.rules import Rules

from evenhand.games.cards import CardError
from evenhand.games.protocol import RuleError
from evenhand.games.rummy import shows
from evenhand.games.rummy.game import Game
from evenhand.rng import SEED_LIMIT
from tests.games.rummy.made_games import (
    JUNK,
    READY,
    READY_FIRST,
    SHOWN,
    made_deal,
    play,
    started,
)

JOKERS_STAY = Rules(jokers_discardable=False)


def test_a_turn_draws_a_card_and_discards_one() -> None:
    game = started(READY_FIRST)
    seen = []
    for move in ("stock", "D9", "pile", "H9", "stock"):
        seen.append((game.turn, game.phase, len(game.stock)))
        game = game.play(move)
    assert seen == [
        (0, Phase.DRAW, 26),
        (0, Phase.DISCARD, 25),
        (1, Phase.DRAW, 25),
        (1, Phase.DISCARD, 25),
        (0, Phase.DRAW, 25),
    ]
    assert names(game.hand(0) & read_hand(["HJ", "DJ", "D9"])) == ["DJ", "HJ"]
    assert [name(card) for card in game.pile] == ["HQ", "H9"]
    assert game.turns == (1, 1)


def test_what_all_have_seen_is_kept() -> None:
    game = started(READY_FIRST, "pile, D9, pile, SK, stock, HQ, pile, D9")
    assert [list(map(name, cards)) for cards in game.discarded] == [["D9", "HQ"], ["SK", "D9"]]
    assert [list(map(name, cards)) for cards in game.taken] == [["HQ"], ["D9", "HQ"]]
    assert names(game.known[0]) == []
    assert names(game.known[1]) == ["HQ"]
    assert [name(card) for card in game.pile] == ["SK", "D9"]


def test_a_valid_declaration_ends_the_game_and_the_other_counts_his_hand() -> None:
    game = started(READY_FIRST, "pile, declare D9")
    result = game.result()
    assert (result.points, result.winner, result.declared) == ((0, 80), 0, True)
    assert (result.turns, result.all_turns) == ((1, 0), 1)
    assert (result.dropped, result.wrong) == (frozenset(), frozenset())
    assert game.turn is None
    assert game.legal_moves() == []
    assert name(game.pile[-1]) == "D9"
    assert sum(game.melds) == game.hand(0)


@pytest.mark.parametrize(("literal", "points"), [(False, 80), (True, 39)])
def test_who_does_not_declare_counts_his_hand_as_the_rules_read_it(
    literal: bool, points: int
) -> None:
    deal = made_deal(JUNK, READY, open_card="C3", stock="HJ HQ")
    game = started(deal, "stock, HJ, stock, declare D9", Rules(literal_score=literal))
    result = game.result()
    assert (result.points, result.winner, result.turns) == ((points, 0), 1, (1, 1))


def test_a_declaration_may_name_its_melds() -> None:
    drawn = started(READY_FIRST, "pile")
    game = drawn.play(f"declare D9 {SHOWN}")
    assert game.declarer == 0
    assert names(game.melds[0]) == ["HA", "H2", "H3"]
    assert game.result() == drawn.play("declare D9").result()


@pytest.mark.parametrize(
    ("declaration", "problem"),
    [
        ("declare CQ", "declaration: .*in the hand, but in no meld: D9 DQ HQ"),
        ("declare H2", "there is no pure sequence"),
        ("declare D9 HA,H2,H3", "a declaration has 13 cards, not 3"),
        (f"declare D9 {SHOWN} H5,H6", "not in the hand: H5 H6"),
        (f"declare CQ {SHOWN}", "not in the hand: CQ; in the hand, but in no meld: D9"),
        ("declare D9 HA,H2,JK S9,H3,SJ C4,D4,H4,S4 CQ,DQ,HQ", "S9 SJ .*neither of one suit"),
    ],
)
def test_a_wrong_declaration_is_refused_with_all_reasons_in_one_line(
    declaration: str, problem: str
) -> None:
    game = started(READY_FIRST, "pile")
    with pytest.raises(RuleError, match=problem) as refused:
        game.play(declaration)
    assert refused.value.rule == "declaration"
    assert "\n" not in str(refused.value)
    assert game.turn == 0
    assert game.hand(0).bit_count() == 14


def test_a_joker_is_not_discarded_if_the_rules_forbid_it() -> None:
    deal = made_deal(READY.replace("D9", "D7"), JUNK, stock="JK")
    game = started(deal, "stock", JOKERS_STAY)
    assert "JK" not in game.legal_moves()
    for joker in ("JK", "D7", "declare JK"):
        with pytest.raises(RuleError, match=r"jokers: .* is a joker, and jokers are not"):
            game.play(joker)
    allowed = started(deal, "stock")
    assert {"JK", "D7"} <= set(allowed.legal_moves())
    assert allowed.legal_moves().count("JK") == 1
    without = allowed.play("JK")
    assert (without.hand(0) & PRINTED).bit_count() == 1
    assert allowed.play("D7").pile[-1] == card("D7")


def test_either_printed_joker_is_called_by_the_same_name() -> None:
    deal = made_deal(READY, JUNK, open_card="JK", stock="HJ")
    game = started(deal, "pile, JK, stock, HJ")
    first, second = card("JK"), card("JK") + 1
    assert game.pile == (first, card("HJ"))
    assert game.hand(0) & PRINTED == 1 << second
    assert play(game, "stock, JK").pile == (first, card("HJ"), second)


def test_an_exposed_printed_joker_makes_the_aces_wild() -> None:
    deal = made_deal("HA H2 H3 S9 CA SJ C4 D4 H4 S4 CQ DQ D9", JUNK, exposed="JK", open_card="HQ")
    game = started(deal, "pile", JOKERS_STAY)
    assert game.wild == read_wild("A")
    assert game.play("declare D9").declarer == 0
    with pytest.raises(RuleError, match="jokers: CA is a joker"):
        game.play("CA")


def test_declarations_are_listed_exactly_where_they_are_valid() -> None:
    moves = started(READY_FIRST, "pile").legal_moves()
    assert [move for move in moves if move.startswith("declare")] == ["declare D9"]
    nothing = started(READY_FIRST, "stock").legal_moves()
    assert not any(move.startswith("declare") for move in nothing)


def test_a_joker_ends_a_game_only_where_jokers_may_be_discarded() -> None:
    deal = made_deal(READY.replace("D9", "HQ"), JUNK, open_card="D9", stock="JK")
    kept = started(deal, "stock", JOKERS_STAY).legal_moves()
    assert "declare S4" in kept
    assert "declare JK" not in kept
    free = started(deal, "stock")
    assert "declare JK" in free.legal_moves()
    assert free.play("declare JK").declarer == 0


def test_keeping_jokers_costs_nobody_a_declaration() -> None:
    rng = np.random.default_rng(4)
    declarable = 0
    for _ in range(150):
        wild, run = int(rng.integers(13)), int(rng.integers(11))
        hand = COLUMN << wild | PRINTED | 0b111 << run
        left = [card for card in range(52) if not hand >> card & 1]
        for extra in rng.permutation(left)[: 14 - hand.bit_count()].tolist():
            hand |= 1 << extra
        ends = shows.valid_discards(hand, wild)
        declarable += ends != 0
        assert bool(ends) == bool(ends & JOKERS_STAY.discardable(hand, wild))
    assert declarable > 20


@pytest.mark.parametrize(
    ("moves", "move", "rule"),
    [
        ("", "H2", "draw"),
        ("", "declare D9", "draw"),
        ("", "", "draw"),
        ("", "Stock", "draw"),
        ("", "drop", "drop"),
        ("pile", "pile", "discard"),
        ("pile", "stock", "discard"),
        ("pile", "drop", "discard"),
        ("pile", "C2", "your own cards"),
        ("pile", "H7", "your own cards"),
        ("pile", "declare", "declaration"),
        ("pile", "declare C2", "your own cards"),
        ("pile", "declare S9", "declaration"),
        ("pile, declare D9", "stock", "game over"),
    ],
)
def test_a_move_against_the_rules_is_refused_by_the_name_of_the_rule(
    moves: str, move: str, rule: str
) -> None:
    game = started(READY_FIRST, moves)
    before = str(game), hash(game)
    with pytest.raises(RuleError) as refused:
        game.play(move)
    assert refused.value.rule == rule
    assert (str(game), hash(game)) == before


@pytest.mark.parametrize(
    "move", ["??", "H10", "d9", "", "D9 ", "D9 D9", "declare ??", "declare D9 H2,??", "declare "]
)
def test_a_card_that_does_not_exist_is_refused(move: str) -> None:
    with pytest.raises(CardError, match="no card"):
        started(READY_FIRST, "pile").play(move)


@pytest.mark.parametrize("melds", ["HA,HA,H2", "JK,JK,JK", "JK,H2,H3 JK,H4 JK,CQ"])
def test_a_declaration_with_a_card_too_often_is_refused_even_if_wrong_shows_are_paid(
    melds: str,
) -> None:
    with pytest.raises(CardError, match=r"there (twice|too often)"):
        started(READY_FIRST, "pile", Rules.platform()).play(f"declare D9 {melds}")


def test_only_the_seat_that_has_the_turn_may_move() -> None:
    game = started(READY_FIRST)
    assert game.play("stock", 0).turn == 0
    for seat in (1, 2, -1):
        with pytest.raises(RuleError, match="turn: player 1 has the turn"):
            game.play("stock", seat)


def test_there_is_no_result_before_the_end() -> None:
    with pytest.raises(RuleError, match="no result before the end"):
        started(READY_FIRST).result()


def test_deal_rules_and_seed_must_fit() -> None:
    with pytest.raises(ValueError, match="the rules are for 3 players, the deal for 2"):
        Game.start(READY_FIRST, Rules(players=3))
    for draws in (0, -1, SEED_LIMIT - 1):
        with pytest.raises(ValueError, match="draws must be a number from 1 to"):
            Game.start(READY_FIRST, draws=draws)


def test_a_random_game_comes_from_its_generator() -> None:
    first, again = (Game.random(np.random.default_rng(5)) for _ in range(2))
    assert first == again
    assert first.deal == Deal.random(np.random.default_rng(5))
    assert first.draws != Game.random(np.random.default_rng(6)).draws
