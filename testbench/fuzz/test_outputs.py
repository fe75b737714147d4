# SPDX-License-Identifier: Apache-2.0
"""Signals and files: a full disk, ignored signals, pipes, links, modes, and what killed runs left."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
from pathlib import Path

import pytest
from fuzzing import COMMAND
from patience import PATIENCE, children_of, ignores, is_gone, wait_for, wait_until_blocked
from test_bad_input import GOOD, expect_message, files_in, isochron

BUS = "system: shared_bus\nparameters: {strands: 8}\n"
LONG = ("run", "good.yaml", "--set", "measure.duration=1000s", "--jobs", "1")


@pytest.fixture
def good(tmp_path: Path) -> Path:
    (tmp_path / "good.yaml").write_text(GOOD)
    (tmp_path / "bus.yaml").write_text(BUS)
    return tmp_path


def start(*arguments: str, cwd: Path, **options) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [COMMAND, *arguments], cwd=cwd, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
    )


@pytest.mark.parametrize("option", [("--json", "q.json"), ("--record", "q.csv"), ("--trace", "q.vcd"), ("--csv", "q")], ids=" ".join)
def test_a_file_that_grows_too_large_is_a_full_disk(option: tuple[str, str], good: Path) -> None:
    """Though nobody has the signal ignored."""
    shell = f"ulimit -f 1; exec {COMMAND} run bus.yaml --set strands=512 --quiet {' '.join(option)}"
    done = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, cwd=good, check=False)
    expect_message(done, 4, rf"{option[1]}", "cannot be written: File too large")
    assert files_in(good) == {"good.yaml", "bus.yaml"}


@pytest.mark.parametrize("ignored", ["HUP", "INT", "TERM"])
def test_an_ignored_signal_stays_ignored(ignored: str, good: Path) -> None:
    """As under nohup, in the simulating processes too; one that is not ignored still ends it."""
    shell = f"trap '' {ignored}; exec {COMMAND} {' '.join(LONG)}"
    process = subprocess.Popen(["bash", "-c", shell], cwd=good, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    [child] = wait_for(lambda: children_of(process.pid))
    number = getattr(signal, f"SIG{ignored}")
    for victim in (process.pid, child):
        # The child may not have restored its parent's handlers yet.
        wait_for(lambda victim=victim: ignores(victim, number))
        os.kill(victim, number)
    assert process.poll() is None
    assert children_of(process.pid) == [child]
    process.send_signal(signal.SIGTERM if ignored != "TERM" else signal.SIGINT)
    assert process.wait(PATIENCE) == 130


@pytest.mark.parametrize("arguments", [("explain", "pipe"), ("check", "pipe"), ("diff", "pipe", "pipe"), ("run", "bus.yaml", "--json", "pipe")], ids=" ".join)  # fmt: skip
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM], ids=lambda s: s.name)
def test_a_pipe_without_its_other_end_can_be_interrupted(arguments: tuple[str, ...], stop: signal.Signals, good: Path) -> None:
    os.mkfifo(good / "pipe")
    process = start(*arguments, cwd=good)
    wait_until_blocked(process.pid, stop)
    assert process.poll() is None
    process.send_signal(stop)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said.splitlines()[-1] == "interrupted"
    assert files_in(good) == {"good.yaml", "bus.yaml", "pipe"}


@pytest.mark.parametrize("what", ["include", "trace", "machine", "recording"])
def test_a_pipe_that_an_input_names_is_refused(what: str, good: Path) -> None:
    """Nobody would come to write into it."""
    os.mkfifo(good / "pipe.yaml")
    link = "connect:\n  - {from: s.out, to: d.in, link: {type: serial_link, name: l}}\n"
    traffic = "{name: t, from: s, to: d, arrivals: trace, file: pipe.yaml}" if what == "trace" else "{name: t, from: s, to: d, rate: 1 MB/s, io: 1 KiB, message: 1 KiB}"
    include = "include: [pipe.yaml]\n" if what == "include" else ""
    (good / "m.yaml").write_text(f"machine: m\nsummary: s\n{include}parts:\n  s: {{type: source}}\n  d: {{type: sink}}\n{link}traffic:\n  - {traffic}\n")
    recording = "system: calliope_msu\nparameters: {streams: {kind: trace}, trace: {csv: pipe.yaml}}\n"
    (good / "run.yaml").write_text(recording if what == "recording" else f"system: ./{'pipe' if what == 'machine' else 'm'}.yaml\n")
    done = isochron("run", "run.yaml", cwd=good)
    assert done.returncode in (2, 4) and "cannot be read: it is a pipe or a device" in done.stderr, done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("option", ["--json", "--record"])
def test_a_pipe_is_written_when_its_reader_comes(option: str, good: Path) -> None:
    os.mkfifo(good / "pipe")
    process = start("run", "bus.yaml", "--quiet", option, "pipe", cwd=good)
    wait_until_blocked(process.pid, signal.SIGTERM)
    read = (good / "pipe").read_text()
    assert process.wait(PATIENCE) == 0
    again = isochron("run", "bus.yaml", "--quiet", option, "file", cwd=good)
    assert again.returncode == 0
    written = (good / "file").read_text()
    assert written.split('"performance"')[0] == read.split('"performance"')[0] and len(read) > 1000


def test_a_reader_that_does_not_read_can_be_interrupted(good: Path) -> None:
    series = f"vary.strands={[8] * 16}"
    process = start("run", "bus.yaml", "--set", series, "--quiet", "--json", "-", cwd=good)
    wait_until_blocked(process.pid, signal.SIGTERM)
    assert process.poll() is None and not children_of(process.pid), "the result fits the pipe"
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 130
    process.communicate()


def test_children_end_with_a_killed_command(good: Path) -> None:
    process = start(*LONG, "--json", "r.json", cwd=good)
    [child] = wait_for(lambda: children_of(process.pid))
    process.kill()
    process.communicate()
    wait_for(lambda: is_gone(child))
    left = files_in(good) - {"good.yaml", "bus.yaml"}
    assert left == {f".r.json.{process.pid}.tmp"}
    assert isochron("run", "bus.yaml", "--quiet", "--json", "r.json", cwd=good).returncode == 0
    assert files_in(good) == {"good.yaml", "bus.yaml", "r.json"}


def test_only_what_nobody_writes_any_more_is_removed(good: Path) -> None:
    gone = subprocess.Popen(["true"])
    gone.wait()
    ours = {f".r.json.{os.getpid()}.tmp", ".r.json.x.tmp", f".s.json.{gone.pid}.tmp", f"r.json.{gone.pid}.tmp"}
    for name in {*ours, f".r.json.{gone.pid}.tmp"}:
        (good / name).write_text("half")
    assert isochron("run", "bus.yaml", "--quiet", "--json", "r.json", cwd=good).returncode == 0
    assert files_in(good) == {"good.yaml", "bus.yaml", "r.json", *ours}


@pytest.mark.parametrize("name", ["bus.yaml", "./bus.yaml", "hard.yaml", "soft.yaml"])
@pytest.mark.parametrize("command", [("run", "--json"), ("run", "--record"), ("check", "--junit")], ids=" ".join)
def test_an_input_is_not_overwritten(name: str, command: tuple[str, str], good: Path) -> None:
    os.link(good / "bus.yaml", good / "hard.yaml")
    (good / "soft.yaml").symlink_to("bus.yaml")
    before = files_in(good)
    done = isochron(command[0], "bus.yaml", command[1], name, cwd=good)
    expect_message(done, 2, name, "is read by this command")
    assert (good / "bus.yaml").read_text() == BUS
    assert files_in(good) == before


# options: the name that is taken twice
TWICE = {
    ("--json", "a", "--record", "a"): "a",
    ("--json", "a", "--record", "./a"): "./a",
    ("--json", "link", "--record", "old"): "old",
    ("--json", "hard", "--record", "old"): "old",
    ("--json", "dangling", "--record", "new"): "new",
    ("--json", "t/metrics.csv", "--csv", "t"): "t/metrics.csv",
    ("--trace", "a.vcd", "--json", "a.gtkw"): "a.gtkw",
}


@pytest.mark.parametrize("options", TWICE, ids=" ".join)
def test_an_output_is_not_overwritten_by_another(options: tuple[str, ...], good: Path) -> None:
    (good / "t").mkdir()
    (good / "old").write_text("old")
    os.link(good / "old", good / "hard")
    (good / "link").symlink_to("old")
    (good / "dangling").symlink_to("new")
    before = files_in(good)
    done = isochron("run", "bus.yaml", *options, cwd=good)
    expect_message(done, 2, r"\S+: is another output of this command", "Name a file for each")
    assert files_in(good) == before
    assert (good / "old").read_text() == "old"


def test_an_output_is_not_standard_output_as_well(good: Path) -> None:
    with open(good / "out", "w") as out:
        done = subprocess.run(
            [COMMAND, "run", "bus.yaml", "--json", "out"], stdout=out, stderr=subprocess.PIPE, text=True, cwd=good, check=False
        )
    done.stdout = ""
    expect_message(done, 2, "out: ", "standard output")


def test_mode_and_links_stay(good: Path) -> None:
    mask = os.umask(0o027)
    try:
        assert isochron("run", "bus.yaml", "--quiet", "--json", "new", cwd=good).returncode == 0
        (good / "old").write_text("old")
        (good / "old").chmod(0o604)
        (good / "link").symlink_to("old")
        (good / "dangling").symlink_to("made")
        for name in ("old", "link", "dangling"):
            assert isochron("run", "bus.yaml", "--quiet", "--json", name, cwd=good).returncode == 0
    finally:
        os.umask(mask)
    assert stat.S_IMODE((good / "new").stat().st_mode) == 0o640
    assert stat.S_IMODE((good / "old").stat().st_mode) == 0o604
    assert (good / "link").is_symlink() and (good / "dangling").is_symlink()
    assert (good / "made").read_text().startswith("{") and (good / "old").read_text().startswith("{")


def test_links_that_lead_to_each_other(good: Path) -> None:
    (good / "one").symlink_to("two")
    (good / "two").symlink_to("one")
    expect_message(isochron("run", "bus.yaml", "--json", "one", cwd=good), 4, "one: ", "cannot be written")


def test_a_message_is_one_line_whatever_the_names_are(good: Path) -> None:
    """Neither a forged line nor a command to the terminal."""
    name = b"a\nb: all is well\x1b[31m\xff\xe2\x80\xae.yaml"
    done = subprocess.run([COMMAND, b"explain", name], capture_output=True, cwd=good, check=False)
    assert done.returncode == 4
    assert done.stderr.startswith(rb"a\nb: all is well\x1b[31m\xff\u202e.yaml: cannot be read")
    assert done.stderr.count(b"\n") == 1
    (good / "v.yaml").write_text(GOOD + 'vary: {"nodez\\n\\e[31m": [3]}\n')
    done2 = isochron("explain", "v.yaml", cwd=good)
    expect_message(done2, 2, r"v\.yaml:4:8: ", r"`nodez\n\x1b[31m`")
    (good / "t.yaml").write_text('title: "x\\e[31m"\n' + GOOD)
    shown = isochron("explain", "t.yaml", cwd=good)
    assert shown.returncode == 0
    assert r"x\x1b[31m" in shown.stdout and "\x1b" not in shown.stdout
