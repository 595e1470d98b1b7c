"""The drivers: one library in one module each, its fake beside it.

Drivers are thin. They hand edges to the loop and take frames, tones and packets from it; they know nothing of
games, and they keep no state that the loop needs. Every fake refuses misuse and passes its driver's contract
tests.
"""
