"""German texts: the Rummy helper."""

TEXTS: dict[str, str] = {
    "Indian Rummy with one pack and two printed jokers: choose 13 cards, or 14 to see what to"
    " discard.": (
        "Indisches Rommé mit einem Blatt und zwei gedruckten Jokern: Wähle 13 Karten, oder 14, um"
        " zu sehen, was abzuwerfen ist."
    ),
    "printed jokers": "gedruckte Joker",
    "Wild rank": "Wilder Wert",
    "none": "keiner",
    "There is no such wild rank.": "Diesen wilden Wert gibt es nicht.",
    "The best arrangement": "Die beste Anordnung",
    "The arrangement is shown here as soon as 13 cards are chosen.": (
        "Die Anordnung erscheint hier, sobald 13 Karten gewählt sind."
    ),
    "Declare!": "Auslegen!",
    "One card away": "Eine Karte entfernt",
    "{count} cards away": "{count} Karten entfernt",
    "cards to exchange until the hand can be declared": (
        "Karten zu tauschen, bis die Hand ausgelegt werden kann"
    ),
    "points if another player declares now": "Punkte, wenn jetzt ein anderer auslegt",
    "points if another player declares now, the most that is counted": (
        "Punkte, wenn jetzt ein anderer auslegt; mehr wird nicht gezählt"
    ),
    "Discard": "Abwerfen",
    "or": "oder",
    "Every discard": "Jeder Abwurf",
    "The arrangement with the fewest points": "Die Anordnung mit den wenigsten Punkten",
    "Pure sequence": "Reine Folge",
    "Sequence": "Folge",
    "Set": "Satz",
    "Left over: {points} points": "Übrig: {points} Punkte",
    "Without a pure sequence no meld is free: all cards count.": (
        "Ohne reine Folge ist keine Figur frei: Alle Karten zählen."
    ),
    "MinDist is how many cards must be exchanged, at least, until all cards lie in melds: at least"
    " two sequences, one of them pure, and the rest in sequences or sets. 0 means that the hand can"
    " be declared.": (
        "MinDist sagt, wie viele Karten mindestens getauscht werden müssen, bis alle in Figuren"
        " liegen: mindestens zwei Folgen, eine davon rein, der Rest in Folgen oder Sätzen. Bei 0"
        " kann ausgelegt werden."
    ),
    "MinScore is the least that the hand can count: ace, jack, queen and king 10, the others their"
    " number, jokers nothing, 80 at most. Without a pure sequence all cards count; without a second"
    " sequence all but a pure one.": (
        "MinScore ist das Wenigste, was die Hand zählen kann: Ass, Bube, Dame und König 10, die"
        " anderen ihre Zahl, Joker nichts, höchstens 80. Ohne reine Folge zählen alle Karten, ohne"
        " zweite Folge alle bis auf eine reine."
    ),
    "A pure sequence has no joker that stands for another card. Cards of the wild rank are"
    " jokers.": (
        "Eine reine Folge hat keinen Joker, der für eine andere Karte steht. Karten des wilden"
        " Werts sind Joker."
    ),
}
