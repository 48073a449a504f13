"""The lab, with and without a browser."""
