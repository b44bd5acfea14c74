"""Pages looked at as text, signed in or not."""

from typing import Any

import httpx

from tests.web.sites import Site

OURS = {"Sec-Fetch-Site": "same-origin"}


def look(site: Site, path: str, scope: str = "", **more: Any) -> httpx.Response:
    """A page, as somebody sees it who is signed in with a key of a scope, or not at all."""
    return sent(site, "GET", path, scope, **more)


def sent(site: Site, method: str, path: str, scope: str = "", **more: Any) -> httpx.Response:
    """What a page of ours sends."""
    site.client.cookies.clear()  # everybody comes with a browser of his own
    headers = dict(more.pop("headers", OURS))
    cookies = [f"{name}={value}" for name, value in more.pop("cookies", {}).items()]
    if scope:
        cookies.append(f"evenhand_key={site.key(scope)}")
    if cookies:
        headers["Cookie"] = "; ".join(cookies)
    return site.ask(method, path, key=None, headers=headers, **more)


def text(site: Site, path: str, scope: str = "", **more: Any) -> str:
    """The text of a page that must be there."""
    found = look(site, path, scope, **more)
    assert found.status_code == 200, (path, found.status_code, found.text)
    return found.text
