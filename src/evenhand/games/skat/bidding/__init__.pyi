from .advice import (
    Advice as Advice,
    Choice as Choice,
    Offer as Offer,
    WinShare as WinShare,
    advise_by_neighbours as advise_by_neighbours,
    advise_by_rules as advise_by_rules,
    advise_discards as advise_discards,
    advise_discards_by_rules as advise_discards_by_rules,
    chance_of_strength as chance_of_strength,
    find_chance_by_rules as find_chance_by_rules,
    find_win_share as find_win_share,
    rank_discards as rank_discards,
    usual_bidder as usual_bidder,
)
from .knn import KnnBidder as KnnBidder
from .knowledge import (
    KnowledgeBase as KnowledgeBase,
    KnowledgeError as KnowledgeError,
    evaluation_deals as evaluation_deals,
    training_deals as training_deals,
)
from .rules import RuleBidder as RuleBidder
