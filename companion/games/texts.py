"""Texts for people are written in English where they are used, and translated when they are shown.

A text that stands in a table is marked as `Text`, by the annotation of the table or by calling it, so that the
catalogues of the other languages can be held against all there are; a text shown where it stands goes through `tr`.
"""

Text = str
