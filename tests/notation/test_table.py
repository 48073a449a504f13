"""The notation by example: one row a rule.

A row is a line, the line of the spot it is read over (empty: the default), and what comes of it: the canonical line, or
the code of the first error, whose span is marked in the line with « and ».
"""

from __future__ import annotations

import pytest

from truco_lab.notation import IllegalSpotError, SpotError, SpotSyntaxError, check, parse
from truco_lab.notation.catalogue import ILLEGAL_ERRORS, SYNTAX_ERRORS

SPOTS = [
    # nothing written keeps everything
    ("", "", "11x11 v4"),
    ("   ", "", "11x11 v4"),
    ("\t\n\xa0\u2003\ufeff", "", "11x11 v4"),
    ("", "10x9 v7 pe[3 2 ?] : 3 j", "10x9 v7 pe[3 2 ?] : 3 j"),
    # score
    ("10x10", "", "10x10 v4"),
    ("0x0", "", "0x0 v4"),
    ("11X8", "", "11x8 v4"),
    ("8x11", "", "8x11 v4"),
    ("10 x 10", "", "10x10 v4"),
    ("  3x7  ", "", "3x7 v4"),
    ("2x2", "10x10 v7 : 3 j", "2x2 v7 : 3 j"),
    # turn-up
    ("v4", "", "11x11 v4"),
    ("v5", "", "11x11 v5"),
    ("v6", "", "11x11 v6"),
    ("v7", "", "11x11 v7"),
    ("vq", "", "11x11 vq"),
    ("VJ", "", "11x11 vj"),
    ("vK", "", "11x11 vk"),
    ("Va", "", "11x11 va"),
    ("v2", "", "11x11 v2"),
    ("v3", "", "11x11 v3"),
    ("v 7", "", "11x11 v7"),
    # sections in any order, with little or much space
    ("v7 10x10", "", "10x10 v7"),
    ("pe[3 2 ?] v4 10x10", "", "10x10 v4 pe[3 2 ?]"),
    ("pe[? ? 4] 0x0 mao[3 ? ?] v7 : r", "", "0x0 v7 mao[3 ? ?] pe[? ? 4] : r"),
    ("10x10v4pe[5d3?]:3", "", "10x10 v4 pe[5d 3 ?] : 3"),
    ("10x10   v4\t:\n3   j", "", "10x10 v4 : 3 j"),
    ("10x10\xa0v4\u3000: 3\u2009j", "", "10x10 v4 : 3 j"),
    # the two lines of the specification
    ("10x10 v4 pe![5d 3 ?] : 3 j / r a", "", "10x10 v4 pe![5d 3 ?] : 3 j / r a"),
    ("11x8 v4 mao![5d 3 ?] : a 5d 7 / 3* j", "", "11x8 v4 mao![5d 3 ?] : a 5d 7 / 3* j"),
    # drafts
    ("pe[5d 3 ?]", "", "11x11 v4 pe[5d 3 ?]"),
    ("pe[5d3?]", "", "11x11 v4 pe[5d 3 ?]"),
    ("pe[5d,3,?]", "", "11x11 v4 pe[5d 3 ?]"),
    ("pe[ 5d , 3 , ? ]", "", "11x11 v4 pe[5d 3 ?]"),
    ("pe[5d 3 .]", "", "11x11 v4 pe[5d 3 ?]"),
    ("pe[..4]", "", "11x11 v4 pe[? ? 4]"),
    ("PE![5D 3 ?]", "", "11x11 v4 pe![5d 3 ?]"),
    ("pé[3 2 a]", "", "11x11 v4 pe[3 2 a]"),
    ("pe\u0301[3 2 a]", "", "11x11 v4 pe[3 2 a]"),
    ("PÉ[3 2 a]", "", "11x11 v4 pe[3 2 a]"),
    ("mao[3 2 a]", "", "11x11 v4 mao[3 2 a]"),
    ("mão![3 2 a]", "", "11x11 v4 mao![3 2 a]"),
    ("ma\u0303o[3 2 a]", "", "11x11 v4 mao[3 2 a]"),
    ("MÃO[3 2 a]", "", "11x11 v4 mao[3 2 a]"),
    ("pe [3 2 a]", "", "11x11 v4 pe[3 2 a]"),
    ("pe! [3 2 a]", "", "11x11 v4 pe![3 2 a]"),
    ("pe[md 3 ?]", "", "11x11 v4 pe[5d 3 ?]"),
    ("pe[mc mh ms]", "", "11x11 v4 pe[5c 5h 5s]"),
    ("va pe[MC 3 ?]", "", "11x11 va pe[2c 3 ?]"),
    ("v3 pe[4c 3 2]", "", "11x11 v3 pe[4c 3 2]"),
    ("v2 pe[3c 2 a]", "", "11x11 v2 pe[3c 2 a]"),
    ("vk pe[ad 3 ?]", "", "11x11 vk pe[ad 3 ?]"),
    ("pe[3 3 3]", "", "11x11 v4 pe[3 3 3]"),
    ("pe[4 4 4]", "", "11x11 v4 pe[4 4 4]"),
    ("v5 mao[3 3 ?] pe[3 3 ?]", "", "11x11 v5 mao[3 3 ?] pe[3 3 ?]"),
    ("pe[? 3 ?]", "", "11x11 v4 pe[? 3 ?]"),
    ("pe[? 5h ?]", "", "11x11 v4 pe[? 5h ?]"),
    ("pe[? ? 5s]", "", "11x11 v4 pe[? ? 5s]"),
    ("mao[? 5s ?] pe[? 5d ?]", "", "11x11 v4 mao[? 5s ?] pe[? 5d ?]"),
    # clearing
    ("mao[? ? ?]", "mao[3 2 a] pe[3 2 a]", "11x11 v4 pe[3 2 a]"),
    ("pe[...]", "mao[3 2 a] pe[3 2 a]", "11x11 v4 mao[3 2 a]"),
    ("pe![? ? ?]", "pe[3 2 a]", "11x11 v4"),
    (":", "10x10 v7 pe[3 2 ?] : 3 j", "10x10 v7 pe[3 2 ?]"),
    ("10x9 :", "10x10 v7 : 3 j", "10x9 v7"),
    # history
    (": 3", "", "11x11 v4 : 3"),
    (":3 j", "", "11x11 v4 : 3 j"),
    (": 3 J / K", "", "11x11 v4 : 3 j / k"),
    (": 3 j k", "", "11x11 v4 : 3 j / k"),
    (": 3 j/k", "", "11x11 v4 : 3 j / k"),
    (": 3 j /", "", "11x11 v4 : 3 j"),
    (": 3 j / 3 j /", "", "11x11 v4 : 3 j / 3 j"),
    (": 3 j / k* q", "", "11x11 v4 : 3 j / k* q"),
    (": 3 j / 5c* 4*", "", "11x11 v4 : 3 j / 5c* 4*"),
    (": mc md / 4 4", "", "11x11 v4 : 5c 5d / 4 4"),
    (": 3 j / mc* q", "", "11x11 v4 : 3 j / 5c* q"),
    (": 3 3 / 2 2 / a a", "", "11x11 v4 : 3 3 / 2 2 / a a"),
    (": 3 j / q k / 4 5c", "", "11x11 v4 : 3 j / q k / 4 5c"),
    (": j 3 / 2", "", "11x11 v4 : j 3 / 2"),
    # the letter a: ace when nothing is pending, answer when something is
    (": a a", "", "11x11 v4 : a a"),
    ("11x8 : a", "", "11x8 v4 : a"),
    ("11x8 : a a", "", "11x8 v4 : a a"),
    ("11x8 : a a a / a", "", "11x8 v4 : a a a / a"),
    ("0x0 : r a a", "", "0x0 v4 : r a a"),
    ("0x0 : a r a", "", "0x0 v4 : a r a"),
    ("11x8 : f", "", "11x8 v4 : f"),
    ("8x11 : a 3 j", "", "8x11 v4 : a 3 j"),
    # the accept of a hand of eleven is supplied
    ("11x8 : 3", "", "11x8 v4 : a 3"),
    ("8x11 : 5d 3", "", "8x11 v4 : a 5d 3"),
    ("11x8 vk : ad", "", "11x8 vk : a ad"),
    ("11x8 : 3 j / 2* q", "", "11x8 v4 : a 3 j / 2* q"),
    # stakes
    ("0x0 : r", "", "0x0 v4 : r"),
    ("0x0 : r3", "", "0x0 v4 : r"),
    ("0x0 : R3 R6 r9 r12 a", "", "0x0 v4 : r r6 r9 r12 a"),
    ("0x0 : r f", "", "0x0 v4 : r f"),
    ("0x0 : r r6 f", "", "0x0 v4 : r r6 f"),
    ("0x0 : r a 3 r6 a", "", "0x0 v4 : r a 3 r6 a"),
    ("0x0 : 3 r r6 a", "", "0x0 v4 : 3 r r6 a"),
    ("0x0 : 3 j / r a 3 r6 a", "", "0x0 v4 : 3 j / r a 3 r6 a"),
    ("10x10 : r a", "", "10x10 v4 : r a"),
    ("9x9 : r a 3 j / q r6 r9 f", "", "9x9 v4 : r a 3 j / q r6 r9 f"),
    # drafts and plays agree
    ("pe[5d 3 2] : 3 3 / k", "", "11x11 v4 pe[5d 3 2] : 3 3 / k"),
    ("pe[5d ? ?] : 3 j / q 4", "", "11x11 v4 pe[5d ? ?] : 3 j / q 4"),
    ("pe[5d ? ?] : 3 j / q k", "", "11x11 v4 pe[5d ? ?] : 3 j / q k"),
    ("mao[5d 3 ?] : 5d 7 / 3", "", "11x11 v4 mao[5d 3 ?] : 5d 7 / 3"),
    ("mao[5d 3 ?] : 5d 7 / 3* j", "", "11x11 v4 mao[5d 3 ?] : 5d 7 / 3* j"),
    ("pe[5c ? ?] : 3 j 5c*", "", "11x11 v4 pe[5c ? ?] : 3 j / 5c*"),
    # what is kept is checked against what is new
    ("11x8", "10x10 : 3 j", "11x8 v4 : a 3 j"),
    ("8x11", "11x8 : a 3 j", "8x11 v4 : a 3 j"),
    ("11x11", "11x8 : a 3 j", "11x11 v4 : 3 j"),
    ("11x11", "11x8 : f", "11x11 v4"),
    ("8x11", "11x8 : f", "8x11 v4 : f"),
    ("11x11", "10x10 : 3 j / r a q", "11x11 v4 : 3 j"),
    ("11x3", "10x3 : r a", "11x3 v4 : a"),
    ("v5", "v4 : 5d 7", "11x11 v5 : 6d 7"),
    ("v5", "v4 : 3 6 / 2", "11x11 v5 : 3"),
    ("v5", "v4 pe[5d 3 ?] : 3 j", "11x11 v5 pe[6d 3 ?] : 3 j"),
    ("v5", "v4 pe[6 4 ?]", "11x11 v5"),
    ("v7", "v4 pe[4 4 4]", "11x11 v7 pe[4 4 4]"),
    ("v3", "v5 mao[3 3 ?] pe[? 3 3]", "11x11 v3 mao[3 3 ?]"),
    (": 6d", "v5", "11x11 v5 : 6d"),
    (": 3 j", "pe[5d 3 2]", "11x11 v4 : 3 j"),
    (": 3 3", "pe[5d 3 2]", "11x11 v4 pe[5d 3 2] : 3 3"),
    ("pe[5d 3 2]", ": 3 j / 2 q", "11x11 v4 pe[5d 3 2] : 3"),
    ("pe[5d j ?]", ": 3 j / 2", "11x11 v4 pe[5d j ?] : 3 j / 2"),
    ("mao[5d ? ?]", "pe[5d 3 2]", "11x11 v4 mao[5d ? ?]"),
    ("mao[3 3 ?]", "pe[3 3 ?]", "11x11 v4 mao[3 3 ?] pe[3 3 ?]"),
    ("mao[3 3 3]", "pe[3 3 ?]", "11x11 v4 mao[3 3 3]"),
]

ERRORS = [
    # head
    ("«hello»", "", "head-unreadable"),
    ("«h\0i»", "", "head-unreadable"),
    ("«\ud800»", "", "head-unreadable"),
    ("10x10 «w4» : 3", "", "head-unreadable"),
    ("10x10 «!»", "", "head-unreadable"),
    ("«[5d 3 ?]»", "", "head-unreadable"),
    ("«pee»[5d 3 ?]", "", "head-unreadable"),
    ("10x10«x»", "", "head-unreadable"),
    ("v4«5»", "", "score-unfinished"),
    ("10x10 v4 «3» j", "", "missing-colon"),
    ("«3» j", "", "missing-colon"),
    ("«5d»", "", "missing-colon"),
    ("10x10 «r»", "", "missing-colon"),
    ("«10»", "", "score-unfinished"),
    ("«10x»", "", "score-unfinished"),
    ("«10x  »", "", "score-unfinished"),
    ("«10x» v4", "", "score-unfinished"),
    ("«10»-10", "", "score-unfinished"),
    ("«10» 10 v4", "", "score-unfinished"),
    ("«12»x3", "", "score-range"),
    ("3x«12»", "", "score-range"),
    ("3x«03»", "", "score-range"),
    ("«999999999999»x1", "", "score-range"),
    ("10x10 «v»", "", "vira-unfinished"),
    ("«v» : 3", "", "vira-unfinished"),
    ("«v8»", "", "vira-rank"),
    ("«v10»", "", "vira-rank"),
    ("«vira4»", "", "vira-rank"),
    ("10x10 «10x10»", "", "duplicate-section"),
    ("v4 «v5»", "", "duplicate-section"),
    ("pe[3 2 ?] «pé[3 2 ?]»", "", "duplicate-section"),
    ("mao[3 2 ?] pe[3 2 ?] «mão![? ? ?]»", "", "duplicate-section"),
    # drafts that cannot be read
    ("«pe»", "", "draft-unopened"),
    ("«pe!»", "", "draft-unopened"),
    ("10x10 «mão» : 3", "", "draft-unopened"),
    ("pe «!»[3 2 ?]", "", "pin-apart"),
    ("pe[3 «x» ?]", "", "slot-unreadable"),
    ("pe[3 «10» ?]", "", "slot-unreadable"),
    ("pe[3 «5♦» ?]", "", "slot-unreadable"),
    ("pe[«[»3 2 ?]", "", "slot-unreadable"),
    ("pe[3 2«]»", "", "slot-count"),
    ("pe[«]»", "", "slot-count"),
    ("pe[3 2 a «4»]", "", "slot-count"),
    ("pe[3 2 a «4 4»]", "", "slot-count"),
    ("pe[3,«,»,2 ?]", "", "stray-comma"),
    ("pe[3,«,»2 ?]", "", "stray-comma"),
    ("pe[«,»3 2 ?]", "", "stray-comma"),
    ("pe[3 2 ?«,»]", "", "stray-comma"),
    ("pe[3 2 ?«»", "", "draft-unclosed"),
    ("pe[«»", "", "draft-unclosed"),
    ("pe[3,«»", "", "draft-unclosed"),
    ("pe![5d 3«»", "", "draft-unclosed"),
    ("pe[3 2 ? «:» 3", "", "draft-unclosed"),
    # history that cannot be read
    (": «3j»", "", "action-unreadable"),
    (": 3 «x» j", "", "action-unreadable"),
    (": 3 «10»", "", "action-unreadable"),
    (": «r4»", "", "action-unreadable"),
    (": «r1»", "", "action-unreadable"),
    (": 3 j «:» 3", "", "action-unreadable"),
    (": 3 «*»", "", "action-unreadable"),
    (": 3 j / «3**»", "", "action-unreadable"),
    (": «?»", "", "action-unreadable"),
    (": «v4»", "", "action-unreadable"),
    (": «\ud800»", "", "action-unreadable"),
    # cards under this turn-up
    ("v4 : «5»", "", "bare-manilha"),
    ("v3 : «4»", "", "bare-manilha"),
    ("v2 : «3»", "", "bare-manilha"),
    ("vk : 3 «a»", "", "bare-manilha"),
    (": 3 j / «5*»", "", "bare-manilha"),
    ("v4 pe[«5» 3 ?]", "", "bare-manilha"),
    ("pe[«5» 3 ?] : 3", "", "bare-manilha"),
    ("pe[«5 3 ?]»", "", "bare-manilha"),
    ("pe[5d 3 «5]»", "", "bare-manilha"),
    ("v4 : «3d»", "", "suit-on-plain"),
    (": 3 j / «3d*»", "", "suit-on-plain"),
    ("v5 : «5d»", "", "suit-on-plain"),
    ("v4 mao[5c «4h» ?]", "", "suit-on-plain"),
    # drafts that cannot be dealt
    ("v4 pe[3 «5d» ?]", "", "draft-order"),
    ("v4 pe[4 «2» 3]", "", "draft-order"),
    ("v4 pe[4 ? «2»]", "", "draft-order"),
    ("v4 pe[5d «5d» ?]", "", "draft-copies"),
    ("v4 pe[5d ? «5d»]", "", "draft-copies"),
    ("v4 mao[5d ? ?] pe[«5d» ? ?]", "", "draft-copies-other"),
    ("v4 pe[5d ? ?] mao[«5d» ? ?]", "", "draft-copies-other"),
    ("v4 mao[4 4 ?] pe[4 «4» ?]", "", "draft-copies-other"),
    ("v4 mao[3 3 3] pe[3 «3» ?]", "", "draft-copies-other"),
    ("v4 pe[? «5c» ?]", "", "draft-gap"),
    ("v4 pe[? ? «5c»]", "", "draft-gap"),
    ("v4 pe[? ? «5h»]", "", "draft-gap"),
    ("v4 pe[5c ? «5h»]", "", "draft-gap"),
    ("v4 mao[5c ? ?] pe[«? 5h ?»]", "", "draft-together"),
    ("v4 mao[? 5h ?] pe[«? 5s ?»]", "", "draft-together"),
    # plays that the drafts cannot hold
    ("pe[5d 3 2] : 3 «j»", "", "not-in-draft"),
    ("pe[5d 3 2] : 3 3 / 2 «3»", "", "not-in-draft"),
    ("mao[5d 3 2] : «5h»", "", "not-in-draft"),
    ("mao[? ? 3] : «2»", "", "not-in-draft"),
    ("mao[5d 3 ?] : 5d 7 / «5h*»", "", "not-in-draft"),
    ("pe[5d 3 ?] : «5d»", "", "drafted-elsewhere"),
    ("mao[5c 3 2] : 3 «5c»", "", "drafted-elsewhere"),
    ("mao[5d ? 3] : «5h»", "", "not-in-draft"),
    # the rules
    (": 5d «5d»", "", "no-copies"),
    (": 4 4 / 4 «4»", "", "no-copies"),
    (": «3*»", "", "hidden-in-round-1"),
    (": 3 «j*»", "", "hidden-in-round-1"),
    ("11x8 : «a*»", "", "hidden-in-round-1"),
    ("0x0 : r «3»", "", "answer-first"),
    ("0x0 : 3 j / r «3*»", "", "answer-first"),
    (": «f»", "", "nothing-pending"),
    ("0x0 : r a «f»", "", "nothing-pending"),
    ("11x8 : a «f»", "", "nothing-pending"),
    ("11x11 : «r»", "", "no-raise-at-11"),
    ("11x8 : «r»", "", "no-raise-at-11"),
    ("11x8 : a «r»", "", "no-raise-at-11"),
    ("3x11 : a 3 «r3»", "", "no-raise-at-11"),
    ("0x0 : «r6»", "", "wrong-rung"),
    ("0x0 : r «r9»", "", "wrong-rung"),
    ("0x0 : r «r»", "", "wrong-rung"),
    ("0x0 : r a 3 «r»", "", "wrong-rung"),
    ("0x0 : r r6 r9 r12 «r12»", "", "top-rung"),
    ("0x0 : r r6 r9 r12 a «r12»", "", "top-rung"),
    ("0x0 : r a «r6»", "", "not-your-raise"),
    ("0x0 : 3 r a «r6»", "", "not-your-raise"),
    (": 3 j 3 j «3»", "", "hand-decided"),
    (": 3 3 2 j «a»", "", "hand-decided"),
    (": 3 3 / 2 2 / a a «4»", "", "hand-decided"),
    ("0x0 : 3 j 3 j «r»", "", "hand-decided"),
    ("0x0 : r f «3»", "", "hand-folded"),
    ("11x8 : f «a»", "", "hand-folded"),
    (": «/»", "", "mark-misplaced"),
    (": 3 «/» j", "", "mark-misplaced"),
    (": 3 j / «/» 3", "", "mark-misplaced"),
    ("0x0 : 3 j r «/» a", "", "mark-misplaced"),
    ("11x8 : a «/» 3", "", "mark-misplaced"),
    # the first one in reading order
    ("«12»x3 v8 pe[x] : zz", "", "score-range"),
    ("10x10 «v8» pe[x] : zz", "", "vira-rank"),
    ("pe[3 «x»] v8", "", "slot-unreadable"),
    ("v4 pe[«5» x] : 3*", "", "bare-manilha"),
    (": «3*» zz", "", "hidden-in-round-1"),
    # over another spot
    (": «5d»", "v5", "suit-on-plain"),
    ("pe[3 «5d» ?] :", "", "draft-order"),
    (": «r»", "11x11", "no-raise-at-11"),
]

SUGGESTIONS = [
    ("10-10 v4", "10x10 v4"),
    ("10×10 v4", "10x10 v4"),
    ("10 10", "10x10"),
    ("10x10 v4 3 j", "10x10 v4 : 3 j"),
    ("10x10 hello v4", "10x10 v4"),
    ("v4 10x10 v4", "v4 10x10"),
    ("pe ![3 2 ?]", "pe![3 2 ?]"),
    ("pe[3 2]", "pe[3 2 ?]"),
    ("pe[3]", "pe[3 ? ?]"),
    ("pe[3 2 a ?]", "pe[3 2 a]"),
    ("pe[3 2 ? : 3", "pe[3 2 ?] : 3"),
    ("pe[3 2", "pe[3 2 ?]"),
    ("pe[5♦ 3 ?]", "pe[5d 3 ?]"),
    ("pe[3,,2 ?]", "pe[3,2 ?]"),
    ("v4 pe[3 5d ?]", "v4 pe[5d 3 ?]"),
    ("v4 pe[4 2 3]", "v4 pe[3 2 4]"),
    ("v4 pe[?5d5c]", None),
    ("v4 : 3d", "v4 : 3"),
    ("v4 : 5", None),
    (": 3j", ": 3 j"),
    (": 5♦ 3", ": 5d 3"),
    ("10x10 v4 : 3, j", "10x10 v4 : 3 j"),
    ("v4: 3 j; 2", "v4: 3 j 2"),
    ("v4: 3, j; 2.", "v4: 3 j 2"),
    (": 3,j/2,q", ": 3 j / 2 q"),
    (": 3 - j", ": 3 j"),
    (": 3 j : 2", ": 3 j 2"),
    (": 3 ,", ": 3"),
    (": 3 x j", None),
    (": 3 9 j", None),
    (": 3 9", ": 3"),
    ("0x0 : Truco! aceito, 5♦", "0x0 : r a 5d"),
    ("0x0 : truco a", "0x0 : r a"),
    (": 3*", ": 3"),
    ("0x0 : r6", "0x0 : r"),
    ("0x0 : r r9", "0x0 : r r6"),
    ("0x0 : r r6 r9 r12 r12", "0x0 : r r6 r9 r12"),
    ("0x0 : r a r6 3", "0x0 : r a 3"),
    ("11x8 : a r 3", "11x8 : a 3"),
    (": 3 j f", ": 3 j"),
    (": 3 j 3 j 3 2", ": 3 j 3 j"),
    ("0x0 : r f 3", "0x0 : r f"),
    (": 3 / j", ": 3 j"),
    (": 3/j", ": 3 j"),
    ("12x3", None),
    ("v8", None),
    ("[3 2 ?]", None),
]


@pytest.mark.parametrize(("line", "base", "canonical"), SPOTS)
def test_line_names_a_spot(line: str, base: str, canonical: str) -> None:
    spot = parse(line, parse(base))
    assert str(spot) == canonical
    assert parse(canonical) == spot
    assert check(line, parse(base)) == ()


@pytest.mark.parametrize(("marked", "base", "code"), ERRORS)
def test_line_is_wrong(marked: str, base: str, code: str) -> None:
    line = marked.replace("«", "").replace("»", "")
    with pytest.raises(SpotError) as raised:
        parse(line, parse(base))
    error = raised.value
    assert (error.code, error.start, error.end) == (code, marked.index("«"), marked.index("»") - 1)
    assert isinstance(error, SpotSyntaxError if code in SYNTAX_ERRORS else IllegalSpotError)
    assert error.text == line
    for sentence in (error.en, error.pt):
        assert "{" not in sentence
        assert sentence.endswith(".")
    assert error.en != error.pt


@pytest.mark.parametrize(("line", "mended"), SUGGESTIONS)
def test_one_edit_mends_it(line: str, mended: str | None) -> None:
    with pytest.raises(SpotError) as raised:
        parse(line)
    assert raised.value.suggestion == mended
    if mended is not None:
        parse(mended)


def test_the_table_is_whole() -> None:
    assert len(SPOTS) + len(ERRORS) >= 150
    codes = {code for _, _, code in ERRORS}
    # A line that is too long always has an earlier error.
    assert codes == (SYNTAX_ERRORS.keys() | ILLEGAL_ERRORS.keys()) - {"too-long"}
