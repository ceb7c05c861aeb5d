"""Sphinx reads this. assemble.py puts it beside the pages; `make docs` builds the site."""

import re

project = "libpress"
author = "libpress"
html_title = "libpress"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["files"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
highlight_language = "none"
html_theme = "furo"
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "navigation_with_keys": False,
    "light_css_variables": {"sidebar-item-spacing-vertical": "0.3rem"},
}
html_extra_path = ["files"]
html_static_path = ["static"]
html_css_files = ["site.css"]
html_js_files = ["site.js"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
# A longer signature has a line for each argument.
maximum_signature_line_length = 90
autodoc_default_options = {"members": True}
autodoc_mock_imports = ["numpy"]
# What a docstring marks with single backquotes is code.
default_role = "code"


def escape(_app, _what, _name, _obj, _options, lines):
    """`press_` and `|` mean something else in reStructuredText, but not in our docstrings."""
    for at, line in enumerate(lines):
        lines[at] = re.sub(r"(?<=\w)_(?=\W|$)", r"\\_", line).replace("|", r"\|") if "`" not in line and not line.startswith("=") else line


def level(_app, _page, _template, context, _doctree):
    """The captions at the side are headings of the second level: the theme does not say so to screen readers."""
    if tree := context.get("furo_navigation_tree"):
        context["furo_navigation_tree"] = tree.replace('role="heading"', 'role="heading" aria-level="2"')


def setup(app):
    app.connect("autodoc-process-docstring", escape)
    app.connect("html-page-context", level, priority=900)
