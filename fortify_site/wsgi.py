"""The WSGI application for gunicorn."""

import os

from django.core.wsgi import get_wsgi_application

from matches.live.answer_unchanged import Entrance

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fortify_site.settings")

application = Entrance(get_wsgi_application())
