"""Checks types and style, and runs the tests of what changed: for every day, beside ``make test`` for all there is.

What changed is whatever differs from main where this branch left it (from ``BASE``, if that is set). The tests of a
module are those that mirror its path, or all in their folder where none does; the tests of a template are those of the
modules that show it. Tests that need a browser or other processes are left to ``make test``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tests.run import environment, later, show

ROOT = Path(__file__).resolve().parents[1]
QUICK = "not browser and not worker and not fault"
MAINS = ("origin/main", "main")
SHOWERS = ("*.py", "templates/**", "templates/*", ":!tests/")


def main() -> int:
    changed = changed_files(os.environ.get("BASE"))
    chosen = sorted({test for path in changed for test in mirrors_of(path)})
    with tempfile.TemporaryFile() as words:
        lint = subprocess.Popen(["make", "--no-print-directory", "lint"], **later(words))
        tests = run_tests(chosen)
        lint.wait()
        print("\nTypes and style", flush=True)
        show(words)
    untested = sorted(str(path) for path in changed if not mirrors_of(path))
    if untested:
        print("\nNo test mirrors:", *untested, sep="\n  ")
    print(f"\ntests in {len(chosen)} modules: {verdict(tests)}; types and style: {verdict(lint.returncode)}")
    return int(bool(tests or lint.returncode))


def verdict(status: int) -> str:
    return "not clean" if status else "clean"


def git(*words: str) -> list[str]:
    """The lines that git prints; none where it refuses."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()


def changed_files(base: str | None) -> list[Path]:
    """Files that are there now and differ from ``base``, or from main where this branch left it."""
    start = [base] if base else next((found for main in MAINS if (found := git("merge-base", "HEAD", main))), ["HEAD"])
    names = {*git("diff", "--name-only", *start), *git("ls-files", "--others", "--exclude-standard")}
    return [Path(name) for name in sorted(names) if (ROOT / name).exists()]


def mirrors_of(path: Path, root: Path = ROOT) -> set[Path]:
    """The files of tests of a module, a template or a test; paths from ``root`` on."""
    if path.parts[0] == "templates":
        return {test for module in modules_that_show(path, root) for test in mirrors_of(module, root)}
    if path.suffix != ".py":
        return set()
    if path.name.startswith("test_"):
        return {path}
    folder = Path("tests") / path.relative_to("tests" if path.parts[0] == "tests" else ".").parent
    mirror = folder / f"test_{path.stem}.py"
    if (root / mirror).exists():
        return {mirror}
    return (
        {found.relative_to(root) for found in (root / folder).glob("test_*.py")} if folder != Path("tests") else set()
    )


def modules_that_show(template: Path, root: Path = ROOT) -> set[Path]:
    """Python modules that name a template, or one that includes it."""
    seen, open_ones, modules = {template}, [template], set()
    while open_ones:
        name = open_ones.pop().relative_to("templates")
        for user in map(Path, files_that_name(str(name), root)):
            if user.suffix == ".py":
                modules.add(user)
            elif user not in seen:
                seen.add(user)
                open_ones.append(user)
    return modules


def files_that_name(name: str, root: Path) -> Iterable[str]:
    words = ["git", "grep", "--untracked", "-lE", f"[\"']{re.escape(name)}[\"']", "--", *SHOWERS]
    return subprocess.run(words, cwd=root, capture_output=True, text=True, check=False).stdout.splitlines()


def run_tests(files: list[Path]) -> int:
    if not files:
        return 0
    words = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "worksteal", "-m", QUICK, *map(str, files)]
    status = subprocess.run(words, cwd=ROOT, env=environment("postgres"), check=False).returncode
    return 0 if status == 5 else status  # every chosen test needs a browser or a process


if __name__ == "__main__":
    sys.exit(main())
