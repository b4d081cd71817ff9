// What each rank did when, from the control log.

import { get, path } from "./api.js";
import { MARKS } from "./chart.js";
import { h, s, show, table } from "./dom.js";
import { clock, duration, number } from "./format.js";
import { scale } from "./svg.js";

const STATES = { training: "--useful", starting: "--starting", recovering: "--recovering", waiting: "--waiting", done: "--done", failed: "--bad", gone: "--idle" };
const ROW = 22;
const LEFT = 64;
const TOP = 26;
const WIDTH = 1000;
const RANKS_SHOWN = 64;

export async function timeline(place, id) {
  const draw = async () => {
    const { spans, marks } = await get(path("runs", id, "timeline"));
    if (!spans.length) { show(place, h("p", { class: "muted" }, "No worker was started yet.")); return; }
    show(place, h("section", { class: "card" }, h("h2", null, "What each rank did"), picture(spans, marks), legend(spans, marks)), listed(marks));
  };
  await draw();
  return { state: draw };
}

function picture(spans, marks) {
  const ranks = [...new Set(spans.map((span) => span.rank))].sort((a, b) => a - b).slice(0, RANKS_SHOWN);
  const from = Math.min(...spans.map((span) => Date.parse(span.from)));
  const to = Math.max(...spans.map((span) => Date.parse(span.to)), from + 1);
  const x = scale([from, to], [LEFT, WIDTH - 8]);
  const height = TOP + ranks.length * ROW + 30;
  const svg = s("svg", { class: "picture wide", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": `Time line of ${ranks.length} ranks over ${duration((to - from) / 1000)}` });
  ranks.forEach((rank, i) => svg.append(s("text", { x: LEFT - 8, y: TOP + i * ROW + 15, "text-anchor": "end" }, `rank ${rank}`)));
  for (const span of spans) {
    const row = ranks.indexOf(span.rank);
    if (row < 0) continue;
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
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Time line" }, svg);
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
