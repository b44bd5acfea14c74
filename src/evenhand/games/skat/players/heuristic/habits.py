"""How a player weighs cards: the numbers behind the rules of thumb.

All are card points unless they are percents.  They were fitted to games between players who
differ in them, the declarer's and the opponents' in turn, on hands worth a bid; the program of
that fit is not kept.
"""

from typing import NamedTuple


class Habits(NamedTuple):
    """What a player expects of the others, and what cards and leads are worth to him."""

    trump_share: int  # percent of the unseen trumps that an opposing player holds
    side_share: int  # the same for a card of a side suit
    partner_trump_share: int  # percent of the unseen trumps that the partner holds
    partner_side_share: int  # the same for a card of a side suit
    more_if_won: int  # card points that each player to come adds to a trick that is won
    more_if_lost: int  # the same for a trick that is lost
    decision: int  # for a trick that decides the game
    keep_top_trump: int  # the highest trump not gone
    keep_trump: int  # another trump
    keep_trump_step: int  # for each unseen higher trump
    keep_points: int  # percent of the points of a card of a side suit
    keep_top: int  # more for a winner, beside its points
    keep_ten: int  # more for a ten with other cards below an ace, beside its points
    keep_bare_ten: int  # more for such a ten alone
    keep_single: int  # more for a last card of a suit
    keep_guard: int  # more for the only card beside such a ten
    keep_ruffed: int  # more where the declarer has no card of the suit
    lead_trump: int  # a trump
    lead_surplus: int  # for each trump more than there are unseen
    lead_last_trumps: int  # a trump if no other player has any
    lead_top: int  # a winner of a side suit
    lead_loser: int  # another card of a side suit
    lead_long_before: int  # for each card of a side suit, if the declarer comes next
    lead_long_behind: int  # the same if he comes last or leads himself
    lead_declarer_void: int  # where the declarer has none
    lead_partner_void: int  # where the partner has none


SUIT_DECLARER = Habits(
    trump_share=53,
    side_share=75,
    partner_trump_share=0,
    partner_side_share=0,
    more_if_won=4,
    more_if_lost=1,
    decision=20,
    keep_top_trump=27,
    keep_trump=20,
    keep_trump_step=0,
    keep_points=-4,
    keep_top=14,
    keep_ten=0,
    keep_bare_ten=-18,
    keep_single=-9,
    keep_guard=8,
    keep_ruffed=0,
    lead_trump=18,
    lead_surplus=3,
    lead_last_trumps=-17,
    lead_top=0,
    lead_loser=-12,
    lead_long_before=0,
    lead_long_behind=-3,
    lead_declarer_void=0,
    lead_partner_void=0,
)
SUIT_OPPONENT = Habits(
    trump_share=55,
    side_share=13,
    partner_trump_share=54,
    partner_side_share=47,
    more_if_won=3,
    more_if_lost=-3,
    decision=20,
    keep_top_trump=12,
    keep_trump=11,
    keep_trump_step=-1,
    keep_points=45,
    keep_top=-2,
    keep_ten=-10,
    keep_bare_ten=-11,
    keep_single=-6,
    keep_guard=1,
    keep_ruffed=-4,
    lead_trump=-7,
    lead_surplus=0,
    lead_last_trumps=-7,
    lead_top=10,
    lead_loser=-1,
    lead_long_before=8,
    lead_long_behind=2,
    lead_declarer_void=5,
    lead_partner_void=10,
)
GRAND_DECLARER = Habits(
    trump_share=32,
    side_share=46,
    partner_trump_share=0,
    partner_side_share=0,
    more_if_won=3,
    more_if_lost=8,
    decision=18,
    keep_top_trump=13,
    keep_trump=11,
    keep_trump_step=0,
    keep_points=32,
    keep_top=1,
    keep_ten=-2,
    keep_bare_ten=-12,
    keep_single=-8,
    keep_guard=1,
    keep_ruffed=0,
    lead_trump=12,
    lead_surplus=4,
    lead_last_trumps=-16,
    lead_top=5,
    lead_loser=-3,
    lead_long_before=0,
    lead_long_behind=2,
    lead_declarer_void=0,
    lead_partner_void=0,
)
GRAND_OPPONENT = Habits(
    trump_share=36,
    side_share=72,
    partner_trump_share=25,
    partner_side_share=25,
    more_if_won=3,
    more_if_lost=2,
    decision=11,
    keep_top_trump=13,
    keep_trump=10,
    keep_trump_step=0,
    keep_points=35,
    keep_top=-1,
    keep_ten=-2,
    keep_bare_ten=-7,
    keep_single=-2,
    keep_guard=5,
    keep_ruffed=1,
    lead_trump=-3,
    lead_surplus=0,
    lead_last_trumps=-3,
    lead_top=7,
    lead_loser=1,
    lead_long_before=1,
    lead_long_behind=-2,
    lead_declarer_void=4,
    lead_partner_void=3,
)
