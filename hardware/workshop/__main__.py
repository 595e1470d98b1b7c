"""`python -m hardware.workshop`: what `make tables` runs; it needs nothing but the program."""

from hardware.workshop import tables

if __name__ == "__main__":
    tables.write()
