"""Skat: rules, scoring, lists and records, and the open-card solver."""
