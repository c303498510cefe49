"""The playing room: game, decisions, actions, and the rounds and steps that every 18xx shares."""
