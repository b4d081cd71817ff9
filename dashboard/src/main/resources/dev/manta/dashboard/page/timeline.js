// What each rank did when, from the control log.

import { get, path } from "./api.js";
import { MARKS } from "./chart.js";
import { again, h, s, show, table } from "./dom.js";
import { clock, duration, number } from "./format.js";
import { kept, scale } from "./svg.js";

const STATES = { training: "--useful", starting: "--starting", recovering: "--recovering", waiting: "--waiting", done: "--done", failed: "--bad", gone: "--idle" };
const ENDED = new Set(["finished", "failed", "stopped", "interrupted", "deleted"]);
const ROW = 22;
const LEFT = 64;
const TOP = 26;
const WIDTH = 1000;
const RANKS_SHOWN = 1000;
const AGAIN = 2000;

export async function timeline(place, id) {
  let timer = null;
  let over = false;
  const draw = async () => {
    const { spans, marks } = await get(path("runs", id, "timeline"));
    if (!spans.length) { show(place, h("p", { class: "muted" }, "No worker was started yet.")); return; }
    if (over) return;
    const ranks = [...new Set(spans.map((span) => span.rank))].sort((a, b) => a - b);
    const more = ranks.length > RANKS_SHOWN ? h("p", { class: "warning" }, `The first ${number(RANKS_SHOWN)} of ${number(ranks.length)} ranks are shown.`) : null;
    again(place, () => show(place, h("section", { class: "card" }, h("h2", null, "What each rank did"), more, picture(spans, marks, ranks.slice(0, RANKS_SHOWN)), legend(spans, marks)), listed(marks)));
  };
  await draw();
  // What a rank does continues without a record.
  let continues = false;
  const round = async () => {
    await draw().catch(() => {});
    timer = continues && !over ? setTimeout(round, AGAIN) : null;
  };
  return {
    news(now) {
      continues = !ENDED.has(now.status);
      if (continues) timer ??= setTimeout(round, AGAIN);
    },
    state: draw,
    close() { over = true; clearTimeout(timer); },
  };
}

function picture(spans, marks, ranks) {
  const rows = new Map(ranks.map((rank, i) => [rank, i]));
  const from = spans.reduce((least, span) => Math.min(least, Date.parse(span.from)), Infinity);
  const to = spans.reduce((most, span) => Math.max(most, Date.parse(span.to)), from + 1);
  const x = scale([from, to], [LEFT, WIDTH - 8]);
  const height = TOP + ranks.length * ROW + 30;
  const svg = s("svg", { class: "picture wide", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": `Time line of ${ranks.length} ranks over ${duration((to - from) / 1000)}` });
  ranks.forEach((rank, i) => svg.append(s("text", { x: LEFT - 8, y: TOP + i * ROW + 15, "text-anchor": "end" }, `rank ${rank}`)));
  for (const span of spans) {
    const row = rows.get(span.rank);
    if (row === undefined) continue;
    const start = x(Date.parse(span.from));
    const width = Math.max(1, x(Date.parse(span.to)) - start);
    svg.append(s("rect", { x: start, y: TOP + row * ROW + 3, width, height: ROW - 6, rx: 2, fill: `var(${STATES[span.state] ?? "--idle"})` },
      s("title", null, `rank ${span.rank}, ${span.state}, attempt ${span.attempt}, ${span.worker}: ${duration((Date.parse(span.to) - Date.parse(span.from)) / 1000)} from ${clock(span.from)}`)));
  }
  for (const mark of marks) {
    const at = x(Date.parse(mark.at));
    if (mark.kind === "checkpoint" && marks.length > 200) continue;
    svg.append(s("g", { class: "mark " + mark.kind }, s("path", { d: `M${at} ${TOP - 4}V${TOP + ranks.length * ROW}` }), s("text", { x: at, y: TOP - 8, "text-anchor": "middle" }, MARKS[mark.kind]?.sign ?? "·"), s("title", null, `${mark.kind}: ${mark.text} (${clock(mark.at)})`)));
  }
  for (let i = 0; i <= 5; i++) {
    const time = from + ((to - from) * i) / 5;
    svg.append(s("text", { x: x(time), y: height - 8, "text-anchor": i === 0 ? "start" : i === 5 ? "end" : "middle" }, i === 0 ? clock(from) : "+" + duration((time - from) / 1000)));
  }
  return [kept("time line", svg), h("div", { class: "scroll tall", tabindex: 0, role: "region", "aria-label": "Time line" }, svg)];
}

function legend(spans, marks) {
  const states = [...new Set(spans.map((span) => span.state))];
  const kinds = [...new Set(marks.map((mark) => mark.kind))];
  return h("div", { class: "legend" },
    states.map((state) => h("span", { class: "key" }, h("i", { style: { background: `var(${STATES[state] ?? "--idle"})` } }), state)),
    kinds.map((kind) => h("span", { class: "key" }, h("span", { "aria-hidden": "true" }, MARKS[kind]?.sign ?? "·"), MARKS[kind]?.text ?? kind)));
}

function listed(marks) {
  if (!marks.length) return null;
  const rows = [...marks].reverse().slice(0, 500).map((mark) => [h("time", { datetime: mark.at }, clock(mark.at)), mark.attempt ? number(mark.attempt) : "", mark.step === undefined || mark.step === null ? "" : number(mark.step), MARKS[mark.kind]?.text ?? mark.kind, mark.text]);
  return h("section", null, h("h2", null, "What stands out"), table(["Time", { text: "Attempt", number: true }, { text: "Step", number: true }, "What", { text: "Why", wide: true }], rows, { label: "What stands out" }));
}
