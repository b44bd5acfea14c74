"""Recipes for tests of the lab."""
