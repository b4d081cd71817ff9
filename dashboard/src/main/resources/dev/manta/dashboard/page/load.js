// What the ranks of a run use and wait for, and what its datasets do.

import { get, path } from "./api.js";
import { Chart, plotter } from "./chart.js";
import { again, h, show, table } from "./dom.js";
import { bytes, duration, number } from "./format.js";
import { PROFILE_SECONDS, profile, stacks } from "./inspect.js";

const LINES_MAX = 16;
const AGAIN = 3000;

const cores = (point) => point.cpuSeconds / point.seconds;
const stepMillis = (point) => (point.steps ? (1000 * point.seconds) / point.steps : null);
// Ranks in Python do not measure everything.
const share = (name) => (point) => (point[name] === undefined ? null : Math.min(100, (100 * point[name]) / point.seconds));
const ofWorkers = [["CPU cores in use", cores], ["Memory in GB", (point) => (point.memoryBytes ? point.memoryBytes / 1e9 : null)], ["Milliseconds per step", stepMillis], ["Percent of the time in collectives", share("collectiveSeconds")]];
const ofData = [["Rows per second", (point) => point.rows / point.seconds], ["Percent of the time training waited for rows", share("dataSeconds")]];

// Asks for the figures now, and again while they change.
function followed(id, draw) {
  let timer = null;
  let over = false;
  const round = async () => {
    timer = null;
    const load = await get(path("runs", id, "load"));
    if (!over) draw(load);
  };
  return {
    first: Promise.all([round(), plotter()]),
    soon() { if (!over) timer ??= setTimeout(() => round().catch(() => {}), AGAIN); },
    stop() { over = true; clearTimeout(timer); },
  };
}

// A chart for each figure, with a line for each rank.
function charts(place, figures) {
  const all = figures.map(([title]) => new Chart({ title, group: "load", range: (range) => { zoom = range; all.forEach((chart) => chart.zoom(range)); } }));
  let zoom = null;
  const draw = ({ ranks }) => {
    place.hidden = !ranks.length;
    figures.forEach(([, value], i) => {
      const lines = ranks.slice(0, LINES_MAX).map(({ rank, points }) => ({ label: `rank ${rank}`, segments: [{ x: points.map((point) => point.at), mean: points.map(value) }] }));
      if (lines.length) all[i].set(lines, { axis: "time", smooth: 0, log: false, xlog: false, marks: [], zoom });
    });
  };
  show(place, all.map((chart) => chart.element));
  return { draw, close: () => all.forEach((chart) => chart.close()) };
}

export async function workers(place, id, first) {
  const list = h("div");
  const inside = h("div");
  const grid = h("div", { class: "charts" });
  show(place, list, inside, grid);
  const drawn = charts(grid, ofWorkers);
  let shown = first;
  let load = { ranks: [] };
  const look = (rank) => h("span", { class: "actions" },
    h("button", { type: "button", class: "quiet", "aria-label": `Stacks of rank ${rank}`, onclick: () => stacks(inside, id, rank) }, "Stacks"),
    h("button", { type: "button", class: "quiet", "aria-label": `Profile of rank ${rank}, ${PROFILE_SECONDS} s`, onclick: () => profile(inside, id, rank) }, "Profile"));
  const draw = () => again(list, () => show(list, workersTable(shown, load, look)));
  draw();
  const figures = followed(id, (answer) => { load = answer; draw(); plotter().then(() => drawn.draw(load)); });
  await figures.first;
  return {
    state(now) { shown = now; draw(); },
    news() { if (shown.underWay) figures.soon(); },
    close() { figures.stop(); drawn.close(); },
  };
}

function workersTable(shown, load, look) {
  const { workers: all, lastIntoCollectives: last } = shown.detail;
  const byRank = new Map(load.ranks.map((each) => [each.rank, shown.underWay ? each.last : each.total]));
  const figure = (rank, value) => { const point = byRank.get(rank); return point?.seconds ? value(point) : "–"; };
  const rows = all.map((each) => [number(each.rank), each.worker, each.node, each.device, each.pid ? String(each.pid) : "–", each.state, number(shown.steps[each.rank]),
    figure(each.rank, (point) => cores(point).toFixed(2)), figure(each.rank, (point) => (point.memoryBytes ? bytes(point.memoryBytes) : "–")), figure(each.rank, (point) => perStep(point)),
    figure(each.rank, (point) => percent(share("dataSeconds")(point))), figure(each.rank, (point) => percent(share("collectiveSeconds")(point))),
    last.length > each.rank ? percent(100 * last[each.rank]) : "–", ...(shown.underWay ? [look(each.rank)] : [])]);
  const right = (text) => ({ text, number: true });
  const heads = [right("Rank"), "Worker", "Node", "Device", right("Process"), "State", right("Last step"), right("CPU cores"), right("Memory"), right("Step time"), right("Waits for data"), right("In collectives"), right("Last to arrive"), ...(shown.underWay ? ["Look inside"] : [])];
  const shared = new Set(all.map((each) => each.pid)).size < all.length;
  return [
    rows.length ? table(heads, rows, { label: "Workers" }) : h("p", { class: "muted" }, "No worker is known."),
    h("p", { class: "muted" }, [
      load.ranks.length ? (shown.underWay ? "CPU, memory and times are of the last seconds." : "CPU and times are averages over the run; memory is the peak.") : "Figures of CPU, memory and times come once a rank has trained for some seconds.",
      shared && load.ranks.length ? " Ranks that are threads of one process show what all of it uses." : "",
      last.length > 1 ? ` Each rank should be the last to arrive at ${(100 / last.length).toFixed(0)} % of collectives; one far above keeps the others waiting.` : ""]),
  ];
}

function perStep(point) {
  const millis = stepMillis(point);
  return millis === null ? "–" : millis < 1 ? `${Math.round(1000 * millis)} µs` : duration(millis / 1000);
}

function percent(value) {
  return value === null ? "–" : `${value.toFixed(value < 10 ? 1 : 0)} %`;
}

export async function data(place, id) {
  const list = h("div");
  const grid = h("div", { class: "charts" });
  show(place, list, grid);
  const drawn = charts(grid, ofData);
  const figures = followed(id, (load) => {
    const reads = load.ranks.some((rank) => rank.data.length);
    again(list, () => show(list, reads ? datasets(load) : h("p", { class: "muted" }, "No rank has read a dataset of the trainer for some seconds. What a program reads by itself is not known here.")));
    plotter().then(() => drawn.draw(reads ? load : { ranks: [] }));
  });
  await figures.first;
  return { news: figures.soon, close() { figures.stop(); drawn.close(); } };
}

function datasets({ ranks }) {
  const names = [...new Set(ranks.flatMap((rank) => rank.data.map((each) => each.dataset)))];
  return names.map((name) => {
    const parts = ranks.flatMap((rank) => rank.data.filter((each) => each.dataset === name).map((each) => ({ rank: rank.rank, seconds: rank.total.seconds, ...each })));
    const rows = parts.map((each) => [number(each.rank), number(each.rows), number(Math.round(each.rows / each.seconds)), `${bytes(Math.round(each.bytes / each.seconds))}/s`,
      percent((100 * each.stalledSeconds) / each.seconds), percent(share("fullSeconds")(each)), each.workSeconds === undefined ? "–" : duration(each.workSeconds)]);
    const right = (text) => ({ text, number: true });
    return h("section", null, h("h2", null, `Dataset ${name}`),
      table([right("Rank"), right("Rows"), right("Rows per second"), right("Read"), right("Training waited"), right("Reading waited"), right("Work of all threads")], rows, { label: `Dataset ${name}` }),
      operators(parts));
  });
}

// Where the work goes: the slowest first.
function operators(parts) {
  const sums = new Map();
  for (const part of parts) for (const [name, seconds] of Object.entries(part.operators)) sums.set(name, (sums.get(name) ?? 0) + seconds);
  const all = [...sums.values()].reduce((sum, each) => sum + each, 0);
  if (!all) return h("p", { class: "muted" }, "Its operators are not known one by one: data workers or a rank in Python read it, or nothing was read yet.");
  const rows = [...sums].sort((a, b) => b[1] - a[1]).map(([name, seconds]) => [name, duration(seconds), h("span", null, h("meter", { min: 0, max: 1, value: seconds / all, "aria-label": `Share of ${name}` }), " ", percent((100 * seconds) / all))]);
  return table(["Operator", { text: "Work", number: true }, { text: "Share", number: true }], rows, { label: "Operators" });
}
