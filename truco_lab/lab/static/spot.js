// Reading what the kernel sent: names of seats, cards and actions, what a hand has left, what the reader has drafted.
import { SUIT_SIGNS, facesOf } from "./cards.js";

export const seatName = (lab, seat) => lab.say(seat === 0 ? "mao" : "pe");

/** Which seat sits at the bottom of the table: ours. */
export const ourSeat = (lab) => (lab.get("dealer") === "them" ? 0 : 1);

/** A card class as people write it: 5♦, Q. */
export function cardName(lab, card) {
  const { rank, suit } = facesOf(lab.get("board").labels[card]);
  return rank + (suit === null ? "" : SUIT_SIGNS[suit]);
}

export const handName = (lab, cards) => cards.map((card) => cardName(lab, card)).join(" ");

/** An action in a word or two. */
export function actionName(lab, choice) {
  if (choice.card !== null) return cardName(lab, choice.card) + (choice.kind === "hidden" ? ` ${lab.say("face-down")}` : "");
  if (choice.kind === "raise") return lab.say(`rung-${choice.to}`);
  if (lab.get("board").state.asked === "eleven") return lab.say(choice.kind === "accept" ? "play-eleven" : "fold-eleven");
  return lab.say(choice.kind);
}

/** The same where there is little room: a card face down has a star. */
export const shortName = (lab, choice) => (choice.kind === "hidden" ? `${cardName(lab, choice.card)}*` : actionName(lab, choice));

/** What is left of a dealt hand without some cards. */
export function without(hand, gone) {
  const left = [...hand];
  for (const card of gone) {
    const k = left.indexOf(card);
    if (k >= 0) left.splice(k, 1);
  }
  return left;
}

/** The kind of an action for one hand: an open card is its highest, middle or lowest. */
export function kindOf(choice, left) {
  if (choice.kind !== "open") return choice.kind;
  const ranks = [...new Set(left)];
  if (choice.card === ranks[0]) return "highest";
  return choice.card === ranks[ranks.length - 1] ? "lowest" : "middle";
}

export const KINDS = ["highest", "middle", "lowest", "hidden", "raise", "accept", "fold"];

/** Flat pairs or triples, cut up. */
export function cut(flat, width) {
  const rows = [];
  for (let k = 0; k < flat.length; k += width) rows.push(flat.slice(k, k + width));
  return rows;
}

/** Every hand that may be here, with everything known of it. */
export function rows(lab) {
  const { board, play, worth } = lab.all();
  if (!play?.hands) return [];
  const never = new Set(play.never);
  const replied = new Set(play.replied);
  return play.hands.map((dealt, k) => {
    const left = without(dealt, play.played);
    const mix = cut(play.mix[k], 2).map(([action, chance]) => ({ action, chance, kind: kindOf(board.choices[action], left) }));
    const values = worth ? cut(worth.actions[k], 3).map(([action, win, points]) => ({ action, win, points })) : null;
    return {
      k, dealt, left, mix, values,
      share: play.share[k],
      own: play.own[k],
      never: never.has(k),
      replied: replied.has(k),
      win: worth ? worth.win[k] : null,
      best: worth ? worth.best[k] : null,
    };
  });
}

/** The other seat's hands: only who is here. */
export function opponentRows(lab) {
  const other = lab.get("play")?.opponent;
  if (!other) return [];
  return other.hands.map((dealt, k) => ({ k, dealt, left: without(dealt, other.shown), share: other.share[k], mix: [], values: null, never: false }));
}

/** Whether a hand is one that a seat's draft describes. */
export function drafted(draft, dealt) {
  return draft !== null && draft.slots.every((slot, k) => slot === null || slot === dealt[k]);
}

/** Chance of each kind of action over the range. */
export function kindShares(list) {
  const shares = {};
  const total = list.reduce((all, row) => all + row.share, 0) || 1;
  for (const row of list) for (const { kind, chance } of row.mix) shares[kind] = (shares[kind] ?? 0) + (row.share / total) * chance;
  return shares;
}
