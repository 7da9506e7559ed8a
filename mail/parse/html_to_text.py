"""HTML as plain text: only what is visible, with quotes marked by ">"."""

from __future__ import annotations

import re
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

LONGEST: Final = 200_000  # characters
LONGEST_ATTRIBUTE: Final = 1000
MOST_TAGS: Final = 5000  # the time for nested ones grows with the square
_UNSEEN: Final = frozenset({"head", "script", "style", "title", "template", "noscript", "object", "svg", "select"})
_BLOCKS: Final = frozenset(
    "address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header hr li"
    " main ol p pre section table tbody tr ul".split()
)
_HIDDEN: Final = re.compile(r"display:none|visibility:hidden|mso-hide:all")
# Programs prefix these names ("x_", "ydp12…") when they quote one another.
_QUOTE: Final = re.compile(
    r"gmail_(?:quote|attr|signature)|yahoo_quoted|moz-(?:cite-prefix|signature)|protonmail_(?:quote|signature_block)"
    r"|tutanota_quote|zmail_extra|k9mail-quote|mailcontent-quote|isreplycontent|includetail|reply-intro"
    r"|applemailsignature|ms-outlook-mobile-signature|composer_signature|signature_block"
)
_QUOTE_NAME: Final = "quote"  # GMX and web.de
# From these on, everything belongs to the email being answered.
_REST: Final = re.compile(
    r"divrplyfwdmsg|appendonsend|outlookmessageheader|mail-editor-reference-message-container"
    r"|ms-outlook-mobile-reference-message|olk_src_body_section"
)
_REST_STYLE: Final = re.compile(r"border:none;.*?border-top:(?:solid[^;]*|[\d.]+p[tx]solid)")  # Outlook's line
_REST_COMMENT: Final = "originalmessage"  # Samsung


def as_text(html: str) -> str:
    """Return the visible text of the page, with ">" before quoted lines.

    Everything after the mark with which some programs begin the email being answered counts as quoted.
    """
    body = LexborHTMLParser(_bounded(html)).body
    if body is None:
        return ""
    writer = _Writer()
    node: LexborNode | None = body
    while node is not None:
        if writer.enter(node) and node.first_child is not None:
            node = node.first_child
            continue
        while node is not None:
            writer.leave(node)
            if node.mem_id == body.mem_id:
                return writer.text()
            if node.next is not None:
                node = node.next
                break
            node = node.parent
    return writer.text()


def _bounded(html: str) -> str:
    """Return the beginning of the page, with no more tags than are safe to parse."""
    html = html[:LONGEST]
    at = -1
    for _ in range(MOST_TAGS):
        at = html.find("<", at + 1)
        if at < 0:
            return html
    return html[:at]


class _Writer:
    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line = ""
        self._quotes: list[int] = []  # the enclosing elements that quote
        self._pre: list[int] = []
        self._rest_is_quoted = False

    def text(self) -> str:
        self._break()
        return "\n".join(self._lines)

    def enter(self, node: LexborNode) -> bool:
        """Write what precedes the node's children, and return whether to visit them."""
        tag = node.tag or ""
        if node.is_text_node:
            self._write(node.text_content or "")
            return False
        if node.is_comment_node:
            if _REST_COMMENT in (node.comment_content or "").lower():
                self._begin_rest()
            return False
        if tag in _UNSEEN:
            return False
        return self._open(node, tag)

    def _open(self, node: LexborNode, tag: str) -> bool:
        names, style = _names(node), _style(node)
        if _HIDDEN.search(style):
            return False
        if tag in _BLOCKS or tag == "br":
            self._break()
        if tag in {"td", "th"} and self._line:
            self._line += " "
        if _REST.search(names) or _REST_STYLE.search(style):
            self._begin_rest()
        elif tag == "blockquote" or _QUOTE.search(names) or _is_named_quote(node):
            self._break()
            self._quotes.append(node.mem_id)
        if tag == "pre":
            self._pre.append(node.mem_id)
        return True

    def leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if tag in _BLOCKS or (self._quotes and self._quotes[-1] == node.mem_id):
            self._break()
        if tag == "p":
            self._lines.append(self._prefix().rstrip())
        for within in (self._quotes, self._pre):
            if within and within[-1] == node.mem_id:
                within.pop()
                self._end_quote(within)

    def _end_quote(self, within: list[int]) -> None:
        """Add an empty line after a quote, so that nothing below is taken for the wrapped end of its last line."""
        if within is self._quotes and not within:
            self._lines.append("")

    def _begin_rest(self) -> None:
        self._break()
        self._rest_is_quoted = True

    def _write(self, text: str) -> None:
        if not self._pre:
            text = re.sub(r"[ \t\r\n\f]+", " ", text)
            self._line += text.lstrip(" ") if not self._line or self._line.endswith(" ") else text
            return
        first, *others = text.split("\n")
        self._line += first
        for other in others:
            self._break(keep_empty=True)
            self._line = other

    def _break(self, *, keep_empty: bool = False) -> None:
        if self._line.strip() or keep_empty:
            self._lines.append(self._prefix() + self._line.rstrip())
        self._line = ""

    def _prefix(self) -> str:
        depth = len(self._quotes) + self._rest_is_quoted
        return f"{'>' * min(depth, 9)} " if depth else ""


def _names(node: LexborNode) -> str:
    return f"{_attribute(node, 'class')} {_attribute(node, 'id')}".lower()


def _style(node: LexborNode) -> str:
    return "".join(_attribute(node, "style").lower().split())


def _is_named_quote(node: LexborNode) -> bool:
    return _attribute(node, "name").lower() == _QUOTE_NAME


def _attribute(node: LexborNode, name: str) -> str:
    return (node.attributes.get(name) or "")[:LONGEST_ATTRIBUTE]
