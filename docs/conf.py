"""Sphinx settings.

Formulas become MathML while the pages are made, so that no page asks another site for anything.
"""

from typing import Any

from docutils import nodes  # type: ignore[import-untyped]
from docutils.utils.math.latex2mathml import tex2mathml  # type: ignore[import-untyped]
from sphinx.application import Sphinx

import evenhand

project = "evenhand"
author = "The evenhand team"
version = release = evenhand.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]
highlight_language = "none"
html_theme = "alabaster"
html_theme_options = {"description": "Ratings with the luck taken out", "page_width": "1100px"}
html_math_renderer = "mathml"
myst_fence_as_directive = ["math"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints = "description"
suppress_warnings = ["autodoc.import_object"]


def setup(app: Sphinx) -> None:
    """Tell Sphinx how formulas become MathML, and what is documented elsewhere."""
    app.add_html_math_renderer("mathml", (write_inline, None), (write_block, None))
    app.connect("autodoc-skip-member", skip_rules)


def skip_rules(
    app: Sphinx, what: str, name: str, member: object, skip: bool, options: object
) -> bool | None:
    """Leave out the rules as an attribute of a game: they are documented as a class."""
    return True if what == "class" and name == "Rules" else None


def write_inline(writer: Any, node: nodes.math) -> None:
    """Write a formula within a sentence."""
    writer.body.append(tex2mathml(node.astext()))
    raise nodes.SkipNode


def write_block(writer: Any, node: nodes.math_block) -> None:
    """Write a formula that stands alone."""
    writer.body.append(f'<div class="math">{tex2mathml(node.astext(), as_block=True)}</div>\n')
    raise nodes.SkipNode
