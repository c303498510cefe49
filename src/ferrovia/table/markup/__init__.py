"""What templates can call: small pictures, figures, links, clauses, and the environment that knows them."""
