# SPDX-License-Identifier: Apache-2.0
"""What a run says: a table over folders and operators, the survivors, and a file with every mutant."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from model_mutation.change import Change
from model_mutation.judge import Verdict
from model_mutation.survivors import Survivors

SCHEMA = "isochron.model_mutation/1"


class Report:
    """The verdicts of a run and what is known of survivors."""

    def __init__(self, verdicts: Iterable[Verdict], survivors: Survivors):
        self._verdicts = sorted(verdicts, key=lambda verdict: verdict.number)
        self._survivors = survivors
        self._drawn = [verdict for verdict in self._verdicts if not verdict.change.name]

    @property
    def drawn(self) -> list[Change]:
        """The faults without a name."""
        return [verdict.change for verdict in self._drawn]

    @property
    def score(self) -> float:
        """Percent of the faults drawn that a test noticed. Those that are listed as equivalent count as survivors."""
        return 100 * sum(1 for verdict in self._drawn if verdict.killed_by) / max(1, len(self._drawn))

    def lines(self) -> list[str]:
        """All but the last line."""
        return [*self._tables(), *self._listed(), *self._named()]

    def summary(self) -> str:
        """One line."""
        noticed = sum(1 for verdict in self._drawn if verdict.killed_by)
        equivalent = sum(1 for verdict in self._drawn if self._survivors.is_no_fault(verdict.change))
        named = [verdict for verdict in self._verdicts if verdict.change.name]
        by_name = f"; {sum(1 for verdict in named if verdict.killed_by)} of {len(named)} with a name" if named else ""
        of_them = f"; {equivalent} of the survivors are equivalent to the original" if equivalent else ""
        return f"mutation: {self.score:.1f} % of {len(self._drawn)} mutants noticed ({noticed}){of_them}{by_name}"

    def problems(self, at_least: float) -> list[str]:
        """What makes a run fail."""
        found = []
        if self.score < at_least:
            found.append(f"{self.score:.1f} % is below {at_least:g} %: a test for what survived is missing")
        found += [f"no test notices the fault `{verdict.change.name}`" for verdict in self._verdicts if verdict.change.name and not verdict.killed_by]
        found += [
            f"{verdict.change.identity} is listed in survivors.yaml, and {verdict.killed_by} notices it: take the entry out"
            for verdict in self._survivors.contradicted(self._verdicts)
        ]
        return found

    def write(self, path: Path, *, seed: int, short: bool) -> None:
        """A file with every mutant."""
        rows = [
            {
                "number": verdict.number,
                "id": verdict.change.identity,
                "name": verdict.change.name,
                "place": f"{verdict.change.file}:{verdict.change.line}",
                "function": verdict.change.function,
                "operator": verdict.change.operator,
                "fault": verdict.change.text,
                "killed by": verdict.killed_by,
                "words": verdict.words,
                "tests that come by": verdict.tests,
                "tests tried": verdict.tried,
                "seconds": round(verdict.seconds, 2),
                "no fault": self._survivors.is_no_fault(verdict.change),
                "why": entry.why if (entry := self._survivors.of(verdict.change)) else "",
            }
            for verdict in self._verdicts
        ]
        path.parent.mkdir(parents=True, exist_ok=True)
        document = {"schema": SCHEMA, "seed": seed, "short": short, "score": round(self.score, 2), "mutants": rows}
        path.write_text(json.dumps(document, indent=1) + "\n")

    def _tables(self) -> list[str]:
        return [
            *self._table("folder", lambda verdict: verdict.change.folder),
            "",
            *self._table("operator", lambda verdict: verdict.change.operator),
        ]

    def _table(self, title: str, group: Callable[[Verdict], str]) -> list[str]:
        """How many were noticed, a line a group."""
        drawn = Counter(group(verdict) for verdict in self._drawn)
        noticed = Counter(group(verdict) for verdict in self._drawn if verdict.killed_by)
        equivalent = Counter(group(verdict) for verdict in self._drawn if self._survivors.is_no_fault(verdict.change))
        rows = [(title, "drawn", "noticed", "survived", "equivalent")]
        rows += [(name, *map(str, (drawn[name], noticed[name], drawn[name] - noticed[name], equivalent[name]))) for name in sorted(drawn)]
        return [f"{row[0]:<26}" + "".join(f"{cell:>12}" for cell in row[1:]) for row in rows]

    def _listed(self) -> list[str]:
        """Those that no test noticed."""
        lines = []
        for verdict in self._drawn:
            if verdict.killed_by:
                continue
            entry = self._survivors.of(verdict.change)
            what = "survived (equivalent)" if entry and entry.no_fault else "survived"
            lines += ["", f"{verdict.change.identity} {what}: {place(verdict)}", f"    {verdict.change.text}"]
            of_tests = f"; {verdict.tried} of the {verdict.tests} tests that come by it were tried" if verdict.tests else "; no test comes by it"
            lines.append(f"    {entry.why}" if entry else f"    not in survivors.yaml{of_tests}")
        return lines

    def _named(self) -> Sequence[str]:
        named = [verdict for verdict in self._verdicts if verdict.change.name]
        return ["", *(f"{verdict.change.name}: {'noticed by ' + verdict.killed_by if verdict.killed_by else 'SURVIVED'}" for verdict in named), ""]


def place(verdict: Verdict) -> str:
    """Where it is, and by which operator."""
    return f"{verdict.change.file}:{verdict.change.line} ({verdict.change.function}, {verdict.change.operator})"
