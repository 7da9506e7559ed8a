import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings


@pytest.mark.django_db
def test_it_says_that_database_and_broker_answer(client: Client) -> None:
    response = client.get("/healthz")
    assert response.status_code == 200
    assert response.json() == {"database": True, "broker": True}


@pytest.mark.django_db
def test_it_says_which_one_does_not(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = "redis+socket:///nowhere/at.all"
    response = client.get("/healthz")
    assert response.status_code == 503
    assert response.json() == {"database": True, "broker": False}


@pytest.mark.django_db
def test_no_cache_keeps_the_answer(client: Client) -> None:
    assert "no-store" in client.get("/healthz")["Cache-Control"]


@pytest.mark.django_db
def test_it_costs_one_query(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_num_queries(1):
        client.get("/healthz")
