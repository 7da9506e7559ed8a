"""The bare view with which everything is compared: one indexed read and one write in a transaction."""

from __future__ import annotations

from typing import ClassVar, Final

from django.db import connection, models, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import path

COUNTERS: Final = 10_000


class Counter(models.Model):
    """A table that only the bench uses, so that no migration has it."""

    key = models.CharField(max_length=20, unique=True)
    count = models.IntegerField()

    objects: ClassVar[models.Manager[Counter]] = models.Manager()

    class Meta:
        app_label = "bench"
        managed = False
        db_table = "bench_counter"

    def __str__(self) -> str:
        return self.key


def make_counters() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE bench_counter (id bigserial PRIMARY KEY, key varchar(20) UNIQUE NOT NULL, count int NOT NULL)"
        )
        cursor.execute(
            "INSERT INTO bench_counter (key, count) SELECT 'counter ' || n, 0 FROM generate_series(1, %s) n", [COUNTERS]
        )


def count_up(number: int) -> int:
    """Run the bare transaction: read a counter and write it back increased by one. Return its count."""
    with transaction.atomic():
        counter = Counter.objects.get(key=f"counter {number}")
        counter.count += 1
        counter.save(update_fields=["count"])
    return counter.count


def count_up_view(request: HttpRequest, number: int) -> HttpResponse:
    return HttpResponse(str(count_up(number)))


urlpatterns = [path("<int:number>/", count_up_view)]
