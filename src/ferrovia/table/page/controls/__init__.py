"""Controls: one module for each way in which a decision is put."""
