"""What makes pages quick beyond plain Django: each piece measured alone, in docs/speed.md."""
