# SPDX-License-Identifier: Apache-2.0
"""The pictures of PS2 against a cutter of their own, in numpy: nothing of the command's code, and another language."""

from __future__ import annotations

import itertools
import json
import re
from functools import cache
from pathlib import Path

import numpy
import pytest
from support import ROOT, isochron

SIZE = (512, 512, 384)
EXTENT = 32
BOX = 306_000  # millionths
ONE = 1 << 20
TEXTURE = 24
AIR = 24

# Centre and radii in thousandths of the half sizes, and the density: what phantom.h describes.
ELLIPSOIDS = (
    ((0, 0, 0), (690, 920, 880), 190),
    ((0, -18, 0), (650, 874, 830), -110),
    ((220, 0, -100), (110, 310, 260), -45),
    ((-220, 0, -100), (160, 410, 260), -45),
    ((0, 350, -150), (210, 250, 350), 50),
    ((0, 100, 250), (90, 90, 120), 60),
    ((-80, -605, 0), (92, 46, 200), 70),
    ((60, -605, 100), (60, 92, 100), 40),
)


@cache
def views() -> list[tuple[tuple[int, ...], ...]]:
    """Column, row and centre of each reference view."""
    text = (ROOT / "tlm/isochron/software/ps2/reference_views.inc").read_text(encoding="utf-8")
    numbers = [int(number) for line in text.splitlines() if line.startswith("{") for number in re.findall(r"-?\d+", line)]
    assert len(numbers) == 60 * 9
    return [tuple(tuple(numbers[k + 3 * i : k + 3 * i + 3]) for i in range(3)) for k in range(0, len(numbers), 9)]


def toward_zero(a: int, b: int) -> int:
    """As C++ divides."""
    return a // b if (a < 0) == (b < 0) or a % b == 0 else a // b + 1


def voxels(k: int, size: tuple[int, ...] = SIZE, pixels: tuple[int, int] = (512, 512), box: int = BOX) -> numpy.ndarray:
    """Nearest voxel of each pixel of plane k, [axis, line, pixel]; may be outside the volume."""
    column, row, centre = views()[k]
    j, i = numpy.mgrid[0 : pixels[1], 0 : pixels[0]].astype(numpy.int64)
    found = []
    for axis in range(3):
        half_box = size[axis] * box * ONE // 2_000_000
        middle = (size[axis] - 1) * ONE // 2 + (half_box * centre[axis] + ONE // 2) // ONE
        corner = toward_zero((pixels[0] - 1) * column[axis] + (pixels[1] - 1) * row[axis], 2)
        found.append((middle - corner + i * column[axis] + j * row[axis] + ONE // 2) // ONE)
    return numpy.stack(found)


def inside(at: numpy.ndarray, size: tuple[int, ...]) -> numpy.ndarray:
    return numpy.logical_and.reduce([(at[axis] >= 0) & (at[axis] < size[axis]) for axis in range(3)])


def extents(at: numpy.ndarray, size: tuple[int, ...], edge: int) -> numpy.ndarray:
    """Number of the extent of each voxel."""
    across, down = size[0] // edge, size[1] // edge
    place = at // edge
    return place[0] + across * (place[1] + down * place[2])


def mixed(z: numpy.ndarray) -> numpy.ndarray:
    """The finaliser of SplitMix64 (Steele, Lea, Flood 2014)."""
    z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
    return z ^ (z >> numpy.uint64(31))


def phantom(at: numpy.ndarray, size: tuple[int, ...]) -> numpy.ndarray:
    """Values of voxels."""
    value = numpy.full(at.shape[1:], AIR, dtype=numpy.int64)
    for centre, radius, density in ELLIPSOIDS:
        distance = numpy.zeros(at.shape[1:], dtype=numpy.int64)
        for axis in range(3):
            # In half voxels; rounded towards zero, as C++ has it. The sign is lost in the square.
            middle = size[axis] - 1 + toward_zero(centre[axis] * size[axis], 1000)
            away = numpy.abs(2 * at[axis] - middle)
            distance += ((away << 15) // max(radius[axis] * size[axis] // 1000, 1)) ** 2
        value += numpy.where(distance <= 1 << 30, density, 0)
    x, y, z = (at[axis].astype(numpy.uint64) for axis in range(3))
    value += (mixed(x | y << numpy.uint64(20) | z << numpy.uint64(40)) % numpy.uint64(TEXTURE)).astype(numpy.int64)
    return numpy.clip(value, 1, 255).astype(numpy.uint8)


def picture(at: numpy.ndarray, size: tuple[int, ...]) -> numpy.ndarray:
    """What the plane shows; 0 outside the volume."""
    within = inside(at, size)
    shown = numpy.zeros(at.shape[1:], dtype=numpy.uint8)
    shown[within] = phantom(at[:, within][:, None, :], size)[0]
    return shown


def read_pgm(path: Path) -> numpy.ndarray:
    """A binary PGM (P5)."""
    data = path.read_bytes()
    head = re.match(rb"P5\s+(\d+)\s+(\d+)\s+255\s", data)
    assert head, data[:20]
    width, height = int(head[1]), int(head[2])
    assert len(data) == head.end() + width * height
    return numpy.frombuffer(data, dtype=numpy.uint8, offset=head.end()).reshape(height, width)


def run(folder: Path, *options: str) -> dict:
    done = isochron("run", "scenarios/ps2/pixels.yaml", "--pictures", folder, "--quiet", "--json", "-", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_reference_planes_meet_the_papers_extents() -> None:
    """18,848 extents of 60 planes (section 6), 314 a plane."""
    met = 0
    for k in range(60):
        at = voxels(k)
        met += len(numpy.unique(extents(at, SIZE, EXTENT)[inside(at, SIZE)]))
    assert met == 18_848


def test_the_pictures_show_the_phantom(tmp_path: Path) -> None:
    """At full size, pixel for pixel: six planes that differ from one another."""
    run(tmp_path, "--set", "planes.count=6", "--set", "pictures=6", "--replications", "1")
    pictures = [read_pgm(tmp_path / f"plane_{k:02}.pgm") for k in range(6)]
    for k, shown in enumerate(pictures):
        wrong = numpy.argwhere(shown != picture(voxels(k), SIZE))
        assert len(wrong) == 0, f"plane {k}: {len(wrong)} pixels, the first at {wrong[0]}"
    for one, other in itertools.combinations(pictures, 2):
        assert (one != other).any()


SMALL = (96, 64, 80)
SMALL_OPTIONS = (
    *("--set", "volume.size=96x64x80", "--set", "volume.extent=16", "--set", "planes.size=101x77", "--set", "planes.count=5"),
    *("--set", "slaves=2", "--set", "disks_per_slave=2", "--set", "placement.row_offset=1", "--set", "placement.plane_offset=3"),
    *("--set", "planes.centre_box=0.5", "--set", "pictures=5", "--replications", "1"),
)  # fmt: skip


@pytest.mark.parametrize("failed", [None, 0, 3])
def test_a_failed_disk_leaves_its_hole(failed: int | None, tmp_path: Path) -> None:
    """Extent (x, y, z) is on disk x + y + 3 z, modulo 4; disks 0 and 1 are the first slave's."""
    options: tuple[str, ...] = SMALL_OPTIONS
    if failed is not None:
        options += ("--set", f"instances.slave[{failed // 2}].disk[{failed % 2}].failed=true")
    result = run(tmp_path, *options)
    missing = 0
    for k in range(5):
        at = voxels(k, SMALL, (101, 77), 500_000)
        expected = picture(at, SMALL)
        place = at // 16
        hole = inside(at, SMALL) & ((place[0] + place[1] + 3 * place[2]) % 4 == (-1 if failed is None else failed))
        missing += len(numpy.unique(extents(at, SMALL, 16)[hole]))
        expected[hole] = 0
        assert (read_pgm(tmp_path / f"plane_{k:02}.pgm") == expected).all(), f"plane {k}"
    assert (missing > 0) == (failed is not None)
    assert result["metrics"]["parts.missing"]["mean"] == missing
