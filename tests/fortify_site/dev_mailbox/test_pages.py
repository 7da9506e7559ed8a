"""The pages of the mailbox."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings
from pytest_django.asserts import assertRedirects

from fortify_site.dev_mailbox import store
from fortify_site.dev_mailbox.views import PAGE_SIZE

from .conftest import Drop

pytestmark = pytest.mark.django_db


def page(client: Client, address: str) -> str:
    response = client.get(address)
    assert response.status_code == 200
    assert response.headers["Cache-Control"] == "no-store"
    return response.content.decode()


def test_an_empty_mailbox_says_what_to_do(client: Client) -> None:
    assert "a worker sends the emails" in page(client, "/mailbox/")


def test_it_lists_mails_with_their_readers(client: Client, drop: Drop) -> None:
    mail_id = drop(subject="<Your turn>", to="ben@players.example")
    shown = page(client, "/mailbox/")
    assert "&lt;Your turn&gt;" in shown
    assert "to ben@players.example" in shown
    assert f'href="/mailbox/{mail_id}/"' in shown


def test_it_shows_the_mails_of_one_reader(client: Client, drop: Drop) -> None:
    drop(subject="for Ada", to="ada@players.example")
    drop(subject="for Ben", to="ben@players.example")
    shown = page(client, "/mailbox/?to=ben@players.example")
    assert "for Ben" in shown
    assert "for Ada" not in shown
    assert '<option value="ada@players.example">' in shown


def test_a_long_list_has_pages_that_keep_the_choice(client: Client, drop: Drop) -> None:
    for n in range(PAGE_SIZE + 2):
        drop(subject=f"mail {n}.", to="ada@players.example")
    shown = page(client, "/mailbox/?to=ada@players.example")
    assert shown.count("mailbox-row") == PAGE_SIZE
    assert "mail 0." not in shown
    assert "?to=ada%40players.example&amp;page=2" in shown
    assert "mail 0." in page(client, "/mailbox/?to=ada@players.example&page=2")


@pytest.mark.parametrize("query", ["?page=0", "?page=x", "?page=99999", "?to=nobody", "?to=%00%ff"])
def test_an_odd_query_is_no_error(client: Client, drop: Drop, query: str) -> None:
    drop()
    page(client, f"/mailbox/{query}")


def test_a_mail_shows_both_parts_links_and_headers(client: Client, drop: Drop) -> None:
    mail_id = drop(text="Play: http://localhost:8000/l/abc/ <now>")
    shown = page(client, f"/mailbox/{mail_id}/")
    assert 'href="http://localhost:8000/l/abc/"' in shown
    assert "&lt;now&gt;" in shown
    assert f'src="/mailbox/{mail_id}/html/"' in shown
    assert "<dt>Message-ID</dt>" in shown


def test_a_mail_without_html_has_no_frame(client: Client, drop: Drop) -> None:
    mail_id = drop(html="")
    assert "<iframe" not in page(client, f"/mailbox/{mail_id}/")
    assert client.get(f"/mailbox/{mail_id}/html/").status_code == 404


def test_the_html_part_can_run_and_load_nothing(client: Client, drop: Drop) -> None:
    mail_id = drop(html="<html><head></head><body><script>alert(1)</script><a href='/x'>x</a></body></html>")
    response = client.get(f"/mailbox/{mail_id}/html/")
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "sandbox" in policy
    assert "allow-scripts" not in policy
    assert "allow-same-origin" not in policy
    assert response.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert '<head><base target="_top">' in response.content.decode()


@pytest.mark.parametrize("mail_id", ["nonsense", "00000000000000000000-00000000"])
def test_a_mail_that_is_not_there_is_not_found(client: Client, mail_id: str) -> None:
    assert client.get(f"/mailbox/{mail_id}/").status_code == 404
    assert client.get(f"/mailbox/{mail_id}/html/").status_code == 404


def test_clearing_takes_a_post_with_its_token(client: Client, drop: Drop) -> None:
    drop()
    assert client.get("/mailbox/clear/").status_code == 405
    assert Client(enforce_csrf_checks=True).post("/mailbox/clear/").status_code == 403
    assert len(store.ids()) == 1
    assertRedirects(client.post("/mailbox/clear/"), "/mailbox/")
    assert store.ids() == []


def test_there_is_no_mailbox_on_a_site_that_sends_its_mails(client: Client, drop: Drop, settings: Settings) -> None:
    mail_id = drop()
    settings.MAILBOX = False
    for address in ("/mailbox/", f"/mailbox/{mail_id}/", f"/mailbox/{mail_id}/html/"):
        assert client.get(address).status_code == 404
    assert client.post("/mailbox/clear/").status_code == 404
    assert len(store.ids()) == 1
