"""Round robin: everyone meets everyone, once or twice."""
