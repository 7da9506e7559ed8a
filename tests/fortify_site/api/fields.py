"""What each answer of the API holds, as docs/api.md lists it.

``python -m tests.fortify_site.api.fields`` writes the list.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import django

DOCS = Path(__file__).parents[3] / "docs" / "api.md"
BEGIN, END = "<!-- fields of answers: begin -->\n", "<!-- fields of answers: end -->\n"
TYPES = {"integer": "number", "number": "number", "string": "text", "boolean": "true or false", "object": "object"}
MOMENTS = {"date-time": "time", "date": "date"}
PARTS = ("Page[", "Part[")
Schemas = Mapping[str, Mapping[str, Any]]


def section(document: Mapping[str, Any]) -> str:
    """The whole list, from the OpenAPI document."""
    schemas: Schemas = document["components"]["schemas"]
    return "\n".join([*_requests(document["paths"], schemas), *_answers(schemas)]) + "\n"


def in_docs() -> str:
    """The list as it is there."""
    return DOCS.read_text().partition(BEGIN)[2].partition(END)[0]


def write(document: Mapping[str, Any]) -> None:
    before, _, rest = DOCS.read_text().partition(BEGIN)
    DOCS.write_text(before + BEGIN + section(document) + END + rest.partition(END)[2])


def _requests(paths: Mapping[str, Any], schemas: Schemas) -> Iterator[str]:
    yield "| request | answer |"
    yield "| --- | --- |"
    for path, methods in paths.items():
        for method, operation in methods.items():
            answered = next(each for code, each in operation["responses"].items() if str(code).startswith("2"))
            answer = _type(answered["content"]["application/json"]["schema"], schemas)
            yield f"| `{method.upper()} {path.removeprefix('/api/v1')}` | {answer} |"
    yield ""


def _answers(schemas: Schemas) -> Iterator[str]:
    for name, schema in sorted(schemas.items()):
        if schema["title"].startswith(PARTS):
            continue
        words = _one_line(schema.get("description", ""))
        yield f"**{name}**: {words}" if words else f"**{name}**"
        yield ""
        for field, about in schema["properties"].items():
            words = _one_line(about.get("description", ""))
            yield f"- `{field}`: {_type(about, schemas)}" + (f". {words}" if words else "")
        yield ""


def _type(about: Mapping[str, Any], schemas: Schemas) -> str:
    if "anyOf" in about:
        return " or ".join("null" if each.get("type") == "null" else _type(each, schemas) for each in about["anyOf"])
    if "$ref" in about:
        name = about["$ref"].rpartition("/")[2]
        if schemas[name]["title"].startswith(PARTS):
            return "part of a list of " + _type(schemas[name]["properties"]["items"]["items"], schemas)
        return f"*{name}*"
    if about.get("type") == "array":
        return f"list of {_type(about['items'], schemas)}"
    return MOMENTS.get(about.get("format", "")) or TYPES[about["type"]]


def _one_line(words: str) -> str:
    return " ".join(words.replace("``", "`").split())


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fortify_site.settings")
    django.setup()
    from django.urls import get_resolver

    from fortify_site.api.auth import api

    get_resolver().url_patterns  # noqa: B018 (which registers the resources)
    write(api.get_openapi_schema())
