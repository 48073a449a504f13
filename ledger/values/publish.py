"""Ship the values that this machine has solved: `python -m ledger.values.publish`.

Takes the rows that count of the user's folder and of the package, and writes the two published views

    truco_lab/values/values.csv     one row per subgame, with its certificates: what the package ships
    ledger/values/scores.csv        one row per score, averaged over turn-ups
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from truco_lab.folders import write_whole
from truco_lab.rules import Seat
from truco_lab.values import ValueTable, load
from truco_lab.values.rows import written
from truco_lab.values.table import ALL_SCORES

HERE = Path(__file__).parent
SHIPPED = HERE.parents[1] / "truco_lab" / "values" / "values.csv"
SCORES = HERE / "scores.csv"


def scores_csv(table: ValueTable) -> str:
    """The averaged table: values and best responses in +-1 match space."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = ("value_mao", "win_mao", "exploitability", "match_best_response_mao", "match_best_response_pe")
    writer.writerow(["mao", "pe", *names, "match_exploitability"])
    for score in filter(table.solved, ALL_SCORES):
        value = table.value(score)
        best = [f"{table.match_best_response(score, seat):.8f}" for seat in Seat]
        hand, match = (f"{number:.3e}" for number in (table.exploitability(score), table.match_exploitability(score)))
        writer.writerow([score.mao, score.pe, f"{value:.8f}", f"{50 + 50 * value:.5f}", hand, *best, match])
    return text.getvalue()


def main() -> None:
    table = load()
    write_whole(SHIPPED, written(table))
    write_whole(SCORES, scores_csv(table))
    print(f"{len(list(table))} subgames, {sum(map(table.solved, ALL_SCORES))} scores")


if __name__ == "__main__":
    main()
