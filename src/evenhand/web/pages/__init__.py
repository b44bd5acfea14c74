"""The pages that people look at, made by the server; script only makes them livelier."""
