"""The command line, as a user meets it."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.values.test_table import row as value_row
from truco_lab.cli import UNWRITABLE, main
from truco_lab.commands import arguments
from truco_lab.commands.report import Reporter
from truco_lab.errors import TrucoLabError
from truco_lab.grid.plan import MAX_ITERATIONS, Step
from truco_lab.rules import Score, real_deck
from truco_lab.solve.estimate import estimate
from truco_lab.tree.tree import tree_of
from truco_lab.values import ValueTable, land

KEYS = {
    "score",
    "turn_up",
    "turn_up_class",
    "value_mao",
    "win_mao",
    "win_pe",
    "best_response_mao",
    "best_response_pe",
    "exploitability",
    "iterations",
    "entries",
    "state_bytes",
    "seconds",
    "compile_seconds",
    "peak_rss_bytes",
    "device",
    "continuation",
}


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("TRUCO_LAB_DATA", str(folder))
    return folder


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert main([*arguments, "--json"]) == 0
    result: dict[str, object] = json.loads(capsys.readouterr().out)
    return result


def test_solve_json(capsys: pytest.CaptureFixture[str], own_data: Path, tmp_path: Path) -> None:
    """The published value of 11 x 11 under a 4, certified."""
    out = tmp_path / "out"
    result = answer(capsys, "solve", "11x11 v4", "--target", "1e-5", "--out", str(out))
    assert set(result) >= KEYS
    assert result["value_mao"] == pytest.approx(-0.1080, abs=2e-4)
    assert result["exploitability"] <= 1e-5  # type: ignore[operator]
    assert result["win_mao"] + result["win_pe"] == pytest.approx(100)  # type: ignore[operator]
    assert result["continuation"] == "exact"
    assert not (own_data / "values").exists(), "the match values are the grid's"
    assert json.loads((out / "result.json").read_text()) == result

    again = answer(capsys, "solve", "11x11 v4", "--target", "1e-5", "--out", str(out))
    assert again["iterations"] == result["iterations"], "a finished solve is read back, not done again"
    assert again["value_mao"] == result["value_mao"]

    (out / "part-001.npy").write_bytes((out / "part-001.npy").read_bytes()[:-5])
    assert main(["solve", "11x11 v4", "--out", str(out)]) == 1
    assert "part-001.npy" in capsys.readouterr().err


def test_solve_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "11x10 v4", "--max-iterations", "3"]) == 0
    shown = capsys.readouterr()
    assert "mão wins" in shown.out
    assert "stopped at the limit" in shown.out
    assert "mão accepts the hand of eleven" in shown.out
    assert "exploitability" in shown.err


def test_an_interrupted_solve_of_other_values_is_no_obstacle(own_data: Path) -> None:
    """Regression: after a change of match values `solve` was refused, and told to choose a folder that nobody named."""
    left = own_data / "interrupted" / "11x10-0"
    stand_in = ["solve", "11x10 v4", "--stand-in", "--max-iterations", "3"]
    assert main([*stand_in, "--out", str(left)]) == 0
    (left / "result.json").unlink()
    assert main(["solve", "11x10 v4"]) == 0
    assert not left.exists()


def test_no_time_is_guessed_beyond_reason() -> None:
    """Regression: "about 309,222,134,... s left", of 200 digits."""
    certificates = [(float(second), 1e-3 * second**-slope) for slope in (1.0, 0.01) for second in (1, 2, 3)]
    for falling, said in ((certificates[:3], True), (certificates[3:], False)):
        stream = io.StringIO()
        reporter = Reporter(stream)
        reporter.begin("11x10 v4", estimate(tree_of(real_deck(0), Score(11, 10)), 1e-5), 1e-5)
        for seconds, exploitability in falling:
            reporter.progress(SimpleNamespace(iteration=10, exploitability=exploitability, seconds=seconds))
        assert ("about 97 s left" in stream.getvalue()) is said
        assert ("left" in stream.getvalue()) is said


def test_stand_in_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "11x5 v4", "--stand-in", "--max-iterations", "2"]) == 0
    assert "STAND-IN" in capsys.readouterr().out
    assert answer(capsys, "solve", "11x5 v4", "--stand-in", "--max-iterations", "2")["continuation"] == "stand-in"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "12x3 v4"], "12"),
        (["solve", "11x11 v9"], "9"),
        (["solve", "11x11 v4", "--target", "0"], "above 0"),
        (["solve", "11x11 v4", "--target", "-1"], "above 0"),
        (["solve", "11x11 v4", "--target", "nan"], "above 0"),
        (["solve", "11x11 v4", "--max-iterations", "0"], "from 1"),
        (["info", "11x"], "11x"),
        (["solve"], "LINE"),
        (["nothing"], "nothing"),
        (["solve", "11x11 v4", "--store", ""], "it must be a folder"),
        (["solve", "11x11 v4", "--out", ""], "it must be a folder"),
        (["show", "11x11 v4", "--store", " "], "it must be a folder"),
        (["store", "list", "--store", ""], "it must be a folder"),
        (["serve", "--port", "99999"], "it must be a port, at most 65535"),
        (["grid", "--scores", "12x12"], "between 0 and 11"),
        (["grid", "--classes", "v9"], "'v9' is not a turn-up"),
        (["grid", "--workers", "0"], "from 1"),
        (["grid", "--target", "0"], "above 0"),
        (["values", "0x0 v4"], "0x0 v4 is not solved yet; 'truco-lab grid --scores 0x0'"),
        (["values", "3x0"], "3x0 is not solved yet"),
        (["values", "12x0"], "12"),
    ],
)
def test_bad_input(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One clear message, status 2, no traceback."""
    try:
        status = main(arguments)
    except SystemExit as leave:
        status = int(leave.code or 0)
    error = capsys.readouterr().err
    assert status == 2
    assert said in error
    assert "Traceback" not in error


def test_unwritable_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert main(["solve", "11x11 v4", "--out", str(tmp_path / "file" / "below")]) == 1
    assert "cannot save" in capsys.readouterr().err
    assert main(["solve", "11x11 v4", "--out", str(tmp_path / "file")]) == 2


def test_missing_values_name_count_time_and_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "0x0 v4"]) == 1
    error = capsys.readouterr().err
    assert "subgames" in error
    assert "hours" in error
    assert "truco-lab grid --scores 0x0" in error


def test_memory_that_is_not_there(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("truco_lab.solve.estimate.FIXED_BYTES", 1 << 60)
    assert main(["solve", "0x0 v4", "--stand-in"]) == 1
    assert "GiB" in capsys.readouterr().err


def test_the_table_of_values(capsys: pytest.CaptureFixture[str]) -> None:
    result = answer(capsys, "values")
    known = {score["score"]: score for score in result["scores"]}  # type: ignore[attr-defined]
    assert result["solved"] == len(known) >= 23
    assert known["11x11"]["win_mao"] == pytest.approx(44.685, abs=1e-3)
    audit = result["audit"]
    assert audit["stale"] == audit["not_monotone"] == audit["contradictory"] == []  # type: ignore[index]
    assert main(["values"]) == 0
    shown = capsys.readouterr().out
    assert "44.68" in shown
    assert "none is stale" in shown


def test_the_values_of_a_score_and_of_a_subgame(capsys: pytest.CaptureFixture[str]) -> None:
    score = answer(capsys, "values", "10x11")
    assert [row["turn_up_class"] for row in score["classes"]] == list(range(9))  # type: ignore[attr-defined]
    assert score["win_mao"] == pytest.approx(36.609, abs=1e-3)
    row = answer(capsys, "values", "10x11 vq")
    keys = {"value_mao", "win_mao", "win_pe", "exploitability", "match_exploitability", "iterations", "provenance"}
    assert keys <= set(row)
    assert row["turn_up_class"] == 4
    assert row["exploitability"] <= 1e-5  # type: ignore[operator]
    assert row["match_exploitability"] >= row["exploitability"] - 1e-6  # type: ignore[operator]
    assert main(["values", "10x11"]) == 0
    assert "v2, v3" in capsys.readouterr().out
    assert main(["values", "10x11 v3"]) == 0
    assert "over the match" in capsys.readouterr().out


@pytest.mark.parametrize("line", ["11x11v5", "11X11V5", "v5", "11x11 v5 mao[5 4 ?]", "11x11 v5 : 3"])
def test_values_read_a_turn_up_as_every_command_does(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["values", line, "--json"]) == 0
    shown = capsys.readouterr()
    assert json.loads(shown.out)["turn_up"] == "5"
    assert ("hands and history are left out" in shown.err) == (len(line) > 8)


def test_a_dry_run_of_the_grid(capsys: pytest.CaptureFixture[str], own_data: Path) -> None:
    result = answer(capsys, "grid", "--dry-run", "--scores", "0x0")
    steps = result["steps"]
    assert steps[-1]["score"] == "0x0"  # type: ignore[index]
    assert steps[-1]["entries"] == 55_813_139  # type: ignore[index]
    assert [step["wave"] for step in steps] == sorted(step["wave"] for step in steps)  # type: ignore[attr-defined]
    assert result["worker_seconds"] > 3600  # type: ignore[operator]
    assert main(["grid", "--dry-run", "--scores", "11x11"]) == 0
    assert "nothing to do" in capsys.readouterr().out
    assert main(["grid", "--dry-run", "--scores", "10x8", "--workers", "1"]) == 0
    assert re.search(r"about \d+ \w+ with 1 worker, and \d+ seconds of compiling", capsys.readouterr().out)
    assert not own_data.exists()


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="it has no cores to choose from")
def test_a_grid_counts_the_cores_that_it_may_use(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: under `taskset -c 0` it planned for all cores of the machine."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {7})
    assert answer(capsys, "grid", "--dry-run", "--scores", "10x8")["workers"] == 1


def test_a_grid_that_cannot_reach_its_target_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: it was finished, with status 0; and solved again in every run."""

    def drive(steps: list[Step], table: ValueTable, workers: object, **more: object) -> bool:
        for step in steps:
            for k in step.classes:
                found = value_row(step.score, k, -0.1, 1e-8, table.basis(step.score))
                table.add(replace(found, iterations=MAX_ITERATIONS))
                land([replace(found, iterations=MAX_ITERATIONS)])
        return True

    monkeypatch.setattr("truco_lab.grid.drive.drive", drive)
    command = ["grid", "--scores", "11x11", "--classes", "2,7", "--target", "1e-12"]
    for said in ("done, but not all of it to the target", "nothing to do"):
        assert main(command) == 1
        shown = capsys.readouterr().out
        assert said in shown
        assert "11x11 (turn-up classes 2, 7): exploitability 1.0e-08" in shown
    assert main([*command, "--json"]) == 1
    result = json.loads(capsys.readouterr().out)
    assert result["short"] == {"11x11": {"2": 1e-8, "7": 1e-8}}
    assert not result["finished"]


def test_a_grid_with_nothing_to_do_answers_like_any_other(capsys: pytest.CaptureFixture[str]) -> None:
    """Regression: it printed the plan."""
    result = answer(capsys, "grid", "--scores", "11x11")
    assert result["finished"] is True
    assert result["planned"] == result["subgames"] == 0
    assert result["exploitability"] is None
    assert "steps" not in result


def test_info(capsys: pytest.CaptureFixture[str]) -> None:
    result = answer(capsys, "info", "10x10 v4")
    assert result["entries"] == 3_126_207
    assert result["state_bytes"] > 8 * 3_126_207 * 0.99  # type: ignore[operator]
    assert main(["info", "0x0 v3"]) == 0
    assert "55,813,139" in capsys.readouterr().out


@pytest.mark.parametrize(("line", "default"), [("11x11 v4", 1e-5), ("10x10 v4", 1e-3)])
def test_info_estimates_the_solve_that_solve_does(
    line: str, default: float, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    targets = []

    def estimate(_tree: object, target: float) -> None:
        targets.append(target)
        raise TrucoLabError("enough")

    for command in ("info", "solve"):
        monkeypatch.setattr(f"truco_lab.commands.{command}.estimate", estimate)
        assert main([command, line]) == 1
        assert main([command, line, "--target", "0.5"]) == 1
    assert targets == [default, 0.5] * 2


def test_doctor(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 0
    assert "FAILED" not in capsys.readouterr().out


def test_check_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "10X10  V4 :"]) == 0
    assert capsys.readouterr().out.strip() == "10x10 v4"


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("limit", "encoding", "said"),
    [
        ("0", "utf-8", "truco-lab: the output cannot be written: File too large\n"),
        ("unlimited", "ascii", "truco-lab: the output is ascii, which has no '\\xe3'; set PYTHONIOENCODING=utf-8\n"),
    ],
    ids=["full", "ascii"],
)
def test_an_output_that_takes_nothing_is_one_sentence(
    tmp_path: Path, limit: str, encoding: str, said: str, unbuffered: str
) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUNBUFFERED": unbuffered}
    with open(tmp_path / "output", "w") as file:
        done = subprocess.run(
            ["sh", "-c", f'ulimit -f {limit} && exec "$@"', "sh", sys.executable, "-m", "truco_lab", "values"],
            stdout=file,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, said)


@pytest.mark.parametrize("code", UNWRITABLE)
def test_whatever_the_system_says_of_its_output(
    code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError(code, os.strerror(code))

    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["values"]) == 1
    assert capsys.readouterr().err == f"truco-lab: the output cannot be written: {os.strerror(code)}\n"


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_has_seen_enough_is_no_error_to_tell(unbuffered: str) -> None:
    """As in `truco-lab values | head -1`."""
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "truco_lab", "values"]
    environment = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    done = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, env=environment, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (1, b"")


def test_interrupt_saves_and_resumes(tmp_path: Path) -> None:
    """Ctrl-C in mid-solve: status 130, what was reached is on disk, the same line goes on from there."""
    out = tmp_path / "out"
    line = [sys.executable, "-m", "truco_lab", "solve", "11x11 v4", "--target", "1e-12", "--out", str(out), "--json"]
    line += ["--max-iterations", "1000000"]  # more than any machine does meanwhile
    running = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 120
    while not (out / "meta.json").exists():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    time.sleep(3)
    running.send_signal(signal.SIGINT)
    printed, _ = running.communicate(timeout=120)
    assert running.returncode == 130
    first = json.loads(printed)
    assert first["stopped"] == "cancelled"
    more = subprocess.run(
        [*line, "--max-iterations", str(first["iterations"] + 1)], stdout=subprocess.PIPE, text=True, check=True
    )
    assert json.loads(more.stdout)["iterations"] == first["iterations"] + 1


def test_interrupt_while_programs_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ends before the first iteration and says that there is nothing yet."""
    monkeypatch.setenv("TRUCO_LAB_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(arguments.Interruption, "asked", lambda self: True)
    assert main(["solve", "11x11 v4"]) == 130
    assert "nothing has been solved yet" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["the package", "its help", "the driver of a grid"])
def test_light(what: str) -> None:
    """None of these imports what is heavy."""
    statements = {
        "the package": "import truco_lab",
        "its help": "from truco_lab.cli import main\ntry:\n    main(['--help'])\nexcept SystemExit:\n    pass",
        "the driver of a grid": "from truco_lab.grid import drive, workers",
    }
    program = (
        f"import sys\n{statements[what]}\n"
        "heavy = {'jax', 'matplotlib', 'ipywidgets', 'pandas', 'scipy'} & set(sys.modules)\n"
        "sys.exit(f'imports {heavy}' if heavy else 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
