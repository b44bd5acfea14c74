"""The HTTP interface under /api/v1: a file for each kind of thing."""

from evenhand.web import parts as parts  # what routes are made of
