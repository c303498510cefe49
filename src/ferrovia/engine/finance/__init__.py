"""The counting room: certificates and presidencies, the stock market. No map."""
