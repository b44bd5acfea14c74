"""The rules of a deal and of a game of several deals, move by move."""

import numpy as np
import pytest

from evenhand.games import RuleError
from evenhand.games.cards import CardError
from evenhand.games.gin_rummy import GAME, PACK, MinDeadwood, Random, Rules, State
from evenhand.games.protocol import play_game
from tests.games.gin_rummy.decks import BEGINS, make_deck, play, start
from tests.games.refusals import check_refused


def names(cards: int) -> set[str]:
    return set(PACK.names(cards))


def test_the_upcard_is_offered_to_both_and_then_the_first_draws_from_the_stock() -> None:
    state = start(make_deck(stock="H2"))
    assert (state.turn, state.legal_moves()) == (0, ["pile", "pass"])
    state = state.play("pass")
    assert (state.turn, state.legal_moves()) == (1, ["pile", "pass"])
    state = state.play("pass")
    assert (state.turn, state.legal_moves()) == (0, ["stock"])
    state = state.play("stock")
    assert "H2" in names(state.hand(0))
    assert {"H2", "SK", "HQ"} < set(state.legal_moves())
    state = state.play("SK")
    assert (state.turn, state.legal_moves()) == (1, ["stock", "pile"])
    assert state.top == PACK.card("SK")


def test_the_dealer_may_take_the_upcard_that_the_other_left() -> None:
    state = play(start(make_deck()), "pass, pile")
    assert "SQ" in names(state.hand(1))
    assert state.top is None
    assert state.play("CK").turn == 0


def test_a_card_just_taken_from_the_pile_stays_for_a_turn() -> None:
    state = start(make_deck()).play("pile")
    assert "SQ" not in state.legal_moves()
    with pytest.raises(RuleError, match=r"^discard: SQ was just taken from the pile$"):
        state.play("SQ")
    state = play(state, "SK, stock, CK, stock")
    assert "SQ" in state.legal_moves()


def test_a_card_from_the_stock_may_be_discarded_at_once() -> None:
    assert "H2" in play(start(make_deck(stock="H2")), "pass, pass, stock").legal_moves()


LOW = "CA C2 C3 D7 H7 S7 H9 D9 S9 H5"  # five points outside of melds
OTHERS = "C4 C5 DA DT DJ DQ S2 S4 H3 CK"  # 29 outside of its run; lays off C4 and C5: 20


def knocked(stock: str = "HK", move: str = "knock HK", **rules: int) -> State:
    deck = make_deck(LOW, OTHERS, stock=stock)
    return play(start(deck, rules=Rules(**rules)), f"pass, pass, stock, {move}")


def test_a_knock_scores_the_difference_after_lay_offs() -> None:
    state = knocked()
    (deal,) = state.result().deals
    assert (deal.ending, deal.knocker, deal.winner) == ("knock", 0, 0)
    assert deal.deadwood == (5, 1 + 2 + 4 + 3 + 10)
    assert state.returns() == (15.0, 0.0)
    assert state.turn is None


def test_gin_scores_its_bonus_and_nothing_is_laid_off() -> None:
    deck = make_deck("CA C2 C3 D7 H7 S7 H9 D9 S9 H5", OTHERS, stock="C9")
    state = play(start(deck), "pass, pass, stock")
    assert "gin H5" in state.legal_moves()
    assert "knock H5" not in state.legal_moves()
    state = state.play("gin H5")
    (deal,) = state.result().deals
    assert (deal.ending, deal.deadwood) == ("gin", (0, 29))
    assert state.returns() == (49.0, 0.0)
    assert play(start(deck, rules=Rules(gin=25)), "pass,pass,stock,gin H5").returns() == (54, 0)


def test_a_defender_with_as_much_deadwood_undercuts() -> None:
    for card, points in (("H5", 10), ("H4", 11), ("H6", None)):
        second = f"CA C2 C3 D7 H7 S7 H9 D9 S9 {card}"
        first = "HT HJ HQ SJ CJ DJ S2 S3 S4 D5"
        deck = make_deck(first, second, upcard="CK", stock="DK")
        state = play(start(deck), "pass, pass, stock, knock DK")
        (deal,) = state.result().deals
        if points is None:
            assert (deal.ending, state.returns()) == ("knock", (1.0, 0.0))
        else:
            assert (deal.ending, deal.winner, deal.knocker) == ("undercut", 1, 0)
            assert state.returns() == (0.0, points)


def test_a_knock_needs_little_deadwood() -> None:
    deck = make_deck(BEGINS, stock="H2")
    state = play(start(deck), "pass, pass, stock")
    assert not [move for move in state.legal_moves() if move.startswith("knock")]
    with pytest.raises(RuleError, match=r"^knock: without SK the deadwood is 30, more than 10$"):
        state.play("knock SK")
    with pytest.raises(RuleError, match=r"^gin: without SK the deadwood is 30$"):
        state.play("gin SK")
    state = play(start(make_deck(LOW, OTHERS, stock="HK"), rules=Rules(knock=4)), "pass,pass,stock")
    assert not [move for move in state.legal_moves() if move.startswith("knock")]


def test_big_gin_is_a_rule_that_can_be_switched_on() -> None:
    other = OTHERS.replace("C4", "S6")
    deck = make_deck("CA C2 C3 D7 H7 S7 H9 D9 S9 C9", other, stock="C4")
    usual = play(start(deck), "pass, pass, stock")
    assert "big gin" not in usual.legal_moves()
    with pytest.raises(RuleError, match=r"^big gin: "):
        usual.play("big gin")
    state = play(start(deck, rules=Rules(big_gin=31)), "pass, pass, stock, big gin")
    (deal,) = state.result().deals
    assert (deal.ending, deal.hands[0].bit_count()) == ("big gin", 11)
    assert state.returns() == (31.0 + deal.deadwood[1], 0.0)


def test_a_deal_is_void_when_two_cards_are_left_in_the_stock() -> None:
    state = State.start(Rules(), 5)
    state = play(state, "pass, pass")
    while not state.over:
        state = state.play("stock")
        plain = [move for move in state.legal_moves() if " " not in move]
        state = state.play(plain[-1])
    assert state.stock_size == 2
    assert state.returns() == (0.0, 0.0)
    assert state.result().deals[0].ending == "void"


def test_a_deal_ends_when_too_many_cards_were_taken_from_the_pile() -> None:
    state = State.start(Rules(pile_limit=3), 5)
    for _ in range(3):
        assert not state.over
        state = state.play("pile")
        state = state.play(next(move for move in state.legal_moves() if " " not in move))
    assert state.result().deals[0].ending == "void"


def test_who_scores_begins_the_next_deal() -> None:
    first = make_deck("HT HJ HQ SJ CJ DJ S2 S3 S4 D5", "CA C2 C3 D7 H7 S7 H9 D9 S9 H4",
                      upcard="CK", stock="DK")  # fmt: skip
    state = play(start(first, make_deck(LOW, OTHERS, stock="HK")), "pass, pass, stock, knock DK")
    assert (state.points, state.turn, state.over) == ((0, 11), 1, False)
    assert names(state.hand(1)) == set(LOW.split())
    state = play(state, "pass, pass, stock, knock HK")
    assert state.returns() == (0.0, 26.0)
    assert [deal.first for deal in state.result().deals] == [0, 1]


def test_after_a_void_deal_the_same_seat_begins() -> None:
    state = State.start(Rules(deals=2, pile_limit=1), 5).play("pass").play("pile")
    state = state.play(next(move for move in state.legal_moves() if " " not in move))
    assert (len(state.finished), state.turn) == (1, 0)


def test_every_move_that_is_not_legal_is_refused_by_the_rule_that_forbids_it() -> None:
    offer = start(make_deck(stock="H2"))
    discard = play(offer, "pass, pass, stock")
    for state, move, rule in (
        (offer, "stock", "offer"),
        (offer.play("pass").play("pass"), "pile", "draw"),
        (discard, "stock", "discard"),
        (discard, "C4", "hand"),
        (discard, "throw SK", "discard"),
        (discard.play("SK"), "CA", "draw"),
        (offer, 7, "move"),
    ):
        with pytest.raises(RuleError) as refused:
            state.play(move)  # type: ignore[arg-type]
        assert refused.value.rule == rule
    with pytest.raises(CardError, match="no card 'C1'"):
        discard.play("C1")
    with pytest.raises(RuleError, match=r"^turn: player 1 has the turn$"):
        discard.play("SK", 1)
    with pytest.raises(RuleError, match="before the end"):
        discard.result()


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        ({"knock": 11}, "knock must be a whole number from 0 to 10, not 11"),
        ({"gin": -1}, "gin must be"),
        ({"undercut": 1.5}, "undercut must be"),
        ({"big_gin": 5000}, "big_gin must be"),
        ({"pile_limit": 0}, "pile_limit must be"),
        ({"deals": 0}, "deals must be a whole number from 1 to 100"),
    ],
)
def test_wrong_rules_are_refused(option: dict[str, object], problem: str) -> None:
    check_refused(Rules, option, problem)


def test_wrong_decks_are_refused() -> None:
    with pytest.raises(CardError, match="1 decks of 52 different cards"):
        start(make_deck()[:-1])


def test_a_seat_sees_its_own_hand_and_what_the_other_took() -> None:
    state = play(start(make_deck(stock="H2")), "pile, SK")
    shown = state.render(["Anna", "Ben"], 1)
    assert "Anna    10 cards, of them SQ" in shown
    assert "Ben   * DT DJ DQ | CK" in shown
    assert state.render(["Anna", "Ben"]).count("cards") == 1  # of the stock
    assert str(state) == state.render()


def test_what_happened_can_be_read() -> None:
    assert knocked().transcript(["Anna", "Ben"]).splitlines() == [
        "deal 1: Anna begins, upcard SQ",
        "1. Anna passes",
        "2. Ben passes",
        "3. Anna draws HK, discards HK and knocks",
        "Anna knocks and scores 15 points (5 against 20)",
    ]
    assert knocked().render(["Anna", "Ben"]).splitlines() == [
        "Anna knocks and scores 15 points (5 against 20)",
        "Anna    D7 H7 S7 | D9 H9 S9 | CA C2 C3 | H5 (5)",
        "Ben     DT DJ DQ | CK C5 C4 S4 H3 S2 DA (29), 20 after lay-offs",
    ]
    state = play(start(make_deck(LOW, OTHERS, stock="HK")), "pass, pass, stock")
    assert state.describe("knock HK") == "discards HK and knocks with 5"


def test_what_is_unknown_is_dealt_anew_and_nothing_else() -> None:
    rng, bots = np.random.default_rng(8), (MinDeadwood(), Random())
    for seed in range(1, 12):
        end = play_game(GAME, bots, seed, Rules(deals=2))
        state = end.initial()
        for number, (_, move) in enumerate(end.moves):
            if number % 5 == 0:
                for seat in range(2):
                    other = state.resample(seat, rng)
                    assert other.observation(seat) == state.observation(seat)
                    assert other.hand(seat) == state.hand(seat)
                    assert other.top == state.top
                    assert other.known(1 - seat) == state.known(1 - seat)
                    again = State.of_decks(other.rules, other.decks)
                    for _, said in other.moves:
                        again = again.play(said)
                    assert again == other
            state = state.play(move)


def test_places_of_a_discarded_card_are_equally_likely() -> None:
    """A card that the other discarded after a draw was dealt to it ten times as often as drawn."""
    state = play(start(make_deck(stock="H2 S5")), "pass, pass, stock, SK, stock, CK")
    rng, games = np.random.default_rng(9), 4000
    drawn = sum(state.resample(0, rng).decks[0][22] == PACK.card("CK") for _ in range(games))
    expected = games / 11
    assert abs(drawn - expected) < 4 * np.sqrt(expected * 10 / 11)  # four standard errors
