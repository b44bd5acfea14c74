"""Who may do what: dependencies for routes.

A key acts for its own tenant only: routes take the tenant from ``Access`` and from nowhere else.
"""

from typing import Annotated

from fastapi import Depends, Request
from fastapi.openapi.models import HTTPBearer
from fastapi.security.base import SecurityBase

from evenhand.ledger.keys import Access
from evenhand.web.documented import KEY, SCHEME
from evenhand.web.gate import ACCESS, CALLER, no_key
from evenhand.web.problems import Problem


class Needs(SecurityBase):
    """Lets requests pass whose key has a scope."""

    def __init__(self, scope: str) -> None:
        self.scope = scope
        self.model = HTTPBearer(description=SCHEME["description"])
        self.scheme_name = KEY

    async def __call__(self, request: Request) -> Access:
        access = access_of(request)
        if access is None:
            raise no_key()
        if not access.may(self.scope):
            raise Problem(403, f"this needs a key with the scope {self.scope}")
        return access


def access_of(request: Request) -> Access | None:
    """What the key of a request may do; nothing if it has none."""
    access: Access | None = request.scope[ACCESS]
    return access


def caller_of(request: Request) -> str:
    """Who asks: the id of a key, or an address."""
    caller: str = request.scope[CALLER]
    return caller


async def _anyone(request: Request) -> Access | None:
    return access_of(request)


Anyone = Annotated[Access | None, Depends(_anyone)]  # with OPTIONAL_KEY as openapi_extra
Reader = Annotated[Access, Depends(Needs("read"))]
Writer = Annotated[Access, Depends(Needs("results:write"))]
Corrector = Annotated[Access, Depends(Needs("results:correct"))]
Admin = Annotated[Access, Depends(Needs("admin"))]
