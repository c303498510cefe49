"""Facets: what a title decides, grouped as the hobby groups it.

Each facet is a small class of questions with the answer that most 18xx give; a title derives from it where its rulebook
says otherwise. What a title must name, facets and what happens in its phases, is looked through when it is loaded.
"""
