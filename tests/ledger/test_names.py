"""Names: what is refused, what stays as it is, and which look alike."""

import pytest
from hypothesis import given, strategies as st

from evenhand.ledger.names import LONGEST, clean_name, confusable, harmless, skeleton


@pytest.mark.parametrize(
    "name",
    ["Anna", "Jürgen Groß", "Αλέξης", "Борис", "李小龙", "نجيب", "<script>alert(1)</script>",
     "=1+1", "'t Hooft", "O'Brien; DROP TABLE", "../../etc/passwd", "🂡", "-", "Zoë 2"],
)  # fmt: skip
def test_names_of_all_scripts_stay_as_they_are(name: str) -> None:
    assert clean_name(f" \t{name}\n") == name


def test_one_name_has_one_spelling() -> None:
    assert clean_name("Ju\u0308rgen") == clean_name("J\u00fcrgen") == "Jürgen"


@pytest.mark.parametrize(
    "sign",
    ["\0", "\x07", "\n", "\r", "\t", "\x7f", "\x85", "\u202a", "\u202e", "\u2066", "\u2069",
     "\u200b", "\u200c", "\u200d", "\u200e", "\u2060", "\ufeff", "\u00ad", "\u2028", "\u2029",
     "\U000e0041", "\ud800", "\uffff", "\u061c"],
)  # fmt: skip
def test_characters_that_do_not_show_are_refused(sign: str) -> None:
    with pytest.raises(ValueError, match="has a character that does not show") as caught:
        clean_name(f"An{sign}na")
    assert f"U+{ord(sign):04X}" in str(caught.value)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("name", ["", "  ", "\n", "\u3000", "\u3164", "\u2800 \ufe0f"])
def test_a_name_shows_something(name: str) -> None:
    with pytest.raises(ValueError, match="at least one character that shows"):
        clean_name(name)


def test_a_name_has_an_end() -> None:
    assert len(clean_name("x" * LONGEST)) == LONGEST
    assert clean_name("u\u0308" * LONGEST) == "ü" * LONGEST
    for length in (LONGEST + 1, 10**7):
        with pytest.raises(ValueError, match=f"at most 200 characters, not {length:,}"):
            clean_name("x" * length)


@given(st.text(max_size=20))
def test_a_clean_name_is_clean(text: str) -> None:
    try:
        name = clean_name(text)
    except ValueError:
        return
    assert clean_name(name) == name == name.strip()


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Anna", "\u0410nna"),  # Cyrillic
        ("Anna", "anna"),
        ("Anna Maria", "AnnaMaria"),
        ("Anna Maria", "Anna\u00a0\u2003Maria"),
        ("Oliver", "Oli\u03bder"),  # Greek nu
        ("Nina", "\u039dina"),
        ("\u039d\u0399\u039a\u039f\u03a3", "\u03bd\u03b9\u03ba\u03bf\u03c2"),  # Greek, two cases
        ("\u0412\u0435\u0440\u0430", "\u0432\u0435\u0440\u0430"),  # Cyrillic, two cases
        ("PAYPAL", "\u0420\u0410\u0423\u0420\u0410L"),
        ("Anna", "\uff21\uff4e\uff4e\uff41"),  # full width
        ("Strauß", "STRAUSS"),
        ("Anna", "Anna\ufe0f"),
    ],
)
def test_names_that_can_be_taken_for_each_other(a: str, b: str) -> None:
    assert confusable(a, b)
    assert confusable(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [("Anna", "Anna"), ("Anna", "Anne"), ("Müller", "Muller"), ("Борис", "Bopuc"), ("A1", "A2")],
)
def test_other_names_are_not_confusable(a: str, b: str) -> None:
    assert not confusable(a, b)


@given(st.text(max_size=20))
def test_every_text_has_a_skeleton(text: str) -> None:
    assert skeleton(text) == skeleton(text.strip())
    assert harmless(text).isprintable()
