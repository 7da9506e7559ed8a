from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings


class FaultsConfig(AppConfig):
    name = "tests.faults"

    def ready(self) -> None:
        from . import haste, sabotage

        haste.apply(getattr(settings, "HASTE", 1.0), getattr(settings, "LEASE", 300.0))
        sabotage.apply(getattr(settings, "SABOTAGE", []))
