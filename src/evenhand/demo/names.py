"""Names of people and clubs, all made up: first and last names are common German ones."""

from numpy.random import Generator


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


WOMEN = _words(
    "Anke Astrid Barbara Birgit Brigitte Christa Claudia Doris Edith Elke Erika Franziska Gabriele "
    "Gisela Gudrun Hannelore Heike Helga Hildegard Ilse Ingrid Jutta Karin Kerstin Lena Lieselotte "
    "Margit Marion Martina Monika Nicole Petra Renate Rosemarie Sabine Sigrid Silke Stefanie "
    "Susanne Sylvia Tanja Ursula Ute Waltraud Yasemin"
)
MEN = _words(
    "Achim Ahmet Alfred Andreas Arno Bernd Bodo Carsten Cem Christoph Detlef Dieter Dirk Eberhard "
    "Erwin Falk Ferdinand Frank Georg Gerhard Gregor Günter Hans-Peter Harald Hartmut Heiner "
    "Helmut Herbert Holger Horst Ingo Jens Joachim Jürgen Karl-Heinz Klaus Kurt Lothar Ludwig "
    "Manfred Matthias Mehmet Norbert Olaf Otto Rainer Reinhard Rolf Rüdiger Siegfried Stefan "
    "Torsten Udo Uwe Volker Werner Wilfried Wolfgang"
)
FAMILIES = _words(
    "Achterberg Ahrens Albrecht Arnold Aksoy Baumgart Bartels Behrens Berger Bischoff Böttcher "
    "Brandt Brinkmann Bruns Busch Christiansen Dahlmann Dietrich Dombrowski Ebeling Eckert "
    "Engelhardt Ernst Fiedler Fischer Franke Freitag Friedrichs Fuhrmann Gärtner Gebhardt Geiger "
    "Gottschalk Graf Grothe Günther Haase Hagedorn Hansen Hartwig Heinemann Hellwig Henning "
    "Hermanns Heuer Hinrichs Hoffmann Holzapfel Hübner Jakobs Janssen Jäger Jordan Jung Kaiser "
    "Kamp Karaca Keller Kirchner Klages Kleinert Klose Knoll Kowalski Krüger Kuhlmann Kunze "
    "Laubinger Lange Lehmann Leitner Lindemann Lorenz Lüders Marquardt Matthes Meinhold Mertens "
    "Michaelis Möbius Mühlberg Nagel Neubauer Niemann Nowak Oehler Ohlsen Opitz Ostermann Pape "
    "Paschke Petersen Pfeiffer Pohl Quandt Raabe Rademacher Reuter Richter Riedel Rosenkranz "
    "Rudolph Sander Schilling Schlüter Schreiber Schubert Schwarzkopf Seidel Siebert Sommerfeld "
    "Stahl Steinbach Stövesand Thielemann Trautmann Uhlig Ulrich Vogelsang Völker Wagenknecht "
    "Walther Weidner Wendt Wiegand Winkler Wolters Yilmaz Zacharias Zeidler Ziegler Zimmermann"
)
CLUBS = (
    "Alte Wenzel Rosenau",
    "Grand Hand Talheim",
    "Herz-Dame Mühlbach",
    "Karo einfach Birkenau",
    "Kreuz-Bube Lindenberg",
    "Null ouvert Seefeld",
    "Pik sieben Altdorf",
    "Schneider schwarz Hagenow",
)


def draw_people(rng: Generator, count: int) -> list[str]:
    """Draw names of people, no two with the same family name."""
    families = rng.permutation(FAMILIES)[:count].tolist()
    if len(families) < count:
        raise ValueError(f"there are names for {len(FAMILIES)} people, not {count}")
    firsts = [
        str(rng.choice(WOMEN if woman else MEN)) for woman in (rng.random(count) < 0.3).tolist()
    ]
    return [f"{first} {family}" for first, family in zip(firsts, families, strict=True)]


def draw_clubs(rng: Generator) -> list[str]:
    """Return the clubs in random order."""
    clubs: list[str] = rng.permutation(CLUBS).tolist()
    return clubs
