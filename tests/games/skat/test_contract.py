"""Contracts as people write them."""

import pytest

from evenhand.games.protocol import RuleError
from evenhand.games.skat import Contract, read_contract
from evenhand.games.skat.contract import read_flag, read_matadors, read_result


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("C", "C"), ("gh", "GH"), ("NO", "NO"), ("no", "NO"), ("sh", "SH"),
        ("clubs", "C"), ("Kreuz", "C"), ("pik", "S"), ("HERZ", "H"), ("Karo", "D"),
        ("diamonds", "D"), ("♥", "H"), ("Grün Hand", "SH"), ("grand", "G"),
        ("Grand  Hand", "GH"), ("null", "N"), ("Null-Ouvert", "NO"), ("null ouvert hand", "NOH"),
        ("clubs hand, schneider announced", "CHS"), ("Grand ouvert", "GOHSZ"),
        ("Pik Hand Schwarz angesagt", "SHSZ"), (" herz \n hand ", "HH"),
    ],
)  # fmt: skip
def test_contracts_are_read_in_letters_and_words(text: str, letters: str) -> None:
    assert str(read_contract(text)) == letters


@pytest.mark.parametrize("marks", ["", "H", "HS", "HSZ", "OHSZ"])
@pytest.mark.parametrize("game", "CSHDG")
def test_a_contract_described_in_words_is_read_again(game: str, marks: str) -> None:
    contract = Contract.parse(game + marks)
    assert read_contract(contract.describe()) == contract
    assert read_contract(str(contract)) == contract


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no game ''; write as in CH or clubs hand"),
        ("ramsch", "no game 'ramsch'"),
        ("CC", "no game 'CC'"),
        ("CHH", "not a game with some of O H S Z"),
        ("CS", "only a hand game can be announced higher"),
        ("grand schneider", "announces nothing; write schneider announced"),
        ("pik hand schwarz", "announces nothing; write schwarz announced"),
        ("null hand schneider announced", "do not exist in null"),
        ("clubs twice", "'twice' in 'clubs twice' announces nothing"),
    ],
)
def test_a_contract_that_nobody_can_announce_is_refused(text: str, words: str) -> None:
    with pytest.raises(RuleError, match=words):
        read_contract(text)


def test_matadors_results_and_marks_are_read() -> None:
    texts = ("2", "+2", "-3", "with 4", "Ohne 11", "mit 1", "without2")
    assert [read_matadors(text) for text in texts] == [2, 2, -3, 4, -11, 1, -2]
    assert [read_result(text) for text in ("Won", "1", "+", "g", "L", "0", "-", "verloren")] == [
        *[True] * 4,
        *[False] * 4,
    ]
    assert [read_flag(text) for text in ("x", "Ja", "TRUE", "", "no", "0")] == [
        *[True] * 3,
        *[False] * 3,
    ]
    for wrong in ("", "two", "with -2", "2.5", "1e3", "²", "1111"):
        with pytest.raises(RuleError, match="is not a count"):
            read_matadors(wrong)
    with pytest.raises(RuleError, match="'draw' is neither won nor lost"):
        read_result("draw")
    with pytest.raises(RuleError, match="'maybe' is neither yes nor no"):
        read_flag("maybe")
