from django.urls import path

from .preferences.views import unsubscribe

app_name = "mail"
urlpatterns = [path("unsubscribe/<str:signed>/", unsubscribe, name="unsubscribe")]
