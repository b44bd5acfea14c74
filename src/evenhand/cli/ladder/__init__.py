"""Ladders of a ledger: made, seen, corrected, published."""

from evenhand.cli.groups import group
from evenhand.cli.ladder import corrections, lists, seen, settings

app = group("Ladders: live ratings kept in a ledger.", settings.create)
app.command("list")(seen.show_all)
app.command()(seen.show)
app.command()(seen.board)
app.command("set")(settings.change)
app.command()(corrections.correct)
app.command()(corrections.void)
app.command()(corrections.uploads)
app.command()(corrections.undo)
app.command()(lists.publish)
app.command()(lists.lists)
