"""The key of a demo world: a new one at every start, since no key can be shown twice."""

from evenhand.ledger.database import Database
from evenhand.ledger.keys import create_key, list_keys, revoke

NAME, BY = "demo", "demo"


def new_key(database: Database) -> str:
    """Make a key that may do everything, and revoke that of the last start."""
    for key in list_keys(database):
        if key.name == NAME and key.revoked_at is None:
            revoke(database, key.id, by=BY)
    return create_key(database, name=NAME, scopes=["admin"], by=BY)
