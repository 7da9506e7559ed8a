"""The Django project: settings, addresses, the Celery application, and running it all."""

from .celery import app as celery_app

__all__ = ["celery_app"]
