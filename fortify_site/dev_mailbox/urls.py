"""The addresses of the mailbox, included only if the site stores its emails."""

from django.urls import path

from . import views

app_name = "mailbox"
urlpatterns = [
    path("", views.mail_list, name="list"),
    path("clear/", views.clear, name="clear"),
    path("<str:mail_id>/", views.mail_page, name="mail"),
    path("<str:mail_id>/answer/", views.answer_mail, name="answer"),
    path("<str:mail_id>/html/", views.html_part, name="html"),
]
