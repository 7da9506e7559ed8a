"""The API's documentation for people, made from the schema for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

METHODS = ("get", "post")


@require_safe
def docs_page(request: HttpRequest) -> HttpResponse:
    """Show the documentation. Its texts are the schema's, which is in English whatever the reader's language."""
    from fortify_site.api.auth import api  # noqa: PLC0415 (whose addresses have to be there)

    schema = api.get_openapi_schema(path_prefix="")
    context = {
        "operations": list(_operations(schema)),
        "schemas": list(_schemas(schema)),
        "schema_url": settings.SITE_URL + reverse("api-v1:openapi-json"),
        "base_url": f"{settings.SITE_URL}/api/v1",
        "rate": settings.API_RATE,
        "token_rate": settings.API_TOKEN_RATE,
    }
    return render(request, "pages/api.html", context)


def _operations(schema: Any) -> Iterator[dict[str, Any]]:
    for path, methods in schema["paths"].items():
        for method in METHODS:
            if (found := methods.get(method)) is not None:
                yield {
                    "method": method.upper(),
                    "path": path,
                    "what": found.get("description", ""),
                    "parameters": [_parameter(each) for each in found.get("parameters", [])],
                    "body": _name(found.get("requestBody", {}).get("content", {})),
                    "answer": _name(found["responses"][200].get("content", {})),
                    "needs_token": {} not in found.get("security", [{}]),
                }


def _schemas(schema: Any) -> Iterator[dict[str, Any]]:
    for name, found in sorted(schema["components"]["schemas"].items()):
        fields = [
            {"name": field, "type": _type(each) + _null(each), "what": each.get("description", "")}
            for field, each in found.get("properties", {}).items()
        ]
        yield {"name": _readable(name), "id": name, "what": found.get("description", ""), "fields": fields}


def _parameter(found: Any) -> dict[str, Any]:
    return {
        "name": found["name"],
        "where": found["in"],
        "type": _type(found["schema"]),
        "is_optional": not found.get("required", False),
    }


def _name(content: Any) -> dict[str, str] | None:
    for each in content.values():
        reference = str(each.get("schema", {}).get("$ref", "")).rpartition("/")[2]
        return {"id": reference, "name": _readable(reference)} if reference else None
    return None


def _readable(name: str) -> str:
    return name.replace("_", " ").strip()


def _null(found: Any) -> str:
    """Say that a field may be null, in English like the rest of the schema; "" if it can't be."""
    return ", may be null" if any(each.get("type") == "null" for each in found.get("anyOf", [])) else ""


def _type(found: Any) -> str:
    if "$ref" in found:
        return _readable(str(found["$ref"]).rpartition("/")[2])
    if "anyOf" in found:
        return " / ".join(_type(each) for each in found["anyOf"] if each.get("type") != "null")
    if "enum" in found:
        return " / ".join(map(str, found["enum"]))
    if found.get("type") == "array":
        return f"[{_type(found['items'])}]"
    return str(found.get("format") or found.get("type", "object"))
