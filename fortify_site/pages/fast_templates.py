"""Templates in which what always reads the same is written once.

Much of a page is text that is translated, and addresses of static files and of pages: between two values of a page,
they follow from the language alone. Where a template is loaded, each run of them becomes one part, which keeps what it
was rendered as in each language. Addresses that are made of a page's values are kept by these. A template that is
included or extended by its name is looked for once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from django.template import Template
from django.template.base import FilterExpression, Node, NodeList, TextNode
from django.template.context import Context
from django.template.defaulttags import CommentNode, IfNode, LoadNode, URLNode
from django.template.loader_tags import (
    BLOCK_CONTEXT_KEY,
    BlockContext,
    BlockNode,
    ExtendsNode,
    IncludeNode,
    construct_relative_path,
)
from django.template.loaders import cached
from django.templatetags.i18n import TranslateNode
from django.templatetags.static import StaticNode
from django.urls import get_resolver, get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MOST_ADDRESSES: Final = 4096


class Loader(cached.Loader):
    def get_template(self, template_name: str, skip: Any = None) -> Template:
        found = super().get_template(template_name, skip)
        if not getattr(found, "is_folded", False):
            fold(found.nodelist)
            found.is_folded = True  # type: ignore[attr-defined]
        return found


class Folded(Node):
    """Parts of a template in a row that follow from the language."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.nodes = NodeList(nodes)
        self.rendered: dict[tuple[str | None, bool], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        key = get_language(), context.autoescape
        if key not in self.rendered:
            self.rendered[key] = self.nodes.render(context)
        return self.rendered[key]


class Address(URLNode):
    """The address of a page, which follows from its name and values."""

    def render(self, context: Context) -> str:
        values = tuple(value.resolve(context) for value in self.args)
        if not all(isinstance(value, (int, str)) for value in values):
            return str(super().render(context))
        resolver = get_resolver(get_urlconf())  # another one where other addresses are in use
        found = _address(self.view_name.resolve(context), values, resolver, get_script_prefix())
        return conditional_escape(found) if context.autoescape else found


@lru_cache(MOST_ADDRESSES, typed=True)
def _address(name: str, values: tuple[int | str, ...], _resolver: object, _prefix: str) -> str:
    return reverse(name, args=values)


class Included(IncludeNode):
    """A template that is included by its name, as Django does it but for the search."""

    found: Template | None = None

    def render(self, context: Context) -> SafeString:
        if self.found is None:
            page: Any = context.template
            name = construct_relative_path(self.origin.template_name, _name_in(self.template))  # type: ignore[arg-type]
            self.found = page.engine.get_template(name)
        values = {name: value.resolve(context) for name, value in self.extra_context.items()}
        if self.isolated_context:
            return self.found.render(context.new(values))
        with context.push(**values):
            return self.found.render(context)


class Extending(ExtendsNode):
    """The same of the template that another extends."""

    found: Any = None
    root_blocks: Mapping[str, Any] | None = None

    def render(self, context: Context) -> Any:
        if self.found is None:
            found = self.get_parent(context)
            is_root = not any(isinstance(node, ExtendsNode) for node in found.nodelist)
            blocks: list[Any] = found.nodelist.get_nodes_by_type(BlockNode)
            self.root_blocks = {block.name: block for block in blocks} if is_root else None
            self.found = found
        known: Any = context.render_context
        all_blocks = known.setdefault(BLOCK_CONTEXT_KEY, BlockContext())
        all_blocks.add_blocks(self.blocks)
        if self.root_blocks is not None:
            all_blocks.add_blocks(self.root_blocks)
        with context.render_context.push_state(self.found, isolated_context=False):
            return self.found._render(context)


def fold(nodes: NodeList) -> None:
    """In place, with all that is within."""
    folded = [part for run in _runs(nodes) for part in ([Folded(run)] if _is_worth_it(run) else run)]
    nodes[:] = [_quicker(node) for node in folded]
    for node in nodes:
        for within in _lists_within(node):
            fold(within)


def _runs(nodes: NodeList) -> list[list[Node]]:
    runs: list[list[Node]] = []
    is_fixed_before = False
    for node in nodes:
        is_fixed = _is_fixed(node)
        if is_fixed and is_fixed_before:
            runs[-1].append(node)
        else:
            runs.append([node])
        is_fixed_before = is_fixed
    return runs


def _is_worth_it(run: list[Node]) -> bool:
    return _is_fixed(run[0]) and not (len(run) == 1 and isinstance(run[0], TextNode))


def _is_fixed(node: Node) -> bool:
    match node:
        case TextNode() | LoadNode() | CommentNode():
            return True
        case TranslateNode():
            return node.asvar is None and all(map(_is_literal, (node.filter_expression, node.message_context)))
        case StaticNode():
            return node.varname is None and _is_literal(node.path)
        case _:
            return False


def _is_literal(expression: FilterExpression | None) -> bool:
    """Whether it is the same on every page, or is not there at all."""
    if expression is None:
        return True
    var: Any = expression.var
    return not expression.filters and (isinstance(var, str) or getattr(var, "literal", None) is not None)


def _name_in(expression: Any) -> str | None:
    """What is written there between quotation marks."""
    return expression.var if isinstance(expression.var, str) and not expression.filters else None


def _quicker(node: Node) -> Node:
    """The node that does the same, where there is one: for addresses without ``as`` and named arguments, which few
    have, and for templates that are named."""
    match node:
        case URLNode() if node.asvar is None and not node.kwargs:
            made: Node = Address(node.view_name, node.args, node.kwargs, node.asvar)
        case IncludeNode() if _name_in(node.template) is not None:
            made = Included(node.template, extra_context=node.extra_context, isolated_context=node.isolated_context)
        case ExtendsNode() if _name_in(node.parent_name) is not None:
            made = Extending(node.nodelist, node.parent_name)
        case _:
            return node
    made.token, made.origin = node.token, node.origin
    return made


def _lists_within(node: Node) -> list[NodeList]:
    if isinstance(node, Folded):
        return []
    if isinstance(node, IfNode):
        return [nodes for _, nodes in node.conditions_nodelists]
    found = (getattr(node, name, None) for name in node.child_nodelists)
    return [nodes for nodes in found if isinstance(nodes, NodeList)]
