"""The notebooks are kept clean: no output, no execution counts, no widget state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOKS = [*sorted((ROOT / "notebooks").glob("*.ipynb")), ROOT / "truco_lab/lab/truco-lab.ipynb"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_nothing_is_saved_but_the_source(path: Path) -> None:
    notebook = json.loads(path.read_text())
    assert set(notebook["metadata"]) == {"kernelspec", "language_info"}
    assert set(notebook["metadata"]["kernelspec"].values()) == {"Python 3 (ipykernel)", "python", "python3"}
    for cell in notebook["cells"]:
        assert cell["metadata"] == {}
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


def test_there_are_notebooks() -> None:
    assert {path.name for path in NOTEBOOKS} >= {"01_quickstart.ipynb", "02_lab.ipynb", "truco-lab.ipynb"}
