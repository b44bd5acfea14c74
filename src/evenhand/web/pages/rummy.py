"""The Rummy helper: the best arrangement of a hand, and how far it is from a declaration."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from evenhand.games.rummy import PACK
from evenhand.games.rummy.deck import HAND_SIZE, RANKS
from evenhand.web.pages.card_faces import faces, new_seed
from evenhand.web.pages.rummy_answers import rummy_answer
from evenhand.web.pages.rummy_choice import NAMES, read_choice
from evenhand.web.pages.site import page
from evenhand.web.pages.tools_working import worked_out

router = APIRouter(include_in_schema=False)
ROWS = [faces(NAMES[at : at + RANKS]) for at in range(0, 4 * RANKS, RANKS)]
"""The cards as they are shown, a row a suit."""


@router.get("/rummy")
async def helper(request: Request) -> Response:
    """The page; what is chosen stands in the address."""
    choice = read_choice(request.query_params)
    answer = None
    if choice.ready:
        answer = await worked_out(rummy_answer, choice.mask, choice.wild_rank)
    return page(
        request,
        "rummy.html",
        choice=choice,
        answer=answer,
        rows=ROWS,
        joker=faces(["JK"])[0],
        ranks=[face.rank for face in ROWS[0]],
        letters=PACK.ranks,
        size=HAND_SIZE,
        seed=new_seed(),
    )
