"""What the person at the table sees and does: gestures, screens and the 128x64 canvas they draw on.

Pure: an intent goes in; a move, another screen and a drawing come out. Time is an argument; fonts and
translations are handed in. Nothing here may know a file, a clock, a device, the journal or the wire to the
hub. Pillow is known to the canvas, its frames and its lettering only.
"""
