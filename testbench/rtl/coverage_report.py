# SPDX-License-Identifier: Apache-2.0
"""Line and toggle coverage from a file of Verilator's, compared with the list of explained holes.

Usage: coverage_report.py COVERAGE.dat HOLES.txt [--holes]

A line of HOLES.txt is a regular expression of points, two blanks or more, and the reason. A point is `kind file:line name`.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

LEAST = 95.0


@dataclass(frozen=True)
class Point:
    """A place that Verilator counts: a branch or line, or one bit's change."""

    kind: str
    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.file}:{self.line} {self.name}"


def points_of(path: Path) -> dict[Point, int]:
    """Counts by point, those of several instances of a module added up."""
    counts: dict[Point, int] = defaultdict(int)
    for row in path.read_text(encoding="latin-1").splitlines():
        match = re.fullmatch(r"C '(.*)' (\d+)", row)
        if not match:
            continue
        fields = dict(part.split("\x02", 1) for part in match[1].split("\x01") if "\x02" in part)
        kind = fields.get("page", "").split("/")[0].removeprefix("v_")
        kind = "toggle" if kind == "toggle" else "line"
        name = fields.get("o", "")
        counts[Point(kind, Path(fields["f"]).name, int(fields["l"]), name)] += int(match[2])
    return counts


def explanations_of(path: Path) -> list[tuple[re.Pattern[str], str]]:
    """The explained holes: pattern and reason."""
    known = []
    for row in path.read_text(encoding="utf-8").splitlines():
        if row.strip() and not row.startswith("#"):
            pattern, reason = re.split(r"\s{2,}", row.strip(), maxsplit=1)
            known.append((re.compile(pattern), reason))
    return known


def main(arguments: list[str]) -> int:
    """Prints the shares and the holes; 1 when a share is too low or a hole has no reason."""
    counts = points_of(Path(arguments[0]))
    known = explanations_of(Path(arguments[1]))
    unexplained: list[Point] = []
    explained: dict[str, list[Point]] = defaultdict(list)
    low = False
    shares = []
    for kind in ("line", "toggle"):
        points = {point: count for point, count in counts.items() if point.kind == kind}
        if not points:
            sys.exit(f"{arguments[0]} holds no {kind} coverage")
        met = sum(count > 0 for count in points.values())
        share = 100.0 * met / len(points)
        low = low or share < LEAST
        shares.append(f"{kind} {share:.1f} %")
        print(f"{kind}: {met} of {len(points)}, {share:.1f} %")
        for point in sorted((p for p, count in points.items() if not count), key=str):
            reason = next((why for pattern, why in known if pattern.search(str(point))), None)
            if reason is None:
                unexplained.append(point)
            else:
                explained[reason].append(point)
    for reason, holes in explained.items():
        print(f"{len(holes)} holes explained: {reason}")
        if "--holes" in arguments:
            for point in holes:
                print(f"    {point}")
    for pattern, why in known:
        if why not in explained:
            print(f"explains nothing: {pattern.pattern}  {why}")
    for point in unexplained:
        print(f"not explained: {point}")
    print(f"coverage: {', '.join(shares)}")
    return 1 if unexplained or low else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
