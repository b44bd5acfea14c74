"""A club's list: every row's message, the effect, posting, undoing; names stay text."""

from playwright.sync_api import expect

from tests.ledger.uploads.files import DATA
from tests.web.sites import API

from .browsing import Visitor
from .soundness import check_accessible, check_harmless
from .world import PICTURE, SCRIPT

EVENING, WRONG = DATA / "evening.csv", DATA / "wrong_german.csv"
HOSTILE = f"player_1,player_2,score_1,score_2\n{SCRIPT},{PICTURE},3,1\n"
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "text/csv" }));
  return data;
}"""


def test_every_wrong_row_is_told_and_nothing_is_posted(visitor: Visitor) -> None:
    served, ladder = visitor.served, visitor.served.make_ladder("upload-wrong")
    before = served.hash(ladder)
    visitor.sign_in()
    page = visitor.open(f"/ladders/{ladder}/upload")
    page.get_by_label("Drop a file here, or choose one").set_input_files(WRONG)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("Nothing can be posted until this is put right")
    path = f"{API}/ladders/{ladder}/uploads?filename=wrong_german.csv&dry_run=true"
    problems = served.client.post(path, content=WRONG.read_bytes()).json()["problems"]
    shown = alert.get_by_role("listitem").all_text_contents()
    assert len(shown) == len(problems) > 5
    for text, one in zip(shown, problems, strict=True):
        assert one["problem"] in text
        assert (f"Row {one['row']}" if one["row"] else "File") in text
    check_accessible(page)
    expect(page.get_by_role("button", name="Post")).to_have_count(0)
    assert served.hash(ladder) == before
    assert visitor.faults == []


def test_a_right_file_shows_its_effect_counts_and_can_be_undone(visitor: Visitor) -> None:
    served, ladder = visitor.served, visitor.served.make_ladder("upload-right")
    visitor.sign_in()
    page = visitor.open(f"/ladders/{ladder}/upload")
    before = served.hash(ladder)
    page.get_by_label("Drop a file here, or choose one").set_input_files(EVENING)
    expect(page.get_by_text("evening.csv: seeger-list, 7 rows, 2 results")).to_be_visible()
    expect(page.get_by_role("table", name="Whose ratings change most")).to_contain_text("Jürgen")
    check_accessible(page)
    assert served.hash(ladder) == before
    page.get_by_role("button", name="Post 2 results").click()
    expect(page.get_by_text("Posted: 2 results count now.")).to_be_visible()
    assert served.hash(ladder) != before
    page.get_by_role("link", name="See all files").click()
    page.get_by_role("button", name="Undo the file").click()
    expect(page.get_by_text("All ratings are as if it had never been.")).to_be_visible()
    expect(visitor.row("seeger-list")).to_contain_text("undone")
    assert served.hash(ladder) == before
    visitor.open(f"/ladders/{ladder}/results")
    expect(page.get_by_text("No game has been played yet.")).to_be_visible()
    assert visitor.faults == []


def test_a_posted_file_is_seen_on_the_list(visitor: Visitor) -> None:
    ladder = visitor.served.make_ladder("upload-seen", rules={"min_games": 1})
    visitor.sign_in()
    page = visitor.open(f"/ladders/{ladder}/upload")
    page.get_by_label("Drop a file here, or choose one").set_input_files(EVENING)
    page.get_by_role("button", name="Leave it").click()
    expect(page.locator("#told")).to_be_empty()
    page.get_by_label("Drop a file here, or choose one").set_input_files(EVENING)
    page.get_by_role("button", name="Post 2 results").click()
    expect(page.get_by_text("Posted: 2 results count now.")).to_be_visible()
    visitor.open(f"/ladders/{ladder}")
    expect(page.locator("tr[data-player]")).to_have_count(7)
    expect(visitor.row("Frieda")).to_be_visible()


def test_a_script_in_a_dropped_file_stays_text(visitor: Visitor) -> None:
    ladder = visitor.served.make_ladder("upload-script", rules={"min_games": 1})
    visitor.sign_in()
    page = visitor.open(f"/ladders/{ladder}/upload")
    data = page.evaluate_handle(DROP, [f"{PICTURE}.csv", HOSTILE])
    page.dispatch_event("#upload", "drop", {"dataTransfer": data})
    expect(page.get_by_text(f"New players: {PICTURE}, {SCRIPT}.")).to_be_visible()
    page.get_by_role("button", name="Post 1 results").click()
    expect(page.get_by_text("Posted: 1 results count now.")).to_be_visible()
    expect(page.get_by_role("rowheader", name=SCRIPT)).to_be_visible()
    check_harmless(page)
    visitor.open(f"/ladders/{ladder}")
    expect(page.get_by_role("link", name=SCRIPT)).to_be_visible()
    check_harmless(page)
    assert visitor.faults == []
