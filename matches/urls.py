"""The addresses of matches, offers and rules, in the namespace ``matches``; and ``home``."""

from django.urls import include, path

from .home import calendar, friends, home_page, lesson, rules
from .links import open_link
from .live import news
from .lobby import lobby_page, one_click
from .offers import new_offer, offer_page
from .playing import actions, ahead, analysis, match_page, organiser_clock, replay, turn
from .vacation import vacation_page

app_patterns = [
    path("matches/", home_page.match_list, name="list"),
    path("live/<str:signed>/", news.news, name="news"),
    path("matches/<int:pk>/", match_page.match_page, name="match"),
    path("matches/<int:pk>/turns/<int:index>/", replay.turn_page, name="turn"),
    path("matches/<int:pk>/turns/<int:index>/position/", replay.position_as_json, name="position"),
    path("matches/<int:pk>/turned/", replay.turn_board, name="turn_board"),
    path("matches/<int:pk>/analysis/<int:at>/", analysis.analysis_page, name="analysis"),
    path("matches/<int:pk>/analysis/<int:at>/<str:line>/", analysis.analysis_page, name="analysis"),
    path("matches/<int:pk>/analysis/draft/<int:at>/", analysis.analysis_draft, name="analysis_draft"),
    path("matches/<int:pk>/analysis/draft/<int:at>/<str:line>/", analysis.analysis_draft, name="analysis_draft"),
    path("matches/<int:pk>/better-turn/<int:at>/", replay.better_turn_at, name="better_turn"),
    path("matches/<int:pk>/play/", turn.play_turn, name="play"),
    path("matches/<int:pk>/draft/", turn.draft_turn, name="draft"),
    path("matches/<int:pk>/take-back/", turn.take_back_turn, name="take_back"),
    path("matches/<int:pk>/say/", actions.post_message, name="say"),
    path("matches/<int:pk>/hear/", actions.unmute, name="hear"),
    path("matches/<int:pk>/marks/", actions.post_mark, name="marks"),
    path("matches/<int:pk>/notes/", actions.private_notes, name="private_notes"),
    path("matches/<int:pk>/record/", replay.download_record, name="record"),
    path("matches/<int:pk>/check/", replay.check_page, name="check"),
    path("chance.md", replay.chance_document, name="chance_document"),
    path("matches/<int:pk>/ahead/", ahead.ahead_page, name="ahead"),
    path("matches/<int:pk>/ahead/draft/", ahead.draft_ahead, name="ahead_draft"),
    path("matches/<int:pk>/orders/", ahead.orders_page, name="orders"),
    path("matches/<int:pk>/resign/", actions.resign_page, name="resign"),
    path("matches/<int:pk>/draw/", actions.draw_page, name="draw"),
    path("matches/<int:pk>/rematch/", actions.ask_for_rematch, name="rematch"),
    path("matches/<int:pk>/time/", actions.give_time, name="give_time"),
    path("matches/<int:pk>/clocks/", organiser_clock.clocks_page, name="clocks"),
    path("mail/again/", home_page.mail_again, name="mail_again"),
    path("leave/", vacation_page.vacation_page, name="vacation"),
    path("calendar/", calendar.calendar_page, name="calendar_page"),
    path("calendar/<str:key>.ics", calendar.calendar, name="calendar"),
    path("challenges/", offer_page.challenge_list, name="challenges"),
    path("challenges/new/", new_offer.challenge_new, name="challenge_new"),
    path("challenges/new/board/", new_offer.start_board, name="start_board"),
    path("tables/new/", new_offer.table_new, name="table_new"),
    path("tables/<int:pk>/", offer_page.offer_page, name="table"),
    path("tables/link/<str:signed>/", offer_page.offer_by_link, name="table_by_link"),
    path("challenges/<int:pk>/", offer_page.offer_page, name="challenge"),
    path("challenges/link/<str:signed>/", offer_page.offer_by_link, name="challenge_by_link"),
    path("friends/", friends.friends_page, name="friends"),
    path("computer/", one_click.play_computer, name="computer"),
    path("lobby/", lobby_page.lobby_page, name="lobby"),
    path("l/<str:token>/", open_link.open_link, name="link"),
    path("l/<str:token>/draft/", open_link.link_draft, name="link_draft"),
    path("l/<str:token>/turns/<int:index>/", open_link.link_turn, name="link_turn"),
    path("l/<str:token>/turns/<int:index>/position/", open_link.link_position, name="link_position"),
    path("l/<str:token>/draw/", open_link.link_draw, name="link_draw"),
    path("l/<str:token>/analysis/<int:at>/", open_link.link_analysis, name="link_analysis"),
    path("l/<str:token>/analysis/<int:at>/<str:line>/", open_link.link_analysis, name="link_analysis"),
    path("l/<str:token>/analysis/draft/<int:at>/", open_link.link_trial, name="link_analysis_draft"),
    path("l/<str:token>/analysis/draft/<int:at>/<str:line>/", open_link.link_trial, name="link_analysis_draft"),
    path("l/<str:token>/check/", open_link.link_check, name="link_check"),
    path("l/<str:token>/resign/", open_link.link_resign, name="link_resign"),
    path("rules/", rules.rules_list, name="rules_list"),
    path("rules/<slug:slug>/", rules.rules_page, name="rules"),
    path("rules/<slug:slug>/alone/", one_click.play_alone, name="play_alone"),
    path("rules/<slug:slug>/lesson/", lesson.lesson_page, name="lesson"),
    path("rules/<slug:slug>/lesson/<slug:key>/", lesson.task_page, name="task"),
    path("rules/<slug:slug>/lesson/<slug:key>/draft/", lesson.task_draft, name="task_draft"),
]

urlpatterns = [
    path("", home_page.home, name="home"),
    path("", include((app_patterns, "matches"))),
]
