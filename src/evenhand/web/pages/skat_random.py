"""A random deal that was bid and announced by rules of thumb, as texts for the fields of a page."""

from functools import lru_cache

import numpy as np

from evenhand.games.skat.auction import run_auctions
from evenhand.games.skat.bidding.rules import RuleBidder
from evenhand.games.skat.contract import CONTRACTS
from evenhand.games.skat.deck import FOREHAND, NOBODY, PACK, PLACES, SEAT_NAMES
from evenhand.games.skat.scoring import BID_VALUES
from evenhand.web.pages.skat_choice import in_order, random_deal

KEPT = 64


@lru_cache(KEPT)
def random_texts(seed: int) -> dict[str, str]:
    """The fields of the deal of a seed; if all pass, forehand plays after all."""
    deal, bidder, rng = random_deal(seed), RuleBidder(), np.random.default_rng(seed)
    hands, skat = np.array(deal.hands), np.array([deal.skat])
    declarers, bids, _ = run_auctions(bidder.limits(hands, rng)[None, :])
    passed = declarers[0] == NOBODY
    declarer = FOREHAND if passed else int(declarers[0])
    bid = np.array([BID_VALUES[0] if passed else bids[0]])
    made = bidder.announce(hands[[declarer]], skat, bid, rng)
    piles = [*deal.hands, int(made.skats[0])]
    piles[declarer] = (deal.hands[declarer] | deal.skat) & ~piles[3]
    texts = {
        place: " ".join(in_order(PACK.names(pile)))
        for place, pile in zip(PLACES, piles, strict=True)
    }
    game = CONTRACTS[made.contracts[0]].game
    return texts | {"declarer": SEAT_NAMES[declarer], "leader": SEAT_NAMES[0], "game": game}
