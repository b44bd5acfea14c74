from .position import Position as Position
from .solver import (
    Question as Question,
    Solver as Solver,
    Step as Step,
    line_of as line_of,
)
