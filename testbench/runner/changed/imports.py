# SPDX-License-Identifier: Apache-2.0
"""Which Python files a Python file imports, directly or by way of others."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path


class Imports:
    """The imports among the files of a repository, read from their text."""

    def __init__(self, root: Path, roots: Iterable[str], files: Iterable[str]):
        """`roots` are the folders in which Python looks for modules, `files` paths from the repository's folder."""
        self._root, self._roots = root, list(roots)
        self._files = {file for file in files if file.endswith(".py") and (root / file).exists()}
        self._direct: dict[str, set[str]] = {}

    def _module(self, name: str, folders: Iterable[str]) -> set[str]:
        """The files that are read when a module is imported: its own and its packages'."""
        parts = name.split(".")
        for folder in folders:
            found: set[str] = set()
            for end in range(1, len(parts) + 1):
                path = "/".join([*filter(None, [folder]), *parts[:end]])
                found |= {file for file in (f"{path}.py", f"{path}/__init__.py") if file in self._files}
            if found:
                return found
        return set()

    def _imported(self, file: str) -> set[str]:
        """What a file imports itself. One that cannot be read as Python imports nothing: its tests say so."""
        if file not in self._direct:
            self._direct[file] = self._parsed(file)
        return self._direct[file]

    def _parsed(self, file: str) -> set[str]:
        """The files that the import statements of a file name."""
        try:
            tree = ast.parse((self._root / file).read_text(encoding="utf-8"))
        except SyntaxError:
            return set()
        here = str(Path(file).parent)
        found: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                for alias in node.names:
                    found |= self._module(alias.name, [here, *self._roots])
            elif isinstance(node, ast.ImportFrom):
                folder = Path(file).parents[node.level - 1] if node.level else None
                folders = [str(folder)] if folder else [here, *self._roots]
                base = [node.module] if node.module else []
                for alias in node.names:
                    found |= self._module(".".join([*base, alias.name]), folders)
                if node.module:
                    found |= self._module(node.module, folders)
        return found - {file}

    def reach(self, file: str) -> set[str]:
        """The file and all that it imports, with the conftest.py above it, which pytest reads."""
        held: set[str] = set()
        above = {str(folder / "conftest.py") for folder in Path(file).parents}
        todo = [file, *(above & self._files)]
        while todo:
            name = todo.pop()
            if name not in held:
                held.add(name)
                todo += self._imported(name)
        return held

    def reaching(self, files: Iterable[str], changed: Iterable[str]) -> list[str]:
        """Those of the files that are changed or reach one that is."""
        changed = {file for file in changed if file.endswith(".py")}
        return sorted(file for file in files if changed and self.reach(file) & changed)
