from django.apps import AppConfig


class PushConfig(AppConfig):
    name = "fortify_site.push"
    label = "push"
    verbose_name = "Notifications"

    def ready(self) -> None:
        from matches import hooks

        from . import notices

        hooks.turn_asked.connect(notices.write_notices)
