"""Simulation, tournaments, situations and statistics."""
