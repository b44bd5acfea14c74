"""How games end: drops, wrong shows, three players, the limit and the stock."""

import pytest
from evenhand.games.rummy.pack import name, names
from evenhand.games.rummy.phase import Phase
from evenhand.games.rummy.rules import Rules

from evenhand.games.protocol import RuleError
from evenhand.rng import next_state, randbelow
from tests.games.rummy.made_games import (
    JUNK,
    POOR,
    READY,
    READY_FIRST,
    READY_LAST,
    THREE,
    cards_on_the_table,
    made_deal,
    play,
    started,
    through_the_stock,
)

PLATFORM = Rules.platform()
PLATFORM_OF_THREE = Rules.platform(players=3)


def test_a_wrong_show_between_two_gives_the_game_to_the_other() -> None:
    game = started(READY_FIRST, "pile, declare CQ", PLATFORM)
    result = game.result()
    assert (result.points, result.winner, result.declared) == ((80, 0), 1, False)
    assert (result.wrong, result.dropped) == (frozenset({0}), frozenset())
    assert result.turns == (1, 0)


def test_valid_cards_in_wrong_melds_are_a_wrong_show() -> None:
    melds = "HA,H2,H3 S9,JK,SJ C4,D4,H4 S4,CQ,DQ,HQ"
    game = started(READY_FIRST, f"pile, declare D9 {melds}", Rules(wrong_show=50))
    assert game.result().points == (50, 0)


def test_a_first_drop_is_cheaper_than_a_later_one() -> None:
    first = started(READY_FIRST, "drop", PLATFORM).result()
    assert (first.points, first.winner, first.turns) == ((20, 0), 1, (0, 0))
    assert (first.dropped, first.declared) == (frozenset({0}), False)
    second = started(READY_FIRST, "stock, HJ, drop", PLATFORM).result()
    assert (second.points, second.winner, second.turns) == ((0, 20), 0, (1, 0))
    middle = started(READY_FIRST, "stock, HJ, stock, DJ, drop", PLATFORM).result()
    assert (middle.points, middle.winner, middle.turns) == ((40, 0), 1, (1, 1))


def test_drops_that_have_no_price_are_neither_listed_nor_allowed() -> None:
    assert started(READY_FIRST).legal_moves() == ["stock", "pile"]
    only_first = started(READY_FIRST, "", Rules(first_drop=20))
    assert only_first.legal_moves() == ["stock", "pile", "drop"]
    later = play(only_first, "stock, HJ, stock, DJ")
    for game in (started(READY_FIRST), later):
        assert game.legal_moves() == ["stock", "pile"]
        with pytest.raises(RuleError, match="drop: these rules have no drop at this time"):
            game.play("drop")


def test_three_players_play_on_after_a_drop_and_a_wrong_show() -> None:
    game = started(THREE, "stock, HJ, drop, stock, DJ", PLATFORM_OF_THREE)
    assert (game.turn, game.playing, game.turns) == (0, (0, 2), (1, 0, 1))
    won = play(game, "stock, CT, drop").result()
    assert (won.points, won.winner, won.dropped) == ((0, 20, 40), 0, frozenset({1, 2}))
    wrong = play(game, "stock, declare CT")
    assert wrong.over
    assert wrong.result().points == (80, 20, 0)
    assert wrong.result().winner == 2
    assert (wrong.result().wrong, wrong.result().dropped) == (frozenset({0}), frozenset({1}))


def test_a_declaration_among_three_makes_the_others_count_or_pay() -> None:
    game = started(THREE, "pile, declare D9", Rules(players=3))
    assert game.result().points == (0, 80, 80)
    deal = made_deal(POOR, JUNK, READY, open_card="C7", stock="HJ HQ")
    dropped = started(deal, "drop, stock, HJ, stock, declare D9", PLATFORM_OF_THREE).result()
    assert (dropped.points, dropped.winner, dropped.turns) == ((20, 80, 0), 2, (0, 1, 1))


def test_the_card_of_a_wrong_show_lies_on_the_pile_for_the_next() -> None:
    game = started(THREE, "pile, declare CQ", PLATFORM_OF_THREE)
    assert (game.turn, [name(card) for card in game.pile]) == (1, ["CQ"])
    assert game.hand(0).bit_count() == 13
    assert "CQ" in names(game.play("pile").hand(1))


def test_the_limit_ends_the_game_when_all_have_had_their_turns() -> None:
    rules = Rules(turn_limit=2)
    game = started(READY_FIRST, "stock, HJ, stock, DJ, stock, CT, stock", rules)
    assert not game.over
    over = play(game, game.legal_moves()[0])
    assert over.over
    assert (over.turns, over.result().declared) == ((2, 2), False)


def test_at_the_limit_those_who_dropped_are_not_waited_for() -> None:
    rules = Rules(players=3, turn_limit=1, first_drop=20)
    last_drops = started(THREE, "stock, HJ, stock, DJ, drop", rules)
    assert last_drops.over
    assert last_drops.result().points == (29, 80, 20)
    assert last_drops.result().winner == 0
    first_drops = started(THREE, "drop, stock, HJ, stock, DJ", rules)
    assert first_drops.result().points == (20, 80, 80)
    assert first_drops.result().winner is None


def test_undeclared_the_lower_score_wins_or_nobody() -> None:
    moves = "stock, HJ, stock, DJ"
    result = started(READY_FIRST, moves, Rules(turn_limit=1)).result()
    assert (result.points, result.winner) == ((29, 80), 0)
    mirrored = started(READY_LAST, moves, Rules(turn_limit=1)).result()
    assert (mirrored.points, mirrored.winner) == ((80, 29), 1)
    draw = started(READY_FIRST, moves, Rules(turn_limit=1, undeclared="draw")).result()
    assert (draw.points, draw.winner) == ((29, 80), None)


def test_a_game_that_ends_by_a_drop_is_no_draw() -> None:
    rules = Rules(undeclared="draw", first_drop=20, wrong_show=80)
    assert started(READY_FIRST, "drop", rules).result().winner == 1
    assert started(READY_FIRST, "pile, declare CQ", rules).result().winner == 1


def test_equal_scores_are_a_draw() -> None:
    deal = made_deal(JUNK, POOR, stock="HJ DJ")
    result = started(deal, "stock, HJ, stock, DJ", Rules(turn_limit=1)).result()
    assert (result.points, result.winner) == ((80, 80), None)


def test_the_discards_but_the_top_one_are_shuffled_when_the_stock_is_empty() -> None:
    empty = through_the_stock(started(READY_FIRST, draws=2024), 26)
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
    assert (game.layout.draws, game.draws) == (state, 2024)
    assert empty.play("pile").stock == ()


def test_the_stock_is_reshuffled_again_and_by_other_draws() -> None:
    once = through_the_stock(started(READY_FIRST), 26)
    again = through_the_stock(once, 26)
    assert (again.stock, len(again.pile)) == ((), 27)
    assert again.play("stock").layout.draws not in (once.play("stock").layout.draws, 1)
    other = through_the_stock(started(READY_FIRST, draws=2), 26)
    assert other.pile == once.pile
    assert other.play("stock").stock != once.play("stock").stock


def test_three_players_reshuffle_after_thirteen_cards() -> None:
    empty = through_the_stock(started(THREE, rules=Rules(players=3)), 13)
    assert (empty.stock, len(empty.pile), empty.turn) == ((), 14, 1)
    game = empty.play("stock")
    assert len(game.stock) == 12
    assert cards_on_the_table(game) == list(range(54))


def test_without_reshuffling_the_game_ends_when_a_player_finds_no_stock() -> None:
    empty = through_the_stock(started(READY_FIRST, rules=Rules(stock_out="end")), 26)
    assert empty.legal_moves() == ["stock", "pile"]
    assert empty.play("pile").phase is Phase.DISCARD
    over = empty.play("stock")
    assert over.over
    assert over.turns == (13, 13)
    assert not over.result().declared
    assert [hand.bit_count() for hand in over.layout.hands] == [13, 13]
