from django.apps import AppConfig
from django.conf import settings


class MetricsConfig(AppConfig):
    name = "fortify_site.ops.metrics"
    verbose_name = "Metrics"

    def ready(self) -> None:
        from jobs.hooks import counted

        from .counters import count_signal

        if settings.METRICS_TOKEN:
            counted.connect(count_signal, dispatch_uid="metrics")
