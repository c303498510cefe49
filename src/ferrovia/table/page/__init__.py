"""The table page as data: what each of its parts shows to one viewer, before any markup is written."""
