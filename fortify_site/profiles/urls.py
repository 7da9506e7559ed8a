from django.urls import path

from . import views

app_name = "accounts"
urlpatterns = [
    path("", views.profile, name="profile"),
    path("claim/", views.claim, name="claim"),
    path("confirm/", views.confirm, name="confirm"),
    path("data/", views.data, name="data"),
    path("delete/", views.delete, name="delete"),
    path("reached/", views.reached, name="reached"),
    path("wanted/", views.wanted, name="wanted"),
    path("goodbye/", views.goodbye, name="goodbye"),
]
