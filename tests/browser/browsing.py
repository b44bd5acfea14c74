"""A browser that looks at the service, and all that must not happen meanwhile."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Locator,
    Page,
    Request,
    Response,
    expect,
    sync_playwright,
)

from evenhand.web.gate import COOKIE as KEY
from evenhand.web.pages.language import COOKIE as LANGUAGE
from tests.programs import leave_out

from .serving import Served

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
MISSING = "no chromium: apt install chromium"
LEFT = "net::ERR_ABORTED"  # what was still under way when its page was left
PATIENCE = 20_000  # milliseconds, on a busy machine
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 2,
}
UNSETTLED = "[data-chart]:not([data-drawn]), [aria-busy=true], .live:not(.on)"
expect.set_options(timeout=PATIENCE)


@contextmanager
def started() -> Iterator[Browser]:
    """Chromium; without it tests are skipped, but where it must be there they fail."""
    path = shutil.which("chromium")
    if path is None:
        leave_out(MISSING, "CI_BROWSER")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@dataclass
class Visitor:
    """Someone with a browser of their own: no cookies of others, nothing kept."""

    served: Served
    context: BrowserContext
    faults: list[str] = field(default_factory=list)  # whatever a sound page never does
    asked: list[str] = field(default_factory=list)  # the addresses of all requests
    sizes: dict[str, int] = field(default_factory=dict)  # bytes that came, by address

    def __post_init__(self) -> None:
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self._watch(self.page)
        self._weigh(self.page)

    def _watch(self, page: Page) -> None:
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("dialog", self._asked_back)
        page.on("request", self._sent)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text}")

    def _asked_back(self, dialog: Dialog) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _sent(self, request: Request) -> None:
        self.asked.append(request.url)
        if not request.url.startswith(f"{self.served.address}/"):
            self.faults.append(f"another host: {request.url}")

    def _failed(self, request: Request) -> None:
        if request.failure != LEFT:
            self.faults.append(f"failed: {request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"status {response.status}: {response.url}")

    def _weigh(self, page: Page) -> None:
        """Count the bytes of every answer as they come over the wire."""
        wire, names = self.context.new_cdp_session(page), dict[str, str]()

        def note(event: dict[str, Any]) -> None:
            names[event["requestId"]] = event["request"]["url"]

        def count(event: dict[str, Any]) -> None:
            address = names.get(event["requestId"], "")
            size = self.sizes.get(address, 0) + int(event["encodedDataLength"])
            self.sizes[address] = size

        wire.on("Network.requestWillBeSent", note)
        wire.on("Network.loadingFinished", count)
        wire.send("Network.enable")

    def sign_in(self) -> None:
        """Be signed in with the key that may do everything."""
        self._cookie(KEY, self.served.key)

    def speak(self, language: str) -> None:
        """Have chosen a language."""
        self._cookie(LANGUAGE, language)

    def _cookie(self, name: str, value: str) -> None:
        self.context.add_cookies([{"name": name, "value": value, "url": self.served.address}])

    def open(self, path: str, status: int = 200) -> Page:
        """Open a page and wait until all of it is there."""
        answer = self.page.goto(self.served.address + path)
        assert answer is not None
        assert answer.status == status, (path, answer.status, answer.text()[-500:])
        self.settled()
        return self.page

    def settled(self) -> None:
        """Wait until charts are drawn, parts are filled and live pages are connected."""
        expect(self.page.locator(UNSETTLED)).to_have_count(0)

    def row(self, name: str) -> Locator:
        """The line of a table that has a text in it."""
        return self.page.get_by_role("row").filter(has_text=name)

    def text(self, text: str) -> Locator:
        """The first place where a text can be seen."""
        return self.page.locator("main").get_by_text(text).locator("visible=true").first

    def path(self) -> str:
        """Where one is."""
        return self.page.url.removeprefix(self.served.address)
