"""What makes the documents of `hardware/`: tables, wiring pictures, parts lists and the enclosure.

Everything here reads the files that the program itself reads: `hardware/boards`, `companion.wiring` and
`firmware/board.py`. Tables need nothing but the program; pictures and the enclosure need the extra `hardware`.
"""
