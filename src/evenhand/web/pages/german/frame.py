"""German texts of what all pages share, of the first page and of signing in."""

TEXTS: dict[str, str] = {
    "To the content": "Zum Inhalt",
    "Pages": "Seiten",
    "Ladders": "Ranglisten",
    "Ladder": "Rangliste",
    "Skat advisor": "Skat-Berater",
    "Rummy helper": "Rummy-Helfer",
    "Language: {name}": "Sprache: {name}",
    "Sign in": "Anmelden",
    "Sign out": "Abmelden",
    "Ratings with the luck taken out.": "Wertungszahlen ohne das Glück.",
    "To all ladders": "Zu allen Ranglisten",
    "There is no ladder yet.": "Es gibt noch keine Rangliste.",
    "Make one with: {command}": "So entsteht eine: {command}",
    "{count} players": "{count} Spieler",
    "{count} games": "{count} Spiele",
    "last played {date}": "zuletzt gespielt am {date}",
    "First on the list of {name}": "Die Ersten der Rangliste {name}",
    "With a key of this service you may upload lists and undo results, as far as the key allows "
    "it. Looking needs no key.": "Mit einem Schlüssel dieses Dienstes können Sie Listen hochladen "
    "und Ergebnisse zurücknehmen, soweit der Schlüssel es erlaubt. Zum Ansehen braucht man keinen.",
    "Key": "Schlüssel",
    "There is no such key, or it was revoked.": "Diesen Schlüssel gibt es nicht, oder er wurde "
    "widerrufen.",
    "Bad Request": "Fehlerhafte Anfrage",
    "Unauthorized": "Nicht angemeldet",
    "Forbidden": "Nicht erlaubt",
    "Not Found": "Nicht gefunden",
    "Method Not Allowed": "So nicht erlaubt",
    "Conflict": "Widerspruch",
    "Request Entity Too Large": "Zu groß",
    "Unprocessable Entity": "Nicht verständlich",
    "Too Many Requests": "Zu viele Anfragen",
    "Internal Server Error": "Fehler im Dienst",
    "Service Unavailable": "Zurzeit nicht erreichbar",
}
