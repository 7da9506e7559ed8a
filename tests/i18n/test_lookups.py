"""A message is looked up once in each language, and said as Django would say it."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation
from django.utils.translation.trans_real import TranslationCatalog

MESSAGE = "Your turn"


@pytest.mark.parametrize(("language", "said"), [("en-gb", MESSAGE), ("en-us", MESSAGE), ("de", "Dein Zug")])
def test_catalogues_are_asked_once(language: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with translation.override(language):
        assert translation.gettext(MESSAGE) == said
        monkeypatch.setattr(TranslationCatalog, "get", _refuse)
        assert translation.gettext(MESSAGE) == said
        with pytest.raises(AssertionError, match="asked"):
            translation.gettext(f"{MESSAGE}, which no one has said yet")


def _refuse(_self: Any, message: str, _default: Any) -> str:
    raise AssertionError(f"A catalogue was asked for {message!r}.")
