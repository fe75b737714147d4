#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""clang-tidy over the translation units of a build, those that changed since they were last found clean.

What counts as a change: the file, any header of ours that it includes (as the compiler said, from ninja's dependency log),
its compile command, the configuration, this script and clang-tidy's version. Sources that the build compiles together are checked together,
with those of four batches of a target: most of the time goes to the headers that all include. With --each every source is
checked as it stands, which also finds what a file has from its neighbour alone.
"""

import argparse
import concurrent.futures
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache/clang-tidy"
BATCH = "Unity"  # CMake's folder for batches
TOGETHER = 4  # batches of a target that are checked as one file
CONFIGURATION = ROOT / ".clang-tidy"
HEADERS = re.search(r"^HeaderFilterRegex: '(.*)'", CONFIGURATION.read_text(), flags=re.MULTILINE)[1]


def dependencies(build: Path) -> dict[str, list[str]]:
    """Object file -> what it was compiled from."""
    listing = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    known: dict[str, list[str]] = {}
    current: list[str] = []
    for line in listing.splitlines():
        if line.startswith("    "):
            current.append(line.strip())
        elif ": #deps" in line:
            current = known.setdefault(line.partition(":")[0], [])
    return known


def sources(file: str) -> list[str]:
    """The sources that a compile command's file stands for: those of a batch, else itself."""
    if BATCH not in Path(file).parts:
        return [file]
    return re.findall(r'^#include "([^"]+)"', Path(file).read_text(), flags=re.MULTILINE)


def units(build: Path, folder: Path, each: bool) -> list[dict[str, str]]:
    """The compile commands of the sources under `folder`, or of that source: as the build has them, or of `each` alone."""
    found = []
    for command in json.loads((build / "compile_commands.json").read_text()):
        ours = [source for source in sources(command["file"]) if folder in (Path(source), *Path(source).parents)]
        if each:
            alone = [{"file": source, "command": command["command"].replace(command["file"], source)} for source in ours]
            found += [{**command, **this} for this in alone]
        elif ours:
            found.append(command)
    return found


def is_batch(unit: dict[str, str]) -> bool:
    """Whether a compile command is of a batch."""
    return BATCH in Path(unit["file"]).parts


def in_groups(units: list[dict[str, str]]) -> list[list[dict[str, str]]]:
    """Batches of a target in groups; every other unit for itself."""
    of_target: dict[Path, list[dict[str, str]]] = {}
    for unit in filter(is_batch, units):
        of_target.setdefault(Path(unit["file"]).parent, []).append(unit)
    groups = [batches[first : first + TOGETHER] for batches in of_target.values() for first in range(0, len(batches), TOGETHER)]
    return groups + [[unit] for unit in units if not is_batch(unit)]


def joined(group: list[dict[str, str]], folder: Path) -> dict[str, str]:
    """One unit that has all of a group, in a file of `folder` where there are several."""
    first, *others = group
    if not others:
        return first
    file = folder / BATCH / f"{Path(first['file']).parents[1].stem}_{Path(first['file']).name}"
    file.parent.mkdir(exist_ok=True)
    file.write_text("".join(f'#include "{unit["file"]}"\n' for unit in group))
    return {**first, "file": str(file), "command": first["command"].replace(first["file"], str(file))}


def object_of(unit: dict[str, str]) -> str:
    """The object file of a compile command, as ninja names it."""
    return unit.get("output") or unit["command"].partition(" -o ")[2].split()[0]


def fingerprint(unit: dict[str, str], deps: list[str], common: str) -> str:
    """Hash over all that clang-tidy's answer depends on; system headers count by their names."""
    digest = hashlib.sha256(f"{common}\0{unit['command']}\0".encode())
    for name in sorted({unit["file"], *deps}):
        path = Path(unit["directory"], name).resolve()
        digest.update(str(path).encode())
        if ROOT in path.parents:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def check(unit: dict[str, str], database: Path) -> tuple[str, float]:
    """Runs clang-tidy on one unit: what it complained of, seconds."""
    began = time.monotonic()
    # It would look for its configuration beside the file, and several batches are joined elsewhere.
    command = ["clang-tidy", "--quiet", f"--config-file={CONFIGURATION}", "-p", str(database), unit["file"]]
    if is_batch(unit):
        # Its sources count as the main file does; it has to include them, and one may use a name of another for its own.
        command += ["--checks=-bugprone-suspicious-include", f"--header-filter={HEADERS}|.*/rtl/.*[.]cpp", "--extra-arg=-Wno-shadow"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    complaint = "" if done.returncode == 0 else done.stdout + done.stderr
    return complaint, time.monotonic() - began


def main() -> int:
    """0 when every unit is clean."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True, help="a configured and built folder")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="every source alone, not the batches of the build")
    parser.add_argument("folder", type=Path, help="sources to check; one source with --each")
    arguments = parser.parse_args()
    build, folder = arguments.build.resolve(), arguments.folder.resolve()

    CACHE.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, text=True, check=True).stdout
    common = version + CONFIGURATION.read_text() + Path(__file__).read_text()
    deps = dependencies(build)

    wanted = units(build, folder, arguments.each)
    if not wanted:
        print(f"clang-tidy: {build} compiles no source of {folder}: build it first, or name another", file=sys.stderr)
        return 2
    marks = {unit["file"]: CACHE / fingerprint(unit, deps.get(object_of(unit), []), common) for unit in wanted}
    todo = [unit for unit in wanted if not marks[unit["file"]].exists()]
    for mark in filter(Path.exists, marks.values()):
        mark.touch()

    bad = 0
    told: set[str] = set()
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        database = Path(name)
        groups = in_groups(todo)
        together = [joined(group, database) for group in groups]
        (database / "compile_commands.json").write_text(json.dumps(together))
        for group, (complaint, seconds) in zip(groups, pool.map(lambda unit: check(unit, database), together), strict=True):
            files = " ".join(str(Path(unit["file"]).relative_to(ROOT)) for unit in group)
            print(f"{files}: {'bad' if complaint else 'clean'} ({seconds:.1f} s)", flush=True)
            if complaint:
                bad += 1
                print(news(complaint, told), flush=True)
            else:
                for unit in group:
                    marks[unit["file"]].touch()
    forget_old()
    print(f"clang-tidy: {len(todo)} checked, {bad} bad, {len(wanted) - len(todo)} unchanged")
    return 1 if bad else 0


def news(complaint: str, told: set[str]) -> str:
    """The findings that were not told before: one in a header comes with every file that includes it."""
    kept = []
    for finding in re.split(r"^(?=/\S+:\d+:\d+: (?:error|warning):)", complaint, flags=re.MULTILINE):
        if finding.splitlines()[:1] and finding.splitlines()[0] not in told:
            told.add(finding.splitlines()[0])
            kept.append(finding)
    return "".join(kept).rstrip()


def forget_old(days: int = 30) -> None:
    """Drops marks that nothing asked for in a month."""
    oldest = time.time() - days * 86400
    for mark in CACHE.iterdir():
        if mark.stat().st_mtime < oldest:
            mark.unlink()


if __name__ == "__main__":
    sys.exit(main())
