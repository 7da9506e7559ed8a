"""The addresses of clubs, in the namespace ``clubs``."""

from __future__ import annotations

from django.urls import URLPattern, path

from tournaments.clubs import club_pages, edit_page, join_page, manage_club
from tournaments.files.archives import archives_page
from tournaments.files.imports import members_page

app_patterns: list[URLPattern] = [
    path("clubs/", club_pages.club_list, name="list"),
    path("clubs/new/", edit_page.new_page, name="new"),
    path("clubs/new/archive/", archives_page.in_page, name="archive_in"),
    path("clubs/new/archive/look/", archives_page.look_page, name="archive_look"),
    path("clubs/invitation/place/<str:token>/", archives_page.arrival_page, name="arrival"),
    path("clubs/invitation/<str:token>/", join_page.invitation_page, name="invitation"),
    path("clubs/<slug:slug>/", club_pages.club_page, name="club"),
    path("clubs/<slug:slug>/members/", club_pages.members_page, name="members"),
    path("clubs/<slug:slug>/news/", club_pages.news_page, name="news"),
    path("clubs/<slug:slug>/honours/", club_pages.honours_page, name="honours"),
    path("clubs/<slug:slug>/log/", club_pages.log_page, name="log"),
    path("clubs/<slug:slug>/join/", join_page.join_page, name="join"),
    path("clubs/<slug:slug>/join/<str:key>/", join_page.link_page, name="link"),
    path("clubs/<slug:slug>/leave/", join_page.leave_page, name="leave"),
    path("clubs/<slug:slug>/manage/", manage_club.ManageClubPage.as_view(), name="manage"),
    path("clubs/<slug:slug>/manage/members/<int:pk>/", manage_club.MemberPage.as_view(), name="member"),
    path("clubs/<slug:slug>/manage/members.csv", manage_club.members_csv, name="members_csv"),
    path("clubs/<slug:slug>/manage/import/", members_page.ImportMembersPage.as_view(), name="import"),
    path("clubs/<slug:slug>/manage/archive/", archives_page.out_page, name="archive"),
    path("clubs/<slug:slug>/manage/arrivals/", archives_page.ArrivalsPage.as_view(), name="arrivals"),
    path("clubs/<slug:slug>/manage/news/", manage_club.news_page, name="tell"),
    path("clubs/<slug:slug>/manage/settings/", edit_page.settings_page, name="settings"),
]
