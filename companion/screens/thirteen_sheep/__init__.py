"""The screens of 13 Sheep, from the first roll to the result."""
