"""Quickshot: four rounds, eight cards; lead at the end or be the last one left."""
