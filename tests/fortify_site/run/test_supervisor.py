from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fortify_site.run.supervisor import ChildDied, Supervisor
from tests.support.patience import PATIENCE, Patience

PARENT = """
import sys
from fortify_site.run.supervisor import Supervisor
children = {
    "plain": "import time; time.sleep(100)",
    "stubborn": "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(100)",
}
with Supervisor() as site:
    for name in sys.argv[1:]:
        print(site.start(name, [sys.executable, "-c", children[name]]).pid, flush=True)
    print("up", flush=True)
    site.watch()
"""


@pytest.fixture(autouse=True)
def _signals_as_before() -> object:
    before = {sign: signal.getsignal(sign) for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for sign, handler in before.items():
        signal.signal(sign, handler)


def alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


def gone(pids: list[int]) -> bool:
    patience = Patience()
    while any(alive(pid) for pid in pids) and not patience.is_over():
        time.sleep(0.05)
    return not any(alive(pid) for pid in pids)


def parent(*names: str) -> tuple[subprocess.Popen[str], list[int]]:
    process = subprocess.Popen([sys.executable, "-c", PARENT, *names], stdout=subprocess.PIPE, text=True)
    assert process.stdout
    pids = [int(line) for line in iter(process.stdout.readline, "up\n")]
    process.stdout.close()
    return process, pids


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_stops_its_children_when_asked(sign: signal.Signals) -> None:
    process, pids = parent("plain", "plain")
    process.send_signal(sign)
    assert process.wait(PATIENCE) == 0
    assert gone(pids)


def test_its_children_die_with_it() -> None:
    process, pids = parent("plain", "plain")
    process.kill()
    process.wait()
    assert gone(pids)


def test_it_ends_a_child_that_does_not_listen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("fortify_site.run.supervisor.PATIENCE", 0.2)
    deaf = tmp_path / "deaf"
    code = "import signal, sys; signal.signal(signal.SIGTERM, signal.SIG_IGN); open(sys.argv[1], 'w'); signal.pause()"
    with Supervisor() as site:
        process = site.start("stubborn", [sys.executable, "-c", code, str(deaf)])
        while not deaf.exists():
            site.check()
            time.sleep(0.05)
    assert process.returncode == -signal.SIGKILL


def test_it_says_which_child_ended_by_itself() -> None:
    with Supervisor() as site:
        other = site.start("web server", [sys.executable, "-c", "import time; time.sleep(60)"])
        site.start("worker", [sys.executable, "-c", "raise SystemExit(3)"])
        with pytest.raises(ChildDied, match=r"The worker ended unexpectedly \(status 3\)"):
            site.watch()
    assert other.returncode == -signal.SIGTERM


def test_a_child_that_may_end_is_started_again_unless_it_cannot_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    starts = tmp_path / "starts"
    code = "import sys; open(sys.argv[1], 'a').write('x'); raise SystemExit(3)"
    monkeypatch.setattr("fortify_site.run.supervisor.STEADY", 0.0)
    with Supervisor() as site:
        site.start("worker", [sys.executable, "-c", code, str(starts)], may_end=True)
        patience = Patience()
        while not starts.exists() or len(starts.read_text()) < 3:
            assert not patience.is_over()
            site.check()
        monkeypatch.setattr("fortify_site.run.supervisor.STEADY", 60.0)
        with pytest.raises(ChildDied, match=r"The worker ended unexpectedly \(status 3\)"):
            site.watch()


def test_what_a_worker_had_started_ends_before_it_is_started_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("fortify_site.run.supervisor.STEADY", 0.0)
    grandchildren = tmp_path / "grandchildren"
    code = (
        "import subprocess, sys, time; "
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(100)']); "
        "print(child.pid, file=open(sys.argv[1], 'a')); time.sleep(100)"
    )

    def pids() -> list[int]:
        return [int(pid) for pid in grandchildren.read_text().split()] if grandchildren.exists() else []

    with Supervisor() as site:
        first = site.start("worker", [sys.executable, "-c", code, str(grandchildren)], may_end=True)
        patience = Patience()
        while not pids() and not patience.is_over():
            time.sleep(0.05)
        first.kill()
        while len(pids()) < 2 and not patience.is_over():
            site.check()
            time.sleep(0.05)
        assert gone(pids()[:1])
        assert alive(pids()[1])


def test_ctrl_c_reaches_the_parent_alone() -> None:
    with Supervisor() as site:
        child = site.start("web server", [sys.executable, "-c", "import time; time.sleep(60)"])
        assert os.getpgid(child.pid) != os.getpgid(0)
