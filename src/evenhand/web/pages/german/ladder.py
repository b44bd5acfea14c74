"""German texts of a ladder's overview and of its results."""

TEXTS: dict[str, str] = {
    "Game": "Spiel",
    "Players": "Spieler",
    "Rating system": "Wertungssystem",
    "On the list from {count} games on; provisional with fewer than {provisional}; inactive after "
    "{days} days without a game.": "Auf der Liste ab {count} Spielen; vorläufig mit weniger als "
    "{provisional}; inaktiv nach {days} Tagen ohne Spiel.",
    "from a rating of {rating}, reached once after {games} games or more": "ab einer Wertung von "
    "{rating}, einmal erreicht nach mindestens {games} Spielen",
    "Distribution of ratings": "Verteilung der Wertungen",
    "How much of this game is skill?": "Wie viel an diesem Spiel ist Können?",
    "This takes a few seconds.": "Das dauert einige Sekunden.",
    "Find out": "Herausfinden",
    "Spread of skill": "Streuung des Könnens",
    "Elo points": "Elo-Punkte",
    "{low} to {high}": "{low} bis {high}",
    "One spread better wins": "Eine Streuung besser gewinnt",
    "Games until the better one leads": "Spiele, bis der Bessere führt",
    "with 75 %": "mit 75 %",
    "Of a result luck explains": "Vom Ergebnis erklärt das Glück",
    "From the last {games} games of {players} players with {least} games or more. For comparison: "
    "a coin has no spread, chess about 123.": "Aus den letzten {games} Spielen von {players} "
    "Spielern mit mindestens {least} Spielen. Zum Vergleich: Eine Münze hat keine Streuung, "
    "Schach etwa 123.",
    "It cannot be told yet:": "Das lässt sich noch nicht sagen:",
    "Who would win?": "Wer würde gewinnen?",
    "Player {number}": "Spieler {number}",
    "Predict": "Vorhersagen",
    "Not known here: {names}": "Hier nicht bekannt: {names}",
    "Chance to win": "Gewinnaussicht",
    "as a bar": "als Balken",
    "Name two players or more, by id or name.": "Nennen Sie zwei oder mehr Spieler mit Kennung "
    "oder "
    "Namen.",
    "Fair tables": "Ausgeglichene Tische",
    "If those who played last were waiting now, these tables would be made: everybody has a fair "
    "chance against everybody else at the table.": "Warteten jetzt alle, die zuletzt gespielt "
    "haben, entstünden diese Tische: Jeder hat gegen jeden am Tisch eine faire Aussicht.",
    "Waiting": "Wartende",
    "Seats at a table": "Plätze am Tisch",
    "Make tables": "Tische bilden",
    "Table": "Tisch",
    "Players, with their chances to win": "Spieler mit ihren Gewinnaussichten",
    "No fair table yet: {names}": "Noch ohne ausgeglichenen Tisch: {names}",
    "The result {result} counts no longer. All later ratings are as if it had never been.": (
        "Das Ergebnis {result} zählt nicht mehr. Alle späteren Wertungen sind, als hätte es das "
        "nie gegeben."
    ),
    "All results that came last": "Alle letzten Ergebnisse",
    "The games played last": "Die zuletzt gespielten Spiele",
    "Played (UTC)": "Gespielt (UTC)",
    "Players, points and what became of the rating": "Spieler, Punkte und was aus der Wertung "
    "wurde",
    "Undo": "Zurücknehmen",
    "undo": "zurücknehmen",
    "expected {share}": "erwartet {share}",
    "luck {luck}": "Glück {luck}",
    "Undo the result {result}": "Das Ergebnis {result} zurücknehmen",
    "No game has been played yet.": "Es wurde noch nicht gespielt.",
    "with a key that may correct results to undo one.": "mit einem Schlüssel, der Ergebnisse "
    "berichtigen darf, um eines zurückzunehmen.",
    "Undo a result": "Ein Ergebnis zurücknehmen",
    "Undo the result {result}?": "Das Ergebnis {result} zurücknehmen?",
    "Undo it": "Zurücknehmen",
    "Leave it": "So lassen",
    "This result no longer counts.": "Dieses Ergebnis zählt nicht mehr.",
    "Back to the results": "Zurück zu den Ergebnissen",
    "{replayed} games are rated again; {changed} ratings change, {noticeable} of them by half a "
    "point or more.": "{replayed} Spiele werden neu gewertet; {changed} Wertungen ändern sich, "
    "{noticeable} davon um einen halben Punkt oder mehr.",
    "Whose ratings change most": "Wessen Wertung sich am meisten ändert",
    "Sign in with a key that may correct results.": "Melden Sie sich mit einem Schlüssel an, der "
    "Ergebnisse berichtigen darf.",
}
