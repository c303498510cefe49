"""The addresses of the table, and that of the page of components, which is nowhere else."""

from __future__ import annotations

from ferrovia.table import urls as table
from tests.components.page import components

urlpatterns = [table.page("components", components, name="components"), *table.urlpatterns]
