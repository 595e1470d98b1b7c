"""The screens of Insheepnia, from the set-up to sweet dreams."""
