"""Records of the ISS server: reading, replaying, checking, writing."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import numpy as np
import pytest
from hypothesis import event, given, settings, strategies as st

from evenhand.games.cards import CardError
from evenhand.games.protocol import RuleError
from evenhand.games.skat import (
    PACK,
    Contract,
    DealState,
    Phase,
    Record,
    RecordedResult,
    check,
    each_record,
    parse_iss,
    read_iss,
    replay,
    write_iss,
)
from evenhand.tables import TableError
from tests.games.skat.made import (
    EVERY_CONTRACT,
    FOREHAND_AT_18,
    TEN_TRICKS,
    TOPS_LAST,
    TOPS_LEAD,
    cut,
    play,
    random_game,
)

HAND_WRITTEN = Path(__file__).parents[2] / "data" / "skat" / "hand_written.sgf"
PASSED, OUVERT, NULL, GIVEN_UP, TIMEOUT, LEFT, MISSED = read_iss(HAND_WRITTEN)
LINE = HAND_WRITTEN.read_text().splitlines()[1]


# Reading


def test_the_score_list_finds_declarer_score_and_success() -> None:
    found = [(record.declarer, record.score, record.won) for record in read_iss(HAND_WRITTEN)]
    assert found == [
        (None, 0, False),
        (0, 264, True),
        (0, -70, False),
        (2, 168, True),
        (None, 0, False),
        (2, 168, True),
        (0, -180, False),
    ]
    kinds = [record.result.kind for record in read_iss(HAND_WRITTEN)]
    assert kinds == ["passed", "game", "game", "game", "penalty", "game", "game"]


def test_a_record_knows_who_played_when() -> None:
    assert OUVERT.players == ("Ben", "Cem", "Anna")
    assert (OUVERT.id, OUVERT.series, OUVERT.place) == ("2", "7", "A kitchen table")
    assert OUVERT.time == datetime(2024, 1, 31, 20, 3, 12, tzinfo=UTC)
    assert MISSED.time is None
    assert (OUVERT.deal, GIVEN_UP.deal) == (TOPS_LEAD, TOPS_LAST)
    assert PASSED.moves == ((1, "p"), (2, "p"), (0, "p"))
    assert TIMEOUT.moves == ((1, "18"), ("w", "TI.0"))


def test_hands_may_be_divided_by_dots_or_bars() -> None:
    assert NULL.deal == OUVERT.deal == TOPS_LEAD


def test_the_result_is_read_in_full() -> None:
    result = RecordedResult.parse(
        "d:2 loss v:-72 m:-1 overbid p:75 t:6 s:0 z:0 p0:0 l:-1 to:-1 r:0"
    )
    assert (result.declarer, result.won, result.score, result.matadors) == (2, False, -72, -1)
    assert (result.overbid, result.points, result.tricks) == (True, 75, 6)


def test_games_with_a_penalty_or_without_a_result_have_no_declarer_for_the_list() -> None:
    penalty = parse_iss(
        re.sub(r"]R\[.*]", "]R[d:1 penalty v:0 m:0 bidok p:0 t:0 s:0 z:0 p1:1]", LINE)
    )
    unknown = parse_iss(re.sub(r"]R\[.*]", "]R[unknown]", LINE))
    for record in (penalty, unknown):
        assert (record.declarer, record.score, record.won) == (None, 0, False)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("(;", "", r"a game begins with \(;"),
        ("(;", "(", r"a game begins with \(;"),
        (";)", "", "cannot be read from character"),
        ("]R[", " R[", "column MV: the last move 'r:0' has no text"),
        ("GM[Skat]", "GM[1]", "column GM: not a game of Skat"),
        ("GM[Skat]", "", "column GM: not a game of Skat"),
        ("SE[7]", "SE[7]SE[8]", "column SE: is there twice"),
        ("MV[w ", "MV[", "column MV: the moves begin with the deal"),
        ("MV[", "MX[", "column MV: the moves begin with the deal"),
        ("w CJ.", "w ", "column MV: the deal is wrong: a deal has 32 cards, not 31"),
        ("w CJ.", "w SJ.", "column MV: the deal is wrong: the card SJ is there twice"),
        ("w CJ.", "w S7.", "column MV: the deal is wrong: a card is dealt twice"),
        ("w CJ.", "w ??.", r"column MV: the deal is wrong: no card '\?\?'"),
        (" 1 p", " p", "column MV: the last move 'S9' has no text"),
        (" 1 p", " 3 p", "column MV: no player '3'"),
        ("/UTC", "/CET", "column DT: .* is not a time such as"),
        ("2024-01-31", "2024-02-31", "column DT: .* is not a time such as"),
        ("20:03:12", "20-03-12", "column DT: .* is not a time such as"),
        ("d:0 ", "", "column R: a result needs d:0 to d:2"),
        ("d:0 ", "d:3 ", "column R: a result needs d:0 to d:2"),
        ("d:0 ", "d:-1 ", "column R: a game needs a declarer"),
        ("win ", "", "column R: .* to be won or lost"),
        ("win ", "win loss ", "column R: .* to be won or lost"),
        ("v:264", "v:26x4", "column R: 'v:26x4' is not part of a result"),
        ("v:264", "v:" + "9" * 5000, "column R: 'v:999.* is not part of a result"),
    ],
)
def test_a_broken_line_is_named_with_file_and_row(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    assert old in LINE
    path = tmp_path / "games.sgf"
    path.write_text(f"{LINE}\n\n{LINE.replace(old, new, 1)}\n{LINE}\n")
    with pytest.raises(TableError, match=rf"games\.sgf, row 3[,:].*({problem})") as refused:
        read_iss(path)
    assert refused.value.row == 3
    errors: list[TableError] = []
    assert len(read_iss(path, errors.append)) == 2
    assert [error.row for error in errors] == [3]


def test_reading_goes_on_after_broken_lines_of_any_kind(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    lines = [b"\xef\xbb\xbf" + LINE.encode(), b"(;GM[Skat]P0[\xff]", b"", b"x", LINE.encode()]
    path.write_bytes(b"\r\n".join(lines))
    errors: list[TableError] = []
    assert len(list(each_record(path, errors.append))) == 2
    assert [str(error).split("games.sgf, ")[1] for error in errors] == [
        "row 2: cannot be read from character 16 on",
        "row 4: a game begins with (;",
    ]


def test_an_empty_file_has_no_games_and_a_missing_one_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "none.sgf"
    with pytest.raises(TableError, match=r"none\.sgf: no such file"):
        read_iss(path)
    path.write_text("\n \n")
    assert read_iss(path) == []


def test_a_line_without_its_brackets_takes_no_time() -> None:
    for line in ("(;CO[" + "a" * 200_000, "(;CO[" + "\\" * 200_001, "(;" + "A" * 200_000):
        with pytest.raises(TableError, match="cannot be read from character"):
            parse_iss(line)


# Replaying and checking


def test_every_hand_written_record_obeys_the_rules() -> None:
    assert [check(record) for record in read_iss(HAND_WRITTEN)] == [[]] * 7


def test_a_record_is_replayed_move_by_move() -> None:
    games = list(replay(OUVERT))
    assert len(games) == 3 + 1 + 30
    assert [game.phase for game in games[:4]] == [*[Phase.AUCTION] * 2, Phase.SKAT, Phase.TRICKS]
    assert games[-1].result().score == 264
    assert [len(list(replay(record))) for record in (PASSED, TIMEOUT, LEFT)] == [3, 1, 6]


def test_a_replay_ends_when_both_opponents_have_given_up() -> None:
    last = list(replay(GIVEN_UP))[-1]
    assert last.over
    assert last.given_up
    assert last.result().score == GIVEN_UP.score


@pytest.mark.parametrize(
    "text",
    ["2024-01-31/19:03:12/UTC", "2024-01-31/19:03:12", "2024-01-31 20:03:12+01:00", "2024-01-31"],
)
def test_times_are_read_in_the_usual_forms(text: str) -> None:
    line = write_iss(replace(OUVERT, time=datetime(2000, 1, 1, tzinfo=UTC)))
    time = parse_iss(line.replace("2000-01-01/00:00:00/UTC", text)).time
    midnight = datetime(2024, 1, 31, tzinfo=UTC)
    assert time in (midnight, midnight.replace(hour=19, minute=3, second=12))
    assert (time == midnight) == (len(text) == 10)


def changed(record: Record, old: str, new: str) -> Record:
    line = write_iss(record)
    assert line.count(old) == 1
    return parse_iss(line.replace(old, new))


@pytest.mark.parametrize(
    ("record", "old", "new", "difference"),
    [
        (OUVERT, "v:264", "v:240", "score: 264, not 240"),
        (OUVERT, "p:120", "p:119", "points: 120, not 119"),
        (OUVERT, "t:10", "t:9", "tricks: 10, not 9"),
        (OUVERT, "m:4", "m:-4", "matadors: 4, not -4"),
        (OUVERT, "win v:264", "loss v:-264", "won: True, not False"),
        (NULL, "bidok", "overbid", "overbid: False, not True"),
        (OUVERT, "d:0", "d:1", "declarer: 0, not 1"),
        (OUVERT, "0 SJ 1 HT 2 DT", "1 HT 2 DT 0 SJ", "after 7 moves: turn: forehand has the turn"),
        (OUVERT, "1 C7 2 D9", "1 H9 2 D9", "after 17 moves: follow suit: H9 does not follow CA"),
        (OUVERT, "1 C7 2 D9", "1 D9 2 C7", "after 17 moves: your own cards: D9 is not in the"),
        (OUVERT, "0 18 0 GO", "0 20 0 GO", "after 2 moves: forehand's right: "),
        (OUVERT, "0 GO.CJ", "0 GO.H7", "after 3 moves: ouvert: "),
        (OUVERT, " 0 SK 1 H9 2 S9", "", "ends after 31 moves, but the game goes on"),
        (NULL, "2 D8 ", "2 D8 0 CA ", "1 moves after the end of the game"),
        (PASSED, "passed", "unknown", "the result is 'passed', not 'unknown'"),
        (GIVEN_UP, "w D7.H7", "w D7.H8", "after 5 moves: skat: 'D7.H8' is shown, but H7.D7 was"),
        (GIVEN_UP, "w D7.H7", "w TI", "after 5 moves: no card 'TI'"),
        (PASSED, "1 p 2", "1 p w H7.D7 2", "after 1 moves: skat: 'H7.D7': the skat is only"),
        (PASSED, "1 p 2", "1 TI.0 2", "after 0 moves: bid values: 'TI.0' is neither"),
        (LEFT, "0 HA w", "0 ?? w", "after 5 moves: no card '??'"),
    ],
)
def test_what_differs_from_the_rules_is_said_in_words(
    record: Record, old: str, new: str, difference: str
) -> None:
    found = check(changed(record, old, new))
    assert found[0].startswith(difference)
    assert len(found) == 1 or (new == "loss v:-264" and found[1].startswith("score: 264, not"))


@pytest.mark.parametrize(
    "result",
    [
        "d:0 win v:-48 m:1 bidok p:70 t:6",
        "d:0 loss v:48 m:1 bidok p:70 t:6",
        "d:0 win v:0 m:1 bidok p:70 t:6",
        "d:0 win v:999999 m:1 bidok p:70 t:6",
        "d:0 d:1 win v:48 m:1 bidok p:70 t:6",
        "d:0 win v:48 m:1 overbid p:70 t:6",
        "d:0 loss v:-48 m:1 overbid bidok p:70 t:6",
    ],
)
def test_a_result_that_contradicts_itself_is_refused(result: str) -> None:
    with pytest.raises(TableError, match="column R"):
        RecordedResult.parse(result)


def test_the_dearest_overbid_is_written_and_read() -> None:
    game = play(DealState(TOPS_LEAD), "264 p p s D.H7.HA").play("RE", 1)
    assert game.result().score == -540  # thirty times nine reaches 264
    assert parse_iss(write_iss(game)).score == -540
    assert check(parse_iss(write_iss(game))) == []


def test_names_of_old_files_are_in_latin_1(tmp_path: Path) -> None:
    path = tmp_path / "old.sgf"
    path.write_bytes(LINE.replace("P0[", "P0[J\u00fcrgen").encode("latin-1"))
    assert read_iss(path)[0].players[0].startswith("J\u00fcrgen")


def test_the_recorded_result_stands_if_somebody_left_or_gave_up() -> None:
    for record in (GIVEN_UP, LEFT):
        other = changed(record, "v:168", "v:48")
        assert check(other) == []
        assert other.score == 48


# Writing


def test_a_game_of_ours_is_written_like_a_record_of_the_server() -> None:
    game = play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} GO {TEN_TRICKS}")
    record = replace(Record.of(game, ("Ben", "Cem", "Anna")), place=OUVERT.place)
    record = replace(record, id="2", series="7", time=OUVERT.time)
    cards = re.compile(r"(?<=w ).{95}")
    assert cards.sub("", write_iss(record)) == cards.sub(
        "", LINE.replace("R2[0.0]", "R2[]").replace("GO.CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.SK", "GO")
    )


def test_a_game_that_goes_on_is_written_without_a_result() -> None:
    record = parse_iss(write_iss(play(DealState(TOPS_LEAD), f"{FOREHAND_AT_18} s")))
    assert record.moves == ((1, "p"), (2, "p"), (0, "18"), (0, "s"), ("w", "H7.D7"))
    assert record.result == RecordedResult()
    assert check(record) == []


def test_every_name_can_be_written_but_none_that_breaks_the_line() -> None:
    names = ("[Anna]", "Ben \\", "Çem (;]")
    record = replace(OUVERT, players=names)
    assert parse_iss(write_iss(record)) == record
    with pytest.raises(TableError, match="column P0: has a sign that does not fit into a line"):
        write_iss(replace(OUVERT, players=("two\nlines", "B", "C")))


def test_times_are_written_in_utc() -> None:
    there = timezone(timedelta(hours=1))
    time = datetime(7, 3, 1, 0, 30, tzinfo=there)
    assert "DT[0007-02-28/23:30:00/UTC]" in write_iss(replace(OUVERT, time=time))
    with pytest.raises(TableError, match="column DT: a time needs its time zone"):
        write_iss(replace(OUVERT, time=time.replace(tzinfo=None)))


def games_of_every_contract(seed: int, rounds: int) -> Iterator[DealState]:
    rng = np.random.default_rng(seed)
    for _ in range(rounds):
        for contract in EVERY_CONTRACT:
            game = random_game(rng, contract)
            yield game
            yield cut(game, int(rng.integers(len(game.moves))))


def test_a_written_game_is_replayed_as_the_same_game() -> None:
    count = 0
    for game in games_of_every_contract(seed=21, rounds=8):
        record = parse_iss(write_iss(game))
        assert check(record) == []
        assert [DealState(game.deal), *replay(record)][-1] == game
        assert record.declarer == (game.result().declarer if game.over else None)
        assert record.score == (game.result().score if game.over else 0)
        assert parse_iss(write_iss(record)) == record
        count += 1
    assert count == 480


# Garbage


SIGNS = "(;)[]\\ GMSkatV0123wpy.|CJ"
KEPT = ("PC", "SE", "ID", "P0", "P1", "P2")  # texts that a record keeps
TEXTS = (*KEPT, "CO", "R0", "R1", "R2")  # any text may stand there


@st.composite
def nearly_lines(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    """A record in which one text, property or sign is another one, or else any text.

    The second part are the texts that the record must keep, if that is sure.
    """
    kind = draw(st.sampled_from(["any text", "text", "text", "property", "sign"]))
    if kind == "any text":
        return draw(st.text() | st.text(alphabet=SIGNS).map("(;".__add__)), {}
    line = write_iss(
        random_game(np.random.default_rng(draw(st.integers(0, 50))), EVERY_CONTRACT[3])
    )
    if kind == "sign":
        at = draw(st.integers(0, len(line)))
        end = at + draw(st.integers(0, 1))
        return line[:at] + draw(st.sampled_from(SIGNS)) + line[end:], {}
    key = draw(st.sampled_from(TEXTS if kind == "text" else (*TEXTS, "GM", "DT", "MV", "R")))
    text = draw(st.text(max_size=8) | st.text(alphabet=SIGNS, max_size=8))
    new = f"{key}[{text}]" if draw(st.booleans()) else ""
    if kind == "text":
        escaped = re.sub(r"([]\\])", r"\\\1", text)
        new = f"{key}[{escaped}]"
    line = re.sub(rf"\b{key}\[[^]]*\]", lambda _: new, line, count=1)
    return line, {key: text} if kind == "text" else {}


@settings(max_examples=200)
@given(nearly_lines())
def test_a_line_is_a_record_that_can_be_written_or_a_table_error(
    changed: tuple[str, dict[str, str]],
) -> None:
    line, known = changed
    try:
        record = parse_iss(line)
    except TableError:
        event("refused")
        assert not known
        return
    event("read")
    assert all(words for words in check(record))
    texts = dict(zip(KEPT, (record.place, record.series, record.id, *record.players), strict=True))
    assert texts | {key: text for key, text in known.items() if key in KEPT} == texts
    if not all(text.isprintable() for text in texts.values()):
        with pytest.raises(TableError, match="a sign that does not fit into a line"):
            write_iss(record)
        return
    written = write_iss(record)
    assert parse_iss(written) == record
    assert write_iss(parse_iss(written)) == written


PIECES = ["0", "1", "2", "w", "p", "y", "18", "s", "SC", "RE", "TI.1", "LE.9", "CJ", "??", "G"]
PIECES += ["NO.H7.D7", "H7.D7", "]", "[", "\\", ";)", "R[passed]", "|", ".", " ", "", "\x00"]


@st.composite
def nearly_records(draw: st.DrawFn) -> tuple[DealState, str]:
    """A game, and its record in which a move, a number of the result or a piece is changed."""
    contract, seed = draw(st.sampled_from(EVERY_CONTRACT)), draw(st.integers(0, 50))
    game = random_game(np.random.default_rng(seed), contract)
    line = write_iss(game)
    kind = draw(st.sampled_from(["move", "move", "seat", "two moves", "number", "piece"]))
    head, _, rest = line.partition("MV[")
    moves, _, result = rest.partition(" ]R[")
    words = moves.split(" ")  # w, the deal, and then a player and a move in turn
    at = 2 * draw(st.integers(1, len(words) // 2 - 1))
    if kind == "move":
        words[at + 1] = draw(st.sampled_from([*PACK.names(PACK.full), "p", "y", "18", "s", "RE"]))
    elif kind == "seat":
        words[at] = draw(st.sampled_from("012w"))
    elif kind == "two moves":
        other = 2 * draw(st.integers(1, len(words) // 2 - 1))
        words[at + 1], words[other + 1] = words[other + 1], words[at + 1]
    elif kind == "number":
        spans = [found.span() for found in re.finditer(r"-?\d+", result)] or [(0, 0)]
        start, end = draw(st.sampled_from(spans))
        result = result[:start] + str(draw(st.integers(-2, 120))) + result[end:]
    line = f"{head}MV[{' '.join(words)} ]R[{result}"
    if kind == "piece":
        start = draw(st.integers(0, len(line)))
        end = start + draw(st.integers(0, 9))
        line = line[:start] + draw(st.sampled_from(PIECES) | st.text(max_size=3)) + line[end:]
    return game, line


@settings(max_examples=300)
@given(nearly_records())
def test_a_changed_record_is_read_and_checked_or_refused_in_words(
    changed: tuple[DealState, str],
) -> None:
    original, line = changed
    try:
        record = parse_iss(line)
    except TableError:
        event("refused")
        return
    differences = check(record)
    assert all(isinstance(words, str) and words for words in differences)
    after = DealState(record.deal)
    try:
        for after in replay(record):
            assert after.moves
    except (RuleError, CardError):
        event("against the rules")
        assert [words.partition(":")[0] for words in differences] == [
            f"after {len(after.moves)} moves"
        ]
        return
    event("differs" if differences else "agrees")
    if differences:
        assert write_iss(record) != write_iss(original)
    elif after.over and not after.given_up:
        score = 0 if after.declarer is None else after.result().score
        assert (record.declarer, record.score) == (after.declarer, score)


@settings(max_examples=200)
@given(
    contract=st.sampled_from(EVERY_CONTRACT[1:]),
    seed=st.integers(0, 50),
    first=st.integers(0, 40),
    other=st.integers(0, 40),
)
def test_moves_in_another_order_are_played_or_refused(
    contract: Contract, seed: int, first: int, other: int
) -> None:
    record = Record.of(random_game(np.random.default_rng(seed), contract))
    moves = list(record.moves)
    first, other = first % len(moves), other % len(moves)
    moves[first], moves[other] = moves[other], moves[first]
    swapped = replace(record, moves=tuple(moves))
    if moves[first][0] != moves[other][0]:
        assert check(swapped)
    assert all(isinstance(words, str) for words in check(swapped))
