"""All pages of the service."""

from fastapi import FastAPI

from evenhand.web.pages import (
    about,
    assets,
    home,
    lists,
    player,
    ranking,
    results,
    rummy,
    signing,
    skat,
    skat_deal,
    upload,
)
from evenhand.web.pages.errors import show_errors

PAGES = (
    home,
    ranking,
    lists,
    player,
    about,
    results,
    upload,
    skat,
    skat_deal,
    rummy,
    signing,
    assets,
)


def add_pages(app: FastAPI) -> None:
    """Let the service have its pages."""
    for part in PAGES:
        app.include_router(part.router)
    show_errors(app)
