from django.urls import path

from . import reaching, views

app_name = "accounts"
urlpatterns = [
    path("", views.profile, name="profile"),
    path("claim/", views.claim, name="claim"),
    path("confirm/", views.confirm, name="confirm"),
    path("data/", views.data, name="data"),
    path("delete/", views.delete, name="delete"),
    path("reached/", reaching.reached, name="reached"),
    path("wanted/", reaching.wanted, name="wanted"),
    path("goodbye/", views.goodbye, name="goodbye"),
]
