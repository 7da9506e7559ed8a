"""The addresses of matches, challenges and rules, in the namespace ``matches``; and ``home``."""

from django.urls import include, path

from .views import calendar, challenges, home, leave, lesson, lobby, news, rules
from .views.links import open_link
from .views.match import (
    actions,
    analysis,
    chat,
    conditional,
    organiser_clock,
    private_notes,
    resend_mail,
    takeback,
    turn,
)

app_patterns = [
    path("matches/", home.match_list, name="list"),
    path("live/<str:signed>/", news.news, name="news"),
    path("matches/<int:pk>/", actions.match_page, name="match"),
    path("matches/<int:pk>/turns/<int:index>/", turn.turn_page, name="turn"),
    path("matches/<int:pk>/turns/<int:index>/position/", turn.position, name="position"),
    path("matches/<int:pk>/turned/", turn.turn_board, name="turn_board"),
    path("matches/<int:pk>/analysis/<int:at>/", analysis.analysis_page, name="analysis"),
    path("matches/<int:pk>/analysis/<int:at>/<str:line>/", analysis.analysis_page, name="analysis"),
    path("matches/<int:pk>/analysis/draft/<int:at>/", analysis.analysis_draft, name="analysis_draft"),
    path("matches/<int:pk>/analysis/draft/<int:at>/<str:line>/", analysis.analysis_draft, name="analysis_draft"),
    path("matches/<int:pk>/play/", turn.play_turn, name="play"),
    path("matches/<int:pk>/draft/", turn.draft, name="draft"),
    path("matches/<int:pk>/take-back/", takeback.take_back, name="take_back"),
    path("matches/<int:pk>/say/", chat.post_message, name="say"),
    path("matches/<int:pk>/hear/", chat.unmute, name="hear"),
    path("matches/<int:pk>/notes/", private_notes.private_notes, name="private_notes"),
    path("matches/<int:pk>/record/", actions.record, name="record"),
    path("matches/<int:pk>/ahead/", conditional.ahead, name="ahead"),
    path("matches/<int:pk>/ahead/draft/", conditional.ahead_draft, name="ahead_draft"),
    path("matches/<int:pk>/resign/", actions.resign, name="resign"),
    path("matches/<int:pk>/draw/", actions.draw, name="draw"),
    path("matches/<int:pk>/rematch/", actions.ask_for_rematch, name="rematch"),
    path("matches/<int:pk>/time/", actions.give_time, name="give_time"),
    path("matches/<int:pk>/clocks/", organiser_clock.clocks_page, name="clocks"),
    path("mail/again/", resend_mail.mail_again, name="mail_again"),
    path("leave/", leave.leave_page, name="leave"),
    path("calendar/", calendar.calendar_page, name="calendar_page"),
    path("calendar/<str:key>.ics", calendar.calendar, name="calendar"),
    path("challenges/", challenges.challenge_list, name="challenges"),
    path("challenges/new/", challenges.challenge_new, name="challenge_new"),
    path("challenges/new/board/", challenges.start_board, name="start_board"),
    path("challenges/<int:pk>/", challenges.challenge_page, name="challenge"),
    path("challenges/link/<str:signed>/", challenges.challenge_by_link, name="challenge_by_link"),
    path("lobby/", lobby.lobby_page, name="lobby"),
    path("l/<str:token>/", open_link.link_page, name="link"),
    path("l/<str:token>/draft/", open_link.link_draft, name="link_draft"),
    path("l/<str:token>/turns/<int:index>/", open_link.link_turn, name="link_turn"),
    path("l/<str:token>/turns/<int:index>/position/", open_link.link_position, name="link_position"),
    path("l/<str:token>/draw/", open_link.link_draw, name="link_draw"),
    path("l/<str:token>/analysis/<int:at>/", open_link.link_analysis, name="link_analysis"),
    path("l/<str:token>/analysis/<int:at>/<str:line>/", open_link.link_analysis, name="link_analysis"),
    path("l/<str:token>/analysis/draft/<int:at>/", open_link.link_trial, name="link_analysis_draft"),
    path("l/<str:token>/analysis/draft/<int:at>/<str:line>/", open_link.link_trial, name="link_analysis_draft"),
    path("l/<str:token>/resign/", open_link.link_resign, name="link_resign"),
    path("rules/", rules.rules_list, name="rules_list"),
    path("rules/<slug:slug>/", rules.rules_page, name="rules"),
    path("rules/<slug:slug>/lesson/", lesson.lesson_page, name="lesson"),
    path("rules/<slug:slug>/lesson/<slug:key>/", lesson.task_page, name="task"),
    path("rules/<slug:slug>/lesson/<slug:key>/draft/", lesson.task_draft, name="task_draft"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("", include((app_patterns, "matches"))),
]
