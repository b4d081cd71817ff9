// Experiments of hyperparameter search.

import { get, path } from "./api.js";
import { colour, isDark } from "./colours.js";
import { h, s, show, table } from "./dom.js";
import { duration, number, short } from "./format.js";
import { link } from "./router.js";
import { kept, scale, scatter } from "./svg.js";

const TRIALS_SHOWN = 500;
const LINES_SHOWN = 1000;
const SPANS_SHOWN = 2000;
const AGAIN = 3000;

export async function experiments(main) {
  document.title = "Experiments – Manta";
  const names = await get("/api/experiments");
  show(main, h("div", { class: "head" }, h("h1", null, "Experiments")), names.length
    ? h("ul", { class: "card narrow list" }, names.map((name) => h("li", null, h("a", { href: link(["experiments", name]) }, name))))
    : h("section", { class: "card narrow" }, h("p", null, "There are no experiments here yet."), h("p", null, "A ", h("code", null, "Tuner"), " or ", h("code", null, "manta tune"), " makes one.")));
}

export async function experiment(main, name) {
  document.title = `${name} – Manta`;
  let timer;
  let over = false;
  const load = async () => {
    const shown = await get(path("experiments", name));
    if (!main.contains(document.activeElement) || !load.drawn) draw(main, shown);
    load.drawn = true;
    return shown.finished;
  };
  const round = async () => {
    const finished = await load().catch(() => false);
    if (!finished && !over) timer = setTimeout(round, AGAIN);
  };
  if (!(await load())) timer = setTimeout(round, AGAIN);
  return () => { over = true; clearTimeout(timer); };
}

function draw(main, shown) {
  const [goal] = shown.goals;
  const valued = shown.trials.filter((trial) => trial.values.length);
  const better = (a, b) => (goal.maximize ? b.values[0] - a.values[0] : a.values[0] - b.values[0]);
  const ranked = [...valued].sort(better);
  const best = ranked[0];
  const states = Object.entries(Object.groupBy(shown.trials, (trial) => trial.state)).map(([state, trials]) => [state, number(trials.length)]);
  show(main,
    h("div", { class: "head" }, h("h1", null, shown.name), h("span", { class: "pill " + (shown.finished ? "finished" : "running") }, shown.finished ? "✓ finished" : "▶ under way")),
    h("dl", { class: "facts" }, [["goal", `${goal.maximize ? "maximize" : "minimize"} ${goal.metric}`], ["trials", number(shown.trials.length)], ...states, ["best", best ? `${number(best.values[0])} (trial ${best.trial})` : "–"]].map(([key, value]) => h("div", null, h("dt", null, key), h("dd", null, value)))),
    h("div", { class: "columns" }, progress(shown, valued, goal), importances(shown)),
    valued.length > 1 ? h("section", { class: "card" }, h("h2", null, "Parallel coordinates"), parallel(shown, ranked, goal)) : null,
    shown.spans.length ? h("section", { class: "card" }, h("h2", null, "When trials ran"), lanes(shown)) : null,
    shown.goals.length > 1 ? pareto(shown, valued) : null,
    valued.length > 1 ? slices(shown, ranked, goal) : null,
    trials(shown, [...ranked, ...shown.trials.filter((trial) => !trial.values.length)]));
}

function progress(shown, valued, goal) {
  const points = valued.map((trial) => ({ x: trial.trial, y: trial.values[0], text: `trial ${trial.trial}: ${number(trial.values[0])}`, strong: shown.front.includes(trial.trial) }));
  return h("section", { class: "card" }, h("h2", null, "Values by trial"), points.length ? scatter(points, { xName: "trial", yName: goal.metric, colour: colour(1), dim: colour(0) }) : h("p", { class: "muted" }, "No trial has a value yet."));
}

function importances(shown) {
  const all = Object.entries(shown.importances).sort((a, b) => b[1] - a[1]);
  return h("section", { class: "card" }, h("h2", null, "What matters"), all.length
    ? bars(all)
    : h("p", { class: "muted" }, "Four trials with values are needed."));
}

function bars(all) {
  const row = 24;
  const height = all.length * row;
  const told = all.map(([name, part]) => `${name} ${(100 * part).toFixed(1)} %`);
  const svg = s("svg", { class: "picture", viewBox: `0 0 560 ${height}`, role: "img", "aria-label": "How much each parameter matters: " + told.join(", ") });
  all.forEach(([name, part], i) => svg.append(s("text", { x: 0, y: i * row + 16, class: "name" }, s("title", null, name), name.slice(0, 22)),
    s("rect", { x: 170, y: i * row + 5, width: Math.max(1, part * 320), height: 14, rx: 3, fill: "var(--checkpointing)" }), s("text", { x: 176 + part * 320, y: i * row + 16 }, `${(100 * part).toFixed(1)} %`)));
  return [kept("importances", svg), svg];
}

// From good, dark blue, to poor, pale: readable without telling hues apart.
function shade(place) {
  const dark = isDark();
  const light = dark ? 35 + 45 * (1 - place) : 25 + 55 * place;
  return `hsl(205 85% ${light}%)`;
}

function parallel(shown, ranked, goal) {
  const width = 1000;
  const height = 300;
  const axes = [...shown.parameters, { name: goal.metric, goal: true, log: false }];
  const value = (trial, axis) => (axis.goal ? trial.values[0] : trial.point[axis.name]);
  const places = axes.map((axis, i) => {
    const values = ranked.map((trial) => value(trial, axis)).filter((each) => each !== undefined);
    const numbers = values.every((each) => typeof each === "number");
    const names = numbers ? [] : [...new Set(values.map(String))];
    const low = numbers ? Math.min(...values) : 0;
    const high = numbers ? Math.max(...values) : Math.max(1, names.length - 1);
    const log = axis.log && low > 0;
    const y = scale(low === high ? [low - 1, high + 1] : [low, high], [height - 34, 34], log);
    return { x: 60 + (i * (width - 120)) / Math.max(1, axes.length - 1), numbers, names, low, high, y: (each) => y(numbers ? each : names.indexOf(String(each))) };
  });
  const svg = s("svg", { class: "picture wide", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Parameters and ${goal.metric} of ${ranked.length} trials; darker lines are better` });
  [...ranked].slice(0, LINES_SHOWN).reverse().forEach((trial) => {
    const rank = ranked.indexOf(trial) / Math.max(1, ranked.length - 1);
    let path = "";
    axes.forEach((axis, i) => {
      const each = value(trial, axis);
      if (each !== undefined) path += (path ? "L" : "M") + places[i].x.toFixed(1) + " " + places[i].y(each).toFixed(1);
    });
    svg.append(s("path", { d: path, class: "trial", stroke: shade(rank), "stroke-width": rank === 0 ? 3 : 1.4 }, s("title", null, `trial ${trial.trial}: ${number(trial.values[0])}`)));
  });
  axes.forEach((axis, i) => {
    const { x, numbers, names, low, high, y } = places[i];
    svg.append(s("path", { d: `M${x} 34V${height - 34}`, class: "axis" }), s("text", { x, y: 14, "text-anchor": "middle", class: "name" }, axis.name.slice(0, 20)));
    for (const [label, at] of numbers ? [[short(high), y(high)], [short(low), y(low)]] : names.slice(0, 12).map((each) => [each.slice(0, 12), y(each)])) svg.append(s("text", { x: x + 5, y: at + 4, class: "halo" }, label));
  });
  return [kept("parallel coordinates", svg), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Parallel coordinates" }, svg)];
}

const ENDS = { returned: "--useful", threw: "--bad", lost: "--recovering", halted: "--starting", "": "--checkpointing" };
const ENDED = { returned: "returned", threw: "failed", lost: "lost with its process", halted: "told to leave", "": "under way" };

// Each attempt is in the first lane that is free when it begins, so there are as many lanes as places were used.
function lanes(shown) {
  const spans = [...shown.spans].sort((a, b) => a.from - b.from).slice(-SPANS_SHOWN);
  const free = [];
  for (const span of spans) {
    const lane = free.findIndex((until) => until <= span.from);
    span.lane = lane < 0 ? free.length : lane;
    free[span.lane] = span.to;
  }
  const width = 1000;
  const row = 20;
  const height = free.length * row + 30;
  const from = spans[0].from;
  const to = Math.max(...spans.map((span) => span.to), from + 0.001);
  const x = scale([from, to], [8, width - 8]);
  const svg = s("svg", { class: "picture wide", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Time line of ${spans.length} attempts in ${free.length} places over ${duration(to - from)}` });
  for (const span of spans) {
    const start = x(span.from);
    const wide = Math.max(1, x(span.to) - start - 1);
    svg.append(s("g", null, s("title", null, `trial ${span.trial}, attempt ${span.attempt}, ${ENDED[span.end]}: ${duration(span.to - span.from)}`),
      s("rect", { x: start, y: span.lane * row + 2, width: wide, height: row - 4, rx: 2, fill: `var(${ENDS[span.end]})` }),
      wide > 26 ? s("text", { x: start + 4, y: span.lane * row + 14, class: "halo" }, span.trial) : null));
  }
  for (let i = 0; i <= 5; i++) svg.append(s("text", { x: x(from + ((to - from) * i) / 5), y: height - 8, "text-anchor": i === 0 ? "start" : i === 5 ? "end" : "middle" }, "+" + duration(from + ((to - from) * i) / 5)));
  const ends = [...new Set(spans.map((span) => span.end))];
  return [kept("trials", svg), h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Time line of trials" }, svg),
    h("div", { class: "legend" }, ends.map((end) => h("span", { class: "key" }, h("i", { style: { background: `var(${ENDS[end]})` } }), ENDED[end])))];
}

function pareto(shown, valued) {
  const [first, second] = shown.goals;
  const points = valued.map((trial) => ({ x: trial.values[0], y: trial.values[1], text: `trial ${trial.trial}: ${number(trial.values[0])}, ${number(trial.values[1])}`, strong: shown.front.includes(trial.trial) }));
  return h("section", { class: "card narrow" }, h("h2", null, "Pareto front"), scatter(points, { xName: first.metric, yName: second.metric, colour: colour(1), dim: colour(0) }), h("p", { class: "muted" }, `${shown.front.length} trials that no other one is better than in every goal.`));
}

function slices(shown, ranked, goal) {
  return h("section", null, h("h2", null, "Slices"), h("div", { class: "charts" }, shown.parameters.map((parameter) => {
    const points = ranked.filter((trial) => trial.point[parameter.name] !== undefined).map((trial, i) => ({ x: trial.point[parameter.name], y: trial.values[0], text: `trial ${trial.trial}: ${number(trial.values[0])}`, strong: i === 0 }));
    return h("article", { class: "card" }, scatter(points, { xName: parameter.name, yName: goal.metric, xLog: parameter.log, colour: colour(1), dim: colour(0) }));
  })));
}

function trials(shown, all) {
  const parameters = shown.parameters.map((parameter) => parameter.name);
  const rows = all.slice(0, TRIALS_SHOWN).map((trial) => [number(trial.trial), trial.state, ...shown.goals.map((_, i) => number(trial.values[i])), ...parameters.map((name) => number(trial.point[name])), number(trial.steps), duration(trial.seconds), trial.error ? trial.error.split("\n")[0] : ""]);
  const heads = [{ text: "Trial", number: true }, "State", ...shown.goals.map((goal) => ({ text: goal.metric, number: true })), ...parameters.map((name) => ({ text: name, number: true })), { text: "Steps", number: true }, { text: "Time", number: true }, "Error"];
  return h("section", null, h("h2", null, "Trials"), all.length > TRIALS_SHOWN ? h("p", { class: "muted" }, `The best ${TRIALS_SHOWN} of ${number(all.length)}.`) : null, table(heads, rows, { label: "Trials" }));
}
