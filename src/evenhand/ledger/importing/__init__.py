"""Files of games into a ladder, by whole columns: millions of games, or an evening of a club.

All games are checked before the first is posted.  They go into the log in lots, each of which is
one transaction and one upload, which can be undone.  Whoever begins again goes on where the last
lot ended: a game whose id is there already must be the same game, and is passed over.
"""

from evenhand.ledger.importing.files import read_file
from evenhand.ledger.importing.games import FileGames, check
from evenhand.ledger.importing.lots import WHOLE, Imported, lots_of, post_lot

__all__ = ["WHOLE", "FileGames", "Imported", "check", "lots_of", "post_lot", "read_file"]
