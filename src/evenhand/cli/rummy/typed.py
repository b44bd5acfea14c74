"""What people type about a hand of Rummy: cards, melds and the wild rank."""

from collections.abc import Collection, Sequence
from typing import Annotated

import typer

from evenhand.games.typed_cards import TEN, typed_cards

WildOption = Annotated[
    str | None, typer.Option("--wild", metavar="RANK", help="The wild rank: A 2 ... T J Q K.")
]


def typed_wild(text: str | None) -> int:
    """The wild rank that was typed; without one no rank is wild.

    >>> typed_wild("10"), typed_wild("k"), typed_wild(None)
    (9, 12, 13)
    """
    from evenhand.games.rummy.pack import read_wild

    return read_wild(text and text.strip().upper().replace(TEN, "T"))


def typed_hand(words: Sequence[str], sizes: Collection[int]) -> int:
    """The hand that was typed, if it has one of these numbers of cards."""
    from evenhand.games.rummy.pack import read_hand

    return read_hand(parse_cards(" ".join(words)), sizes)


def typed_melds(texts: Sequence[str]) -> tuple[list[int], list[str]]:
    """The melds that were typed, and the cards that are more than once in one of them.

    >>> melds, repeated = typed_melds(["h5 h6 h6", "JK,JK,JK"])
    >>> [bin(cards).count("1") for cards in melds], repeated
    ([2, 2], ['H6', 'JK'])
    """
    from evenhand.games.rummy.pack import JOKER_NAME, PRINTED, read_hand

    melds, repeated = [], []
    for names in map(typed_cards, texts):
        most = {JOKER_NAME: PRINTED.bit_count()}
        different = dict.fromkeys(names)
        repeated += [name for name in different if names.count(name) > most.get(name, 1)]
        jokers = min(names.count(JOKER_NAME), most[JOKER_NAME])
        others = [name for name in different if name != JOKER_NAME]
        melds.append(read_hand(others + [JOKER_NAME] * jokers))
    return melds, repeated
