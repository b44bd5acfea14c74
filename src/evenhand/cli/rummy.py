"""The Rummy tools: arrange a hand, check a declaration, measure many hands."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from evenhand.cli.groups import group
from evenhand.cli.json_lines import (
    Answer,
    Line,
    LinesArgument,
    answer_lines,
    as_they_come,
    wrong,
)
from evenhand.cli.output import Format, FormatOption, print_frame, print_json, progress

if TYPE_CHECKING:
    from evenhand.games.rummy import Arrangement

LEFT_OVER = "left over"
DISCARD = "discard"
INVALID = 1  # exit code
CHUNK = 4096  # lines that are answered together, if so many are there

WildOption = Annotated[
    str | None, typer.Option("--wild", metavar="RANK", help="The wild rank: A 2 ... T J Q K.")
]
LiteralOption = Annotated[
    bool, typer.Option("--literal", help="Any melds are free, without two sequences too.")
]


def arrange(
    cards: Annotated[
        list[str],
        typer.Argument(metavar="CARDS", help="13 or 14 cards: H5 H6 JK, or H5,H6,JK."),
    ],
    wild: WildOption = None,
    literal: LiteralOption = False,
    form: FormatOption = Format.TABLE,
) -> None:
    """Arrange a hand meld by meld, with MinScore and MinDist; of 14 cards one is discarded.

    MinScore is what the cards left over count: all count without a pure sequence, and all but
    a pure sequence without a second one.  MinDist is how many cards must be exchanged
    until the hand can be declared.

    Example: evenhand rummy arrange HA H2 H3 S9 JK SJ C6 D6 H6 S6 CQ DQ HK --wild 7
    """
    import polars as pl

    from evenhand.games.rummy import arrange as find_best, min_dist
    from evenhand.games.rummy.deck import SIZES

    hand, rank = parse_hand(cards, SIZES), parse_wild(wild)
    with progress("getting ready (compiled on first use)"):
        distance = min_dist(hand, rank)
    found = find_best(hand, rank, literal)
    if form is Format.JSON:
        print_json(_as_json(found, distance))
    elif form is Format.CSV:
        rows = [*_as_rows(found), ("MinScore", str(found.points)), ("MinDist", str(distance))]
        print_frame(pl.DataFrame(rows, schema=["meld", "cards"], orient="row"), form)
    else:
        print(found)
        print(f"MinScore {found.points}, MinDist {distance}")


def check(
    melds: Annotated[
        list[str], typer.Argument(metavar="MELDS", help="Each as H5,H6,H7; JK is a joker.")
    ],
    wild: WildOption = None,
) -> None:
    """Check a declaration: 13 cards in melds, two sequences, at least one of them pure.

    Prints the kind of each meld, or everything that is wrong; then the exit code is 1.

    Example: evenhand rummy check HA,H2,H3 S9,JK,SJ C6,D6,H6,S6 CQ,DQ,HK --wild K
    """
    from evenhand.games.rummy import Meld, check as find_problems
    from evenhand.games.rummy.melds import kinds_of, sort_meld

    if len(melds) > 1 and not any("," in meld or " " in meld for meld in melds):
        raise ValueError("a meld is one word with commas, as in H5,H6,H7")
    shown, repeated = parse_melds(melds)
    rank = parse_wild(wild)
    problems = [f"the card {name} is more than once in a meld" for name in repeated]
    problems += find_problems(shown, rank)
    if problems:
        print("not valid", *problems, sep="\n")
        raise typer.Exit(INVALID)
    print("valid")
    for cards in shown:
        print(Meld(kinds_of(cards, rank)[0], sort_meld(cards, rank)))


def metrics(
    file: LinesArgument = None,
    literal: LiteralOption = False,
    discards: Annotated[
        bool, typer.Option("--discards", help="With 14 cards measure every discard, too.")
    ] = False,
) -> None:
    """Measure hands of 13 cards, or the best 13 of 14: MinScore and MinDist.

    Each line is a hand, such as `{"hand": ["H5", "H6", "JK", ...], "wild": "J"}`, and gets a line
    for an answer, such as `{"minscore": 25, "mindist": 3}`.  The wild rank is one of A 2 ... 9 T
    J Q K, or null if there is none.

    Example: evenhand rummy metrics hands.jsonl
    """

    def answer(lines: Iterable[Line]) -> Iterator[list[Answer]]:
        for chunk in as_they_come(lines, CHUNK):
            yield _answer(chunk, literal, discards)

    answer_lines(file, "measuring", answer)


def parse_wild(text: str | None) -> int:
    """Return the wild rank that was typed; without one no rank is wild.

    >>> parse_wild("10"), parse_wild("k"), parse_wild(None)
    (9, 12, 13)
    """
    from evenhand.games.cards import TEN
    from evenhand.games.rummy import read_wild

    return read_wild(text and text.strip().upper().replace(TEN, "T"))


def parse_hand(words: Sequence[str], sizes: Collection[int]) -> int:
    """Return the hand that was typed, if it has one of these numbers of cards."""
    from evenhand.games.cards import parse_cards
    from evenhand.games.rummy import read_hand

    return read_hand(parse_cards(" ".join(words)), sizes)


def parse_melds(texts: Sequence[str]) -> tuple[list[int], list[str]]:
    """Return the melds that were typed, and the cards that are repeated in one of them.

    >>> melds, repeated = parse_melds(["h5 h6 h6", "JK,JK,JK"])
    >>> [bin(cards).count("1") for cards in melds], repeated
    ([2, 2], ['H6', 'JK'])
    """
    from evenhand.games.cards import parse_cards
    from evenhand.games.rummy import read_hand
    from evenhand.games.rummy.deck import JOKER_NAME, PRINTED

    melds, repeated = [], []
    for names in map(parse_cards, texts):
        most = {JOKER_NAME: PRINTED.bit_count()}
        different = dict.fromkeys(names)
        repeated += [name for name in different if names.count(name) > most.get(name, 1)]
        jokers = min(names.count(JOKER_NAME), most[JOKER_NAME])
        others = [name for name in different if name != JOKER_NAME]
        melds.append(read_hand(others + [JOKER_NAME] * jokers))
    return melds, repeated


def _as_rows(found: "Arrangement") -> list[tuple[str, str]]:
    from evenhand.games.rummy import name, names

    rows = [(str(meld.kind), " ".join(map(name, meld.cards))) for meld in found.melds]
    if found.left_over:
        rows.append((LEFT_OVER, " ".join(names(found.left_over))))
    if found.discard is not None:
        rows.append((DISCARD, name(found.discard)))
    return rows


def _as_json(found: "Arrangement", distance: int) -> dict[str, Any]:
    from evenhand.games.rummy import name, names

    melds = [{"kind": str(meld.kind), "cards": [*map(name, meld.cards)]} for meld in found.melds]
    return {
        "melds": melds,
        "left_over": names(found.left_over),
        "minscore": found.points,
        "mindist": distance,
        "discard": None if found.discard is None else name(found.discard),
    }


def _answer(lines: list[Line], literal: bool, discards: bool) -> list[Answer]:
    from evenhand.games.rummy import Question, answer_questions

    found, questions = {}, {}
    for number, line in lines:
        try:
            questions[number] = Question.read(line)
        except ValueError as problem:
            found[number] = wrong(problem)
    measured = answer_questions(list(questions.values()), literal=literal, discards=discards)
    found |= zip(questions, measured, strict=True)
    return [(number, found[number]) for number, _ in lines]


app = group(
    "The game of Indian Rummy: melds, declarations, MinScore and MinDist.",
    *(arrange, check, metrics),
)
