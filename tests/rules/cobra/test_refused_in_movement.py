"""What movement, supply, trucks, overruns and entry refuse, each beside a legal twin that differs in one fact."""
