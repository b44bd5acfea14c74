"""Sphinx settings."""

import evenhand

project = "evenhand"
author = "The evenhand team"
version = release = evenhand.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.mathjax"]
exclude_patterns = ["_build"]
highlight_language = "none"
html_theme = "alabaster"
html_theme_options = {"description": "Ratings with the luck taken out", "page_width": "1100px"}
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
suppress_warnings = ["autodoc.import_object"]
