"""The desktop client of hexcore."""
