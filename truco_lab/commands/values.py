"""`truco-lab values [LINE]`: the match values that are known, and how well."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from typing import Any

from ..errors import BadInputError
from ..notation.tokens import Part, tokenize
from ..rules import TARGET, TURN_UP_CLASSES, Score, Seat
from ..values import ClassValue, ValueTable, load
from ..values.audit import audit
from .arguments import subgame

CLASS_NAMES = ("v4", "v5", "v6", "v7", "vq", "vj", "vk", "va", "v2, v3")


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "values",
        help="show the match values that are solved",
        description="Without LINE the table of all scores; with a score ('10x11') its turn-ups; with a turn-up as well "
        "('10x11 v4') that one subgame.",
    )
    parser.add_argument("line", metavar="LINE", nargs="?", help="score, or score and turn-up")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(func=run)


def run(arguments: argparse.Namespace) -> int:
    """Print what is known."""
    table = load()
    if arguments.line is None:
        found: dict[str, Any] = _all(table)
        text = _table_text(table, found)
    else:
        spot = subgame(arguments.line)
        if spot.history or any(spot.drafts):
            print("note: values reads score and turn-up only; hands and history are left out", file=sys.stderr)
        if any(section.part is Part.VIRA for section in tokenize(arguments.line).found):
            row = table.row(spot.score, spot.turn_up.turn_up_class)
            if row is None:
                raise _unsolved(f"{spot.score} v{spot.turn_up.rank.lower()}", spot.score)
            found = _row(table, row) | {"turn_up": spot.turn_up.rank.lower()}
            text = _row_text(found)
        else:
            if not table.solved(spot.score):
                raise _unsolved(str(spot.score), spot.score)
            found = _score(table, spot.score)
            text = _score_text(found)
    print(json.dumps(found) if arguments.json else text)
    return 0


def _unsolved(name: str, score: Score) -> BadInputError:
    return BadInputError(f"{name} is not solved yet; 'truco-lab grid --scores {score}' solves it and what it rests on")


def _mean(table: ValueTable, score: Score) -> dict[str, Any]:
    value = table.value(score)
    return {
        "score": str(score),
        "value_mao": value,
        "win_mao": 50 + 50 * value,
        "win_pe": 50 - 50 * value,
        "exploitability": table.exploitability(score),
        "match_best_response_mao": table.match_best_response(score, Seat.MAO),
        "match_best_response_pe": table.match_best_response(score, Seat.PE),
        "match_exploitability": table.match_exploitability(score),
        "stale": bool(table.stale(score)),
    }


def _row(table: ValueTable, row: ClassValue) -> dict[str, Any]:
    return {
        "score": str(row.score),
        "turn_up_class": row.turn_up_class,
        "value_mao": row.value,
        "win_mao": 50 + 50 * row.value,
        "win_pe": 50 - 50 * row.value,
        "best_response_mao": row.best_response_mao,
        "best_response_pe": row.best_response_pe,
        "exploitability": row.exploitability,
        "match_best_response_mao": row.match_best_response_mao,
        "match_best_response_pe": row.match_best_response_pe,
        "match_exploitability": row.match_exploitability,
        "iterations": row.iterations,
        "seconds": row.seconds,
        "provenance": f"truco_lab {row.version}, {row.configuration}, basis {row.basis}",
        "stale": row.turn_up_class in table.stale(row.score),
    }


def _score(table: ValueTable, score: Score) -> dict[str, Any]:
    rows = [table.row(score, k) for k in range(TURN_UP_CLASSES)]
    return _mean(table, score) | {"classes": [_row(table, row) for row in rows if row]}


def _all(table: ValueTable) -> dict[str, Any]:
    scores = [Score(mao, pe) for mao in range(TARGET) for pe in range(TARGET)]
    solved = [_mean(table, score) for score in scores if table.solved(score)]
    return {"solved": len(solved), "audit": dataclasses.asdict(audit(table)), "scores": solved}


def _row_text(found: dict[str, Any]) -> str:
    here, over_the_match = found["exploitability"], found["match_exploitability"]
    return "\n".join(
        [
            f"{found['score']} v{found['turn_up']}: mão wins {found['win_mao']:.3f} %, pé {found['win_pe']:.3f} %",
            f"value             {found['value_mao']:+.6f} to mão",
            f"exploitability    {here:.1e} in this hand, {over_the_match:.1e} over the match",
            f"cost              {found['iterations']} iterations, {found['seconds']:.1f} s",
            f"made by           {found['provenance']}{' (stale)' if found['stale'] else ''}",
        ]
    )


def _score_text(found: dict[str, Any]) -> str:
    lines = [
        f"{found['score']}: mão wins {found['win_mao']:.3f} %, pé {found['win_pe']:.3f} %, averaged over turn-ups",
        "",
        "turn-up   mão wins   exploitability   over the match   iterations",
    ]
    lines += [
        f"{CLASS_NAMES[row['turn_up_class']]:<8}{row['win_mao']:>10.3f} %{row['exploitability']:>15.1e}"
        f"{row['match_exploitability']:>17.1e}{row['iterations']:>13}{'   stale' if row['stale'] else ''}"
        for row in found["classes"]
    ]
    return "\n".join(lines)


def _table_text(table: ValueTable, found: dict[str, Any]) -> str:
    """Mão's chance of winning by its points (down) and pé's (across)."""
    known = {score["score"]: score for score in found["scores"]}

    def cell(score: Score) -> str:
        return f"{known[str(score)]['win_mao']:7.2f}" if str(score) in known else f"{'.':>7}"

    worst = max((score["match_exploitability"] for score in found["scores"]), default=0.0)
    return "\n".join(
        [
            "mão wins, %, by the points of mão (down) and pé (across)",
            "",
            "      " + "".join(f"{pe:>7}" for pe in range(TARGET)),
            *(f"{mao:>4}  " + "".join(cell(Score(mao, pe)) for pe in range(TARGET)) for mao in range(TARGET)),
            "",
            f"{found['solved']} of {TARGET**2} scores are solved. From any of them a perfect opponent gains at most",
            f"{50 * worst:.4f} points of win % over the whole match. {audit(table)}",
        ]
    )
