"""Files that clubs upload: read within limits, every wrong row told, and nothing of them trusted.

Nothing is written to disk and no name of a file is used as a path.
"""

from evenhand.ledger.uploads.kinds import shown_name
from evenhand.ledger.uploads.limits import Limits, UploadError
from evenhand.ledger.uploads.reading import read_upload
from evenhand.ledger.uploads.upload import Problem, Upload, UploadedGame

__all__ = [
    "Limits",
    "Problem",
    "Upload",
    "UploadError",
    "UploadedGame",
    "read_upload",
    "shown_name",
]
