"""The project's own files agree with each other."""

from __future__ import annotations

import importlib.util
import os
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

import truco_lab

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
README = (ROOT / "README.md").read_text()


def test_one_version() -> None:
    assert truco_lab.__version__ == PROJECT["version"]
    assert version("truco_lab") == PROJECT["version"]
    assert f"## {PROJECT['version']}" in (ROOT / "CHANGELOG.md").read_text()


def test_environment_is_a_thin_shell_of_the_project() -> None:
    environment = (ROOT / "environment.yml").read_text()
    assert f"python{PROJECT['requires-python']}" in environment
    installed = re.search(r"- -e \.\[(.*)\]", environment)
    assert installed
    assert set(installed[1].split(",")) <= set(PROJECT["optional-dependencies"])


def test_readme_commands_are_those_of_the_continuous_integration() -> None:
    commands = re.findall(r"^    (python3 -m venv .*)$", README, re.M)
    assert [re.search(r'truco-lab solve "11x11 v4"$', commands[0]) is None, "pytest" in commands[1]] == [False, True]
    pattern = re.search(
        r"sed -n 's/\^    (.*?)\$/", (ROOT / ".ci/run").read_text().replace("\\(", "(").replace("\\)", ")")
    )
    assert pattern
    assert re.fullmatch(pattern[1].strip("()"), commands[1])


def test_readme_examples_run(capsys: pytest.CaptureFixture[str], prepared: None) -> None:
    lab, solving, reading = re.findall(r"```python\n(.*?)```", README, re.S)
    names: dict[str, object] = {}
    exec(compile(lab, "README.md", "exec"), names)
    assert repr(names["lab"]) == "Lab('11x11 v4 : 3 j / a')"
    exec(compile(solving, "README.md", "exec"), names)
    value, exploitability = map(float, re.findall(r"-?\d[\d.e-]*", capsys.readouterr().out))
    assert value == pytest.approx(-0.1080, abs=2e-4)
    assert exploitability <= 1e-5
    exec(compile(reading, "README.md", "exec"), names)
    assert "5c q 7" in capsys.readouterr().out


def test_everything_on_the_screen_is_there_from_code(
    capsys: pytest.CaptureFixture[str], prepared: None, tmp_path: Path
) -> None:
    """Every expression of the page is evaluated; plots show what the tables beside them say in `tests/plots`."""
    import matplotlib.pyplot as plt

    plt.switch_backend("Agg")
    text = (ROOT / "docs/from-code.md").read_text(encoding="utf-8")
    beginning, mistake = re.findall(r"```python\n(.*?)```", text, re.S)
    names: dict[str, object] = {"folder": tmp_path}
    exec(compile(beginning, "from-code.md", "exec"), names)
    rows = [line.split(" | ")[1] for line in text.splitlines() if line.startswith("| ") and "`" in line]
    expressions = [code for row in rows for code in re.findall(r"`([^`]+)`", row)]
    assert len(expressions) > 40
    for code in expressions:
        eval(compile(code, "from-code.md", "eval"), names)
        plt.close("all")
    assert (tmp_path / "spot.svg").stat().st_size > 1000
    imported = {name for line in re.findall(r"import (.*)", beginning) for name in line.split(", ")}
    assert imported <= set(re.findall(r"\w+", " ".join([*expressions, beginning.split("\n\n")[1]])))
    exec(compile(mistake, "from-code.md", "exec"), names)
    assert capsys.readouterr().out.startswith("nenhum quadro se chama 'heart'")


def test_public_names_exist() -> None:
    for name in truco_lab.__all__:
        assert getattr(truco_lab, name) is not None
    with pytest.raises(AttributeError, match="nothing_such"):
        _ = truco_lab.nothing_such


def test_continuous_integration_skips_nothing() -> None:
    """Elsewhere, tests of an extra that is not installed are skipped."""
    extras = ("distributed", "jupyterlab", "notebook", "playwright", "pyspiel", "voila")
    lacking = [name for name in extras if importlib.util.find_spec(name) is None]
    assert not (os.environ.get("CI") and lacking), f"install {lacking}"
