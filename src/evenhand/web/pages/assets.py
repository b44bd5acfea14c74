"""Style, script and the chart library, as files that a browser may keep for ever.

Their address has a digest of all of them in it.  The chart library comes out of the package
vl-convert and is bundled once, when it is first asked for.
"""

import gzip
import hashlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fastapi import APIRouter, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand import __version__
from evenhand.web.problems import Problem

router = APIRouter(include_in_schema=False)
FOLDER = Path(__file__).parent / "static"
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
CHARTS = "charts-library.js"
EMBED = "window.vegaEmbed = vegaEmbed;"
FOR_EVER = "public, max-age=31536000, immutable"


class Asset(NamedTuple):
    """A file, packed or not."""

    media: str
    plain: bytes
    packed: bytes


def _asset(media: str, content: bytes) -> Asset:
    return Asset(media, content, gzip.compress(content, 9, mtime=0))


@cache
def own_assets() -> dict[str, Asset]:
    """Our own files by name."""
    paths = sorted(path for path in FOLDER.iterdir() if path.suffix in KINDS)
    return {path.name: _asset(KINDS[path.suffix], path.read_bytes()) for path in paths}


@cache
def chart_library() -> Asset:
    """Vega and Vega-Lite, which draw the charts."""
    import vl_convert

    return _asset(KINDS[".js"], vl_convert.javascript_bundle(EMBED).encode())


@cache
def digest() -> str:
    """A name for the present state of all files."""
    found = hashlib.sha256(__version__.encode())
    for name, asset in own_assets().items():
        found.update(name.encode() + asset.plain)
    return found.hexdigest()[:12]


def static(name: str) -> str:
    """The address of a file."""
    if name != CHARTS and name not in own_assets():
        raise KeyError(name)
    return f"/static/{digest()}/{name}"


@router.get("/static/{version}/{name}")
async def asset(request: Request, version: str, name: str) -> Response:
    """A file; one of an old version too, as the present one."""
    found = await run_in_threadpool(chart_library) if name == CHARTS else own_assets().get(name)
    if found is None:
        raise Problem(404, "there is no such file")
    headers = {"Cache-Control": FOR_EVER if version == digest() else "no-cache"}
    headers["Vary"] = "Accept-Encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(found.packed, headers=headers, media_type=found.media)
    return Response(found.plain, headers=headers, media_type=found.media)


@router.get("/favicon.ico")
async def icon(request: Request) -> Response:
    """The picture that browsers show beside the name of a page."""
    return await asset(request, digest(), "icon.svg")
