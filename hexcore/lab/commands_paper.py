"""Commands of the laboratory that read rulesets: `profile` and `diff`."""
