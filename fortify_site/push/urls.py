from django.urls import path

from . import views

app_name = "push"
urlpatterns = [path("account/notifications/", views.devices_page, name="devices")]
