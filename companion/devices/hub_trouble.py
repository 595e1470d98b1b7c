"""What a buzzer hub's port raises. Apart from the driver, which is imported only when a hub is there."""


class HubTrouble(Exception):
    """The port cannot be opened, or the hub behind it is gone; the text is one sentence."""
