"""The wire to the buzzer hub: bytes in, messages out, and back, as firmware/PROTOCOL.md has it.

`packets` is the text of a packet, `lines` cuts bytes into lines, `counter` unwraps the hub's microseconds,
`conversation` is the box's side of the talk. Pure, and below everything: nothing here may know a serial port, a clock,
a thread, a screen or a game.
"""
