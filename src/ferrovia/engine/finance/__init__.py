"""The counting room: purses, certificates and presidencies, the stock market. No map."""
