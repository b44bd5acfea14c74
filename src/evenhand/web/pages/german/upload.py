"""German texts of uploading a file."""

TEXTS: dict[str, str] = {
    "The file {file} was undone. All ratings are as if it had never been.": "Die Datei {file} "
    "wurde "
    "zurückgenommen. Alle Wertungen sind, als hätte es sie nie gegeben.",
    "with a key that may post results to upload a file.": "mit einem Schlüssel, der Ergebnisse "
    "melden darf, um eine Datei hochzuladen.",
    "A Seeger list or a table of results as CSV, XLSX or Parquet, {count} MB at most. You see "
    "every "
    "row's message and what would change before anything counts.": "Eine Seeger-Liste oder eine "
    "Tabelle von Ergebnissen als CSV, XLSX oder Parquet, höchstens {count} MB. Sie sehen die "
    "Meldung zu jeder Zeile und was sich ändern würde, bevor etwas zählt.",
    "The file could not be sent. Nothing was posted.": "Die Datei konnte nicht gesendet werden. "
    "Nichts wurde gemeldet.",
    "Drop a file here, or choose one": "Datei hier ablegen oder auswählen",
    "Uploading here needs JavaScript; without it: evenhand import FILE --ladder {ladder}": (
        "Das Hochladen braucht hier JavaScript; ohne: evenhand import DATEI --ladder {ladder}"
    ),
    "Files that were uploaded": "Hochgeladene Dateien",
    "Uploaded (UTC)": "Hochgeladen (UTC)",
    "undone": "zurückgenommen",
    "Undo the file {file}": "Die Datei {file} zurücknehmen",
    "None yet.": "Noch keine.",
    "{file} cannot be read:": "{file} kann nicht gelesen werden:",
    "Nothing can be posted until this is put right in {file}:": "Nichts kann gemeldet werden, "
    "bevor "
    "dies in {file} berichtigt ist:",
    "File": "Datei",
    "Row {row}": "Zeile {row}",
    "column {column}": "Spalte {column}",
    "Please look at this:": "Bitte ansehen:",
    "{file}: {kind}, {rows} rows, {games} results, {duplicates} of them known already.": (
        "{file}: {kind}, {rows} Zeilen, {games} Ergebnisse, {duplicates} davon schon bekannt."
    ),
    "New players: {names}.": "Neue Spieler: {names}.",
    "Posted: {count} results count now.": "Gemeldet: {count} Ergebnisse zählen jetzt.",
    "Nothing in this file is new.": "In dieser Datei ist nichts neu.",
    "See all files": "Alle Dateien sehen",
    "Post {count} results": "{count} Ergebnisse melden",
    "Sign in with a key that may post results.": "Melden Sie sich mit einem Schlüssel an, der "
    "Ergebnisse melden darf.",
}
