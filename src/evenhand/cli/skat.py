"""The Skat tools: bid, discard, value a game, score lists, correct records, solve positions."""

import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.groups import group
from evenhand.cli.json_lines import Answer, Line, LinesArgument, answer_lines, wrong
from evenhand.cli.output import (
    Format,
    FormatOption,
    WorkersOption,
    note,
    print_frame,
    print_json,
    progress,
)
from evenhand.cli.skat_table import SeatName, play
from evenhand.files import check_different, check_suffix, check_writable

if TYPE_CHECKING:
    import polars as pl

    from evenhand.games.skat import (
        Games,
        HandStrength,
        Record,
        ScoreList,
        SeriesGames,
        WrittenGame,
    )
    from evenhand.games.skat.bidding import Advice, Choice, Offer
    from evenhand.tables import Floats, GameTable, TableError

TEN, TWELVE = 10, 12
SHORT = 10  # lists that are printed as tables
SUFFIXES = (".csv", ".xlsx", ".parquet")

FileArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="Lists as CSV or XLSX, or records of ISS (.sgf).")
]
RecordsArgument = Annotated[Path, typer.Argument(metavar="FILE", help="Records of ISS (.sgf).")]
OutOption = Annotated[
    Path | None,
    typer.Option(help="Write the series for evenhand rate as .csv, .xlsx or .parquet."),
]
SkipOption = Annotated[
    bool, typer.Option("--skip-broken", help="Pass over records that cannot be read.")
]


class BidderName(StrEnum):
    """Who gives advice."""

    KNN = "knn"
    RULES = "rules"


PARTS = {
    SeatName.FOREHAND: "say yes up to {bid}, and if nobody bids, take the game at 18",
    SeatName.MIDDLEHAND: "bid first, to forehand, up to {bid}",
    SeatName.REARHAND: "bid last, to whoever of the others has not passed, up to {bid}",
}


def bid(
    cards: Annotated[
        list[str], typer.Argument(metavar="CARDS", help="Ten cards: CJ SJ ST, or CJ,SJ,ST.")
    ],
    position: Annotated[SeatName | None, typer.Option(help="Your part in the auction.")] = None,
    threshold: Annotated[
        float | None,
        typer.Option(min=0, max=120, help="Points V that a game needs with knn [62]."),
    ] = None,
    player: Annotated[
        BidderName, typer.Option(help="Compare with similar hands, or count by rules of thumb.")
    ] = BidderName.KNN,
    form: FormatOption = Format.TABLE,
) -> None:
    """Estimate ten cards for every game, and say how high to bid on them.

    V is what declarers with similar hands scored, in card points (Keller and Kupferschmid), and the
    chance is the share of them that won; the rules of thumb give a chance of their own, and that of
    null.  The value is what the game reaches with the ten cards.

    Example: evenhand skat bid CJ SJ HJ CA CT CK C9 SA ST H7 --position forehand
    """
    import polars as pl

    hand = parse_hand(cards, TEN)
    if player is BidderName.RULES and threshold is not None:
        raise ValueError("--threshold is for --player knn")
    found = _advise(hand, threshold, player)
    if form is Format.JSON:
        print_json(_list_advice(hand, found, position, player))
    elif form is Format.CSV:
        print_frame(pl.DataFrame(found.offers), form)
    else:
        print_frame(_tabulate(found, player), form)
        print(describe_bid(found.chosen, position))


def parse_hand(words: Sequence[str], count: int) -> int:
    """Return a hand of ``count`` cards typed with any usual separators."""
    from evenhand.games.cards import parse_cards
    from evenhand.games.skat import PACK

    hand = PACK.hand(parse_cards(" ".join(words)))
    if hand.bit_count() != count:
        raise ValueError(f"{count} cards are needed, not {hand.bit_count()}")
    return hand


def _advise(hand: int, threshold: float | None, player: BidderName) -> "Advice":
    from evenhand.games.skat.bidding import KnnBidder, advise_by_neighbours, advise_by_rules

    if player is BidderName.RULES:
        return advise_by_rules(hand)
    return advise_by_neighbours(hand, KnnBidder(threshold))


def describe_bid(chosen: "Offer | None", position: SeatName | None) -> str:
    """Return what to do in the auction, in words."""
    if chosen is None:
        return "pass"
    part = PARTS[position] if position else "bid up to {bid}"
    return f"{chosen.name}: {part.format(bid=chosen.value)}"


def _tabulate(found: "Advice", player: BidderName) -> "pl.DataFrame":
    import polars as pl

    offers = found.offers
    scores = ["" if one.estimate is None else f"{one.estimate:5.1f}" for one in offers]
    columns: dict[str, list[Any]] = {
        "game": [one.game for one in offers],
        "name": [one.name for one in offers],
        "V": scores,
        "chance": [f"{100 * one.chance:5.1f} %" for one in offers],
        "value": [one.value for one in offers],
        "bid": ["yes" if one.playable else "" for one in offers],
    }
    if player is BidderName.RULES:
        del columns["V"]
    return pl.DataFrame(columns)


def _list_advice(
    hand: int, found: "Advice", position: SeatName | None, player: BidderName
) -> dict[str, Any]:
    from evenhand.games.skat import PACK

    return {
        "cards": list(PACK.names(hand)),
        "player": str(player),
        "position": position and str(position),
        "games": [asdict(one) for one in found.offers],
        "game": found.chosen and found.chosen.game,
        "bid": found.bid,
        "advice": describe_bid(found.chosen, position),
    }


def discard(
    cards: Annotated[
        list[str],
        typer.Argument(metavar="CARDS", help="Twelve cards, the skat among them: CJ SJ ..."),
    ],
    bid: Annotated[int, typer.Option(help="The bid that the game has to reach.")] = 18,
    game: Annotated[
        str | None, typer.Option(help="Only this game, with its best pairs: C, clubs, N.")
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="How many choices to show.")] = 6,
    form: FormatOption = Format.TABLE,
) -> None:
    """Find the two cards to put away, and the game to announce with the others.

    The estimate is what declarers with similar hands scored, the cards put away included (Keller
    and Kupferschmid), and the chance is the share of them that would have won.  The best estimate
    goes first; from 85 on games count as equally good, and the dearest goes first.  Null goes by
    rules and has no estimate.

    Example: evenhand skat discard CJ SJ HJ CA CT CK C9 SA ST H7 D8 DQ --bid 24
    """
    import polars as pl

    from evenhand.games.skat import BID_VALUES

    twelve = parse_hand(cards, TWELVE)
    if bid not in BID_VALUES:
        raise ValueError(f"{bid} is not one of the {len(BID_VALUES)} values that can be bid")
    rows = _list_choices(twelve, bid, game, top)
    if form is Format.JSON:
        print_json({"bid": bid, **rows[0], "choices": rows})
        return
    if form is Format.TABLE:
        missed = "" if rows[0]["reaches_bid"] else f"; no game reaches {bid}, this one costs least"
        print(f"{rows[0]['name']}, put away {rows[0]['discards']}{missed}")
        print_frame(_tabulate_choices(rows), form)
        return
    floats = {"estimate": pl.Float64, "chance": pl.Float64}
    print_frame(pl.DataFrame(rows, schema_overrides=floats), form)


def _tabulate_choices(rows: Sequence[dict[str, Any]]) -> "pl.DataFrame":
    import polars as pl

    lines = []
    for row in rows:
        estimate, chance = row["estimate"], row["chance"]
        shown = {
            "estimate": "" if estimate is None else f"{estimate:5.1f}",
            "chance": "" if chance is None else f"{100 * chance:5.1f} %",
            "reaches_bid": "yes" if row["reaches_bid"] else "no",
        }
        lines.append(row | shown)
    return pl.DataFrame(lines)


def _list_choices(twelve: int, bid: int, game: str | None, top: int) -> list[dict[str, Any]]:
    from evenhand.games.skat import read_contract
    from evenhand.games.skat.bidding import (
        KnnBidder,
        advise_discards,
        find_win_share,
        rank_discards,
    )

    bidder = KnnBidder()
    if game is None:
        found = advise_discards(bidder, twelve, bid)
    else:
        found = rank_discards(bidder, twelve, bid, read_contract(game))
    shares = [find_win_share(bidder, twelve, choice) for choice in found[:top]]
    return [
        _describe_choice(choice, None if share is None else share.share)
        for choice, share in zip(found, shares, strict=False)
    ]


def _describe_choice(choice: "Choice", chance: float | None) -> dict[str, Any]:
    from evenhand.games.skat import PACK

    return {
        "game": str(choice.contract),
        "name": choice.contract.describe(),
        "discards": " ".join(PACK.names(choice.pair)),
        "estimate": None if choice.estimate is None else round(choice.estimate, 1),
        "chance": None if chance is None else round(chance, 3),
        "value": choice.value,
        "reaches_bid": choice.reaches_bid,
    }


def value(
    contract: Annotated[
        list[str],
        typer.Argument(
            metavar="CONTRACT", help="The game in letters or words: CH, clubs hand, null ouvert."
        ),
    ],
    with_: Annotated[
        int | None, typer.Option("--with", min=1, help="Matadors from the club jack on.")
    ] = None,
    without: Annotated[
        int | None, typer.Option(min=1, help="Matadors that are missing from the club jack on.")
    ] = None,
    cards: Annotated[
        str, typer.Option(help="Count matadors from the twelve cards, skat too: CJ,SJ,...")
    ] = "",
    schneider: Annotated[
        bool, typer.Option("--schneider", help="A side had no more than 30 points.")
    ] = False,
    schwarz: Annotated[bool, typer.Option("--schwarz", help="A side had no trick.")] = False,
    bid: Annotated[int | None, typer.Option(help="At which bid the declarer got the game.")] = None,
    form: FormatOption = Format.TABLE,
) -> None:
    """Count the value of a game level by level, and what is written down for it.

    Example: evenhand skat value clubs hand --with 2
    """
    from evenhand.games.skat import WrittenGame, read_contract

    announced = read_contract(" ".join(contract))
    run = _count_matadors(announced.game, with_, without, cards)
    lost = WrittenGame(announced, run, schneider, schwarz, won=False, bid=bid)
    if lost.settlement.overbid:
        _print_value(lost, None, form)
    else:
        _print_value(lost, WrittenGame(announced, run, schneider, schwarz, bid=bid), form)


def _count_matadors(game: str, with_: int | None, without: int | None, cards: str) -> int:
    from evenhand.games.cards import parse_cards
    from evenhand.games.skat import PACK, matadors
    from evenhand.games.skat.contract import NULL

    given = sum((with_ is not None, without is not None, bool(cards)))
    if game == NULL and given:
        raise ValueError("null has no matadors: leave out --with, --without and --cards")
    if game != NULL and given != 1:
        raise ValueError("give the matadors by one of --with N, --without N and --cards")
    if not cards:
        return with_ or -(without or 0)
    hand = PACK.hand(parse_cards(cards))
    if hand.bit_count() != TWELVE:
        raise ValueError(f"a declarer has {TWELVE} cards with the skat, not {hand.bit_count()}")
    return matadors(game, hand)


def _print_value(lost: "WrittenGame", won: "WrittenGame | None", form: Format) -> None:
    game = won or lost
    numbers: dict[str, Any] = {
        "contract": str(game.contract),
        "name": game.contract.describe(),
        "matadors": game.matadors,
        "levels": game.levels,
        "value": game.value,
        "spelled": game.spell_out(),
        "bid": game.bid,
        "overbid": won is None,
        "won": won and won.score,
        "lost": lost.score,
    }
    if form is Format.JSON:
        print_json(numbers)
    elif form is Format.CSV:
        csv.writer(sys.stdout, lineterminator="\n").writerows([numbers.keys(), numbers.values()])
    else:
        print(game.spell_out())
        print(f"won {won.score}, lost {lost.score}" if won else _describe_overbid(lost))


def _describe_overbid(lost: "WrittenGame") -> str:
    charged = lost.settlement.value
    return f"overbid at {lost.bid}: lost in any case, {charged} is charged twice: {lost.score}"


def score(
    file: FileArgument,
    out: OutOption = None,
    average: Annotated[
        bool, typer.Option("--average", help="Print the players by average instead.")
    ] = False,
    length: Annotated[
        int | None,
        typer.Option(min=1, help="Deals of a series, 36 by default; for records, without lists."),
    ] = None,
    without_passed_in: Annotated[
        bool,
        typer.Option("--without-passed-in", help="Passed-in deals of records count nowhere."),
    ] = False,
    skip_broken: SkipOption = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """Check score lists, or make them from game records, and print Seeger-Fabian totals.

    Example: evenhand skat score evening.csv --out series.csv
    """
    from evenhand.tables import write_games

    check_writable(out, *SUFFIXES)
    check_different(file, out)
    check_suffix(file, (".csv", ".xlsx", ".sgf"))
    if file.suffix.lower() == ".sgf":
        lists = _score_records(file, length or 36, not without_passed_in, skip_broken)
    elif length or without_passed_in or skip_broken:
        raise ValueError("--length, --without-passed-in and --skip-broken are for records (.sgf)")
    else:
        lists = _read_lists(file)
    table = _make_table(lists, file)
    if out is not None:
        write_games(table, out)
        note(f"wrote {out}")
    if average:
        _print_averages(table, lists, form)
    else:
        _print_standings(lists, form)


def _read_lists(file: Path) -> list["ScoreList"]:
    from evenhand.games.skat import read_lists

    with progress(f"reading {file.name}"):
        return read_lists(file)


def _score_records(
    file: Path, length: int, count_passed_in: bool, skip_broken: bool
) -> list["ScoreList"]:
    from evenhand.games.skat import collect_series
    from evenhand.sheets import raise_all

    broken: list[TableError] = []
    copies: list[Record] = []
    games = _read_records(file, broken, copies)
    series = collect_series(games, length=length, count_passed_in=count_passed_in)
    if not skip_broken:
        raise_all(broken)
    if not series.lists:
        raise ValueError(f"{file}: no series of {length} deals is complete ({series.games} games)")
    parts = [
        f"{series.games:,} games, {series.passed_in:,} of them passed in",
        f"{len(series.lists):,} series of {length}",
        f"{series.left_over:,} deals left over",
    ]
    parts += [f"broken records: {len(broken):,}"] if broken else []
    parts += [f"copies of games, counted like the others: {len(copies):,}"] if copies else []
    note("; ".join(parts))
    return list(series.lists)


def _read_records(
    file: Path, broken: list["TableError"], copies: list["Record"]
) -> Iterator["Record"]:
    """Yield the records that belong into a list: games and deals passed in."""
    from evenhand.games.skat import each_record
    from evenhand.games.skat.seeger import check_players

    def check(record: "Record") -> None:
        if record.counts:
            check_players(record.players)

    seen: set[int] = set()
    with progress(f"reading {file.name}"):
        for record in each_record(file, broken.append, check):
            if record.counts:
                if hash(record) in seen:
                    copies.append(record)
                seen.add(hash(record))
                yield record


def _make_table(lists: Sequence["ScoreList"], file: Path) -> "GameTable":
    from evenhand.games.skat import series_table
    from evenhand.tables import TableError

    try:
        return series_table(lists)
    except TableError as error:
        raise TableError(error.problem, column=error.column, file=str(file)) from None


def _print_averages(table: "GameTable", lists: Sequence["ScoreList"], form: Format) -> None:
    import polars as pl

    from evenhand.games.skat import averages
    from evenhand.games.skat.seeger import sort_lists

    lines = averages(table, [one.length for one in sort_lists(lists)])
    print_frame(pl.DataFrame([asdict(line) for line in lines]), form, "average scores")


def _print_standings(lists: Sequence["ScoreList"], form: Format) -> None:
    import polars as pl

    frames = [
        pl.DataFrame([{"list": one.name or str(place), **asdict(line)} for line in one.standings])
        for place, one in enumerate(lists, start=1)
    ]
    if form is not Format.TABLE:
        print_frame(pl.concat(frames), form)
        return
    for one, frame in list(zip(lists, frames, strict=True))[:SHORT]:
        deals = f", {one.deals} deals" if one.deals else ""
        print_frame(frame.drop("list"), form, f"list {frame['list'][0]}{deals}")
    if len(lists) > SHORT:
        note(f"{len(lists) - SHORT:,} more lists; --format csv prints all, --out FILE writes them")


class Measure(StrEnum):
    """What measures how strong a hand is."""

    WINNING_PARAMETERS = "winning-parameters"
    VON_STEGEN = "von-stegen"
    KINBACK = "kinback"
    NEIGHBOURS = "neighbours"


def correct(
    file: RecordsArgument,
    out: OutOption = None,
    hand: Annotated[
        bool, typer.Option(help="Divide values by how strong the hand was (CHANCEFACTOR1).")
    ] = True,
    value: Annotated[
        bool, typer.Option(help="Count every game as the mean value (CHANCEFACTOR2).")
    ] = True,
    strength: Annotated[
        Measure, typer.Option(help="What measures hands.")
    ] = Measure.WINNING_PARAMETERS,
    paper: Annotated[
        bool,
        typer.Option("--paper", help="Normal chances and mean value 41 of the paper, not of FILE."),
    ] = False,
    length: Annotated[int, typer.Option(min=1, help="Deals of a series.")] = 36,
    skip_broken: SkipOption = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """Take the luck of the cards out of series, as Edelkamp (2021) does.

    Prints the players by their average total, as it was and corrected.  Passed-in deals are left
    out.  For luck that is zero on average whoever plays, see `evenhand luck measure skat FILE`.

    Example: evenhand skat correct games.sgf --out series.csv
    """
    from evenhand.tables import write_games

    check_writable(out, *SUFFIXES)
    check_different(file, out)
    check_suffix(file, (".sgf",))
    if paper and strength is not Measure.WINNING_PARAMETERS:
        raise ValueError("the paper's normal chances are for --strength winning-parameters")
    if not (hand or value):
        note("with --no-hand and --no-value nothing is corrected")
    series = _read_series(file, length, skip_broken)
    values = _correct(series.games, _find_measure(strength), hand, value, paper)
    if out is not None:
        write_games(series.table(values), out)
        note(f"wrote {out}")
    print_frame(_compare(series, values), form, f"totals of {len(series.seats):,} series")


def _read_series(file: Path, length: int, skip_broken: bool) -> "SeriesGames":
    from evenhand.games.skat import SeriesGames, read_iss_games
    from evenhand.games.skat.iss_columns import NO_TIME
    from evenhand.sheets import raise_all

    broken: list[TableError] = []
    with progress(f"reading {file.name}"):
        found = read_iss_games(file, broken.append)
    if not skip_broken:
        raise_all(broken)
    games, times = found.games, None if (found.times == NO_TIME).any() else found.times
    try:
        series = SeriesGames.collect(
            games, found.players, found.series, times, length=length, count_passed_in=False
        )
    except ValueError as problem:
        raise ValueError(f"{file}: {problem}") from None
    passed_in = int((~games.played).sum())
    left = len(games) - len(series.games) - passed_in
    note(
        f"{len(games):,} deals, {passed_in:,} of them passed in;"
        f" {len(series.seats):,} series of {length};"
        f" {left:,} games left over" + (f"; broken records: {len(broken):,}" if broken else "")
    )
    return series


def _find_measure(strength: Measure) -> "HandStrength":
    from evenhand.games.skat import (
        KinbackReconstruction,
        KnnValue,
        VonStegen,
        load_winning_parameters,
    )

    makers: dict[Measure, Callable[[], HandStrength]] = {
        Measure.WINNING_PARAMETERS: load_winning_parameters,
        Measure.VON_STEGEN: VonStegen,
        Measure.KINBACK: KinbackReconstruction,
        Measure.NEIGHBOURS: KnnValue,
    }
    return makers[strength]()


def _correct(
    games: "Games", measure: "HandStrength", hand: bool, value: bool, paper: bool
) -> "Floats":
    from evenhand.games.skat import (
        chance_factors,
        correct_values,
        find_mean_value,
        find_normal,
    )
    from evenhand.games.skat.edelkamp import MEAN_VALUE, NORMAL

    factors = None
    if hand:
        strengths = measure.strength(games)
        normal = NORMAL if paper else find_normal(games.contracts, strengths)
        factors = chance_factors(strengths, games.contracts, normal)
    mean = MEAN_VALUE if paper else find_mean_value(games)
    return correct_values(games, factors, mean if value else None)


def _compare(series: "SeriesGames", values: "Floats") -> "pl.DataFrame":
    import numpy as np
    import polars as pl

    who, players = series.seats.ravel(), len(series.names)
    count = np.bincount(who, minlength=players)
    total, corrected = (
        np.bincount(who, totals.ravel(), players) / count
        for totals in (series.totals(), series.totals(values))
    )
    frame = pl.DataFrame(
        {"player": series.names, "series": count, "total": total, "corrected": corrected}
    )
    luck = pl.col("total") - pl.col("corrected")
    return frame.with_columns(luck.alias("luck")).sort(
        "corrected", "player", descending=[True, False]
    )


def solve(
    file: LinesArgument = None,
    target: Annotated[
        int | None,
        typer.Option(min=0, max=121, help="Only whether the declarer takes so many points."),
    ] = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="Answer for every card that may be played, too.")
    ] = False,
    workers: WorkersOption = None,
) -> None:
    """Solve positions with all cards known: how many card points the declarer takes.

    Each line is a question, such as `{"hands": [["CJ", "H7"], ["HA", "CA"], ["H8", "D7"]],
    "contract": "C", "declarer": 0, "leader": 1}`, and gets a line for an answer, such as
    `{"points": 13}`; null games get `{"won": true}`.  The skat is not counted.  Optional keys:
    `trick` (the cards on the table), `target` and `moves`.

    Example: evenhand skat solve deals.jsonl --target 61
    """
    from evenhand.games.skat.solver import Question, Solver
    from evenhand.parallel import map_ordered, per_thread

    own_solver = per_thread(Solver)

    def answer(question: Line) -> list[Answer]:
        number, line = question
        try:
            found = Question.read(line, target=target, moves=moves).answer(own_solver())
        except ValueError as problem:
            found = wrong(problem)
        return [(number, found)]

    answer_lines(file, "solving", lambda questions: map_ordered(answer, questions, workers))


app = group(
    "The game of Skat: play, bid, score lists, game values, the solver.",
    *(play, bid, discard, score, correct, value, solve),
)
