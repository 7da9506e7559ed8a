"""The form of an event: its fields, their layout, and the settings made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from engine.game import Game
from matches.clocks.terms_words import friendly_words
from matches.clocks.time_form import OWN_FIELDS, shown_when
from matches.offers.game_options import GameForm
from tournaments.models import Club, Event
from tournaments.models.formats import all_formats
from tournaments.pages.fields import OWN, USUAL, Words, moment, number, one_of, tick, tie_break_field
from tournaments.settings.defaults import usual_tie_breaks
from tournaments.settings.describe import tie_break_names
from tournaments.settings.frozen import locks
from tournaments.settings.rows import OF_EVENTS, TIE_BREAK_FIELDS, Setting
from tournaments.settings.validate import Fault

from .save import VacationTerms, clubs_for, faults_of
from .values import PLAIN, usual_values, values_of

if TYPE_CHECKING:
    from tournaments.formats.format import Format

CLUB = Event.Registration.CLUB
TIME = ("pace", *OWN_FIELDS, "weekends", "nights", "at_zero", "passes", "baton")
VACATION = ("vacation", "vacation_from", "vacation_days", "vacation_shortest")

# Each section: key, title, what everybody looks at, what has usual values, and the title of that.
Laid = tuple[str, Words, tuple[str, ...], tuple[str, ...], Words]
Layout = tuple[Laid, ...]


def laid_out(key: str, title: Words, more_title: Words = "") -> Laid:
    """Lay out a section with the fields of its settings."""
    asked = [(name, setting.folded) for setting in OF_EVENTS if setting.part == key for name in setting.asked_by]
    shown = tuple(name for name, is_folded in asked if not is_folded)
    return key, title, shown, tuple(name for name, is_folded in asked if is_folded), more_title


LAYOUT: Layout = (
    laid_out("event", _("The event")),
    laid_out("game", _("Game"), _("Draws, ratings and analysis")),
    laid_out("format", _("Format"), _("Points, tie-breaks and seeding")),
    laid_out("entering", _("Entries"), _("Check-in, late entries and byes")),
    laid_out("rounds", _("Rounds"), _("Rounds and withdrawals")),
)


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the form: the main fields, and ``more``, which usually keep their values.

    ``is_open``: something there is wrong or unusual.
    """

    key: str
    title: Words
    fields: list[forms.BoundField]
    more: list[forms.BoundField]
    more_title: Words
    is_open: bool


class EventForm(GameForm):
    """The form of an event. Without ``event`` it is for a new one.

    Once valid, ``settings()`` are fields of ``Event`` and ``vacation_terms()`` say whose vacation counts. Fields that
    can't change any more are disabled.
    """

    LAYOUT: ClassVar[Layout] = LAYOUT
    FIELDS_AT_FAULT: ClassVar[dict[str, str]] = {
        "club_only": "seen_by",
        "tie_breaks": "tie_break_1",
        "vacation_pool": "vacation",
    }
    SETTINGS: ClassVar[tuple[Setting, ...]] = OF_EVENTS
    ASKED_WHEN: ClassVar[dict[str, tuple[str, str]]] = {
        **dict.fromkeys(TIE_BREAK_FIELDS, ("tie_break_order", OWN)),
        "vacation_from": ("vacation", "on"),
        "vacation_days": ("vacation_from", OWN),
        "vacation_shortest": ("vacation_from", OWN),
        **GameForm.ASKED_WHEN,
    }

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        error_messages={"required": _("Give the event a name.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    club = forms.ModelChoiceField(
        label=_("Club"),
        queryset=Club.objects.none(),
        required=False,
        empty_label=_("no club"),
        help_text=_("The owners and organisers of a club organise its events, too."),
        error_messages={"invalid_choice": _("Choose one of these.")},
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=4000,
        help_text=_("Shown on the event’s page: what it’s about, the prizes, how to reach you."),
        widget=forms.Textarea(attrs={"rows": 4}),
    )
    seen_by = one_of(
        _("Visible to"), Event.SeenBy.choices, help_text=_("Its matches and files are visible to the same people.")
    )
    draws = tick(_("Players may agree a draw"))
    rated = tick(_("Matches count for the ratings"), help_text=_("Forfeits never do."))
    analysis = tick(
        _("Players may analyse running matches"),
        help_text=_("They can try out turns on the site’s board. Finished matches can always be analysed."),
    )
    computer_byes = tick(
        _("A player without an opponent plays the computer"),
        help_text=_("A practice match, marked as one. The bye counts as usual, whatever the result."),
    )
    shows_forbidden = tick(
        _("Players may see forbidden pairs"),
        help_text=_("With the reasons. Otherwise only organisers see them."),
    )
    format = one_of(_("Pairing system"), [])
    rounds = number(_("Number of rounds"), required=True)
    table_size = number(
        _("Players at a table"),
        help_text=_("If they don’t fill the tables, some are one player smaller. Points make up for that."),
        required=True,
    )
    table_points = one_of(
        _("Points of a table"),
        Event.TablePoints.choices,
        help_text=_("Players who share a place share its points."),
    )
    cycles = one_of(
        _("Matches against each player"),
        [(1, _("Once")), (2, _("Twice, with colours swapped"))],
        coerce=int,
    )
    at_once = number(
        _("Matches at the same time"),
        help_text=_(
            "Players who finish one get the next as soon as both have room. If rounds have a fixed length, this many "
            "rounds run at once instead. 0: all from the start."
        ),
        required=True,
    )
    decides = one_of(
        _("What decides a drawn match"),
        Event.Decides.choices,
        help_text=_(
            "Tried in this order until the tie is decided. A further match is the game’s shortest, with colours "
            "swapped. The better seed is the lower number."
        ),
    )
    most_further = number(
        _("Most further matches"),
        help_text=_("If they’re drawn, too, the better seed advances."),
        required=True,
    )
    third_place = tick(_("Match for third place"))
    points = one_of(
        _("Points"),
        Event.Points.choices,
        help_text=_("A cup has none: its standings show how far each player came."),
    )
    accelerated = tick(
        _("Accelerated pairing"),
        help_text=_(
            "In the first rounds the stronger half plays among itself (Baku acceleration, FIDE C.04.7). For events "
            "with many players and few rounds."
        ),
    )
    tie_break_order = one_of(_("Tie-breaks"), [])
    most_difference = number(
        _("Largest difference in game points that counts"),
        help_text=_("So that one heavy defeat doesn’t decide everything. Empty: no limit."),
    )
    seeding = one_of(_("Seeding"), Event.Seeding.choices)
    registration = one_of(_("Open to"), Event.Registration.choices)
    places = number(
        _("Number of places"),
        help_text=_("Later entries go on the waiting list. Empty: no limit."),
    )
    closes_at = moment(_("Entries until"), help_text=_("In your time zone. Empty: until it starts."))
    check_in = tick(
        _("Players check in before round 1"),
        help_text=_("With one click in an email. Players who don’t aren’t paired."),
    )
    check_in_hours = number(
        _("Hours before the start when check-in opens"),
        required=True,
    )
    late_until = number(
        _("Last round for late entry"),
        help_text=_("0: no late entries."),
    )
    late_bye = one_of(_("Points for rounds missed before entering"), Event.LateBye.choices)
    half_byes = number(
        _("Half-point byes per player"),
        help_text=_("If requested in advance, and never for the last round."),
    )
    starts_at = moment(_("Start"), help_text=_("In your time zone. Empty: when you begin it."))
    round_start = one_of(_("When the next round starts"), Event.Start.choices)
    round_days = number(
        _("Days per round"),
        help_text=_("Empty: as long as its matches take."),
    )
    unfinished = one_of(_("Unfinished matches"), Event.Unfinished.choices)
    extension_days = number(
        _("Extra days"),
        required=True,
    )
    publishes_itself = tick(
        _("Publish rounds automatically"),
        help_text=_("Otherwise you review each one first, and can change it."),
    )
    break_hours = number(
        _("Break between two rounds, in hours"),
        help_text=_(
            "Rounds published automatically wait this long after the previous one, so that players can ask to miss "
            "them."
        ),
        required=True,
    )
    withdraws_no_shows = tick(
        _("Withdraw round 1 no-shows"),
        help_text=_(
            "Players who run out of time in round 1 without playing a turn. An email tells them how to come back. A "
            "forfeit that you enter withdraws no one."
        ),
    )
    leaver = one_of(_("Matches of a player who leaves"), Event.Leaver.choices)
    vacation_from = one_of(_("Vacation days"), [], when=("vacation", "on"))
    vacation_days = number(
        _("Total days"),
        required=True,
        when=("vacation_from", OWN),
    )
    vacation_shortest = number(
        _("Minimum days per vacation"),
        required=True,
        when=("vacation_from", OWN),
    )

    def __init__(
        self, game: Game, *args: Any, by: User, event: Event | None = None, initial: Any = None, **kwargs: Any
    ) -> None:
        self.event = event
        start = values_of(event) if event else {}
        super().__init__(game, *args, initial={**usual_values(), **start, **(initial or {})}, **kwargs)
        self._offer_clubs(by)
        formats = self.formats()
        systems = {each.system for each in formats}
        for place, name in enumerate(TIE_BREAK_FIELDS, 1):
            codes = event.tie_breaks if event else ()
            self.fields[name] = tie_break_field(place, codes, systems, scores_count=game.scores_count)
        self.fields["vacation"].help_text = ""
        self._choices(
            "vacation_from", [("friendly", _friendly_label()), (OWN, gettext("The event’s own vacation days"))]
        )
        self._choices(
            "tie_break_order",
            [(USUAL, gettext("The usual ones for the format")), (OWN, gettext("In your own order"))],
        )
        self.fields["tie_break_order"].help_text = _usual_words(formats, game)
        if game.scores_count:
            counted = gettext("Game points are what the game itself counts in a match: %(scores)s.")
            for name in ("decides", "most_difference"):
                self.fields[name].help_text += " " + counted % {"scores": game.scores_name()}
        else:
            self._leave_out_scores()
        if not game.draws:
            del self.fields["draws"]
        self._choices("format", [(each.slug, str(each.choice)) for each in formats])
        if self.initial["format"] not in {each.slug for each in formats}:
            self.initial["format"] = next((each.slug for each in formats), "")
        self._ask_by_format(formats)
        self.locked = locks(event) if event else {}
        for name in self.fields:
            self.fields[name].disabled = _column(name) in self.locked
        self._settle_conditions()

    def formats(self) -> list[Format]:
        """Return the formats to choose from, in which the game can be played."""
        return [each for each in all_formats() if not each.why_not_for(self.game)]

    def _ask_by_format(self, formats: Sequence[Format]) -> None:
        """Leave out settings that none of the formats has, and ask for others only where they matter."""
        for setting in self.SETTINGS:
            having = [each.slug for each in formats if setting.is_in(each)]
            asked_when = None
            if setting.only_if:
                asked_when = setting.only_if[0], self.as_sent(setting.only_if[1])
            elif len(having) < len(formats):
                asked_when = "format", " ".join(having)
            for name in setting.asked_by:
                if not having:
                    self.fields.pop(name, None)
                elif asked_when and name in self.fields and name not in self.asked_when:
                    self.asked_when[name] = asked_when
                    self.fields[name].widget.attrs |= shown_when(*asked_when)

    def _offer_clubs(self, by: User) -> None:
        """Offer the clubs that the player organises, and the one to which the event belongs.

        Without any, drop the field.
        """
        field = self.fields["club"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = clubs_for(by, self.event)
        if not field.queryset.exists():
            del self.fields["club"]
            self._choices("registration", [each for each in choices_of("registration") if each[0] != CLUB])
            self._choices("seen_by", [each for each in choices_of("seen_by") if each[0] != Event.SeenBy.CLUB])

    def _leave_out_scores(self) -> None:
        """Leave out what decides by scores, for a game whose scores don't say how well a player did."""
        del self.fields["most_difference"]
        by_scores = {
            Event.Decides.POINTS_FURTHER_SEED: Event.Decides.FURTHER_SEED,
            Event.Decides.POINTS_SEED: Event.Decides.SEED,
        }
        self._choices("decides", [each for each in choices_of("decides") if each[0] not in by_scores])
        self.initial["decides"] = by_scores.get(self.initial["decides"], self.initial["decides"])

    def _settle_conditions(self) -> None:
        """Show fields that depend on one that can't be changed either always or never."""
        self.beside_the_point: set[str] = set()
        for name, (asker, _value) in self.asked_when.items():
            if name not in self.fields or not self.fields[asker].disabled:
                continue
            for attribute in ("data-when-name", "data-when-value"):
                self.fields[name].widget.attrs.pop(attribute, None)
            if not self.is_asked_for(name):
                self.beside_the_point.add(name)

    def _choices(self, name: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    # -- what was filled in ---------------------------------------------------------------------------------------

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors:
            found = {fault.field: fault.message for fault in reversed(self.faults())}
            for field, message in found.items():
                self.blame(field, message)
        return cleaned

    def faults(self) -> list[Fault]:
        """Return what is wrong with the form as a whole, once each field is right."""
        event = self.event or Event(game_slug=self.game.slug)
        return faults_of(event, self.settings(), self.vacation_terms())

    def field_at_fault(self, name: str) -> str:
        if name == "tie_breaks":
            return "tie_break_1" if self.chosen("tie_break_order") == OWN else "tie_break_order"
        return super().field_at_fault(name)

    def settings(self) -> dict[str, Any]:
        settings = {setting.name: self._value(setting.name) for setting in PLAIN if setting.name in self.fields}
        seen_by = self._value("seen_by")
        settings["is_public"] = seen_by == Event.SeenBy.EVERYBODY
        settings["club_only"] = seen_by == Event.SeenBy.CLUB
        settings["tie_breaks"] = self._tie_breaks()
        settings["options"] = self.game.clean_options(self.raw_options())
        return {"draws": False, "most_difference": None} | settings | self.control().columns()

    def vacation_terms(self) -> VacationTerms:
        if not self.cleaned_data["vacation"]:
            return VacationTerms("none")
        if self._value("vacation_from") != OWN:
            return VacationTerms()
        return VacationTerms("own", self._value("vacation_days"), self._value("vacation_shortest"))

    def _value(self, name: str) -> Any:
        """Return what was filled in, or the value from before if the field doesn't matter now."""
        if name not in self.cleaned_data:
            return self.get_initial_for_field(self.fields[name], name)
        value = self.cleaned_data[name]
        return 0 if value is None and name in ("late_until", "half_byes") else value

    def _tie_breaks(self) -> list[str]:
        if not self.is_asked_for("tie_break_order") or self.cleaned_data.get("tie_break_order") != OWN:
            return usual_tie_breaks(self._value("format"), scores_count=self.game.scores_count)
        beyond = self.event.tie_breaks[len(TIE_BREAK_FIELDS) :] if self.event else []
        return [*(code for name in TIE_BREAK_FIELDS if (code := self.cleaned_data.get(name))), *beyond]

    # -- how it is laid out ---------------------------------------------------------------------------------------

    @property
    def sections(self) -> list[Section]:
        return [self._section(*layout) for layout in self.LAYOUT]

    def _section(
        self, key: str, title: Words, names: tuple[str, ...], more: tuple[str, ...], more_title: Words
    ) -> Section:
        fields = self._open_fields(names)
        if key == "game":
            fields = [field for field in self.option_fields if not field.field.disabled] + fields
        rest = self._open_fields(more)
        if len(rest) == 1:  # one alone is not worth folding away
            fields, rest = fields + rest, []
        is_open = any(field.errors or self._is_unusual(field) for field in rest)
        return Section(key, title, fields, rest, more_title, is_open)

    def _open_fields(self, names: tuple[str, ...]) -> list[forms.BoundField]:
        shown = [name for name in names if name in self.fields and name not in self.beside_the_point]
        return [self[name] for name in shown if not self.fields[name].disabled]

    def _is_unusual(self, field: forms.BoundField) -> bool:
        value, usual = field.value(), usual_values().get(field.name, "")
        return str(value or "") != str(usual or "")


def choices_of(name: str) -> list[tuple[str, str]]:
    """Return all choices of the field of that name."""
    field = EventForm.base_fields[name]
    assert isinstance(field, forms.ChoiceField)
    return list(field.choices)  # type: ignore[arg-type]  # none of them is a group


def _column(name: str) -> str:
    """Return the column of an event that a field of the form is about, by its name in ``locks``."""
    if name.startswith("option_"):
        return "options"
    if name in TIME:
        return "clock_start"
    if name in VACATION:
        return "vacation_pool"
    if name == "seen_by":
        return "is_public"
    return "tie_breaks" if name in TIE_BREAK_FIELDS or name == "tie_break_order" else name


def _friendly_label() -> str:
    return gettext("Each player’s own vacation days. %(vacation)s") % {"vacation": friendly_words()}


def _usual_words(formats: Sequence[Format], game: Game) -> str:
    usual = {each.name: usual_tie_breaks(each.slug, scores_count=game.scores_count) for each in formats}
    told = [f"{name}: {', '.join(tie_break_names(codes))}" for name, codes in usual.items() if codes]
    return gettext("The usual ones: %(formats)s.") % {"formats": "; ".join(told)}
