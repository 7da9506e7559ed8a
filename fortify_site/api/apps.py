from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "fortify_site.api"
    verbose_name = "API"

    def ready(self) -> None:
        from tournaments import hooks

        from .webhooks import deliveries

        hooks.happened.connect(deliveries.write_deliveries)
