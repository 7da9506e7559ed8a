"""Cups: events in which whoever loses is out."""
