// The table as it stands at the decision that is looked at.
import { escape } from "./dom.js";
import { SUIT_SIGNS, cardBack, cardFace } from "./cards.js";
import { cardName, ourSeat, seatName, without } from "./spot.js";

export function tablePicture(lab) {
  const { board } = lab.all();
  const { state } = board;
  const us = ourSeat(lab);
  const face = (card) => cardFace(board.labels[card], lab.ui.suit, cardName(lab, card));
  const rounds = [0, 1, 2].map((round) => {
    const puts = state.table.slice(2 * round, 2 * round + 2);
    const place = (seat) => {
      const put = puts.find(([who]) => who === seat);
      if (!put) return '<span class="tl-spot"></span>';
      const won = state.results[round] === seat;
      const led = puts[0][0] === seat;
      const card = put[2]
        ? `<span class="tl-turned">${cardBack(lab.say("face-down-card"))}<small>${escape(cardName(lab, put[1]))}</small></span>`
        : face(put[1]);
      return `<span class="tl-spot${won ? " tl-won" : ""}${led ? " tl-led" : ""}">${card}</span>`;
    };
    const result = state.results[round];
    const mark = result === undefined ? "" : result === null ? lab.say("mark-tie") : lab.say("mark-won", { seat: seatName(lab, result) });
    return `<div class="tl-trick" data-round="${["I", "II", "III"][round]}">${place(1 - us)}<span class="tl-result">${escape(mark) || ["I", "II", "III"][round]}</span>${place(us)}</div>`;
  });
  return (
    `<div class="tl-felt" role="group" aria-label="${escape(lab.say("table"))}">${seatRow(lab, 1 - us, face)}` +
    `<div class="tl-middle"><div class="tl-stock" title="${escape(lab.say("turn-up"))}"><span class="tl-under">${cardBack(lab.say("stock"))}</span>${turnUp(lab)}</div>` +
    `<div class="tl-tricks">${rounds.join("")}</div>${stake(lab)}</div>${seatRow(lab, us, face)}</div>${suitPicker(lab)}`
  );
}

function turnUp(lab) {
  const { board } = lab.all();
  return `<span class="tl-turn-up">${cardFace(board.turn_up.toLowerCase(), lab.ui.suit, `${lab.say("turn-up")} ${board.turn_up}`)}</span>`;
}

function seatRow(lab, seat, face) {
  const { board } = lab.all();
  const played = board.state.table.filter(([who]) => who === seat).map(([, card]) => card);
  const slots = board.drafts[seat]?.slots ?? [null, null, null];
  const known = without(slots.filter((slot) => slot !== null), played);
  const count = 3 - played.length;
  const cards = [...known.slice(0, count).map(face), ...Array.from({ length: Math.max(0, count - known.length) }, () => cardBack(lab.say("unseen")))];
  const acts = board.actor === seat;
  const deals = seat === 1;
  return (
    `<div class="tl-hand-row${acts ? " tl-acts" : ""}"><span class="tl-name"><b>${escape(lab.say(seat === ourSeat(lab) ? "us" : "them"))}</b> ` +
    `${escape(seatName(lab, seat))} · ${board.score[seat]}${deals ? ` <span class="tl-chip" title="${escape(lab.say("dealer"))}">D</span>` : ""}` +
    `${acts ? ` <span class="tl-turn">${escape(lab.say("to-act"))}</span>` : ""}</span><span class="tl-fan">${cards.join("")}</span></div>`
  );
}

function stake(lab) {
  const { state } = lab.get("board");
  const may = state.winner !== null ? "" : state.raiser.length === 2 ? lab.say("raise-both") : state.raiser.length ? lab.say("raise-one", { seat: seatName(lab, state.raiser[0]) }) : lab.say("raise-none");
  const asked = state.pending ? `<em class="tl-shout">${escape(lab.say(`rung-${state.pending}`))}!</em>` : "";
  return `<div class="tl-stake"><span>${escape(lab.say("worth"))}</span><b>${state.winner === null ? state.stake : state.points}</b>${asked}<small>${escape(may)}</small></div>`;
}

function suitPicker(lab) {
  const buttons = ["", "d", "s", "h", "c"].map((suit) => {
    const name = suit ? SUIT_SIGNS[suit] : "∗";
    return `<button data-do="suit" data-arg="${suit}" data-key="suit-${suit}" aria-pressed="${lab.ui.suit === suit}" aria-label="${escape(lab.say(suit ? `suit-${suit}` : "suit-any"))}">${name}</button>`;
  });
  return `<div class="tl-suits" role="group" aria-label="${escape(lab.say("plain-suit"))}"><span>${escape(lab.say("plain-suit"))}</span>${buttons.join("")}</div>`;
}
