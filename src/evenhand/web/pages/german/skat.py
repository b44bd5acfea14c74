"""German texts: the Skat advisor, and what all cards need."""

TEXTS: dict[str, str] = {
    # cards
    "clubs": "Kreuz",
    "spades": "Pik",
    "hearts": "Herz",
    "diamonds": "Karo",
    "ace": "Ass",
    "king": "König",
    "queen": "Dame",
    "jack": "Bube",
    "J": "B",
    "Q": "D",
    "{rank} of {suit}": "{suit}-{rank}",
    "joker": "Joker",
    "Joker": "Joker",
    "There is no card {card}.": "Es gibt keine Karte {card}.",
    "The card {card} is there twice.": "Die Karte {card} ist doppelt.",
    "{count} cards are chosen: take {more} away.": (
        "{count} Karten sind gewählt: nimm {more} wieder weg."
    ),
    "{count} of {all} cards": "{count} von {all} Karten",
    "Your cards": "Deine Karten",
    "Clear": "Leeren",
    "Random hand": "Zufällige Hand",
    "What these numbers are": "Was diese Zahlen bedeuten",
    # games and seats
    "grand": "Grand",
    "null": "Null",
    "hand": "Hand",
    "ouvert": "ouvert",
    "Forehand": "Vorhand",
    "Middlehand": "Mittelhand",
    "Rearhand": "Hinterhand",
    "Skat": "Skat",
    # the advisor
    "Choose your ten cards: how high to bid, for which game, and how often that is won.": (
        "Wähle deine zehn Karten: wie hoch reizen, für welches Spiel, wie oft wird das gewonnen?"
    ),
    "Solve a whole deal with open cards": "Eine ganze Verteilung mit offenen Karten lösen",
    "Your seat": "Dein Platz",
    "The skat": "Der Skat",
    "Skat:": "Skat:",
    "Won the auction? Choose the two cards of the skat.": (
        "Gereizt und gewonnen? Wähle die zwei Karten des Skats."
    ),
    "The game has to reach the bid of": "Das Spiel muss den Reizwert erreichen:",
    "The auction": "Das Reizen",
    "After the skat": "Nach dem Skat",
    "Rules of thumb": "Faustregeln",
    "Similar hands": "Ähnliche Hände",
    "Counts trumps, aces, tens and short suits.": "Zählt Trümpfe, Asse, Zehnen und kurze Farben.",
    "Goes by what players with similar hands scored.": (
        "Richtet sich danach, was Spieler mit ähnlichen Händen erreicht haben."
    ),
    "The advice is shown here as soon as ten cards are chosen.": (
        "Der Rat erscheint hier, sobald zehn Karten gewählt sind."
    ),
    "What to put away is shown here as soon as the skat is chosen.": (
        "Was zu drücken ist, erscheint hier, sobald der Skat gewählt ist."
    ),
    "Bid up to": "Reizen bis",
    "Pass": "Passen",
    "to win": "Gewinnchance",
    "Forehand: say yes up to {bid}, and if nobody bids, take the game at 18.": (
        "Vorhand: halte bis {bid}, und wenn niemand reizt, nimm das Spiel für 18."
    ),
    "Middlehand: you bid first, to forehand, up to {bid}.": (
        "Mittelhand: du reizt zuerst, gegen Vorhand, bis {bid}."
    ),
    "Rearhand: you bid last, to whoever has not passed, up to {bid}.": (
        "Hinterhand: du reizt zuletzt, gegen den, der nicht gepasst hat, bis {bid}."
    ),
    "{won} of {count} similar hands won": ("{won} von {count} ähnlichen Händen haben gewonnen"),
    "Put away": "Drücken",
    "What to put away": "Was zu drücken ist",
    "No game reaches {bid}; this one costs least.": (
        "Kein Spiel erreicht {bid}; dieses kostet am wenigsten."
    ),
    "Every game": "Jedes Spiel",
    "Every game with these ten cards": "Jedes Spiel mit diesen zehn Karten",
    "The best two cards to put away for each game, by similar hands": (
        "Die besten zwei Karten zum Drücken für jedes Spiel, nach ähnlichen Händen"
    ),
    "Won": "Gewonnen",
    "Chance": "Chance",
    "Value": "Wert",
    "of {count}": "von {count}",
    "by rules": "nach Regeln",
    "below the bid": "unter dem Reizwert",
    "Similar hands: computer players played 10,000 deals in every game. Points are what the"
    " declarers of the hands most like yours scored on average; above 62 the game is bid. Won is"
    " the share of those hands that were won; on 5,000 other deals these shares were 1 to 3"
    " percentage points off. After the skat it is the share that would have been won with the"
    " cards put away.": (
        "Ähnliche Hände: Computerspieler haben 10.000 Verteilungen in jedem Spiel gespielt. Punkte"
        " sind die Augen, die Alleinspieler mit den ähnlichsten Händen im Mittel bekamen; über 62"
        " wird das Spiel gereizt. Gewonnen ist der Anteil dieser Hände, die gewonnen haben; bei"
        " 5.000 anderen Verteilungen lagen diese Anteile 1 bis 3 Prozentpunkte daneben. Nach dem"
        " Skat ist es der Anteil, der mit den gedrückten Karten gewonnen hätte."
    ),
    "Rules of thumb: a chance from the jacks, the length of the trumps, aces, tens and short"
    " suits, fitted to games of computer players. Null is judged by gaps in the low cards.": (
        "Faustregeln: eine Chance aus Buben, Trumpflänge, Assen, Zehnen und kurzen Farben,"
        " angepasst an Spiele von Computerspielern. Null wird nach Lücken bei den niedrigen Karten"
        " beurteilt."
    ),
    "In matches on the same deals those who bid by rules of thumb won more points: similar hands"
    " bid too boldly. A bold value is one that the rules would bid.": (
        "In Vergleichen auf denselben Verteilungen gewann mehr Punkte, wer nach Faustregeln reizte:"
        " Ähnliche Hände reizen zu kühn. Fett ist ein Wert, den die Regeln reizen würden."
    ),
    "The value is that of the ten cards; a jack in the skat can make a game “without” cheaper.": (
        "Der Wert gilt für die zehn Karten; ein Bube im Skat kann ein Spiel „ohne“ billiger machen."
    ),
    "{card} cannot be in your hand and in the skat.": (
        "{card} kann nicht auf der Hand und im Skat sein."
    ),
    "The skat has two cards, not {count}.": "Der Skat hat zwei Karten, nicht {count}.",
    # a whole deal
    "Open cards": "Offene Karten",
    "A deal with open cards": "Eine Verteilung mit offenen Karten",
    "What a deal is worth if everybody sees all cards and plays best, and what each card of a"
    " played deal cost.": (
        "Was eine Verteilung wert ist, wenn alle alle Karten sehen und bestens spielen, und was"
        " jede Karte eines gespielten Spiels gekostet hat."
    ),
    "The deal": "Die Verteilung",
    "Suits C S H D or ♣ ♠ ♥ ♦, ranks 7 8 9 T J Q K A: CJ, ♠10, h7. All 32 cards may stand in the"
    " first field.": (
        "Farben C S H D oder ♣ ♠ ♥ ♦ (Kreuz, Pik, Herz, Karo), Werte 7 8 9 T J Q K A (J Bube,"
        " Q Dame): CJ, ♠10, h7. Alle 32 Karten dürfen im ersten Feld stehen."
    ),
    "Deal at random": "Zufällig geben",
    "My last deal": "Meine letzte Verteilung",
    "the two that are left": "die zwei übrigen",
    "Choose by clicking": "Durch Anklicken wählen",
    "Give the cards that you click to": "Angeklickte Karten bekommt",
    "Declarer": "Alleinspieler",
    "declarer": "Alleinspieler",
    "declarer: {seat}": "Alleinspieler: {seat}",
    "declarer {points}": "Alleinspieler {points}",
    "Leads first": "Spielt aus",
    "Cards in the order of play, if it was played": (
        "Karten in der Reihenfolge des Spiels, falls gespielt"
    ),
    "Solve": "Lösen",
    "The ten cards of the declarer are those after putting two away; these are the skat and count"
    " for the declarer.": (
        "Die zehn Karten des Alleinspielers sind die nach dem Drücken; die gedrückten sind der Skat"
        " und zählen für ihn."
    ),
    "What the deal is worth": "Was die Verteilung wert ist",
    "Type three hands, or let a deal be dealt at random.": (
        "Gib drei Hände ein oder lass zufällig geben."
    ),
    "That is too long for a deal.": "Das ist zu lang für eine Verteilung.",
    "{seat} has {count} cards instead of 10.": "{seat} hat {count} Karten statt 10.",
    "More cards were played than the deal has.": (
        "Es wurden mehr Karten gespielt, als die Verteilung hat."
    ),
    "Card {number}, {card}: {seat} has to play and does not hold it.": (
        "Karte {number}, {card}: {seat} ist am Zug und hat sie nicht."
    ),
    "Card {number}, {card}: {seat} has to follow {led}.": (
        "Karte {number}, {card}: {seat} muss {led} bedienen."
    ),
    "The null is won": "Der Null ist gewonnen",
    "The null is lost": "Der Null ist verloren",
    "the declarer wins": "der Alleinspieler gewinnt",
    "the declarer loses": "der Alleinspieler verliert",
    "With best play of all; {points} points of these lie in the skat. The mark is at 61.": (
        "Bei bestem Spiel aller; {points} Augen davon liegen im Skat. Der Strich ist bei 61."
    ),
    "As it was played: won.": "So wie gespielt: gewonnen.",
    "As it was played: lost.": "So wie gespielt: verloren.",
    "As it was played, with best play after the last card given: {points} points.": (
        "So wie gespielt, mit bestem Spiel nach der letzten angegebenen Karte: {points} Augen."
    ),
    "Who lost what": "Wer was verloren hat",
    "costs one point": "kostet ein Auge",
    "costs {points} points": "kostet {points} Augen",
    "turns the game": "dreht das Spiel",
    "better:": "besser:",
    "Nobody lost anything: every card kept the value.": (
        "Niemand hat etwas verloren: Jede Karte hat den Wert gehalten."
    ),
    "The cards": "Die Karten",
    "The play": "Das Spiel",
    "Best play": "Bestes Spiel",
    "Trick {number}": "Stich {number}",
    "points": "Augen",
    "{seat} takes {points}": "{seat} nimmt {points}",
    "Cards with a dashed frame were not played: they are best play from there on.": (
        "Karten mit gestricheltem Rand wurden nicht gespielt: Sie sind bestes Spiel ab dort."
    ),
    "Several lines can be best; this is one of them.": (
        "Mehrere Spielweisen können gleich gut sein; dies ist eine davon."
    ),
}
