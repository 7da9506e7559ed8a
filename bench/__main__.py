from __future__ import annotations

from bench import engine

if __name__ == "__main__":
    engine.main()
