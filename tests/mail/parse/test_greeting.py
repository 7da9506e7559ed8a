"""Lines that only greet."""

from __future__ import annotations

import pytest

from mail.parse.greeting import is_greeting

pytestmark = pytest.mark.either


@pytest.mark.parametrize(
    "line",
    [
        *("Hallo Jörg,", "Hi", "hi jörg weiß!", "Dear Ms. O'Neil,", "Jörg,", "Hello there", "Good morning, Ben!"),
        *("Hi Ben and Ada,", "Moin!", "Guten Morgen Jörg", "Liebe Lina,", "Sehr geehrter Herr Weiß,", "Servus"),
        *("Bonjour Zoé,", "¡Hola, Ben!", "Ciao Ugo", "Olá João,", "Beste Daan,", "Hej Åsa!", "Kære Bo,", "Hei,"),
        *("Cześć Ola!", "Dobrý den,", "Szia!", "Bună ziua", "Привет, Бен!", "Вітаю,", "Γεια σου Νίκο,", "Merhaba Can,"),
        *(
            "שלום",
            "مرحبا",
            "你好",
            "Benさん、",
            "ベンさん、こんにちは。",
            "안녕하세요",
            "नमस्ते",
            "Xin chào Lan,",
            "Hello 👋",
            "hi :-)",
        ),
    ],
)
def test_a_greeting(line: str) -> None:
    assert is_greeting(line)


@pytest.mark.parametrize(
    "line",
    [
        *(
            "",
            "resign",
            "hello?",
            "Hi, I will not resign now",
            "b3+",
            "Nice move!",
            "Ja",
            "no, never do that,",
            "Thanks!",
        ),
        *("Well, no", "T@b3,", "1. b3+", "Historic", "Heidi", "x" * 2000, "hi " * 600),
    ],
)
def test_no_greeting(line: str) -> None:
    assert not is_greeting(line)
