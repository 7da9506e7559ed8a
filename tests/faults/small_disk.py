"""A process with its own small disk.

Run ``python small_disk.py FOLDER BYTES USER -- COMMAND…``. The disk is a tmpfs over FOLDER in a mount namespace that no
one else sees and that ends with the process. Root makes it and becomes USER (a number); anyone else needs a kernel that
allows them a user namespace.
"""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
CLONE_NEWNS, CLONE_NEWUSER = 0x00020000, 0x10000000
MS_REC, MS_PRIVATE = 0x4000, 0x40000
ROOT = 0


def mount_small_disk(folder: str, size: int, user: int) -> None:
    """Mount a small disk over the folder, for this process only.

    Raises ``OSError`` if the system doesn't allow it.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    own, group = os.getuid(), os.getgid()
    _check(libc.unshare(CLONE_NEWNS if own == ROOT else CLONE_NEWNS | CLONE_NEWUSER))
    if own != ROOT:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{own} {own} 1")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    _check(libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None))
    _check(libc.mount(b"tmpfs", folder.encode(), b"tmpfs", 0, f"size={size},mode=0700,uid={user}".encode()))
    if own == ROOT and user != ROOT:
        os.setgroups([])
        os.setgid(user)
        os.setuid(user)
    _check(libc.prctl(PR_SET_PDEATHSIG, signal.SIGINT))


def _check(result: int) -> None:
    if result:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def is_possible(folder: Path) -> bool:
    command = [sys.executable, __file__, str(folder), "100000", str(os.getuid()), "--", "true"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def main(words: list[str]) -> None:
    """Mount the disk, and replace this process by COMMAND.

    COMMAND may be several, separated by ``--``: all but the last are run to the end first.
    """
    folder, size, user, _, *rest = words
    mount_small_disk(folder, int(size), int(user))
    while "--" in rest:
        end = rest.index("--")
        subprocess.run(rest[:end], check=True, stdout=subprocess.DEVNULL)
        rest = rest[end + 1 :]
    os.execvp(rest[0], rest)


if __name__ == "__main__":
    main(sys.argv[1:])
