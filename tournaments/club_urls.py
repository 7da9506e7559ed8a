"""The addresses of clubs, in the namespace ``clubs``."""

from __future__ import annotations

from django.urls import URLPattern, path

from .views.clubs import archiving, coming, importing, making, managing, showing

app_patterns: list[URLPattern] = [
    path("clubs/", showing.club_list, name="list"),
    path("clubs/new/", making.new_page, name="new"),
    path("clubs/new/archive/", archiving.in_page, name="archive_in"),
    path("clubs/new/archive/look/", archiving.look_page, name="archive_look"),
    path("clubs/invitation/place/<str:token>/", archiving.arrival_page, name="arrival"),
    path("clubs/invitation/<str:token>/", coming.invitation_page, name="invitation"),
    path("clubs/<slug:slug>/", showing.club_page, name="club"),
    path("clubs/<slug:slug>/members/", showing.members_page, name="members"),
    path("clubs/<slug:slug>/news/", showing.news_page, name="news"),
    path("clubs/<slug:slug>/honours/", showing.honours_page, name="honours"),
    path("clubs/<slug:slug>/log/", showing.log_page, name="log"),
    path("clubs/<slug:slug>/join/", coming.join_page, name="join"),
    path("clubs/<slug:slug>/join/<str:key>/", coming.link_page, name="link"),
    path("clubs/<slug:slug>/leave/", coming.leave_page, name="leave"),
    path("clubs/<slug:slug>/manage/", managing.manage_page, name="manage"),
    path("clubs/<slug:slug>/manage/members/<int:pk>/", managing.member_page, name="member"),
    path("clubs/<slug:slug>/manage/members.csv", managing.members_csv, name="members_csv"),
    path("clubs/<slug:slug>/manage/import/", importing.import_page, name="import"),
    path("clubs/<slug:slug>/manage/archive/", archiving.out_page, name="archive"),
    path("clubs/<slug:slug>/manage/arrivals/", archiving.arrivals_page, name="arrivals"),
    path("clubs/<slug:slug>/manage/news/", managing.news_page, name="tell"),
    path("clubs/<slug:slug>/manage/settings/", making.settings_page, name="settings"),
]
