"""All pages of the service, each with a German word that is seen on it."""

from typing import NamedTuple
from urllib.parse import urlencode

from .world import MALLORY, MELDED, OPEN, STRONG

BASE, LADDER = f"/ladders/{OPEN}", "/ladders/{ladder}"
SKAT = urlencode([("card", card) for card in STRONG.split()])
RUMMY = urlencode([("card", card) for card in MELDED.split()])


class Sight(NamedTuple):
    """A page that is looked at."""

    path: str
    german: str
    route: str
    signed_in: bool = False
    mallory: bool = False  # whether the name that is a script must be seen


SIGHTS = {
    "home": Sight("/", "Ranglisten", "/", mallory=True),
    "ranking": Sight(BASE, "Bewegung und Änderung seit", LADDER, mallory=True),
    "ranking of the others": Sight(f"{BASE}?around=p110", "vorläufig", ""),
    "player": Sight(
        f"{BASE}/players/{MALLORY}?with=p001",
        "Warum hat sich die Wertung geändert?",
        LADDER + "/players/{player:part}",
        mallory=True,
    ),
    "official lists": Sight(f"{BASE}/lists", "Prüfsumme", LADDER + "/lists"),
    "official list": Sight(
        f"{BASE}/lists/2", "Offizielle Liste 2", LADDER + "/lists/{number}", mallory=True
    ),
    "about": Sight(
        f"{BASE}/about?player={MALLORY}&player=p001",
        "Wer würde gewinnen?",
        LADDER + "/about",
        mallory=True,
    ),
    "results": Sight(
        f"{BASE}/results", "Gespielt (UTC)", LADDER + "/results", signed_in=True, mallory=True
    ),
    "undo": Sight(
        f"{BASE}/results/undo?result=g0879",
        "Das Ergebnis g0879 zurücknehmen?",
        LADDER + "/results/undo",
        signed_in=True,
        mallory=True,
    ),
    "upload": Sight(
        f"{BASE}/upload",
        "Datei hier ablegen oder auswählen",
        LADDER + "/upload",
        signed_in=True,
    ),
    "sign in": Sight("/sign-in", "Schlüssel", "/sign-in"),
    "skat": Sight(f"/skat?{SKAT}&skat=D7&skat=H7&position=forehand", "Nach dem Skat", "/skat"),
    "skat deal": Sight("/skat/deal?seed=5", "Eine Verteilung mit offenen Karten", "/skat/deal"),
    "rummy": Sight(f"/rummy?{RUMMY}&wild=2", "Die beste Anordnung", "/rummy"),
}

NO_PAGES = {
    LADDER + "/events",
    LADDER + "/ranking.{kind}",
    LADDER + "/lists/{number}.{kind}",
    LADDER + "/players/{player:part}/chart/{view}",
    LADDER + "/skill",
    "/language/{code}",
    "/static/{version}/{name}",
    "/favicon.ico",
}
"""What a browser fetches that is no whole page."""
