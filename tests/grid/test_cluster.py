"""A dask cluster: results land from any worker, and one that is killed in mid-subgame is made up for."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

pytest.importorskip("distributed")

from distributed import Client, LocalCluster

from truco_lab.cli import main
from truco_lab.errors import BadInputError, TrucoLabError
from truco_lab.grid.cluster import ClusterWorkers
from truco_lab.grid.drive import drive
from truco_lab.grid.job import Job, Told
from truco_lab.grid.plan import plan
from truco_lab.grid.workers import Done, LocalWorkers
from truco_lab.values import ClassValue, ValueTable, load

from .test_drive import rows
from .test_workers import SCORE, without_cost

pytestmark = pytest.mark.filterwarnings("ignore")  # dask's own, about ports and closing sockets
CLASSES, TARGET = (0, 8), 1e-6
SCHEDULER = [
    *(sys.executable, "-m", "distributed.cli.dask_scheduler"),
    *("--host", "127.0.0.1", "--port", "0", "--no-dashboard"),
]


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setenv("TRUCO_LAB_DATA", str(tmp_path))
    monkeypatch.setattr("truco_lab.values.ledger.shipped", list)
    return tmp_path


def run(address: str, **more) -> tuple[bool, list[ClassValue]]:
    table, workers = ValueTable(), ClusterWorkers(address)
    try:
        return drive(plan(table, [SCORE], CLASSES, TARGET), table, workers, **more), list(table)
    finally:
        workers.close()


def test_a_local_cluster_and_two_drivers(data):
    with LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        done, found = run(cluster.scheduler_address)
        assert done
        assert [row.turn_up_class for row in found] == list(CLASSES)
        assert list(load()) == found
        assert list((data / "grid").iterdir()) == [], "a step that is done leaves nothing"
        again = run(cluster.scheduler_address)[1]
        assert without_cost(again) == without_cost(found)


def test_one_of_two_drivers_is_stopped_while_both_wait_for_the_same_job(monkeypatch):
    """Regression: the stop of the driver that had begun it ended the job for both, and the other one said "done"."""
    began: list[Job] = []

    def carry_out(job, bench, tell, cancelled) -> bool:
        began.append(job)
        tell(Told(job.step.classes, 10, 0.1))
        if len(began) == 1:
            while not cancelled():
                pass
            return False
        tell(rows(job))
        return True

    monkeypatch.setattr("truco_lab.grid.cluster.carry_out", carry_out)
    monkeypatch.setattr("truco_lab.grid.cluster.ASK_SECONDS", 0.0)
    with (
        LocalCluster(processes=False, n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster,
        ThreadPoolExecutor() as threads,
    ):
        asked: list[bool] = []  # by the second driver: from the second time on it has asked for the job

        def ask() -> bool:
            asked.append(True)
            return False

        first_told = Event()
        first = threads.submit(
            run, cluster.scheduler_address, report=lambda *_: first_told.set(), cancelled=lambda: len(asked) > 1
        )
        first_told.wait()
        second = threads.submit(run, cluster.scheduler_address, cancelled=ask)
        assert first.result() == (False, [])
        done, found = second.result()
    assert done
    assert [row.turn_up_class for row in found] == list(CLASSES)
    assert len(began) == 2


def test_one_of_two_workers_is_killed_in_mid_subgame(tmp_path):
    """Separate processes on 127.0.0.1, begun by hand as one would on two machines."""
    scheduler = subprocess.Popen([*SCHEDULER, "--scheduler-file", str(tmp_path / "scheduler.json")])
    workers = [
        subprocess.Popen(
            [
                sys.executable,
                "-m",
                "distributed.cli.dask_worker",
                "--scheduler-file",
                str(tmp_path / "scheduler.json"),
                "--nthreads",
                "1",
                "--no-nanny",
                "--no-dashboard",
                "--host",
                "127.0.0.1",
            ]
        )
        for _ in range(2)
    ]
    try:
        client = Client(scheduler_file=str(tmp_path / "scheduler.json"), timeout=60)
        client.wait_for_workers(2, timeout=120)
        address = client.scheduler.address
        killed = []

        def report(job, event) -> None:
            if isinstance(event, Told) and not killed:
                for busy in [worker for worker, tasks in client.processing().items() if tasks][:1]:
                    os.kill(client.run(os.getpid)[busy], signal.SIGKILL)
                    killed.append(busy)

        done, found = run(address, report=report)
        assert done
        assert killed
        assert len(client.ncores()) == 1
        client.close()
        straight = ValueTable()
        local = LocalWorkers(1)
        try:
            drive(plan(straight, [SCORE], CLASSES, TARGET), straight, local)
        finally:
            local.close()
        assert [(r.value, r.iterations) for r in found] == [
            (pytest.approx(r.value, abs=2e-6), r.iterations) for r in straight
        ]
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def test_a_job_that_has_ended_is_seen_while_others_go_on_telling(monkeypatch):
    """Regression: it was not, as long as a message came every fifth of a second."""
    seen = Event()

    def carry_out(job, bench, tell, cancelled) -> bool:
        while job.turn_up_class == 8 and not seen.wait(0.01):
            tell(Told((8,), 10, 0.1))
        if job.turn_up_class is not None:
            tell(rows(job))
        return True

    def report(job, event) -> None:
        if job.turn_up_class == 0 and isinstance(event, Done):
            seen.set()

    monkeypatch.setattr("truco_lab.grid.cluster.carry_out", carry_out)
    with LocalCluster(processes=False, n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        done, found = run(cluster.scheduler_address, report=report)
    assert done
    assert [row.turn_up_class for row in found] == list(CLASSES)


def test_a_scheduler_that_goes_away_is_one_sentence(tmp_path):
    """Regression: a traceback of what happened when the driver let go of it."""
    scheduler = subprocess.Popen([*SCHEDULER, "--scheduler-file", str(tmp_path / "scheduler.json")])
    try:
        with Client(scheduler_file=str(tmp_path / "scheduler.json"), timeout=60) as client:
            address = client.scheduler.address
        workers = ClusterWorkers(address)
        assert workers.count == 0
    finally:
        scheduler.kill()
        scheduler.wait()
    with pytest.raises(TrucoLabError, match=f"the dask scheduler at {address} is gone; .* goes on where it was"):
        drive(plan(ValueTable(), [SCORE], CLASSES, TARGET), ValueTable(), workers)
    workers.close()


@pytest.mark.parametrize(
    ("address", "said"), [("tcp://127.0.0.1:9", r"tcp://127\.0\.0\.1:9"), ("foo", "foo"), ("", "''")]
)
def test_nobody_at_the_address(address, said, monkeypatch):
    """Regression: "foo" left a client that took twenty seconds to fail once more; "" was no address at all."""
    stray: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", stray.append)
    with pytest.raises(BadInputError, match=f"no dask scheduler answers at {said}; start one"):
        ClusterWorkers(address)
    gc.collect()
    assert stray == []


def test_workers_of_a_scheduler_are_counted_and_waited_for(monkeypatch, capsys):
    """Regression: the plan was for the cores of this machine, and nothing was said while there were no workers."""
    monkeypatch.setattr("truco_lab.grid.drive.drive", lambda *_, **__: True)
    with LocalCluster(processes=False, n_workers=0, dashboard_address=None) as cluster:
        command = ["grid", "--scores", "11x11", "--classes", "0", "--scheduler", cluster.scheduler_address]
        assert main([*command, "--dry-run"]) == 0
        assert "no workers yet" in capsys.readouterr().out
        assert main(command) == 0
        assert "no workers yet" in capsys.readouterr().err
        cluster.scale(3)
        cluster.wait_for_workers(3)
        assert main([*command, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["workers"] == 3
    assert main([*command[:-1], ""]) == 2, "no address is not this machine"
