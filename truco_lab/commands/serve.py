"""`truco-lab serve [LINE]`: the lab as a page of its own."""

from __future__ import annotations

import argparse
import os

from ..errors import TrucoLabError
from ..notation import START
from .arguments import port, subgame

FLAGS = (
    "--Voila.ip=127.0.0.1",
    "--Voila.tornado_settings=disable_check_xsrf=True",
    "--MappingKernelManager.cull_idle_timeout=300",  # or every reload leaves a kernel behind
    "--MappingKernelManager.cull_interval=30",
    "--template=truco-lab",  # Voila's own fetch style sheets from elsewhere
    "--theme=light",
)


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "serve",
        help="open the lab as a page",
        description="Serves the lab on this machine and opens it in a browser. Needs Voila (pip install "
        "'truco-lab[lab]'). Ctrl-C ends it.",
    )
    parser.add_argument("line", metavar="LINE", nargs="?", default=str(START), help=f"where to begin (default {START})")
    parser.add_argument("--port", type=port, default=8866, metavar="N", help="port (default 8866)")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.set_defaults(func=run)


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    spot = subgame(arguments.line)
    try:
        from voila.app import Voila
    except ImportError as error:
        raise TrucoLabError("serving needs Voila, which is not installed: pip install 'truco-lab[lab]'") from error

    from ..lab.page import LINE_VARIABLE, notebook, templates

    os.environ[LINE_VARIABLE] = str(spot)
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, [str(templates()), os.environ.get("JUPYTER_PATH")]))
    print(f"the lab is at http://127.0.0.1:{arguments.port}/ (Ctrl-C ends it)", flush=True)
    browser = ["--no-browser"] if arguments.no_browser else []
    Voila.launch_instance([str(notebook()), f"--port={arguments.port}", "--Voila.log_level=WARN", *FLAGS, *browser])
    return 0
