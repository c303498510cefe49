"""The ledger: who holds what, what each share pays, limits; players as columns, corporations as rows."""
