from django.urls import path

from . import views

urlpatterns = [
    path("", views.status, name="status"),
    path("send-again/", views.send_again, name="send_again"),
]
