# SPDX-License-Identifier: Apache-2.0
"""Damaged scenario files: read or refused, never crashed on. `explain` reads and checks a file and simulates nothing."""

from pathlib import Path

from fuzzing import ROOT, try_input
from hypothesis import given
from hypothesis import strategies as st

SHIPPED = [path.read_bytes() for path in sorted((ROOT / "scenarios/seachange").glob("*.yaml"))]
# What YAML and the reader of units treat specially.
TOKENS = [
    b"{", b"}", b"[", b"]", b":", b"- ", b"\n", b"  ", b"\t", b"&a", b"*a", b"<<: *a", b"!!binary", b"'", b'"', b"#", b"|", b">",
    b"---", b"...", b"%YAML 9.9", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", b"~", b"null", b"nan", b".inf", b"-1", b"0",
    b"1e308", b"18446744073709551616", b"0x10", b"1 GB/s", b"1 furlong", b"yes", b"nodes", b"vary", b"expect", b"measure",
]  # fmt: skip


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A shipped scenario with a few spans cut, doubled, moved, overwritten or sprinkled with tokens."""
    text = bytearray(draw(st.sampled_from(SHIPPED)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 40)))
        kind = draw(st.sampled_from(("cut", "double", "token", "bytes", "truncate")))
        if kind == "cut":
            del text[start:end]
        elif kind == "double":
            text[end:end] = text[start:end]
        elif kind == "token":
            text[start:start] = draw(st.sampled_from(TOKENS))
        elif kind == "bytes":
            text[start:end] = draw(st.binary(max_size=12))
        else:
            del text[start:]
    return bytes(text)


@given(damaged())
def test_damaged_scenarios(tmp_path: Path, text: bytes) -> None:
    scenario = tmp_path / "damaged.yaml"
    scenario.write_bytes(text)
    done = try_input("explain", scenario)
    if done.returncode == 2:
        assert b"damaged.yaml" in done.stderr


@given(st.binary(max_size=2000))
def test_random_bytes(tmp_path: Path, text: bytes) -> None:
    scenario = tmp_path / "random.yaml"
    scenario.write_bytes(text)
    assert try_input("explain", scenario).returncode == 2


def test_deep_nesting(tmp_path: Path) -> None:
    """A reader that recurses without limit runs out of stack."""
    for text in (b"[" * 100_000, b"{a: " * 100_000, b"- " * 100_000, b"a: &x [" + b"*x, " * 1000 + b"]"):
        scenario = tmp_path / "deep.yaml"
        scenario.write_bytes(text)
        assert try_input("explain", scenario).returncode == 2
