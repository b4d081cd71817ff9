// What ranks logged beside numbers: images, histograms, texts and tables.

import { get, path } from "./api.js";
import { h, s, show, table } from "./dom.js";
import { number, short } from "./format.js";
import { extent, kept, scale, ticks } from "./svg.js";

const AGAIN = 2000;
const VALUES = 60;
const WIDTH = 560;
const HEIGHT = 240;
const LEFT = 64;
const TOP = 28;
const BOTTOM = 28;
const TEXT_MAX = 100000;
const ROWS_MAX = 500;

export async function media(place, id) {
  const cards = new Map();
  const none = h("p", { class: "muted" }, "Nothing was logged beside metrics; a training function does so with ctx.log.");
  const list = h("div", { class: "media" });
  show(place, none, list);
  let timer = null;
  let over = false;
  const draw = async () => {
    const names = await get(path("runs", id, "logged"));
    if (over) return;
    none.hidden = names.length > 0;
    for (const each of names) {
      const key = each.kind + " " + each.name;
      if (!cards.has(key)) {
        cards.set(key, card(id, each));
        list.append(cards.get(key).element);
      }
      cards.get(key).update(each.items);
    }
  };
  await draw();
  return {
    news(now, before) {
      if (before && (now.rows !== before.rows || now.status !== before.status)) {
        timer ??= setTimeout(() => { timer = null; draw().catch(() => {}); }, AGAIN);
      }
    },
    close() { over = true; clearTimeout(timer); },
  };
}

function card(id, named) {
  const body = h("div");
  const element = h("section", { class: "card " + named.kind, "aria-label": named.name }, h("header", null, h("h3", null, named.name), h("span", { class: "muted" }, named.kind)), body);
  return { element, update: named.kind === "image" ? images(body, id, named.name) : values(body, id, named) };
}

// A choice of one of several steps; it stays at the last one until somebody chooses another.
function steps(name, chosen) {
  const input = h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": `Step of ${name}`, oninput: () => tell() });
  const output = h("output");
  let all = [];
  const tell = () => {
    const step = all[Number(input.value)];
    output.textContent = `step ${number(step)}`;
    input.setAttribute("aria-valuetext", output.textContent);
    chosen(step);
  };
  const update = (next) => {
    const last = !all.length || Number(input.value) === all.length - 1;
    const before = all[Number(input.value)];
    all = next;
    input.max = all.length - 1;
    input.value = last ? all.length - 1 : Math.max(0, all.indexOf(before));
    tell();
  };
  return { element: h("div", { class: "steps" }, input, output), update };
}

function images(body, id, name) {
  let items = [];
  const place = h("div", { class: "images" });
  const chooser = steps(name, (step) => show(place, items.filter((each) => each.step === step).map((each) => picture(id, name, each))));
  show(body, chooser.element, place);
  return (next) => {
    if (JSON.stringify(next) === JSON.stringify(items)) return;
    items = next;
    chooser.update([...new Set(items.map((each) => each.step))]);
  };
}

function picture(id, name, { step, attempt, rank }) {
  const query = new URLSearchParams({ name, step, attempt, rank });
  return h("figure", null, h("img", { src: path("runs", id, "logged-image") + "?" + query, alt: `${name}, step ${step}, rank ${rank}` }), h("figcaption", null, `rank ${rank}`));
}

function values(body, id, { name, kind }) {
  const ranks = h("select", { "aria-label": `Rank of ${name}`, onchange: () => read() });
  const place = h("div");
  const chooser = steps(name, (step) => show(place, shown(all.find((each) => each.step === step).value)));
  const shown = kind === "table" ? logged : text;
  let all = [];
  let before = "";
  show(body, h("div", { class: "toolbar" }, h("label", { class: "inline" }, "rank", ranks), kind === "histogram" ? null : chooser.element), place);
  const read = async () => {
    all = await get(path("runs", id, "logged-values"), { name, kind, rank: ranks.value, limit: VALUES });
    if (!all.length) return;
    if (kind === "histogram") show(place, heat(name, all));
    else chooser.update(all.map((each) => each.step));
  };
  return (items) => {
    if (JSON.stringify(items) === before) return;
    before = JSON.stringify(items);
    const known = [...new Set(items.map((each) => each.rank))].sort((a, b) => a - b);
    const chosen = ranks.value;
    show(ranks, known.map((rank) => h("option", { value: rank }, rank)));
    if (known.includes(Number(chosen)) && chosen !== "") ranks.value = chosen;
    read().catch(() => {});
  };
}

function text(value) {
  const cut = value.length > TEXT_MAX;
  return [h("pre", { class: "said", tabindex: 0 }, cut ? value.slice(0, TEXT_MAX) : value), cut ? h("p", { class: "warning" }, `The first ${number(TEXT_MAX)} of ${number(value.length)} characters are shown.`) : null];
}

function logged({ columns, rows }) {
  const numbers = columns.map((_, i) => rows.every((row) => typeof row[i] === "number"));
  const cells = rows.slice(0, ROWS_MAX).map((row) => row.map((cell) => (typeof cell === "number" ? number(cell) : String(cell))));
  return [table(columns.map((name, i) => ({ text: name, number: numbers[i] })), cells, { label: "Logged table" }),
    rows.length > ROWS_MAX ? h("p", { class: "warning" }, `The first ${number(ROWS_MAX)} of ${number(rows.length)} rows are shown.`) : null];
}

// A column for each step; the darker a bin is, the more values are in it.
function heat(name, all) {
  const known = all.filter(({ value }) => value.edges.length);
  const range = extent(known.flatMap(({ value }) => [value.edges[0], value.edges.at(-1)]));
  const y = scale(range, [HEIGHT - BOTTOM, TOP]);
  const width = (WIDTH - LEFT - 8) / all.length;
  const svg = s("svg", { class: "picture", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Histograms of ${name} from step ${all[0].step} to ${all.at(-1).step}` });
  for (const tick of ticks(...range, 4)) svg.append(s("text", { x: LEFT - 8, y: y(tick) + 4, "text-anchor": "end" }, short(tick)));
  all.forEach(({ step, value }, i) => svg.append(column(step, value, LEFT + i * width, width, y)));
  svg.append(s("text", { x: LEFT, y: HEIGHT - 8 }, `step ${number(all[0].step)}`), s("text", { x: WIDTH - 8, y: HEIGHT - 8, "text-anchor": "end" }, `step ${number(all.at(-1).step)}`));
  const odd = all.filter(({ value }) => value.nan || value.infinite);
  return [kept(name, svg), svg,
    odd.length ? h("p", { class: "warning" }, `${number(odd.at(-1).value.nan)} values are NaN and ${number(odd.at(-1).value.infinite)} infinite at step ${number(odd.at(-1).step)}.`) : null];
}

function column(step, { edges, counts, min, max }, x, width, y) {
  const most = counts.reduce((all, each) => Math.max(all, each), 0);
  const group = s("g", null, s("title", null, `step ${number(step)}: ${short(min)} to ${short(max)}`));
  counts.forEach((count, i) => {
    if (count) group.append(s("rect", { class: "bin", x, y: y(edges[i + 1]), width: Math.max(1, width - 1), height: Math.max(1, y(edges[i]) - y(edges[i + 1])), "fill-opacity": 0.12 + (0.88 * count) / most }));
  });
  return group;
}
