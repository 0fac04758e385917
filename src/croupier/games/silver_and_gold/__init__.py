"""Silver & Gold: islands, patterns and twenty-eight turns; everybody crosses off at the same time."""
