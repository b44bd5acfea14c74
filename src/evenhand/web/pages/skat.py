"""The Skat advisor: what to bid on ten cards, and what to put away."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from evenhand.games.skat.deck import SEAT_NAMES
from evenhand.games.skat.scoring import BID_VALUES
from evenhand.web.pages.card_faces import faces, new_seed
from evenhand.web.pages.site import page
from evenhand.web.pages.skat_answers import bid_answer, contract_words, discard_answer
from evenhand.web.pages.skat_choice import BY_RANK, NAMES, TEN, TWO, read_choice
from evenhand.web.pages.tools_working import worked_out

router = APIRouter(include_in_schema=False)
ROWS = [faces(NAMES[at : at + len(BY_RANK)]) for at in range(0, len(NAMES), len(BY_RANK))]
"""The cards as they are shown, a row a suit."""


@router.get("/skat")
async def advisor(request: Request) -> Response:
    """The page; what is chosen stands in the address."""
    choice = read_choice(request.query_params)
    bids = await worked_out(bid_answer, choice.mask) if choice.ready else None
    discards = None
    if choice.skat_known:
        discards = await worked_out(discard_answer, choice.twelve, choice.bid)
    return page(
        request,
        "skat.html",
        choice=choice,
        rows=ROWS,
        seats=SEAT_NAMES,
        bid_values=BID_VALUES,
        ten=TEN,
        two=TWO,
        bids=bids,
        discards=discards,
        contract_words=contract_words,
        seed=new_seed(),
    )
