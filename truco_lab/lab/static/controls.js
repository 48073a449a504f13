// Score, dealer, turn-up, language: the head of the lab.
import { escape } from "./dom.js";
import { facesOf } from "./cards.js";
import { ourSeat, seatName } from "./spot.js";

const RANKS = [..."4567QJKA23"];

export function controls(lab) {
  const { board, language, live } = lab.all();
  const off = live ? "" : " disabled";
  const us = ourSeat(lab);
  const side = (name, seat) => {
    const points = board.score[seat];
    const label = lab.say(name);
    return (
      `<div class="tl-side"><span class="tl-side-name">${escape(label)} <span class="tl-role">${escape(seatName(lab, seat))}</span></span>` +
      `<span class="tl-stepper" role="group" aria-label="${escape(lab.say("points-of", { side: label }))}">` +
      `<button data-do="points" data-arg="${seat}:-1" data-key="${name}-less" aria-label="${escape(lab.say("point-less"))}"${points === 0 ? " disabled" : off}>−</button>` +
      `<output aria-live="polite">${points}</output>` +
      `<button data-do="points" data-arg="${seat}:1" data-key="${name}-more" aria-label="${escape(lab.say("point-more"))}"${points === 11 ? " disabled" : off}>+</button></span></div>`
    );
  };
  const unused = live && !lab.ui.toured && !lab.get("can")?.undo; // the first look stands out until something was done
  const dealer = us === 0 ? "them" : "us";
  const ranks = RANKS.map((rank) => {
    const on = rank === board.turn_up;
    return (
      `<button class="tl-rank" role="radio" aria-checked="${on}" tabindex="${on ? 0 : -1}" data-do="turn_up" data-arg="${rank}" data-key="rank-${rank}"${off} ` +
      `title="${escape(lab.say("turn-up-gives", { rank, manilha: RANKS[(RANKS.indexOf(rank) + 1) % 10] }))}">${rank}</button>`
    );
  });
  return (
    `<div class="tl-brand"><span class="tl-mark" aria-hidden="true">♣♥♠♦</span><span>truco<b>lab</b></span></div>` +
    `<div class="tl-score" data-tour="score">${side("us", us)}<span class="tl-times">×</span>${side("them", 1 - us)}` +
    `<button class="tl-button tl-deal" data-do="deal" data-key="deal"${off} title="${escape(lab.say("deal-turns"))}">` +
    `<span aria-hidden="true">⇄</span> ${escape(lab.say("deals", { side: lab.say(dealer) }))}</button></div>` +
    `<div class="tl-vira" data-tour="vira"><span class="tl-cap">${escape(lab.say("turn-up"))}</span><div class="tl-ranks" role="radiogroup" aria-label="${escape(lab.say("turn-up"))}">${ranks.join("")}</div>` +
    `<span class="tl-cap">${escape(lab.say("manilha"))} <b>${facesOf(board.manilha).rank}</b></span></div>` +
    `<div class="tl-menu"><button class="tl-button${unused ? " tl-main" : ""}" data-do="guide" data-key="guide">${escape(lab.say("guide"))}</button>` +
    `<button class="tl-button" data-do="theme" data-key="theme" aria-label="${escape(lab.say("theme"))}" title="${escape(lab.say("theme"))}">◐</button>` +
    `<button class="tl-button" data-do="language" data-key="language" lang="${language === "en" ? "pt-BR" : "en"}">${language === "en" ? "Português" : "English"}</button></div>`
  );
}
