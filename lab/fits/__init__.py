"""Recipes of fitted files: every module here that holds a Recipe is found by itself."""
