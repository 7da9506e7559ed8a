"""docs/api.md holds what the API's own document says."""

from __future__ import annotations

from django.test import Client

from .fields import in_docs, section


def test_each_answers_fields_are_listed(client: Client, db: None) -> None:
    document = client.get("/api/v1/openapi.json").json()
    assert in_docs() == section(document), "write the list again: python -m tests.fortify_site.api.fields"
