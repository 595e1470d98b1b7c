"""The screens of Schlafmütze, from the set-up to the last card."""
