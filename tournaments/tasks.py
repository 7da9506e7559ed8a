"""What the workers do for events; each task calls one function."""

from __future__ import annotations
