from __future__ import annotations

from typing import ClassVar

from django.db import models


class Count(models.Model):
    """A counter shared by all machines. ``labels`` are a JSON object with sorted keys."""

    name = models.CharField(max_length=60)
    labels = models.CharField(max_length=300)
    value = models.FloatField(default=0.0)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["name", "labels"], name="one_count_per_labels")]

    def __str__(self) -> str:
        return f"{self.name} {self.labels}"
