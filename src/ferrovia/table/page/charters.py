"""Corporations one by one: charter, home, tokens, certificates, powers."""
