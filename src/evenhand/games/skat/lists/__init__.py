"""Score lists of tournaments: reading, checking, writing, and the table of series they make."""

from evenhand.games.skat.lists.files import read_lists, write_deals, write_totals
from evenhand.games.skat.lists.score_list import ScoreList, in_order, series_table

__all__ = ["ScoreList", "in_order", "read_lists", "series_table", "write_deals", "write_totals"]
