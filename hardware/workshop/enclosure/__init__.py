"""The printed cases of the box and of the hub.

`sizes` and the plans (`box_plan`, `hub_plan`) are numbers and need nothing; `solids`, `box`, `hub` and `bought` make
bodies of them with build123d; `mesh` judges what was made, `picture` draws it, `build` writes the files.
"""
