"""The texts of all pages in German, by the English text."""

from evenhand.web.pages.german import frame, ladder, player, ranking, rummy, skat, upload

TEXTS: dict[str, str] = (
    frame.TEXTS
    | ranking.TEXTS
    | player.TEXTS
    | ladder.TEXTS
    | upload.TEXTS
    | skat.TEXTS
    | rummy.TEXTS
)
