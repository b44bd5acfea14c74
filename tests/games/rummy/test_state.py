"""Turns, declarations, refusals, endings, and what seats know."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from evenhand.games import RuleError
from evenhand.games.cards import CardError, cards_of
from evenhand.games.rummy import GAME, Phase, Rules, State, name, names, read_hand, read_wild
from evenhand.games.rummy.arrangement import find_final_discards
from evenhand.games.rummy.deck import COLUMN, FULL, PRINTED, card
from evenhand.games.rummy.table import StockOut
from evenhand.rng import SEED_LIMIT, next_state, randbelow
from tests.games.rummy.deals import (
    JUNK,
    POOR,
    READY,
    READY_FIRST,
    READY_LAST,
    SHOWN,
    THREE,
    draw_through_stock,
    list_all_cards,
    make_deal,
    play,
    random_game,
    start_game,
)

JOKERS_STAY = Rules(jokers_discardable=False)
PLATFORM = Rules.platform()


def test_a_turn_draws_a_card_and_discards_one() -> None:
    game = start_game(READY_FIRST)
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
    game = start_game(READY_FIRST, "pile, D9, pile, SK, stock, HQ, pile, D9")
    moved = [None if card < 0 else name(card) for card in game.cards]
    assert moved == ["HQ", "D9", "D9", "SK", "HJ", "HQ", "HQ", "D9"]
    assert names(game.known(0)) == []
    assert names(game.known(1)) == ["HQ"]
    assert [name(card) for card in game.pile] == ["SK", "D9"]


def test_a_valid_declaration_ends_the_game_and_the_other_counts_his_hand() -> None:
    game = start_game(READY_FIRST, "pile, declare D9")
    result = game.result()
    assert (result.points, result.winner, result.declared) == ((0, 80), 0, True)
    assert (result.turns, result.all_turns) == ((1, 0), 1)
    assert (result.dropped, result.wrong) == (frozenset(), frozenset())
    assert game.turn is None
    assert game.legal_moves() == []
    assert name(game.pile[-1]) == "D9"
    assert sum(game.shows[0].melds) == game.hand(0)


@pytest.mark.parametrize(("literal", "points"), [(False, 80), (True, 39)])
def test_who_does_not_declare_counts_his_hand_as_the_rules_read_it(
    literal: bool, points: int
) -> None:
    deal = make_deal(JUNK, READY, open_card="C3", stock="HJ HQ")
    game = start_game(deal, "stock, HJ, stock, declare D9", Rules(literal_score=literal))
    result = game.result()
    assert (result.points, result.winner, result.turns) == ((points, 0), 1, (1, 1))


def test_a_declaration_may_name_its_melds() -> None:
    drawn = start_game(READY_FIRST, "pile")
    game = drawn.play(f"declare D9 {SHOWN}")
    assert game.declarer == 0
    assert names(game.shows[0].melds[0]) == ["HA", "H2", "H3"]
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
    game = start_game(READY_FIRST, "pile")
    with pytest.raises(RuleError, match=problem) as refused:
        game.play(declaration)
    assert refused.value.rule == "declaration"
    assert "\n" not in str(refused.value)
    assert game.turn == 0
    assert game.hand(0).bit_count() == 14


def test_a_joker_is_not_discarded_if_the_rules_forbid_it() -> None:
    deal = make_deal(READY.replace("D9", "D7"), JUNK, stock="JK")
    game = start_game(deal, "stock", JOKERS_STAY)
    assert "JK" not in game.legal_moves()
    for joker in ("JK", "D7", "declare JK"):
        with pytest.raises(RuleError, match=r"jokers: .* is a joker, and jokers are not"):
            game.play(joker)
    allowed = start_game(deal, "stock")
    assert {"JK", "D7"} <= set(allowed.legal_moves())
    assert allowed.legal_moves().count("JK") == 1
    without = allowed.play("JK")
    assert (without.hand(0) & PRINTED).bit_count() == 1
    assert allowed.play("D7").pile[-1] == card("D7")


def test_either_printed_joker_is_called_by_the_same_name() -> None:
    deal = make_deal(READY, JUNK, open_card="JK", stock="HJ")
    game = start_game(deal, "pile, JK, stock, HJ")
    first, second = card("JK"), card("JK") + 1
    assert game.pile == (first, card("HJ"))
    assert game.hand(0) & PRINTED == 1 << second
    assert play(game, "stock, JK").pile == (first, card("HJ"), second)


def test_an_exposed_printed_joker_makes_the_aces_wild() -> None:
    deal = make_deal("HA H2 H3 S9 CA SJ C4 D4 H4 S4 CQ DQ D9", JUNK, exposed="JK", open_card="HQ")
    game = start_game(deal, "pile", JOKERS_STAY)
    assert game.wild == read_wild("A")
    assert game.play("declare D9").declarer == 0
    with pytest.raises(RuleError, match="jokers: CA is a joker"):
        game.play("CA")


def test_declarations_are_listed_exactly_where_they_are_valid() -> None:
    moves = start_game(READY_FIRST, "pile").legal_moves()
    assert [move for move in moves if move.startswith("declare")] == ["declare D9"]
    nothing = start_game(READY_FIRST, "stock").legal_moves()
    assert not any(move.startswith("declare") for move in nothing)


def test_declarations_that_are_wrong_are_listed_if_they_have_a_price() -> None:
    game = start_game(READY_FIRST, "stock", PLATFORM)
    discards = [move for move in game.legal_moves() if not move.startswith("declare")]
    assert game.legal_moves() == [*discards, *(f"declare {card}" for card in discards)]
    assert len(discards) == 14
    assert "declares wrongly without HA and pays 80: " in game.describe("declare HA", 1)


def test_a_joker_ends_a_game_only_where_jokers_may_be_discarded() -> None:
    deal = make_deal(READY.replace("D9", "HQ"), JUNK, open_card="D9", stock="JK")
    kept = start_game(deal, "stock", JOKERS_STAY).legal_moves()
    assert "declare S4" in kept
    assert "declare JK" not in kept
    free = start_game(deal, "stock")
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
        ends = find_final_discards(hand, wild)
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
    game = start_game(READY_FIRST, moves)
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
        start_game(READY_FIRST, "pile").play(move)


@pytest.mark.parametrize("melds", ["HA,HA,H2", "JK,JK,JK", "JK,H2,H3 JK,H4 JK,CQ"])
def test_a_declaration_with_a_card_too_often_is_refused_even_if_wrong_shows_are_paid(
    melds: str,
) -> None:
    with pytest.raises(CardError, match=r"there (twice|too often)"):
        start_game(READY_FIRST, "pile", Rules.platform()).play(f"declare D9 {melds}")


def test_only_the_seat_that_has_the_turn_may_move() -> None:
    game = start_game(READY_FIRST)
    assert game.play("stock", 0).turn == 0
    for seat in (1, 2, -1):
        with pytest.raises(RuleError, match="turn: player 1 has the turn"):
            game.play("stock", seat)


def test_there_is_no_result_before_the_end() -> None:
    for ask in (State.result, State.returns):
        with pytest.raises(RuleError, match="no result before the end"):
            ask(start_game(READY_FIRST))


def test_seeds_must_be_seeds() -> None:
    for seed in (0, -1, SEED_LIMIT - 1):
        with pytest.raises(ValueError, match="a seed is a number from 1 to"):
            State.from_deal(READY_FIRST, shuffle_seed=seed)
        with pytest.raises(ValueError, match="a seed is a number from 1 to"):
            GAME.start(Rules(), 2, seed)


@pytest.mark.parametrize("seats", [1, 4])
def test_one_pack_has_cards_for_two_or_three(seats: int) -> None:
    with pytest.raises(ValueError, match=f"rummy has 2 or 3 seats, not {seats}"):
        GAME.start(Rules(), seats, 1)


def test_a_wrong_show_between_two_gives_the_game_to_the_other() -> None:
    game = start_game(READY_FIRST, "pile, declare CQ", PLATFORM)
    result = game.result()
    assert (result.points, result.winner, result.declared) == ((80, 0), 1, False)
    assert (result.wrong, result.dropped) == (frozenset({0}), frozenset())
    assert result.turns == (1, 0)


def test_valid_cards_in_wrong_melds_are_a_wrong_show() -> None:
    melds = "HA,H2,H3 S9,JK,SJ C4,D4,H4 S4,CQ,DQ,HQ"
    game = start_game(READY_FIRST, f"pile, declare D9 {melds}", Rules(wrong_show=50))
    assert game.result().points == (50, 0)


def test_a_first_drop_is_cheaper_than_a_later_one() -> None:
    first = start_game(READY_FIRST, "drop", PLATFORM).result()
    assert (first.points, first.winner, first.turns) == ((20, 0), 1, (0, 0))
    assert (first.dropped, first.declared) == (frozenset({0}), False)
    second = start_game(READY_FIRST, "stock, HJ, drop", PLATFORM).result()
    assert (second.points, second.winner, second.turns) == ((0, 20), 0, (1, 0))
    middle = start_game(READY_FIRST, "stock, HJ, stock, DJ, drop", PLATFORM).result()
    assert (middle.points, middle.winner, middle.turns) == ((40, 0), 1, (1, 1))


def test_drops_that_have_no_price_are_neither_listed_nor_allowed() -> None:
    assert start_game(READY_FIRST).legal_moves() == ["stock", "pile"]
    only_first = start_game(READY_FIRST, "", Rules(first_drop=20))
    assert only_first.legal_moves() == ["stock", "pile", "drop"]
    later = play(only_first, "stock, HJ, stock, DJ")
    for game in (start_game(READY_FIRST), later):
        assert game.legal_moves() == ["stock", "pile"]
        with pytest.raises(RuleError, match="drop: these rules have no drop at this time"):
            game.play("drop")


def test_three_players_play_on_after_a_drop_and_a_wrong_show() -> None:
    game = start_game(THREE, "stock, HJ, drop, stock, DJ", PLATFORM)
    assert (game.turn, game.playing, game.turns) == (0, (0, 2), (1, 0, 1))
    won = play(game, "stock, CT, drop").result()
    assert (won.points, won.winner, won.dropped) == ((0, 20, 40), 0, frozenset({1, 2}))
    wrong = play(game, "stock, declare CT")
    assert wrong.over
    assert wrong.result().points == (80, 20, 0)
    assert wrong.result().winner == 2
    assert (wrong.result().wrong, wrong.result().dropped) == (frozenset({0}), frozenset({1}))


def test_a_declaration_among_three_makes_the_others_count_or_pay() -> None:
    game = start_game(THREE, "pile, declare D9", Rules())
    assert game.result().points == (0, 80, 80)
    deal = make_deal(POOR, JUNK, READY, open_card="C7", stock="HJ HQ")
    dropped = start_game(deal, "drop, stock, HJ, stock, declare D9", PLATFORM).result()
    assert (dropped.points, dropped.winner, dropped.turns) == ((20, 80, 0), 2, (0, 1, 1))


def test_the_card_of_a_wrong_show_lies_on_the_pile_for_the_next() -> None:
    game = start_game(THREE, "pile, declare CQ", PLATFORM)
    assert (game.turn, [name(card) for card in game.pile]) == (1, ["CQ"])
    assert game.hand(0).bit_count() == 13
    assert "CQ" in names(game.play("pile").hand(1))


def test_the_limit_ends_the_game_when_all_have_had_their_turns() -> None:
    rules = Rules(turn_limit=2)
    game = start_game(READY_FIRST, "stock, HJ, stock, DJ, stock, CT, stock", rules)
    assert not game.over
    over = play(game, game.legal_moves()[0])
    assert over.over
    assert (over.turns, over.result().declared) == ((2, 2), False)


def test_at_the_limit_those_who_dropped_are_not_waited_for() -> None:
    rules = Rules(turn_limit=1, first_drop=20)
    last_drops = start_game(THREE, "stock, HJ, stock, DJ, drop", rules)
    assert last_drops.over
    assert last_drops.result().points == (29, 80, 20)
    assert last_drops.result().winner == 0
    first_drops = start_game(THREE, "drop, stock, HJ, stock, DJ", rules)
    assert first_drops.result().points == (20, 80, 80)
    assert first_drops.result().winner is None


def test_undeclared_the_lower_score_wins_or_nobody() -> None:
    moves = "stock, HJ, stock, DJ"
    result = start_game(READY_FIRST, moves, Rules(turn_limit=1)).result()
    assert (result.points, result.winner) == ((29, 80), 0)
    mirrored = start_game(READY_LAST, moves, Rules(turn_limit=1)).result()
    assert (mirrored.points, mirrored.winner) == ((80, 29), 1)
    draw = start_game(READY_FIRST, moves, Rules(turn_limit=1, undeclared="draw")).result()
    assert (draw.points, draw.winner) == ((29, 80), None)


def test_a_game_that_ends_by_a_drop_is_no_draw() -> None:
    rules = Rules(undeclared="draw", first_drop=20, wrong_show=80)
    assert start_game(READY_FIRST, "drop", rules).result().winner == 1
    assert start_game(READY_FIRST, "pile, declare CQ", rules).result().winner == 1


def test_equal_scores_are_a_draw() -> None:
    deal = make_deal(JUNK, POOR, stock="HJ DJ")
    result = start_game(deal, "stock, HJ, stock, DJ", Rules(turn_limit=1)).result()
    assert (result.points, result.winner) == ((80, 80), None)


def test_the_discards_but_the_top_one_are_shuffled_when_the_stock_is_empty() -> None:
    empty = draw_through_stock(start_game(READY_FIRST, shuffle_seed=2024), 26)
    assert (empty.stock, len(empty.pile), empty.turns) == ((), 27, (13, 13))
    order, state = list(empty.pile[:-1]), 2024
    for place in range(25, 0, -1):
        state = next_state(state)
        other = randbelow(state, place + 1)
        order[place], order[other] = order[other], order[place]
    game = empty.play("stock")
    assert game.hand(0) == empty.hand(0) | 1 << order[0]
    assert game.stock == tuple(order[1:])
    assert game.pile == empty.pile[-1:]
    assert game.reshuffles[0].stock == tuple(order)
    assert empty.play("pile").stock == ()


def test_the_stock_is_reshuffled_again_and_by_other_draws() -> None:
    once = draw_through_stock(start_game(READY_FIRST), 26)
    again = draw_through_stock(once, 26)
    assert (again.stock, len(again.pile)) == ((), 27)
    first, second = again.play("stock").reshuffles
    assert sorted(first.stock) != list(first.stock) != list(second.stock)
    other = draw_through_stock(start_game(READY_FIRST, shuffle_seed=2), 26)
    assert other.pile == once.pile
    assert other.play("stock").stock != once.play("stock").stock


def test_three_players_reshuffle_after_thirteen_cards() -> None:
    empty = draw_through_stock(start_game(THREE), 13)
    assert (empty.stock, len(empty.pile), empty.turn) == ((), 14, 1)
    game = empty.play("stock")
    assert len(game.stock) == 12
    assert list_all_cards(game) == list(range(54))


def test_without_reshuffling_the_game_ends_when_a_player_finds_no_stock() -> None:
    empty = draw_through_stock(start_game(READY_FIRST, rules=Rules(stock_out="end")), 26)
    assert empty.legal_moves() == ["stock", "pile"]
    assert empty.play("pile").phase is Phase.DISCARD
    over = empty.play("stock")
    assert over.over
    assert over.turns == (13, 13)
    assert not over.result().declared
    assert [over.hand(seat).bit_count() for seat in range(2)] == [13, 13]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("stock_out", ["reshuffle", "end"])
def test_cards_stay_together_and_exactly_the_listed_cards_may_be_discarded(
    seats: int, stock_out: StockOut
) -> None:
    rng = np.random.default_rng(11)
    rules = replace(PLATFORM, stock_out=stock_out, turn_limit=30)
    end = random_game(rng, rules, seats)
    game = end.initial()
    for seat, move in end.moves:
        assert game.turn == seat
        assert move in game.legal_moves()
        game = game.play(move)
        assert list_all_cards(game) == list(range(54))
        if game.phase is Phase.DISCARD:
            accepted = {one for one in names(FULL) if allowed(game, one)}
            assert accepted == {one for one in game.legal_moves() if "declare" not in one}
    assert game == end
    assert end.over
    assert max(end.turns) <= 30


def allowed(game: State, move: str) -> bool:
    try:
        game.play(move)
    except RuleError:
        return False
    return True


WORDS = """stock pile drop declare declare. H7 JK D9 ?? H10 STOCK declare|D9 declare|JK declare||
           declare|D9|JK,JK,JK declare|D9|H2,H3,H4 declare|CA|,"""
GARBAGE = st.sampled_from([word.replace("|", " ") for word in WORDS.split()]) | st.text(max_size=12)


@settings(max_examples=80, deadline=None)
@given(seed=st.integers(0, 40), length=st.integers(0, 30), move=GARBAGE)
def test_garbage_is_refused_by_an_error_that_says_so_and_changes_nothing(
    seed: int, length: int, move: str
) -> None:
    game = random_game(
        np.random.default_rng(seed), Rules(turn_limit=8, first_drop=20), moves=length
    )
    before = hash(game)
    problem = None
    try:
        after = game.play(move)
    except (RuleError, CardError) as refused:
        problem = str(refused)
    else:
        assert len(after.moves) == len(game.moves) + 1
        assert list_all_cards(after) == list(range(54))
    assert problem is None or problem.strip()
    assert "\n" not in (problem or "")
    assert hash(game) == before


def test_scores_of_random_games_follow_from_what_happened() -> None:
    rng = np.random.default_rng(12)
    for seats in (2, 3):
        for _ in range(5):
            game = random_game(rng, replace(PLATFORM, turn_limit=25), seats)
            result = game.result()
            prices = [20, 40]
            assert all(result.points[seat] in prices for seat in result.dropped)
            assert all(0 <= points <= 80 for points in result.points)
            if result.winner is not None:
                playing = [result.points[seat] for seat in game.playing]
                assert result.points[result.winner] == min(playing)


def test_scores_agree_with_the_winner() -> None:
    """A hand without points that comes too late counts half a point; a draw is the mean."""
    assert start_game(READY_FIRST, "pile, declare D9").returns() == (0.0, -80.0)
    free = Rules(first_drop=0)
    assert start_game(READY_FIRST, "drop", free).returns() == (-0.5, 0.0)
    draw = Rules(turn_limit=1, undeclared="draw")
    assert start_game(READY_FIRST, "stock, HJ, stock, DJ", draw).returns() == (-54.5, -54.5)
    dropped = replace(draw, first_drop=20)
    assert start_game(THREE, "stock, HJ, stock, DJ, drop", dropped).returns() == (
        -54.5,
        -54.5,
        -20.0,
    )


def test_what_all_have_seen_being_taken_is_forgotten_when_it_is_discarded() -> None:
    """Also if the card comes back from a reshuffled stock, where nobody sees it."""
    back, rng = 0, np.random.default_rng(13)
    for _ in range(6):
        end = random_game(rng, Rules(turn_limit=60))
        now, seen = end.initial(), [set[int](), set[int]()]
        ever = [set[int](), set[int]()]
        for seat, move in end.moves:
            top = now.pile[-1] if now.pile else None
            now = now.play(move)
            if now.over:
                break
            if move == "pile" and top is not None:
                seen[seat].add(top)
                ever[seat].add(top)
            elif move != "stock":
                seen[seat].discard(now.pile[-1])
            assert [set(cards_of(now.known(seat))) for seat in range(2)] == seen
            back += any(ever[seat] & set(cards_of(now.hand(seat))) != seen[seat] for seat in (0, 1))
    assert back > 0


@pytest.mark.parametrize("seats", [2, 3])
def test_resampled_games_have_the_same_past_and_other_hidden_cards(seats: int) -> None:
    rng, others = np.random.default_rng(14), 0
    end = random_game(rng, Rules(turn_limit=40), seats)
    assert end.reshuffles
    now = end.initial()
    for number, (_, move) in enumerate(end.moves):
        if number % 7 == 0:
            for seat in range(seats):
                other = now.resample(seat, rng)
                assert other.observation(seat) == now.observation(seat)
                assert other.hand(seat) == now.hand(seat)
                assert (other.pile, other.moves) == (now.pile, now.moves)
                assert list_all_cards(other) == list(range(54))
                replayed = play(other.initial(), ", ".join(word for _, word in now.moves))
                assert replayed == other
                assert (replayed.row == other.row)[:10].all()
                assert (replayed.stock, replayed.cards) == (other.stock, other.cards)
                assert [replayed.hand(one) for one in range(seats)] == [
                    other.hand(one) for one in range(seats)
                ]
                others += sum(other.hand(one) != now.hand(one) for one in range(seats))
        now = now.play(move)
    assert others > 30


def test_seats_can_tell_games_apart_only_by_what_they_see() -> None:
    game = start_game(THREE, "stock, HJ")
    swapped = start_game(make_deal(READY, POOR, JUNK, stock="HJ DJ CT"), "stock, HJ")
    assert game.observation(0) == swapped.observation(0)
    assert game.observation(1) != swapped.observation(1)
    drawn, other = (start_game(READY_FIRST, f"stock, {card}") for card in ("HJ", "D9"))
    assert drawn.observation(1) != other.observation(1)
    deals = [make_deal(READY, JUNK, stock=stock) for stock in ("HJ DJ CT", "DT DJ CT")]
    unseen, seen = (
        [start_game(deal, "stock").observation(seat) for deal in deals] for seat in (1, 0)
    )
    assert unseen[0] == unseen[1]
    assert seen[0] != seen[1]


def test_a_wrong_show_is_seen_by_all() -> None:
    game = start_game(THREE, "pile, declare CQ", PLATFORM)
    assert game.known(0) == game.hand(0)
    assert game.resample(1, np.random.default_rng(1)).hand(0) == game.hand(0)
