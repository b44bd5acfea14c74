"""Records of the Skat server as columns, there and back, and as a reader."""

from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from evenhand.games.skat import (
    BID_VALUES,
    PACK,
    Auction,
    DealState,
    Games,
    IssRecords,
    Record,
    Rules,
    SeriesGames,
    check,
    make_random_games,
    parse_iss,
    read_iss,
    read_iss_games,
    write_iss,
)
from evenhand.games.skat.contract import CONTRACTS
from evenhand.games.skat.deck import NO_CARD
from evenhand.games.skat.iss_columns import NO_TIME, make_games, make_records, write_auction
from evenhand.games.skat.tricks import NO_WINNER
from evenhand.tables import TableError
from tests.games.skat.made import EVERY_CONTRACT, TOPS_LEAD, play, random_game
from tests.games.skat.made_records import write_series

HAND_WRITTEN = Path(__file__).parents[2] / "data" / "skat" / "hand_written.sgf"
LINE = HAND_WRITTEN.read_text().splitlines()[1]
COUNT = 2_000
NAMES = ("Anna", "Jürgen", "P-003")
TIMES = 1_700_000_000_000_000 + 60_000_000 * np.arange(COUNT)


@pytest.fixture(scope="module")
def games() -> Games:
    return make_random_games(np.random.default_rng(1), COUNT)


@pytest.fixture(scope="module")
def records(games: Games) -> list[Record]:
    series = [str(row // 36) for row in range(COUNT)]
    return list(make_records(games, [NAMES] * COUNT, series, TIMES))


def differing(games: Games, others: Games) -> list[str]:
    """The columns that are not the same in every bit."""

    def arrays(table: Games) -> Iterator[tuple[str, object]]:
        for field in fields(table):
            column = getattr(table, field.name)
            parts = (column.cards, column.winners) if field.name == "tricks" else (column,)
            yield field.name, [(part.dtype, part.tolist()) for part in parts]

    return [name for (name, a), (_, b) in zip(arrays(games), arrays(others), strict=True) if a != b]


def write(path: Path, lines: list[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


# There and back


def test_records_of_simulated_games_obey_the_rules(records: list[Record]) -> None:
    assert [words for record in records[:600] for words in check(record)] == []


def test_games_that_were_written_are_read_again(
    games: Games, records: list[Record], tmp_path: Path
) -> None:
    path = write(tmp_path / "games.sgf", [write_iss(record) for record in records])
    read, players, series, times, _ = read_iss_games(path)
    assert differing(read, games) == ["bids_made"]  # who did not win passed somewhere
    assert players == [NAMES] * COUNT
    assert series == [record.series for record in records]
    assert times.tolist() == TIMES.tolist()


def test_the_fast_way_reads_what_the_careful_way_reads(
    records: list[Record], tmp_path: Path
) -> None:
    lines = [write_iss(record) for record in records]
    read, players, _, _, _ = read_iss_games(write(tmp_path / "games.sgf", lines))
    with_care, careful_players = make_games(parse_iss(line) for line in lines)
    assert differing(read, with_care) == []
    assert players == careful_players


def test_games_of_every_contract_become_rows_like_those_of_the_rules() -> None:
    rng = np.random.default_rng(5)
    played = [random_game(rng, contract) for _ in range(4) for contract in EVERY_CONTRACT]
    columns, _ = make_games(map(Record.of, played))
    assert len(columns) == len(played)
    for row, game in enumerate(played):
        result = game.result()
        stated = (columns.points[row], columns.taken[row], columns.scores[row])
        assert stated == (result.points, result.tricks, result.score)
        assert (None, 0, 1, 2)[columns.declarers[row] + 1] == game.declarer
        assert columns.deals[row].tolist() == [*game.deal.hands, game.deal.skat]
        if game.contract is None:
            assert columns.contracts[row] == -1
            continue
        assert CONTRACTS[columns.contracts[row]] == game.contract
        assert columns.bids[row] == game.bid == columns.bids_made[row, columns.declarers[row]]
        assert columns.hands[row, 3] == game.skat
        winners = [trick.winner for trick in game.tricks]
        missing = [NO_WINNER] * (10 - len(winners))
        assert columns.tricks.winners[row].tolist() == winners + missing
        cards = [card for trick in game.tricks for card in trick.cards]
        assert columns.tricks.cards[row].tolist() == cards + [NO_CARD] * (30 - len(cards))


def test_games_end_once_they_are_missed(games: Games) -> None:
    cut = games.tricks.winners[:, -1] == NO_WINNER
    assert 0.3 < cut.mean() < 0.9
    assert not games.won[cut].any()
    hands = [str(CONTRACTS[place]) for place in games.contracts[cut]]
    assert {text[0] for text in hands} == set("DHSCGN")
    assert not {"D", "H", "S", "C", "G"} & set(hands)  # nothing was announced that can be missed


# The auction


def test_an_auction_says_what_was_said() -> None:
    values = (0, *BID_VALUES[:4])
    seen = 0
    for said, declarer in product(product(values, repeat=3), (0, 1, 2)):
        bid = said[declarer]
        if bid:
            words = write_auction(said, declarer, bid)
            auction, heard = Auction(), [0, 0, 0]
            for seat, word in words:
                assert isinstance(seat, int)
                auction = auction.say(word, seat)
                heard[seat] = heard[seat] if word == "p" else auction.bid
            assert (auction.over, auction.declarer, auction.bid) == (True, declarer, bid)
            seen += heard == list(said)
    assert seen == len(set(possible_auctions(Auction(), (0, 0, 0), values)))


def possible_auctions(
    auction: Auction, said: tuple[int, ...], values: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], int]]:
    """What can have been said at the end of auctions up to the highest value, and by whom won."""
    if auction.over:
        if auction.declarer is not None:
            yield said, auction.declarer
        return
    for word in auction.words():
        after = auction.say(word)
        if after.bid <= values[-1]:
            heard = list(said)
            if word != "p" and auction.turn is not None:
                heard[auction.turn] = after.bid
            yield from possible_auctions(after, tuple(heard), values)


def test_a_deal_that_was_passed_in_has_no_declarer() -> None:
    passed = Record.of(play(DealState(TOPS_LEAD), "p p p"))
    games, _ = make_games([passed])
    assert (games.declarers[0], games.contracts[0], games.bids[0], games.scores[0]) == (
        -1,
        -1,
        0,
        0,
    )
    again = next(make_records(games, [NAMES], [""], np.array([NO_TIME])))
    assert (again.moves, again.result, again.time) == (passed.moves, passed.result, None)


# Odd lines


def test_hand_written_records_are_read_with_what_they_state() -> None:
    games, players, series, times, _ = read_iss_games(HAND_WRITTEN)
    counted = [record for record in read_iss(HAND_WRITTEN) if record.counts]
    assert games.scores.tolist() == [0, 264, -70, 168, 168, -180]
    assert games.points.tolist() == [0, 120, 4, 120, 120, 0]
    assert games.taken.tolist() == [0, 10, 1, 10, 10, 0]
    assert (games.tricks.cards < NO_CARD).sum(axis=1).tolist() == [0, 30, 3, 4, 1, 3]
    assert games.bids_made[2].tolist() == [20, 20, 0]
    assert [str(CONTRACTS[place]) for place in games.contracts[1:4]] == ["GOHSZ", "NH", "G"]
    assert PACK.names(int(games.hands[3, 3])) == ("H7", "D7")
    assert players == [record.players for record in counted]
    assert series == ["7"] * 6
    assert times[-1] == NO_TIME
    assert datetime.fromtimestamp(times[1] / 1e6, UTC) == counted[1].time


def test_times_and_names_of_all_forms_are_read(tmp_path: Path) -> None:
    there = timezone(timedelta(hours=1))
    line = write_iss(replace(parse_iss(LINE), players=("[A]", "Ben \\", "Çem")))
    lines = [line.replace("20:03:12/UTC", text) for text in ("20:03:12", "21:03:12.5+01:00")]
    path = write(tmp_path / "games.sgf", lines)
    path.write_bytes(path.read_bytes() + LINE.replace("Ben", "Jürgen").encode("latin-1"))
    _, players, _, times, _ = read_iss_games(path)
    assert players == [("[A]", "Ben \\", "Çem")] * 2 + [("Jürgen", "Cem", "Anna")]
    first = datetime(2024, 1, 31, 21, 3, 12, tzinfo=there).timestamp() * 1e6
    assert (times - first).tolist() == [0, 500_000, 0]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("(;", "", r"row 3: a game begins with \(;"),
        ("w CJ.", "w SJ.", "row 3, column MV: the deal is wrong: the card SJ is there twice"),
        ("w CJ.", "w ??.", r"row 3, column MV: the deal is wrong: no card '\?\?'"),
        ("2024-01-31", "2024-02-31", "row 3, column DT: .* is not a time"),
        ("d:0 ", "d:1 ", "row 3, column MV: declarer: 0, not 1"),
        ("win ", "loss ", "row 3, column R: no game that is so decided counts 264"),
        ("v:264", "v:999", "row 3, column R: no game that is so decided counts 999"),
        ("0 SJ 1 HT 2 DT", "1 HT 2 DT 0 SJ", "row 3, column MV: after 7 moves: turn: forehand"),
        ("1 C7 2 D9", "1 D9 2 C7", "row 3, column MV: after 17 moves: your own cards: D9"),
        ("0 SK", "0 CJ", "row 3, column MV: after 31 moves: your own cards: CJ"),
        ("0 GO", "0 XO", "row 3, column MV: after 3 moves: contract: no game 'X'"),
        ("0 GO.CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.SK", "0 GS", "row 3, column MV: .* only a hand game"),
        ("0 GO.CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.SK", "0 G.H7.D7", "row 3, column MV: .* is a hand game"),
        ("0 GO.CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.SK", "0 s w H7.D7 0 G.H8.D7", "H8 is not among"),
        ("0 GO.CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.SK", "0 s w H7.D7 0 G.H7.H7", "is there twice"),
        ("0 GO.CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.SK", "0 s w H7.D7 0 G.H7.D77", "no card 'D77'"),
        ("0 GO.CJ.SJ.HJ.DJ.CA.CT.CK.SA.ST.SK", "0 s w H7.D7 0 G.H7", "two cards are laid away"),
    ],
)
def test_a_broken_line_is_named_with_file_and_row(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    assert old in LINE
    path = write(tmp_path / "games.sgf", [LINE, "", LINE.replace(old, new, 1), LINE])
    with pytest.raises(TableError, match=rf"games\.sgf, .*{problem}"):
        read_iss_games(path)
    errors: list[TableError] = []
    games, players, series, times, _ = read_iss_games(path, errors.append)
    assert [error.row for error in errors] == [3]
    assert len(games) == len(players) == len(series) == len(times) == 2


def test_a_record_that_contradicts_itself_is_named_by_its_number() -> None:
    wrong = parse_iss(LINE.replace("0 SK", "0 CJ"))
    with pytest.raises(TableError, match="column MV: game 2: after 31 moves: your own cards"):
        make_games([parse_iss(LINE), wrong])


def test_a_game_that_was_never_announced_is_refused() -> None:
    for cut in (4, 5):
        moves = parse_iss(write_iss(play(DealState(TOPS_LEAD), "18 p p s G.H7.D7"))).moves[:cut]
        with pytest.raises(TableError, match="column MV: no game is announced"):
            make_games([replace(parse_iss(LINE), moves=moves)])


def test_no_records_are_no_games(tmp_path: Path) -> None:
    games, players = make_games([])
    assert len(games) == len(players) == 0
    path = write(tmp_path / "none.sgf", ["", " "])
    assert [len(column) for column in read_iss_games(path)] == [0, 0, 0, 0, 0]


# The reader


@pytest.fixture
def league(tmp_path: Path) -> Path:
    """Four series of 36 deals among six players, and five deals of a fifth."""
    path = tmp_path / "league.sgf"
    write_series(path, series=5)
    lines = path.read_text().splitlines()
    return write(path, lines[: 4 * 36 + 5])


def test_records_are_read_as_series_with_the_lines_in_which_they_begin(league: Path) -> None:
    errors: list[TableError] = []
    table, rows = IssRecords().read(league, errors)
    assert (errors, rows) == ([], (1, 37, 73, 109))
    assert table.game is not None
    assert table.game.tolist() == ["0", "1", "2", "3"]
    assert table.luck is None
    games, players, ids, times, _ = read_iss_games(league)
    expected = SeriesGames.collect(games, players, ids, times).table()
    assert table.score.tolist() == expected.score.tolist()
    assert table.time is not None
    assert expected.time is not None
    assert table.time.tolist() == expected.time.tolist()


def test_single_deals_and_other_rules(league: Path) -> None:
    deals, rows = IssRecords().read(league, [], rules=Rules())
    series, _ = IssRecords().read(league, [])
    assert (len(deals), rows) == (149, tuple(range(1, 150)))
    assert deals.score[:144].sum() == series.score.sum()
    cheap, _ = IssRecords().read(league, [], rules=Rules(deals=36, defence=0))
    assert (cheap.score < series.score).any()
    games = read_iss_games(league).games
    redealt, _ = IssRecords().read(league, [], rules=Rules(deals=5, redeal=True))
    assert len(redealt) <= games.played.sum() // 5


def test_luck_of_a_reader_is_that_of_the_deals(league: Path) -> None:
    table, _ = IssRecords().read(league, [], luck="quick")
    single, _ = IssRecords().read(league, [], rules=Rules(), luck="quick")
    assert table.luck is not None
    assert single.luck is not None
    assert table.luck.sum() == pytest.approx(single.luck[:144].sum())
    assert table.luck.std() > 50.0
    with pytest.raises(ValueError, match="luck must be"):
        IssRecords().read(league, [], luck="dice")
    with pytest.raises(ValueError, match="only if those passed in count"):
        IssRecords().read(league, [], rules=Rules(redeal=True), luck="quick")


def test_broken_lines_are_left_out_and_named(league: Path) -> None:
    league.write_text("nonsense\n" + league.read_text())
    errors: list[TableError] = []
    _, rows = IssRecords().read(league, errors)
    assert [error.row for error in errors] == [1]
    assert rows == (2, 38, 74, 110)


def test_too_few_deals_are_an_error_that_names_the_file(league: Path) -> None:
    with pytest.raises(TableError, match=r"league.sgf: no series of 400 deals is complete"):
        IssRecords().read(league, [], rules=Rules(deals=400))
    assert not IssRecords().recognises([])
