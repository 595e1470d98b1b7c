"""The hub's wiring, and nothing else."""

SEATS = (
    # seat, button, lamp: GP numbers of the Pico
    (1, 2, 10),
    (2, 3, 11),
    (3, 4, 12),
    (4, 5, 13),
    (5, 6, 14),
    (6, 7, 15),
    (7, 8, 16),
    (8, 9, 17),
)
"""A button connects its pin with ground; a lamp hangs on a transistor that its pin switches, never on the pin."""
