"""A whole deal of Skat with open cards: what it is worth, how it goes, who lost what."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from evenhand.games.skat.contract import GAME_NAMES, GRAND, NULL
from evenhand.games.skat.deck import PACK, PLACES, SEAT_NAMES
from evenhand.web.pages.card_faces import faces, new_seed
from evenhand.web.pages.site import page
from evenhand.web.pages.skat import ROWS
from evenhand.web.pages.skat_choice import in_order
from evenhand.web.pages.skat_deal_choice import DealChoice, read_deal_choice
from evenhand.web.pages.skat_solving import Solved, solved
from evenhand.web.pages.tools_working import worked_out

router = APIRouter(include_in_schema=False)
ORDER = ["C", "S", "H", "D", GRAND, NULL]


@router.get("/skat/deal")
async def deal(request: Request) -> Response:
    """The page; the deal stands in the address."""
    choice, answer = await worked_out(_answered, request)
    return page(
        request,
        "skat_deal.html",
        choice=choice,
        answer=answer,
        hands=_hands(choice),
        rows=ROWS,
        seats=SEAT_NAMES,
        places=PLACES,
        games={game: GAME_NAMES[game] for game in ORDER},
        seed=new_seed(),
    )


def _answered(request: Request) -> tuple[DealChoice, Solved | None]:
    choice = read_deal_choice(request.query_params)
    if choice.position is None:
        return choice, None
    return choice, solved(choice.position, choice.skat, choice.played)


def _hands(choice: DealChoice) -> list[object]:
    """The cards of each place, to look at."""
    if choice.position is None:
        return []
    piles = (*choice.position.hands, choice.skat)
    return [faces(in_order(PACK.names(pile))) for pile in piles]
