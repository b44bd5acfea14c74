"""Games as text: the board and the rounds."""

from dataclasses import replace

from evenhand.games import play_game
from evenhand.games.ludo import GAME, Aggressive, Dice, Naive, Random, Rules, State
from evenhand.games.ludo.board import cell_of
from tests.games.ludo.golden_games import GOLDEN, GoldenGame
from tests.games.ludo.positions import PLAIN, START, position

ANNA_AND_BERT = ("Anna", "Bert")
WIDTH = 5


def golden(name: str) -> State:
    made = GoldenGame.read((GOLDEN / f"{name}.txt").read_text())
    return State.from_moves(made.chance, [m for moves, _ in made.rounds for m in moves], made.rules)


def shown_at(game: State, seat: int, square: int) -> str:
    row, column = cell_of(seat, square)
    line = game.render().splitlines()[1 + row]
    return line[WIDTH * column : WIDTH * (column + 1)].strip()


def test_the_board_before_the_first_move() -> None:
    game = State.start(Dice.parse("164"), Rules(moves=1))
    assert game.render(ANNA_AND_BERT).splitlines() == [
        "round 1, Anna to move, dice 1 6 4",
        "                              .    .    .",
        "Anna *                        .         *    * safe square",
        "a 1, b 1, c 1, d 1            *         .    > < starts",
        "points 0, captures 0          .         .    - home column",
        "                              .         .",
        "                              .         .",
        ".    abcd .    .    .    .                   .    .    .    *    .    .",
        ".    -    -    -    -    -    home      home -    -    -    -    -    .",
        ".    .    *    .    .    .                   .    .    .    .    ABCD .",
        "                              .         .",
        "                              .         .    Bert",
        "                              .         .    A 1, B 1, C 1, D 1",
        "                              .         *    points 0, captures 0",
        "                              *         .",
        "                              .    .    .",
    ]


def test_the_board_in_the_middle_of_a_game() -> None:
    game = position("57 53 27 28", "57 57 51 9", "25", seat=1, rules=Rules(home_bonus=0))
    assert str(game).splitlines() == [
        "round 1, player 2 to move, dice 2 5",
        "                              .    .    .",
        "player 1                      .         *    * safe square",
        "a 57, b 57, c 51, d 9         d         .    > < starts",
        "points 170, captures 0        .         .    - home column",
        "                              .         .",
        "                              .         .",
        ".    C    D    .    .    .                   .    .    .    *    .    .",
        "c    -    -    -    -    -    ab        A    -    -    -    B    -    .",
        ".    .    *    .    .    .                   .    .    .    .    <    .",
        "                              .         .",
        "                              .         .    player 2 *",
        "                              .         .    A 57, B 53, C 27, D 28",
        "                              .         *    points 161, captures 0",
        "                              *         .",
        "                              .    .    .",
    ]


def test_every_square_of_both_players_is_drawn_in_its_place() -> None:
    for square in range(1, 58):
        first = shown_at(position(f"{square} 1 1 1", START, "1"), 0, square)
        assert first == {1: "abcd", 27: "1+4"}.get(square, "a")
        second = shown_at(position(START, f"1 1 1 {square}", "1"), 1, square)
        assert second == {1: "ABCD", 27: "4+1"}.get(square, "D")


def test_many_tokens_on_a_square_are_counted() -> None:
    game = position("27 27 27 1", START, "1")
    assert shown_at(game, 1, 1) == "3+4"
    assert shown_at(position("27 27 1 1", "1 1 5 5", "1"), 1, 1) == "abAB"


def test_safe_squares_are_those_of_the_rules() -> None:
    for rules, stars in ((Rules(), 6), (Rules(safe="starts"), 0), (Rules(safe="none"), 0)):
        lines = str(position(START, dice="1", rules=rules)).splitlines()[1:]
        board = "\n".join(line.replace("player 1 *", "").replace("* safe", "") for line in lines)
        assert board.count("*") == stars


def test_a_picture_fits_into_a_terminal() -> None:
    names = ["full-information:playouts=1000000", "responsible-pair:near=30:reach=6:column=yes"]
    for seed in range(1, 6):
        lines = play_game(GAME, [Aggressive(), Naive()], seed).render(names).splitlines()
        assert len(lines) == 16
        assert max(map(len, lines[1:])) <= 79
        assert all(line == line.rstrip() for line in lines)
    crowded = position("57 57 57 57", "57 57 57 57", "1", rules=Rules(home_bonus=10_000))
    assert max(map(len, str(crowded).splitlines())) <= 79


def test_dice_that_wait_for_an_extra_turn_are_shown() -> None:
    rules = replace(PLAIN, extra_turns="capture")
    game = position("10 1 1 1", "38 1 1 1", "264", rules=rules, extra="53").play("2a")
    assert str(game).splitlines()[0] == "round 1, player 1 to move again, dice 5, waiting 6 4"


def test_a_game_is_told_round_by_round() -> None:
    assert golden("by_hand_captures").transcript(ANNA_AND_BERT).splitlines() == [
        "Anna abcd, Bert ABCD",
        "1. 666, Anna begins: 6a to 7, 6A to 7, 6a to 13 (12 : 6)",
        "2. 661, Bert begins: 1B to 2, 6a to 19, 6C to 7 (18 : 13)",
        "3. 653, Anna begins: 6a to 25, 5D to 6, 3a to 28 takes B (27 : 17)",
        "4. 431, Bert begins: 1B to 2 takes a, 4c to 5, 3A to 10 (4 : 21)",
        "Bert wins, points 4 : 21",
    ]
    assert golden("by_hand_captures").render().startswith("player 2 wins, points 4 : 21\n")


def test_tokens_that_come_home_extra_turns_and_lost_dice_are_told() -> None:
    assert golden("by_hand_home").transcript().splitlines()[-2:] == [
        "7. 356, player 1 begins: 3a home, 5D to 6 (112 : 29)",
        "player 1 wins, points 112 : 29",
    ]
    lines = golden("by_hand_extra_turns").transcript().splitlines()
    assert lines[-2] == (
        "4. 431, player 2 begins: 1A to 8 takes a, again 2A to 10, 4b to 5, 3D to 9 (4 : 23)"
    )
    long = play_game(GAME, [Random(), Naive()], 3, Rules(moves=150))
    assert " lost" in long.transcript()


def test_two_and_more_captured_tokens_are_named() -> None:
    chance = Dice(((6, 6, 6),) * 4 + ((1, 2, 3),) * 16)
    moves = ["6a", "6a", "6a", "6b", "6a", "6d", "6a", "6c", "6a", "6c", "6b", "6c"]
    game = State.from_moves(chance, moves, PLAIN)
    assert game.tokens == ((31, 7, 1, 1), (7, 7, 19, 7))
    assert game.play("2a").transcript().splitlines()[-1] == (
        "5. 123, player 1 begins: 2a to 33 takes ABD (38 : 18)"
    )


def test_a_round_that_is_not_complete_has_only_its_first_moves() -> None:
    game = State.start(Dice.parse("164 255"), Rules(moves=3))
    assert game.transcript() == "player 1 abcd, player 2 ABCD"
    assert (
        game.play("6b").transcript().splitlines()[1] == "1. 164, player 1 begins: 6b to 7 (6 : 0)"
    )


def test_players_of_one_name_are_numbered() -> None:
    game = State.start(Dice.parse("164"), Rules(moves=1))
    assert game.transcript(["naive", "naive"]) == "naive 1 abcd, naive 2 ABCD"
    assert game.render(["naive", "naive"]).startswith("round 1, naive 1 to move")


def test_moves_are_described_before_they_are_made() -> None:
    rules = replace(PLAIN, extra_turns="capture")
    game = position("10 53 1 1", "38 38 1 1", "264", rules=rules, extra="5")
    assert [game.describe(move) for move in ("2a", "4b", "6a")] == [
        "2a to 12 takes AB",
        "4b home",
        "6a to 16",
    ]
    assert game.play("2a").describe("5c") == "again 5c to 6"
    assert position("57 57 57 57", dice="6").describe("6-") == "6 lost"
    assert position(START, dice="51", seat=1).describe("5d") == "5D to 6"
