"""What gunicorn serves."""

import os

from django.core.wsgi import get_wsgi_application

from jobs.arrival import entrance

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fortify_site.settings")

application = entrance(get_wsgi_application())
