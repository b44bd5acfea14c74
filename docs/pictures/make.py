"""Takes the pictures of the documentation from a running demo.

evenhand demo --port 8000
python docs/pictures/make.py http://127.0.0.1:8000
"""

import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parent
LEAGUE = "/ladders/skat-league"
HAND = ("CJ", "SJ", "HJ", "CA", "CT", "CK", "C9", "SA", "ST", "H7")
CARDS = "&".join(f"card={card}" for card in HAND)
MELDS = ("HA", "H2", "H3", "S9", "JK", "SJ", "C6", "D6", "H6", "S6", "CQ", "DQ", "HK")
THIRTEEN = "&".join(f"card={card}" for card in MELDS)
FIRST = "tr[data-player] th a"


class Picture(NamedTuple):
    """What is taken, and how."""

    name: str
    path: str
    size: tuple[int, int] = (1280, 800)
    dark: bool = False
    german: bool = False
    opens: str = ""  # a link that is followed first


PICTURES = (
    Picture("ranking", LEAGUE),
    Picture("phone", LEAGUE, (390, 800), dark=True, german=True),
    Picture("player", LEAGUE, (1280, 1000), opens=FIRST),
    Picture("about", f"{LEAGUE}/about", (1280, 900)),
    Picture("skat", f"/skat?{CARDS}", (1280, 1000)),
    Picture("rummy", f"/rummy?{THIRTEEN}&wild=7", (1280, 900)),
)


def take(page: Page, address: str, picture: Picture) -> None:
    """Open a page and take its picture when everything is there."""
    page.goto(address + picture.path)
    if picture.opens:
        page.locator(picture.opens).first.click()
    for chart in page.locator("[data-chart]").all():
        chart.locator("svg").first.wait_for()
    page.wait_for_timeout(500)  # until colours of changed rows have faded
    page.screenshot(path=FOLDER / f"{picture.name}.png")


def main(address: str) -> None:
    """Take all pictures."""
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for picture in PICTURES:
            width, height = picture.size
            context = browser.new_context(
                viewport={"width": width, "height": height},
                color_scheme="dark" if picture.dark else "light",
                locale="de-DE" if picture.german else "en-GB",
            )
            take(context.new_page(), address, picture)
            context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1])
