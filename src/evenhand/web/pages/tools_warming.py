"""Compiles what the tools need before somebody asks: the first answer would take half a minute."""

import logging

from evenhand.games.rummy.deck import HAND_SIZE
from evenhand.games.skat.solver import Position
from evenhand.web.pages.rummy_answers import rummy_answer
from evenhand.web.pages.skat_answers import bid_answer, discard_answer
from evenhand.web.pages.skat_choice import random_deal
from evenhand.web.pages.skat_random import random_texts
from evenhand.web.pages.skat_solving import solved

SEED = 1
log = logging.getLogger(__name__)


def use_every_tool() -> None:
    """Ask every tool once."""
    try:
        deal = random_deal(SEED)
        bid_answer(deal.hands[0])
        discard_answer(deal.hands[0] | deal.skat, None)
        random_texts(SEED)
        for game in "CN":
            solved(Position(game, deal.hands), deal.skat, ())
        for size in (HAND_SIZE, HAND_SIZE + 1):
            rummy_answer((1 << size) - 1, 0)
    except Exception:  # whoever asks will see it
        log.exception("a tool could not be made ready")
