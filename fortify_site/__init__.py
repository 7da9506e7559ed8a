"""The Django project: settings, addresses, the Celery application, and commands that run the whole site."""

from .celery import app as celery_app

__all__ = ["celery_app"]
