"""The addresses of clubs, in the namespace ``clubs``."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.views.clubs import archives, edit, import_members, join, manage, pages

app_patterns: list[URLPattern] = [
    path("clubs/", pages.club_list, name="list"),
    path("clubs/new/", edit.new_page, name="new"),
    path("clubs/new/archive/", archives.in_page, name="archive_in"),
    path("clubs/new/archive/look/", archives.look_page, name="archive_look"),
    path("clubs/invitation/place/<str:token>/", archives.arrival_page, name="arrival"),
    path("clubs/invitation/<str:token>/", join.invitation_page, name="invitation"),
    path("clubs/<slug:slug>/", pages.club_page, name="club"),
    path("clubs/<slug:slug>/members/", pages.members_page, name="members"),
    path("clubs/<slug:slug>/news/", pages.news_page, name="news"),
    path("clubs/<slug:slug>/honours/", pages.honours_page, name="honours"),
    path("clubs/<slug:slug>/log/", pages.log_page, name="log"),
    path("clubs/<slug:slug>/join/", join.join_page, name="join"),
    path("clubs/<slug:slug>/join/<str:key>/", join.link_page, name="link"),
    path("clubs/<slug:slug>/leave/", join.leave_page, name="leave"),
    path("clubs/<slug:slug>/manage/", manage.ManageClubPage.as_view(), name="manage"),
    path("clubs/<slug:slug>/manage/members/<int:pk>/", manage.MemberPage.as_view(), name="member"),
    path("clubs/<slug:slug>/manage/members.csv", manage.members_csv, name="members_csv"),
    path("clubs/<slug:slug>/manage/import/", import_members.ImportMembersPage.as_view(), name="import"),
    path("clubs/<slug:slug>/manage/archive/", archives.out_page, name="archive"),
    path("clubs/<slug:slug>/manage/arrivals/", archives.ArrivalsPage.as_view(), name="arrivals"),
    path("clubs/<slug:slug>/manage/news/", manage.news_page, name="tell"),
    path("clubs/<slug:slug>/manage/settings/", edit.settings_page, name="settings"),
]
