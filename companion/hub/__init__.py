"""`companion hub`: what a person does to the buzzer hub on its cable, beside the box or without one.

`command` takes the words, `bench` finds and opens the port and borrows it from a box that runs, `talk` speaks over it;
`install` brings the firmware onto the hub by way of `files`, `trial` shows presses and lamps.
"""
