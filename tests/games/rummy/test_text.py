"""Games as text: the table, the turns, and a made game from a file."""

from pathlib import Path

from evenhand.games.rummy import Deal, Rules
from tests.games.rummy.deals import (
    READY_FIRST,
    THREE,
    draw_through_stock,
    play,
    start_game,
)

MADE_GAME = Path(__file__).parents[2] / "data" / "rummy" / "made_game.txt"
ANNA_AND_BERT = ("Anna", "Bert")


def test_a_made_game_is_played_and_told_line_by_line() -> None:
    lines = [line for line in MADE_GAME.read_text().splitlines() if not line.startswith("#")]
    deal, moves, *told = lines
    game = start_game(Deal.parse(deal), moves)
    assert game.transcript(ANNA_AND_BERT).splitlines() == told
    assert game.render(ANNA_AND_BERT).splitlines() == [
        "wild 2 by S2, Anna wins after 7 turns, points 0 : 7",
        "Anna    H5 H6 H7 H8 | S9 ST SJ | C4 D4 H4 | CQ DQ H2",
        "Bert    C5 C6 C7 C8 C9 | HT HJ HQ | D5 D6 JK, S3 S4 (7 points)",
        "stock   21 cards",
        "pile    D9 SK DK CA D3 D8",
    ]


def test_a_game_can_be_looked_at_while_it_is_played() -> None:
    game = start_game(READY_FIRST, "stock, HJ, stock, S2, pile")
    assert str(game).splitlines() == [
        "wild 7 by H7, turn 2, player 1 to discard",
        "player 1 * HA H2 H3 H4 | S9 JK SJ | C4 D4 S4, CQ D9 DQ S2 (21 points without DQ)",
        "player 2   C2 C5 C8 CJ D2 D5 D8 DJ DK H9 S5 S8 SK (80 points)",
        "stock      24 cards",
        "pile       HQ HJ",
    ]


def test_each_phase_has_its_headline() -> None:
    headlines = {
        "": "wild 7 by H7, turn 1, player 1 to draw",
        "stock, HJ": "wild 7 by H7, turn 1, player 2 to draw",
        "stock, HJ, stock": "wild 7 by H7, turn 1, player 2 to discard",
        "pile, declare D9": "wild 7 by H7, player 1 wins after 1 turn, points 0 : 80",
    }
    for moves, headline in headlines.items():
        assert str(start_game(READY_FIRST, moves)).splitlines()[0] == headline


def test_the_declarer_shows_the_melds_that_he_named() -> None:
    melds = "HA,H2,H3 S9,JK,SJ C4,D4,H4,S4 CQ,DQ,HQ"
    game = start_game(READY_FIRST, f"pile, declare D9 {melds}")
    shown = "HA H2 H3 | S9 JK SJ | C4 D4 H4 S4 | CQ DQ HQ"
    assert str(game).splitlines()[1] == f"player 1   {shown}"
    assert game.transcript().splitlines()[1] == (
        f"1. player 1 pile HQ, declares without D9: {shown}"
    )


def test_the_literal_reading_lays_out_sets_without_a_sequence() -> None:
    game = start_game(READY_FIRST, rules=Rules(literal_score=True))
    second = "player 2   C2 D2 S2 | C5 D5 S5 | C8 D8 S8, CJ DK H9 SK (39 points)"
    assert str(game).splitlines()[2] == second


def test_drops_and_wrong_shows_are_told_with_their_price() -> None:
    moves = "stock, HJ, drop, stock, DJ, stock, declare CT"
    game = start_game(THREE, moves, Rules.platform())
    assert game.transcript(("Anna", "Bert", "Cleo")).splitlines() == [
        "wild 7 by H7, open HQ",
        "1. Anna stock, discards HJ",
        "2. Bert drops and pays 20",
        "3. Cleo stock, discards DJ",
        "4. Anna stock, declares wrongly without CT and pays 80: a declaration has 13 cards, "
        "not 10; in the hand, but in no meld: CQ D9 DQ",
        "Cleo wins after 3 turns, points 80 : 20 : 0",
    ]
    first, second = game.render().splitlines()[1:3]
    assert first.endswith("CQ D9 DQ (29 points), declares wrongly and pays 80")
    assert second.endswith("(80 points), drops and pays 20")


def test_a_turn_that_is_not_complete_has_only_its_draw() -> None:
    assert start_game(READY_FIRST, "stock").transcript().splitlines() == [
        "wild 7 by H7, open HQ",
        "1. player 1 stock",
    ]


def test_the_end_of_the_stock_is_told() -> None:
    reshuffled = play(draw_through_stock(start_game(READY_FIRST), 26), "stock")
    assert reshuffled.transcript().splitlines()[-1] == "27. player 1 reshuffled stock"
    next_draw = draw_through_stock(start_game(READY_FIRST), 27).play("stock")
    assert next_draw.transcript().splitlines()[-1] == "28. player 2 stock"
    rules = Rules(stock_out="end", undeclared="draw")
    ended = play(draw_through_stock(start_game(READY_FIRST, rules=rules), 26), "stock")
    assert ended.transcript().splitlines()[-2] == "27. player 1 finds no stock"
    assert "nobody wins, undeclared after 26 turns" in ended.transcript()


def test_a_seat_sees_of_the_others_what_all_have_seen() -> None:
    game = start_game(READY_FIRST, "stock, CQ, pile, SK, stock")
    own, other = game.render(seat=0).splitlines()[1:3]
    assert own == game.render().splitlines()[1]
    assert other == "player 2   13 cards, of them CQ"
    assert start_game(READY_FIRST).render(seat=1).splitlines()[1] == "player 1 * 13 cards"
    over = start_game(READY_FIRST, "pile, declare D9")
    assert over.render(seat=1) == over.render()


def test_moves_are_described() -> None:
    game = start_game(READY_FIRST, rules=Rules.platform())
    assert [game.describe(move) for move in game.legal_moves()] == [
        "draws from the stock",
        "takes HQ from the pile",
        "drops and pays 20",
    ]
    drawn = game.play("pile")
    assert drawn.describe("D9") == "discards D9"
    assert drawn.describe("declare D9").startswith("declares without D9: HA H2 H3 H4 | ")
    assert drawn.describe("declare CQ").startswith("declares wrongly without CQ and pays 80: ")
    empty = draw_through_stock(start_game(READY_FIRST), 26)
    assert empty.describe("stock") == "draws from the reshuffled stock"
    out = draw_through_stock(start_game(READY_FIRST, rules=Rules(stock_out="end")), 26)
    assert out.describe("stock") == "finds no stock"
