"""German texts of a player's page."""

TEXTS: dict[str, str] = {
    "Points": "Punkte",
    "Expected": "Erwartet",
    "Before": "Vorher",
    "After": "Nachher",
    "{share} was expected, against these opponents. The result changed the rating by {change}.": (
        "Gegen diese Gegner waren {share} erwartet. Das Ergebnis änderte die Wertung um {change}."
    ),
    "Luck was worth {luck} and is taken out: with it, the change would have been {whole}.": (
        "Das Glück war {luck} wert und ist herausgerechnet: Mit ihm wäre die Änderung {whole} "
        "gewesen."
    ),
    "Date": "Datum",
    "Against (open it to see why)": "Gegen (aufklappen zeigt, warum)",
    "Skill part": "Anteil Können",
    "Luck part": "Anteil Glück",
    "guest": "Gast",
    "also known as {names}": "auch bekannt als {names}",
    "{name} has not played on this ladder yet.": "{name} hat hier noch nicht gespielt.",
    "Better than": "Besser als",
    "Highest": "Höchste",
    "Luck so far": "Glück bisher",
    "rating points, taken out": "Wertungspunkte, herausgerechnet",
    "Show on the list": "Auf der Liste zeigen",
    "This is not me": "Das bin ich nicht",
    "This is me": "Das bin ich",
    "Rating curve": "Verlauf der Wertung",
    "Compare with": "Vergleichen mit",
    "name or id": "Name oder Kennung",
    "Compare": "Vergleichen",
    "only {name}": "nur {name}",
    "By own games (time-contracted)": "Nach eigenen Spielen (zeitlich gerafft)",
    "By date (time-expanded)": "Nach Datum (zeitlich gedehnt)",
    "The chart could not be drawn.": "Das Bild konnte nicht gezeichnet werden.",
    "Rating after each own game": "Wertung nach jedem eigenen Spiel",
    "Rating over time": "Wertung im Lauf der Zeit",
    "Against {name}:": "Gegen {name}:",
    "{games} games, ahead {won}, level {drawn}, behind {lost}.": "{games} Spiele, davon {won} "
    "vorn, "
    "{drawn} gleichauf, {lost} hinten.",
    "never met.": "nie begegnet.",
    "Chance now: {own} to {other}.": "Aussicht jetzt: {own} zu {other}.",
    "Luck received": "Erhaltenes Glück",
    "What luck would have brought in rating points if it were not taken out: {sum} in all, {best} "
    "in the luckiest game and {worst} in the unluckiest.": "Was das Glück an Wertungspunkten "
    "gebracht hätte, wäre es nicht herausgerechnet: {sum} insgesamt, {best} im glücklichsten "
    "Spiel und {worst} im unglücklichsten.",
    "Luck received so far, in rating points": "Bisher erhaltenes Glück in Wertungspunkten",
    "Among all players": "Unter allen Spielern",
    "Distribution of ratings; {name} is in the marked bar": "Verteilung der Wertungen; {name} "
    "steht "
    "in der hervorgehobenen Säule",
    "{share} of the others on the list are rated lower.": "{share} der anderen auf der Liste "
    "stehen "
    "tiefer.",
    "Why did the rating change?": "Warum hat sich die Wertung geändert?",
    "earlier games": "frühere Spiele",
    "Best results": "Beste Ergebnisse",
    "Worst results": "Schlechteste Ergebnisse",
    "Opponents": "Gegner",
    "{count} opponents; those met most often come first.": "{count} Gegner; die häufigsten stehen "
    "vorn.",
    "Ahead": "Vorn",
    "Level": "Gleichauf",
    "Behind": "Hinten",
    "Ahead in": "Vorn in",
    "Compare with {name}": "Mit {name} vergleichen",
    "curves": "Verlauf",
    "There is no player {player}.": "Es gibt keinen Spieler {player}.",
    "own game": "eigenes Spiel",
    "date": "Datum",
    "luck so far": "Glück bisher",
}
