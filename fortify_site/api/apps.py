from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "fortify_site.api"
    verbose_name = "API"

    def ready(self) -> None:
        from tournaments import happenings

        from .webhooks import outbox

        happenings.tell_also(outbox.write)
