"""`truco-lab store list|verify|prune`: the solved strategies on disk."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from ..errors import BadInputError, StoreError, TrucoLabError
from ..rules import TURN_UPS
from ..store import Form, Found, Store
from ..store.pruning import deletions
from .arguments import add_line, add_store, size, subgame

SOUND, DAMAGED = 0, 1


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command and its own commands."""
    parser = commands.add_parser("store", help="list, verify or prune the solved strategies on disk")
    kinds = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    listing = kinds.add_parser("list", help="what is there")
    listing.set_defaults(func=run_list)
    verifying = kinds.add_parser("verify", help="recompute every checksum; status 1 if a file is damaged")
    add_line(verifying, nargs="?")
    verifying.set_defaults(func=run_verify)
    pruning = kinds.add_parser(
        "prune",
        help="delete what is damaged or left over, or make room",
        description="Deletes what is damaged or was left over by a process that was killed; nothing that is sound, "
        "unless --keep says so.",
    )
    room = pruning.add_mutually_exclusive_group()
    room.add_argument(
        "--keep", type=size, metavar="SIZE", help="keep no more than, for example, 20GB: the oldest strategies go"
    )
    room.add_argument(
        "--compact",
        action="store_true",
        help="rewrite float32 in 16 bits a number, half the size; what it costs is measured",
    )
    pruning.add_argument("--dry-run", action="store_true", help="only say what would be done")
    pruning.set_defaults(func=run_prune)
    for each in (listing, verifying, pruning):
        each.add_argument("--json", action="store_true", help="print one JSON object")
        add_store(each)


def run_list(arguments: argparse.Namespace) -> int:
    """Print what is there, one line each."""
    store = _store(arguments)
    found = store.found()
    if arguments.json:
        print(json.dumps({"store": str(store.root), "entries": [_about(each) for each in found]}))
        return SOUND
    print(f"{'subgame':<12}{'form':<21}exploitability  iterations        size  pay-offs  version  written")
    for each in found:
        print(_line(each))
    print(f"in all: {len(found)}, {_mib(sum(each.bytes for each in found))} in {store.root}")
    return SOUND


def run_verify(arguments: argparse.Namespace) -> int:
    """Name every damaged file."""
    store = _store(arguments)
    found = store.found()
    if arguments.line:
        spot = subgame(arguments.line)
        folder = store.folder(spot.score, spot.turn_up.turn_up_class)
        found = [each for each in found if each.folder == folder]
        if not found:
            raise StoreError(f"{arguments.line} is not in {store.root}; solve it with truco-lab solve")
    problems = [str(error) for each in found for error in store.problems(each)]
    if arguments.json:
        print(json.dumps({"store": str(store.root), "verified": len(found), "problems": problems}))
    else:
        for problem in problems:
            print(problem)
        print(f"problems: {len(problems) or 'none'} in {len(found)} of {store.root}")
    return DAMAGED if problems else SOUND


def run_prune(arguments: argparse.Namespace) -> int:
    """Delete, or rewrite, and say so."""
    store = _store(arguments)
    told: list[dict[str, Any]] = []

    def tell(what: str, folder: Path, bytes: int, why: str) -> None:
        told.append({"what": what, "folder": str(folder), "bytes": bytes, "why": why})
        if not arguments.json:
            print(f"{'would be ' if arguments.dry_run else ''}{what}: {folder} ({_mib(bytes)}), {why}", flush=True)

    for deletion in deletions(store, arguments.keep):
        if deletion.possible if arguments.dry_run else deletion.carry_out():
            tell("deleted", deletion.folder, deletion.bytes, deletion.reason)
        else:
            tell("left", deletion.folder, deletion.bytes, f"{deletion.reason}, but it holds other files or is a link")
    if arguments.compact:
        full = [each for each in store.found() if each.entry and each.entry.form is Form.FULL and not each.misnamed]
        for each in full:
            if arguments.dry_run:
                tell("rewritten", each.folder, each.bytes, "in half the space, if measuring finds it exact enough")
            else:
                tell(*_compacted(store, each))
    if arguments.json:
        print(json.dumps({"store": str(store.root), "dry_run": arguments.dry_run, "told": told}))
    elif not told:
        print(f"nothing to do in {store.root}")
    return DAMAGED if any(each["what"] == "left" for each in told) else SOUND


def _store(arguments: argparse.Namespace) -> Store:
    """The store that is asked for.

    Raises:
        BadInputError: `--store` is no folder. The user's own need not be there yet.
    """
    if arguments.store and not arguments.store.is_dir():
        raise BadInputError(f"--store {arguments.store} is no folder")
    return Store(arguments.store)


def _compacted(store: Store, found: Found) -> tuple[str, Path, int, str]:
    """Rewrite in the compact form; what to tell of it."""
    from ..solve.runtime import prepare
    from ..store.compact import acceptable, compact

    prepare()
    assert found.entry
    try:
        entry = compact(store, found.entry)
    except TrucoLabError as error:
        return "left", found.folder, found.bytes, str(error)
    what = "rewritten" if acceptable(entry) else "kept"
    return what, found.folder, found.bytes, f"rounding adds {entry.extra_exploitability:+.1e} to the exploitability"


# -- in words ----------------------------------------------------------------------------------------------------


def _line(found: Found) -> str:
    if found.entry is None:
        return f"{found.folder.name:<12}{found.problem}"
    entry = found.entry
    form = entry.form.value
    if entry.extra_exploitability is not None:
        form += f" ({entry.extra_exploitability:+.1e})"
    return (
        f"{_name(found):<12}{form:<21}{entry.exploitability:14.2e}{entry.iterations:12,}"
        f"{_mib(found.bytes):>14}  {entry.continuation:<9} {entry.version:<8} {entry.date[:16].replace('T', ' ')}"
    )


def _name(found: Found) -> str:
    """As a command takes it, such as '10x10 v4'; the folder's name for other decks, and where it is not as expected."""
    assert found.entry
    ranks = [turn_up.rank for turn_up in TURN_UPS if turn_up.turn_up_class == found.entry.turn_up_class]
    return f"{found.entry.score} v{ranks[0].lower()}" if ranks and not found.misnamed else found.folder.name


def _about(found: Found) -> dict[str, Any]:
    about: dict[str, Any] = {"folder": str(found.folder), "bytes": found.bytes}
    if found.entry is None:
        return {**about, "problem": str(found.problem)}
    entry = found.entry
    plain = {name: value for name, value in vars(entry).items() if name not in ("score", "deck", "form", "payoffs")}
    return {
        **about,
        "score": str(entry.score),
        "turn_up_class": entry.turn_up_class,
        "form": entry.form.value,
        "exploitability": entry.exploitability,
        **plain,
        "problem": None,
    }


def _mib(bytes: int) -> str:
    return f"{bytes / 2**20:,.1f} MiB"
