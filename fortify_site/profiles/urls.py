from django.urls import path

from . import unreachable, views

app_name = "accounts"
urlpatterns = [
    path("", views.profile, name="profile"),
    path("claim/", views.claim, name="claim"),
    path("confirm/", views.confirm, name="confirm"),
    path("data/", views.data, name="data"),
    path("delete/", views.delete, name="delete"),
    path("reached/", unreachable.reached, name="reached"),
    path("wanted/", unreachable.wanted, name="wanted"),
    path("goodbye/", views.goodbye, name="goodbye"),
]
