"""What the tables' columns mean and what is said beside them: the query layer's sentences in one place."""

from __future__ import annotations

from ..rules import Dominated

UNITS = {
    "hand": "the three cards as dealt, strongest first",
    "left": "those of them still in hand",
    "action": "as it is written in a line",
    "probability": "chance of the action with this hand (of a spot: of getting there), 0 to 1",
    "frequency": "chance of the action over the range, 0 to 1",
    "share": "share of the range, 0 to 1; sums to 1",
    "reach": "chance, over all deals, of this hand getting to the spot, 0 to 1; sums to the spot's probability",
    "own": "chance that the hand's own choices lead here, 0 to 1",
    "win": "chance of winning the match, in %; of an action: of those who take it, or who could if nobody does",
    "best": "chance of winning the match with the best response from here on, in %",
    "gap_pp": "best less win, in percentage points of the match",
    "points": "expected points of the hand, won less lost",
    "cost_pp": "what the action loses against the baseline, in percentage points of the match",
    "cost_points": "what the action loses against the baseline, in points of the hand",
    "never": "whether the solution practically never holds this hand here",
    "source": "solution, best response (to it), or re-solved (on the spot)",
    "dominated": "why the tree leaves the action out",
    "class": "what the hand consists of",
    "spot": "the spot's line",
    "plays_highest": "chance of playing the highest card that is left, 0 to 1; of equal cards all are",
    "plays_middle": "chance of playing a card between the highest and the lowest, 0 to 1",
    "plays_lowest": "chance of playing the lowest card that is left, 0 to 1",
    "raises": "chance of a raise (of a spot: over the range), 0 to 1",
    "accepts": "chance of accepting (of a spot: over the range), 0 to 1",
    "folds": "chance of folding (of a spot: over the range), 0 to 1",
    "hides": "chance of a card face down (of a spot: over the range), 0 to 1",
    "most_played": "the action taken most often, as it is written in a line",
    "variation": "total variation between what the hand does here and at the other spot, 0 to 1",
    "signed": "chance of accepting at the other spot less that here, -1 to 1",
    "strongest": "chance of the strongest card left among those who play one, 0 to 1",
    "middle": "chance of a card between among those who play one, 0 to 1",
    "lowest": "chance of the lowest card left among those who play one, 0 to 1",
    "measure": "what is measured",
    "value": "the measure's value, in its own unit",
    "unit": "the unit of the value",
}
"""Meaning and unit of every column of every table."""

REASONS = {reason: reason.value for reason in Dominated}
"""Why an action is left out."""

STAND_IN = "stand-in match values: a benchmark, not a solution of the real match"
PINNED = (
    "{seat}'s hand is pinned and {actor} does not know it: it changes which hands {actor} has, not what they win, "
    "which is against {seat}'s whole range; so the match's chances are not those given the pinned hand"
)
RESOLVED = (
    "the solution practically never gets here{after}: what is left of the hand was solved on the spot from {ranges}, "
    "to {gap:.3f} pp of local exploitability in {iterations} iterations and {seconds:.2f} s{short}; {safe}"
)
BOUNDED = (
    "hands that do well to come here are taken to, and none gains more than {excess:.2f} pp by it over what the "
    "solution gives it anyway"
)
NOT_BOUNDED = "no value bound is at hand, so these ranges are taken as given"
REPLYING = (
    "the solution practically never gets here, and solving what is left of the hand reached only {gap:.1f} pp in "
    "{iterations} iterations and {seconds:.2f} s: each hand answers with its best response to the solution"
)
AFTER_DOMINATED = " (a dominated action leads there)"
STATED_RANGES = "both seats' hands as their earlier choices leave them, where nothing is read into choices never made"
NOT_CONVERGED = "; it did not reach {target} pp"
