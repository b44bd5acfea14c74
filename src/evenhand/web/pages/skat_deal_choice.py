"""A deal as somebody typed it: cards, what was announced, and the cards played, if it was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from starlette.datastructures import QueryParams

from evenhand.games.cards import parse_cards
from evenhand.games.skat.contract import GAMES, NULL
from evenhand.games.skat.deck import HAND_SIZE, PACK, PLACES, SEAT_NAMES
from evenhand.games.skat.solver import Position
from evenhand.web.pages.card_faces import Wrong, known_names, read_seed
from evenhand.web.pages.skat_choice import NAMES
from evenhand.web.pages.skat_random import random_texts

LONGEST = 300  # characters of a field
CARDS = 30  # in three hands


class DealError(ValueError):
    """What is wrong with a deal that was typed."""

    def __init__(self, wrong: Wrong) -> None:
        self.wrong = wrong
        super().__init__(wrong.english)


@dataclass(frozen=True)
class DealChoice:
    """What was typed, and what it means if nothing is wrong."""

    texts: Mapping[str, str]  # the cards of each place
    declarer: int = 0
    leader: int = 0
    game: str = "C"
    played_text: str = ""
    position: Position | None = None
    skat: int = 0
    played: tuple[int, ...] = ()
    wrong: Wrong | None = None


def read_deal_choice(query: QueryParams) -> DealChoice:
    """What an address says."""
    seed = read_seed(query.get("seed", ""))
    if seed is not None and not any(query.get(place) for place in PLACES):
        query = QueryParams([*random_texts(seed).items(), ("played", query.get("played", ""))])
    typed = DealChoice(
        {place: query.get(place, "")[: LONGEST + 1] for place in PLACES},
        _seat(query.get("declarer", "")),
        _seat(query.get("leader", "")),
        query.get("game", "") if query.get("game", "") in list(GAMES) else "C",
        query.get("played", "")[: LONGEST + 1],
    )
    if not any(text.strip() for text in typed.texts.values()):
        return typed
    try:
        return _understood(typed)
    except DealError as problem:
        return replace(typed, wrong=problem.wrong)


def _understood(typed: DealChoice) -> DealChoice:
    if any(len(text) > LONGEST for text in (*typed.texts.values(), typed.played_text)):
        raise DealError(Wrong.text("That is too long for a deal."))
    piles = _piles([parse_cards(text) for text in typed.texts.values()])
    left = [name for name in NAMES if not any(name in pile for pile in piles)]
    if not piles[3] and len(left) == 2:
        piles[3] = left
    texts = {place: " ".join(pile) for place, pile in zip(PLACES, piles, strict=True)}
    _check_counts(piles)
    first, second, third, skat = (PACK.hand(pile) for pile in piles)
    position = Position(typed.game, (first, second, third), typed.declarer, typed.leader)
    played = _known(parse_cards(typed.played_text))
    check_played(position, [PACK.card(name) for name in played])
    cards = tuple(PACK.card(name) for name in played)
    return replace(typed, texts=texts, position=position, skat=skat, played=cards)


def _piles(typed: list[list[str]]) -> list[list[str]]:
    """Three hands and the skat; all of them may have been typed as forehand's."""
    if len(typed[0]) >= CARDS and not any(typed[1:]):
        whole = typed[0]
        typed = [whole[at : at + HAND_SIZE] for at in (0, 10, 20)] + [whole[CARDS:]]
    _known([name for pile in typed for name in pile])
    return typed


def _known(names: Sequence[str]) -> list[str]:
    found, wrong = known_names(names, NAMES)
    if wrong:
        raise DealError(wrong)
    return found


def _check_counts(piles: Sequence[Sequence[str]]) -> None:
    for seat, pile in zip(SEAT_NAMES, piles, strict=False):
        if len(pile) != HAND_SIZE:
            words = {"seat": seat.capitalize()}
            wrong = Wrong.text("{seat} has {count} cards instead of 10.", words, count=len(pile))
            raise DealError(wrong)
    if len(piles[3]) != 2:
        raise DealError(Wrong.text("The skat has two cards, not {count}.", count=len(piles[3])))


def check_played(position: Position, cards: Sequence[int]) -> None:
    """Refuse a card that its player does not hold, or that does not follow."""
    taken = False  # a trick by the declarer, which ends a null
    for number, card in enumerate(cards, 1):
        if not any(position.hands) or (taken and position.game == NULL):
            raise DealError(Wrong.text("More cards were played than the deal has."))
        if not position.legal() >> card & 1:
            raise DealError(_illegal(position, card, number))
        position = position.after(card)
        taken |= not position.trick and position.leader == position.declarer


def _illegal(position: Position, card: int, number: int) -> Wrong:
    words, name = {"seat": SEAT_NAMES[position.mover].capitalize()}, PACK.name(card)
    if not position.hands[position.mover] >> card & 1:
        return Wrong.text(
            "Card {number}, {card}: {seat} has to play and does not hold it.",
            words,
            number=number,
            card=name,
        )
    led = PACK.name(position.trick[0])
    return Wrong.text(
        "Card {number}, {card}: {seat} has to follow {led}.",
        words,
        number=number,
        card=name,
        led=led,
    )


def _seat(text: str) -> int:
    return SEAT_NAMES.index(text) if text in SEAT_NAMES else 0
