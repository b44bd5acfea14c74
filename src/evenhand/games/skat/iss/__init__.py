"""Game records of the International Skat Server (ISS): one SGF game a line, read and written."""

from evenhand.games.skat.iss.files import each_record, read_iss
from evenhand.games.skat.iss.line import parse_iss, write_iss
from evenhand.games.skat.iss.playback import check, replay
from evenhand.games.skat.iss.record import Record
from evenhand.games.skat.iss.recorded import Recorded

__all__ = [
    "Record",
    "Recorded",
    "check",
    "each_record",
    "parse_iss",
    "read_iss",
    "replay",
    "write_iss",
]
