"""The Skat advisor: what it says about chosen cards, and about choices that cannot be."""

import re

import pytest

from evenhand import games
from evenhand.games.skat.deck import PACK, card_points
from tests.games.skat.solver.endings import read_deals
from tests.web.sites import Site

from .looking import look, text
from .reading import GERMAN, asked, checked, part, query, words

SEATS = ("forehand", "middlehand", "rearhand")
STRONG = "CJ SJ HJ DJ CA CT CK CQ SA ST".split()  # noqa: SIM905
WEAK = "DJ CK CQ SK SQ HK HQ H9 DK D9".split()  # noqa: SIM905
SURE_NULL = "C7 C8 S7 S8 H7 H8 H9 D7 D8 D9".split()  # noqa: SIM905
SCRIPT = "<script>alert(1)</script>"
DASH, MINUS = "\N{EN DASH}", "\N{MINUS SIGN}"


@pytest.fixture(scope="module", autouse=True)
def _ready() -> None:
    """Compiled beforehand, because a page may not take as long."""
    list(games.game("skat").warm())


def deal_query(number: int, **more: object) -> str:
    """The address of a deal that an independent program solved: clubs, declarer forehand."""
    position, _ = read_deals("bench_deals.txt")[number]
    hands = (" ".join(PACK.names(hand)) for hand in position.hands)
    fields = dict(zip(SEATS, hands, strict=True)) | {"leader": SEATS[position.leader]}
    return query("/skat/deal", (), game=position.game, **fields, **more)


def test_nothing_is_advised_before_ten_cards_are_chosen(seen: Site) -> None:
    page = asked(seen, "/skat", STRONG[:7])
    assert "7 of 10 cards" in words(page)
    assert sorted(checked(page, "card")) == sorted(STRONG[:7])
    assert "as soon as ten cards are chosen" in words(page)
    assert 'name="skat"' not in page


def test_four_jacks_and_long_clubs_are_a_grand_with_four(seen: Site) -> None:
    """Base value 24 times (4 matadors + 1 for the game) is 120; from the hand it is 144."""
    said = part(asked(seen, "/skat", STRONG, position="rearhand"), "verdict")
    assert re.search(r"Rules of thumb Bid up to 144 Grand hand \d+ % to win", said)
    share = re.search(r"Grand (\d+)\s% to win (\d+) of (\d+) similar hands won", said)
    assert "Similar hands Bid up to 120 Grand" in said
    assert share
    assert int(share[1]) == round(100 * int(share[2]) / int(share[3]))
    assert "you bid last, to whoever has not passed, up to 120" in said


def test_a_weak_hand_passes(seen: Site) -> None:
    assert part(asked(seen, "/skat", WEAK), "verdict").count("Pass") == 2


def test_a_null_that_cannot_lose_is_bid_as_null_ouvert_hand(seen: Site) -> None:
    assert "Bid up to 59 Null ouvert hand" in words(asked(seen, "/skat", SURE_NULL))


def test_every_game_has_points_a_share_and_a_chance(seen: Site) -> None:
    said = part(asked(seen, "/skat", STRONG), "games")
    for game in ("Grand", "Clubs", "Spades", "Hearts", "Diamonds"):
        assert re.search(rf"{game} (\(hand\) )?\d+ \d+\s% of \d+ \d+\s% \d+", said), game
    assert re.search(rf"Null ouvert {DASH} {DASH} \d+\s% 46", said)


def test_the_skat_tells_what_to_put_away_and_announce(seen: Site) -> None:
    page = asked(seen, "/skat", STRONG, skat=["D7", "HT"], bid=24)
    said = part(page, "away")
    assert said.count("Put away") == 2
    assert re.search(r"Rules of thumb Grand Put away", said)
    assert checked(page, "skat") == ["HT", "D7"]
    assert "<option selected>24</option>" in page
    away = page[page.index('id="away"') : page.index('id="pairs"')]
    assert not set(re.findall(r'aria-label="([^"]+)"', away)) & {"jack of clubs", "jack of spades"}


def test_a_bid_that_no_game_reaches_is_told(seen: Site) -> None:
    page = asked(seen, "/skat", WEAK, skat=["C9", "S9"], bid=144)
    assert "No game reaches 144; this one costs least." in words(page)


@pytest.mark.parametrize(
    ("cards", "more", "problem"),
    [
        ([*STRONG, "D7"], {}, "11 cards are chosen: take 1 away."),
        ([*STRONG[:9], "CJ"], {}, "The card CJ is there twice."),
        ([*STRONG[:9], "XY"], {}, "There is no card 'XY'."),
        (STRONG, {"skat": ["CJ", "D7"]}, "CJ cannot be in your hand and in the skat."),
        (STRONG, {"skat": ["D8", "D7", "D9"]}, "The skat has two cards, not 3."),
    ],
)
def test_choices_that_cannot_be_are_told_in_one_line(
    seen: Site, cards: list[str], more: dict[str, object], problem: str
) -> None:
    page = asked(seen, "/skat", cards, **more)
    assert problem in part(page, "verdict")
    assert page.count("message wrong") == 1
    assert "Bid up to" not in part(page, "verdict")


def test_a_random_hand_is_the_same_for_the_same_seed(seen: Site) -> None:
    first, again, other = (checked(text(seen, f"/skat?seed={n}"), "card") for n in (5, 5, 6))
    assert first == again != other
    assert len(first) == 10


def test_the_page_speaks_german(seen: Site) -> None:
    page = text(seen, query("/skat", STRONG, position="forehand"), headers=GERMAN)
    said = words(page)
    assert "10 von 10 Karten" in said
    assert "Reizen bis 120" in said
    assert "Vorhand: halte bis 120" in said
    assert "Kreuz-Bube" in said
    assert "11 Karten sind gewählt: nimm 1 wieder weg." in words(
        text(seen, query("/skat", [*STRONG, "D7"]), headers=GERMAN)
    )


@pytest.mark.parametrize(
    "path",
    [
        query("/skat", [SCRIPT], position=SCRIPT, skat=SCRIPT, bid=SCRIPT, seed=SCRIPT),
        query("/skat/deal", forehand=SCRIPT, skat=SCRIPT, played=SCRIPT, game=SCRIPT),
        query("/skat/deal", forehand='"><img src=x onerror=alert(2)>', declarer=SCRIPT),
        query("/rummy", [SCRIPT], wild=SCRIPT, seed=SCRIPT),
    ],
)
def test_what_is_typed_stays_text(seen: Site, path: str) -> None:
    found = look(seen, path)
    assert found.status_code == 200
    assert "<script>" not in found.text
    assert "<img src=x" not in found.text


@pytest.mark.parametrize("path", ["/skat", "/skat?seed=1", "/skat/deal?seed=1", "/rummy?seed=1"])
def test_no_tool_needs_inline_script_or_style(seen: Site, path: str) -> None:
    page = text(seen, path)
    assert " style=" not in page
    assert "<script>" not in page
    assert not re.search(r" on\w+=", page)


def test_a_card_on_the_page_has_a_name_for_those_who_cannot_see_it(seen: Site) -> None:
    page = text(seen, "/skat")
    assert page.count('type="checkbox" name="card"') == 32
    assert '<span class="unseen">10 of hearts</span>' in page
    assert page.count('<fieldset class="suit">') == 4


@pytest.mark.parametrize("number", [0, 1, 2, 60])
def test_a_deal_has_the_value_that_an_independent_program_found(seen: Site, number: int) -> None:
    position, value = read_deals("bench_deals.txt")[number]
    skat = PACK.full & ~(position.hands[0] | position.hands[1] | position.hands[2])
    total = value + card_points(skat)
    page = text(seen, deal_query(number))
    result = "wins" if total >= 61 else "loses"
    assert f"{total} : {120 - total} {DASH} the declarer {result}" in part(page, "worth")
    assert f"declarer {total}" in part(page, "play")
    assert page.count('class="unseen">Trick ') == 10


def test_a_played_deal_tells_who_lost_how_many_points(seen: Site) -> None:
    """With best play the declarer takes 52 in tricks, after S7 49 (docs/skat_solver.md)."""
    said = part(text(seen, deal_query(0, played="S7")), "worth")
    assert "Trick 1 Forehand 7 ♠ costs 3 points better: A ♦" in said
    assert f"Forehand {MINUS}3 · Middlehand 0 · Rearhand 0" in said
    assert "Nobody lost anything" in words(text(seen, deal_query(0, played="DA")))


def test_all_cards_may_stand_in_the_first_field(seen: Site) -> None:
    position, _ = read_deals("bench_deals.txt")[0]
    whole = "|".join(".".join(PACK.names(hand)) for hand in position.hands)
    one = text(seen, query("/skat/deal", game="C", forehand=whole))
    assert part(one, "worth") == part(text(seen, deal_query(0)), "worth")


def test_a_null_is_won_or_lost(seen: Site) -> None:
    hands = {"forehand": " ".join(SURE_NULL), "middlehand": "CACKCQCJCTC9 SASKSQSJ"}
    hands["rearhand"] = "STS9 HAHKHQHJHTDADKDQ"
    assert "The null is won" in words(text(seen, query("/skat/deal", game="N", **hands)))
    hands["forehand"], hands["middlehand"] = hands["middlehand"], hands["forehand"]
    page = text(seen, query("/skat/deal", game="N", **hands, played="CA C7"))
    assert "The null is lost" in words(page)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"forehand": "CJ HJ"}, "Forehand has 2 cards instead of 10."),
        ({"middlehand": ""}, "Middlehand has 0 cards instead of 10."),
        ({"skat": "CJ D7"}, "The card CJ is there twice."),
        ({"rearhand": "hello"}, "There is no card 'HE'."),
        ({"played": "CA"}, "Card 1, CA: Forehand has to play and does not hold it."),
        ({"played": "DA D8 DK CJ DK"}, "The card DK is there twice."),
        ({"played": "DA SA"}, "Card 2, SA: Middlehand has to follow DA."),
        ({"played": "C" * 400}, "That is too long for a deal."),
    ],
)
def test_a_wrong_deal_is_refused_in_one_line(
    seen: Site, more: dict[str, str], problem: str
) -> None:
    position, _ = read_deals("bench_deals.txt")[0]
    hands = (" ".join(PACK.names(hand)) for hand in position.hands)
    fields = dict(zip(SEATS, hands, strict=True)) | more
    page = text(seen, query("/skat/deal", game="C", **fields))
    assert problem in part(page, "worth")
    assert page.count("message wrong") == 1
    assert 'class="tricks"' not in page


def test_a_null_is_over_with_the_first_trick_of_the_declarer(seen: Site) -> None:
    fields = {"forehand": "CACKCQCJCTC9 SASKSQSJ", "middlehand": " ".join(SURE_NULL)}
    fields["rearhand"] = "STS9 HAHKHQHJHTDADKDQ"
    page = text(seen, query("/skat/deal", game="N", **fields, played="CA C8 ST CK"))
    assert "More cards were played than the deal has." in words(page)
    assert "As it was played: lost." in words(
        text(seen, query("/skat/deal", game="N", **fields, played="CA C8 ST"))
    )


def test_a_random_deal_is_bid_and_solved(seen: Site) -> None:
    page = text(seen, "/skat/deal?seed=3")
    assert part(page, "worth") == part(text(seen, "/skat/deal?seed=3"), "worth")
    cards = re.findall(r'<input type="text" name="(\w+)" value="([^"]*)"', page)
    dealt = [card for name, text_ in cards if name != "played" for card in text_.split()]
    assert len(set(dealt)) == 32
    assert "Eine Verteilung" in text(seen, "/skat/deal?seed=3", headers=GERMAN)
