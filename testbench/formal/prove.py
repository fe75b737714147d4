#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proofs of the Verilog: property modules of this folder round modules of rtl/, decided by yosys-abc.

`pdr` finds an invariant: what it proves holds for all time, and so does `ind`, where the properties of the module together are one.
`bmc3` looks at every run of `depth` cycles and says nothing of longer ones. A proof that runs out of time has failed. With --mutate each task gets a fault in the design, which it must find.
"""

import argparse
import dataclasses
import re
import shutil
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from rich.console import Console
from rich.table import Table

from formal.tasks import TASKS, Task
from rtl_tools import designs
from rtl_tools.tools import OLD_YOSYS, ROOT, as_they_come, run

HERE = Path(__file__).resolve().parent
WORK = ROOT / "build/formal"
# Properties and state as one netlist of ANDs and flip-flops. What has no initial value may begin as anything.
GATES = "; ".join(
    [
        "setattr -mod -unset keep_hierarchy *",
        "prep -flatten -top gates -nordff",
        "async2sync; chformal -cover -remove; memory_map -formal; setundef -undriven -anyseq",
        "opt -full; simplemap; dffunmap; techmap; opt -fast -nodffe -nosdff; dffunmap; abc -g AND -fast; opt_clean",
        "tee -q -o properties.txt select -list t:$assert",
        "write_aiger -zinit -vmap gates.map gates.aig",
    ]
)


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What became of a task. `frame` is the cycle of a violation, counted from 0."""

    task: Task
    holds: bool | None  # None: not decided in the time
    frame: int | None
    seconds: float
    words: str

    @property
    def text(self) -> str:
        """For the table."""
        if self.holds:
            return self.task.reach
        return "not decided" if self.holds is None else f"violated in cycle {self.frame}: {self.words}"


def sources(folder: Path, task: Task) -> list[str]:
    """Property modules and the design, without the modules that an abstract one of this folder stands for."""
    properties = sorted(folder.glob("formal/*.v"))
    replaced = {file.name.replace("_abstract", "") for file in properties if file.stem.endswith("_abstract")}
    wanted = [file for file in properties if file.stem in {task.top, *task.with_files}]
    wanted += [file for file in properties if file.stem.endswith("_abstract")]
    wanted += [file for file in sorted(folder.rglob("rtl/**/*.v")) if file.name not in replaced and "sim" not in file.parts]
    return [str(file.relative_to(folder)) for file in wanted]


def prepare(task: Task, fault: bool) -> Path:
    """A folder with copies of all sources, one of them faulty if so wanted."""
    folder = WORK / (task.name + ("-fault" if fault else ""))
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(designs.RTL, folder / "rtl")
    (folder / "formal").mkdir()
    for file in HERE.glob("*.v"):
        shutil.copy(file, folder / "formal")
    if fault:
        file = folder / "rtl" / task.fault.file
        text = file.read_text()
        if text.count(task.fault.old) != 1:
            raise LookupError(f"{task.name}: '{task.fault.old}' is {text.count(task.fault.old)} times in {task.fault.file}")
        file.write_text(text.replace(task.fault.old, task.fault.new))
    return folder


def netlist(task: Task, folder: Path) -> None:
    """Writes the gates of a task."""
    defines = " ".join(f"-D{name}" for name in task.defines)
    parameters = "".join(f" -set {name} {value}" for name, value in task.parameters)
    script = [
        f"read_verilog -formal {defines} {' '.join(sources(folder, task))}",
        *([f"chparam{parameters} {task.top}"] if parameters else []),
        f"hierarchy -check -top {task.top}",
        # Modules whose outputs may be anything: all copies, whatever their parameters.
        *(f"cutpoint =$paramod*{module}*" for module in task.cut),
        # The property module's parameters are in the name of what it became.
        "rename -top gates",
        GATES,
    ]
    done = run([OLD_YOSYS, "-q", "-p", "; ".join(script)], folder)
    if done.returncode:
        raise RuntimeError(f"{task.name}: yosys says\n{done.stdout[-3000:]}")


def decide(task: Task, folder: Path) -> Verdict:
    """Runs the engine. Assumptions are folded into the properties."""
    bounded = f"bmc3 {task.solver} -F {task.depth}"
    engine = {
        "pdr": f"{task.simplify}pdr",
        "bmc3": f"{task.simplify}{bounded}",
        # All properties as one, of which the first cycles are looked at before.
        "ind": f"orpos; ind -F {task.depth}",
    }[task.engine]
    # A violation that comes soon is found sooner by a look at the first cycles than by a proof.
    scripts = [bounded, engine] if task.depth and task.engine != "bmc3" else [engine]
    began = time.monotonic()
    said = ""
    for script in scripts:
        # The limit is in time of the processor: a verdict does not depend on what else the computer does.
        limited = ["prlimit", f"--cpu={task.limit}"]
        said = run([*limited, "yosys-abc", "-c", f"read_aiger gates.aig; fold; strash; {script}; write_cex -n cex.txt"], folder).stdout
        (folder / "abc.log").write_text(said)
        if violated := re.search(r"[Oo]utput (\d+).*?asserted in frame (\d+)", said):
            return Verdict(task, False, int(violated[2]), time.monotonic() - began, property_text(folder, int(violated[1])))
        clean = re.search(r"No output (?:was )?asserted in (\d+) frames", said)
        if script == bounded and not (clean and int(clean[1]) >= task.depth):
            return Verdict(task, None, None, time.monotonic() - began, "")
    proved = {"pdr": "Property proved", "ind": "Networks are equivalent"}.get(task.engine)
    holds = proved in said if proved else bool(clean and int(clean[1]) >= task.depth)
    return Verdict(task, True if holds else None, None, time.monotonic() - began, "")


def property_text(folder: Path, number: int) -> str:
    """Where in the sources a property is, by its number among the outputs."""
    names = (folder / "properties.txt").read_text().split()
    return names[number].split("$")[-2].removeprefix("formal/") if number < len(names) else f"property {number}"


def prove(task: Task, fault: bool = False) -> Verdict:
    """A task from its sources to its verdict."""
    folder = prepare(task, fault)
    netlist(task, folder)
    return decide(task, folder)


def markdown(verdicts: list[Verdict]) -> str:
    """The table of docs/hardware/verification.md."""
    lines = ["| proof | of | says | engine | reach |", "|---|---|---|---|---|"]
    for verdict in verdicts:
        task = verdict.task
        lines.append(f"| `{task.name}` | {task.what} | {task.says} | {task.engine} | {verdict.text} |")
    return "\n".join(lines)


def main() -> int:
    """0 when every proof holds, or, with --mutate, when every fault is found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="the long ones too")
    parser.add_argument("--quick", action="store_true", help="the quick ones (default)")
    parser.add_argument("--only", default="", help="tasks whose name has this in it")
    parser.add_argument("--mutate", action="store_true", help="each with its fault")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--markdown", action="store_true", help="print the table of the documentation")
    arguments = parser.parse_args()

    tasks = [task for task in TASKS if arguments.only in task.name and (task.quick or arguments.all or arguments.only)]
    table = Table("proof", "top", "parameters", "engine", "verdict", "seconds")
    console = Console(width=160, stderr=arguments.markdown)
    verdicts = []
    for task, verdict in zip(tasks, as_they_come(lambda task: prove(task, arguments.mutate), tasks, arguments.jobs), strict=True):
        verdicts.append(verdict)
        parameters = " ".join([*(f"{name}={value}" for name, value in task.parameters), *task.defines])
        table.add_row(task.name, task.top, parameters, task.engine, verdict.text, f"{verdict.seconds:.1f}")
        console.print(f"{task.name}: {verdict.text} ({verdict.seconds:.1f} s)", highlight=False)
    console.print(table)
    if arguments.markdown:
        print(markdown(verdicts))
    good = [verdict for verdict in verdicts if verdict.holds is (not arguments.mutate)]
    console.print(f"formal: {len(good)} of {len(verdicts)} {'faults found' if arguments.mutate else 'proofs hold'}", highlight=False)
    return 0 if len(good) == len(verdicts) and verdicts else 1


if __name__ == "__main__":
    sys.exit(main())
