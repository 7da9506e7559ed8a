"""How every form of the site is drawn: one template for a form, one for a field."""

from __future__ import annotations

from typing import Any, Final

from django.forms.renderers import TemplatesSetting
from django.http import HttpRequest

from i18n.memo import memoized

MOST: Final = 1024
PLAIN: Final = (str, int, type(None))


class FormRenderer(TemplatesSetting):
    """``{{ form }}`` and ``{{ form.name.as_field_group }}`` give label, help, control and errors, tied together. A
    control that follows from plain values, as most do, is drawn once."""

    form_template_name = "_form.html"
    field_template_name = "_field.html"

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> str:
        """Without the placeholders of allauth's fields, which say the label again and go with the first key."""
        context.get("widget", {}).get("attrs", {}).pop("placeholder", None)
        try:
            values = None if context.keys() != {"widget"} or request else _frozen(context["widget"])
        except TypeError:
            values = None
        return super().render(template_name, context, request) if values is None else _draw(template_name, values)


class _Frozen(tuple[tuple[str, Any], ...]):
    """What a dictionary has."""

    __slots__ = ()


@memoized(MOST)
def _draw(template_name: str, values: _Frozen) -> str:
    return TemplatesSetting().render(template_name, {"widget": _thawed(values)})


def _frozen(values: dict[str, Any]) -> _Frozen:
    """Raises ``TypeError`` for a value that could change, or that is drawn in more ways than one."""
    return _Frozen((name, _frozen_value(value)) for name, value in values.items())


def _frozen_value(value: Any) -> Any:
    if isinstance(value, dict):
        return _frozen(value)
    if not isinstance(value, PLAIN):
        raise TypeError(f"{value!r} is no plain value.")
    return type(value), value


def _thawed(values: _Frozen) -> dict[str, Any]:
    return {name: _thawed(value) if isinstance(value, _Frozen) else value[1] for name, value in values}
