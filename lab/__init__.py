"""The programs behind the numbers of evenhand; they are no part of the installed package.

``python -m lab`` lists, makes and checks them; README.md beside this file says how.
"""

from lab.core import Content, Progress, Recipe, Status, find_recipes, get_recipe

__all__ = ["Content", "Progress", "Recipe", "Status", "find_recipes", "get_recipe"]
