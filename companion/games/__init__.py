"""The rules of the games, and the match that follows them.

Pure: a header and moves go in; states, refusals and their sentences come out. Nothing here may know a clock,
a file, a thread, a log, a source of chance other than the match's seed, a screen or a device. Rulebook
numbers are tables beside the functions that use them.
"""
