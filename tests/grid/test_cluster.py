"""A dask cluster: results land from any worker, and one that is killed in mid-subgame is made up for."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

pytest.importorskip("distributed")

from distributed import Client, LocalCluster

from truco_lab.errors import BadInputError
from truco_lab.grid.cluster import ClusterWorkers
from truco_lab.grid.drive import drive
from truco_lab.grid.job import Job, Told
from truco_lab.grid.plan import plan
from truco_lab.grid.workers import LocalWorkers
from truco_lab.values import ClassValue, ValueTable, load

from .test_drive import rows
from .test_workers import SCORE, TARGET, without_cost

pytestmark = pytest.mark.filterwarnings("ignore")  # dask's own, about ports and closing sockets
CLASSES = (0, 8)


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
    scheduler = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--scheduler-file",
            str(tmp_path / "scheduler.json"),
        ]
    )
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
        client.wait_for_workers(2, timeout=60)
        address = client.scheduler.address
        killed = []

        def report(job, event) -> None:
            if isinstance(event, Told) and not killed:
                busy = next(worker for worker, tasks in client.processing().items() if tasks)
                pids = client.run(os.getpid)
                os.kill(pids[busy], signal.SIGKILL)
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


def test_nobody_at_the_address():
    with pytest.raises(BadInputError, match=r"no dask scheduler answers at tcp://127\.0\.0\.1:9"):
        ClusterWorkers("tcp://127.0.0.1:9")
