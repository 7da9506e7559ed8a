"""Sessions, and what a browser may call its own."""

from __future__ import annotations

import pytest
from django.test import Client


@pytest.mark.parametrize(
    "key", ['"aaaaaaaaaa\\000b"', '"aaaaaaaaaa\\377b"', "x" * 5000, "short", "a;b", "%00%00%00%00%00"]
)
def test_a_cookie_of_nobody_is_no_login_and_no_fault_of_the_site(db: None, key: str) -> None:
    cookie = f"sessionid={key}"
    assert Client().get("/", HTTP_COOKIE=cookie).status_code == 200
    assert Client().get("/matches/", HTTP_COOKIE=cookie).headers["Location"].startswith("/accounts/login/")
