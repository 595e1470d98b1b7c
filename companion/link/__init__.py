"""The wire to the buzzer hub: bytes in, messages out, and back.

Pure, and below everything: nothing here may know a serial port, a clock, a thread, a screen or a game.
"""
