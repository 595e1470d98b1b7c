"""What the box costs, beside luma's stock path and the least that is possible: `make bench`.

Bytes, calls, instructions, wake-ups and syncs are counted; where valgrind or strace is missing, times of one run are
compared, or the row is left out.
"""
