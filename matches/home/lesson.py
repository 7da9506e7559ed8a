"""A first lesson in a game: some positions, each with a turn to find, without an account.

The engine judges; solved tasks are kept in the session, once a reader continues from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import GameError
from engine.game import Game
from engine.games import contests, game
from engine.values import Task
from matches.input.requests import see_other
from matches.lobby.one_click_form import ComputerForm, alone_forms
from matches.playing.trial import Position, position_of
from matches.playing.turn import draft_json, submitted_text
from matches.playing.turn_form import trial_form

SOLVED = "lessons"  # in the session: by game, the keys of the tasks that were solved


@dataclass(frozen=True)
class Stage:
    """A task as an entry in the list of all tasks."""

    task: Task
    number: int
    url: str
    is_solved: bool


@require_safe
def lesson_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead to the first task that isn't solved yet; when all are, show what to do next."""
    rules, stages = _lesson(request, slug)
    for stage in stages:
        if not stage.is_solved:
            return redirect(stage.url)
    is_contest = rules in contests()
    computer = ComputerForm(initial={"game": slug}) if settings.COMPUTER_PLAYERS and is_contest else None
    alone = next((form for form in alone_forms() if form.game == rules), None)
    context = {"game": rules, "stages": stages, "computer": computer, "alone": alone}
    return render(request, "matches/lesson_end.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def task_page(request: HttpRequest, slug: str, key: str) -> HttpResponse:
    """Show a task with the turn under way (``text``), and with ``review`` what the engine says about it.

    On POST, note that the turn solved the task, and lead on.
    """
    rules, stages = _lesson(request, slug)
    stage = _stage(stages, key)
    position = _position(rules, stage.task)
    if request.method == "POST":
        return _go_on(request, stage, stages, position)
    typed, review = submitted_text(request.GET), bool(request.GET.get("review"))
    draft_url = reverse("matches:task_draft", args=[slug, key])
    form = trial_form(position, form_url=stage.url, draft_url=draft_url, typed=typed, review=review)
    is_judged = review and not form["error"]
    is_solved = is_judged and _is_solved(stage, position, typed)
    context = {
        "game": rules,
        "stage": stage,
        "stages": stages,
        "view": form["draft"].view if is_solved or not is_judged else position.view(),
        "is_solved_now": is_solved,
        "is_missed": is_judged and not is_solved,
        **(form if not is_judged or is_solved else _form_again(position, form)),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form["error"] else HTTPStatus.OK
    return render(request, "matches/lesson.html", context, status=status)


@require_safe
def task_draft(request: HttpRequest, slug: str, key: str) -> JsonResponse:
    """Answer with the turn under way as JSON, for the page's script."""
    rules, stages = _lesson(request, slug)
    position = _position(rules, _stage(stages, key).task)
    try:
        return JsonResponse(draft_json(position.draft(submitted_text(request.GET)), turned=False))
    except GameError as error:
        return JsonResponse({"error": str(error)}, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _lesson(request: HttpRequest, slug: str) -> tuple[Game, list[Stage]]:
    try:
        rules = game(slug)
    except LookupError:
        raise Http404 from None
    solved = _solved(request, slug)
    stages = [
        Stage(task, number, reverse("matches:task", args=[slug, task.key]), task.key in solved)
        for number, task in enumerate(rules.lesson(), start=1)
    ]
    if not stages:
        raise Http404
    return rules, stages


def _position(rules: Game, task: Task) -> Position:
    """Return the task's position, as the seat that is asked sees it."""
    return position_of(rules, task.state, rules.to_act(task.state)[0])


def _stage(stages: Sequence[Stage], key: str) -> Stage:
    for stage in stages:
        if stage.task.key == key:
            return stage
    raise Http404


def _solved(request: HttpRequest, slug: str) -> list[str]:
    found: dict[str, list[str]] = request.session.get(SOLVED, {})
    return found.get(slug, [])


def _is_solved(stage: Stage, position: Position, text: str) -> bool:
    played = position.play(text).played
    return played is not None and stage.task.solves(played)


def _form_again(position: Position, form: dict[str, Any]) -> dict[str, Any]:
    """Return the form as it was before a turn that is legal but isn't what was asked for."""
    return trial_form(position, form_url=form["form_url"], draft_url=form["draft_url"])


def _go_on(request: HttpRequest, stage: Stage, stages: Sequence[Stage], position: Position) -> HttpResponse:
    """Lead to the next task, after the last to the end, and back to the task after a turn that doesn't solve it."""
    try:
        is_solved = _is_solved(stage, position, submitted_text(request.POST))
    except GameError:
        is_solved = False
    if not is_solved:
        return see_other(stage.url)
    slug = position.game.slug
    solved = dict.fromkeys([*_solved(request, slug), stage.task.key])
    request.session[SOLVED] = {**request.session.get(SOLVED, {}), slug: list(solved)}
    if stage.number < len(stages):
        return see_other(stages[stage.number].url)
    return see_other(reverse("matches:lesson", args=[slug]))
