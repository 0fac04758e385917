"""Our games in the interfaces that other systems expect. Nothing here knows a rule: each is written once over the contract."""
