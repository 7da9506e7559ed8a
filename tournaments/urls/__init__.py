"""Addresses of pages."""
