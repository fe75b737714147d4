# SPDX-License-Identifier: Apache-2.0
"""Reference pages of scripts/explore and of the Python package, from their own help and docstrings."""

from __future__ import annotations

import importlib
import inspect
import re
from typing import Any

import typer

from isochron.explore.app import app
from isochron.machine.parts import LIBRARY
from isochron.reference.types import FOLDER
from isochron.report import markdown

# What a program of one's own uses, by module.
PACKAGE = {
    "isochron": ("run", "sweep"),
    "isochron.scenario": ("Scenario",),
    "isochron.results.result": ("load", "Result", "Point", "Metric", "Series", "Published"),
    "isochron.results.simulator": ("Simulator",),
    "isochron.results.runner": ("Runner",),
    "isochron.results.cache": ("Cache",),
    "isochron.results.executors": ("LocalExecutor", "DaskExecutor"),
    "isochron.explore.sweeps": ("simulate", "Sweep", "SweepPoint"),
    "isochron.explore.shards": ("Shard",),
    "isochron.explore.merging": ("merge",),
    "isochron.results.metrics": ("Known",),
    "isochron.explore.conditions": ("Condition",),
    "isochron.explore.criteria": ("Criterion",),
    "isochron.explore.knee": ("find", "Knee", "Probe"),
    "isochron.explore.sensitivity": ("analyse", "Sensitivity", "Effect", "Side"),
    "isochron.explore.compare": ("compare", "Comparison", "Line", "Estimate"),
    "isochron.explore.bottleneck": ("bindings", "Binding"),
    "isochron.explore.costs": ("Costs", "Surcharge", "Limit"),
    "isochron.explore.optimise": ("optimise", "Optimum", "Machine"),
    "isochron.durability.array": ("Array",),
    "isochron.durability.assess": ("assess", "Assessment"),
    "isochron.durability.estimate": ("Estimate",),
    "isochron.machine": ("Machine",),
    "isochron.machine.description": ("Description",),
    "isochron.machine.body": ("Body", "Type"),
    "isochron.machine.entries": ("Place", "Choice"),
    "isochron.machine.expression": ("Expression",),
    "isochron.machine.part": ("Part",),
    "isochron.machine.parts": tuple(one.__name__ for one in LIBRARY.values()),
    "isochron.errors": ("ReportError", "FileError", "SimulationError", "Interrupted"),
}


def pages() -> dict[str, str]:
    """The text of both pages by file name."""
    return {"explore.md": commands_page(), "python.md": package_page()}


def commands_page() -> str:
    """Every command of scripts/explore with its options."""
    group = typer.main.get_command(app)
    sections = [_command(name, command) for name, command in _flat("", group)]
    return markdown.page(
        "# scripts/explore",
        _prose(inspect.getdoc(group.callback) or ""),
        "Made from the commands' own help; `.venv/bin/python -m isochron.reference` writes this page again. "
        "A tutorial is in [exploration.md](../exploration.md).",
        *sections,
    )


def package_page() -> str:
    """Every class and function that a program of one's own uses."""
    sections = []
    for module, names in PACKAGE.items():
        loaded = importlib.import_module(module)
        sections.append(f"## {module}")
        sections.append((inspect.getdoc(loaded) or "").split("\n\n")[0])
        if module == "isochron":
            sections.append("`from isochron import ...` has " + ", ".join(f"`{name}`" for name in sorted(loaded.__all__, key=str.lower)) + ".")
        sections += [_member(getattr(loaded, name)) for name in names]
    return markdown.page(
        "# The Python package",
        "Values are in SI units everywhere (B/s, s, 1). Made from the docstrings; `.venv/bin/python -m isochron.reference` writes this page "
        "again. A tutorial is in [exploration.md](../exploration.md).",
        *sections,
    )


def _flat(prefix: str, group: Any) -> list[tuple[str, Any]]:
    """Commands and those of sub-applications, with their full names."""
    found = []
    for name, command in group.commands.items():
        full = f"{prefix}{name}"
        found += _flat(f"{full} ", command) if hasattr(command, "commands") else [(full, command)]
    return found


def _command(name: str, command: Any) -> str:
    rows = []
    for parameter in command.params:
        if parameter.name == "help":
            continue
        option = parameter.param_type_name == "option"
        shown = ", ".join(f"`{one}`" for one in parameter.opts) if option else f"`{parameter.name.upper()}`"
        rows.append((shown, getattr(parameter, "help", "") or "", _default(parameter)))
    return markdown.page(f"## {name}", _prose(inspect.getdoc(command.callback) or ""), markdown.table(("", "what it is", "default"), rows))


def _default(parameter: Any) -> str:
    if parameter.required:
        return "required"
    default = parameter.default
    if default in (None, (), []) or isinstance(default, bool) or callable(default):
        return ""
    return f"`{_relative(str(default))}`"


def _relative(path: str) -> str:
    """A path in this repository as it is in every clone."""
    return path.replace(f"{FOLDER.parents[1]}/", "")


def _prose(text: str) -> str:
    """A docstring whose examples become a block."""
    before, *examples = re.split(r"\n\nExamples?:\n\n", text, maxsplit=1)
    lines = [line.strip() for block in examples for line in block.splitlines() if line.strip()]
    return markdown.page(before, "```sh\n" + "\n".join(lines) + "\n```" if lines else "")


def _member(member: Any) -> str:
    signature = re.sub(r"'([^']*)'", r"\1", str(inspect.signature(member))) if not _is_error(member) else ""
    parts = [f"### {member.__name__}", f"```python\n{member.__name__}{signature}\n```", inspect.getdoc(member) or ""]
    if inspect.isclass(member) and not _is_error(member):
        rows = []
        for name, one in vars(member).items():
            target = one.__func__ if isinstance(one, (staticmethod, classmethod)) else getattr(one, "func", None) or getattr(one, "fget", None) or one
            if name.startswith("_") or not inspect.isfunction(target):
                continue
            call = "" if target is not one and not isinstance(one, (staticmethod, classmethod)) else "()"
            rows.append((f"`{name}{call}`", " ".join((inspect.getdoc(target) or "").split("\n\n")[0].split())))
        if rows:
            parts.append(markdown.table(("member", "what it is"), rows))
    return markdown.page(*parts)


def _is_error(member: Any) -> bool:
    return inspect.isclass(member) and issubclass(member, Exception)
