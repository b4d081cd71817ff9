// The curves of a run, or of several over each other.

import { get, path } from "./api.js";
import { Chart, plotter } from "./chart.js";
import { h, show, toast } from "./dom.js";
import { number } from "./format.js";
import { keep } from "./router.js";

const LINES_MAX = 16;
const REDRAW = 120;
const AXES = ["step", "time", "epoch"];

// runs: [{id, label}]; each chart has the lines of all of them
export async function curves(place, runs, parameters) {
  const options = {
    axis: AXES.includes(parameters.get("axis")) ? parameters.get("axis") : "step",
    smooth: Math.min(0.99, Number(parameters.get("smooth")) || 0),
    log: parameters.get("log") === "1",
    xlog: parameters.get("xlog") === "1",
    rank: parameters.get("rank") ?? "",
    filter: parameters.get("metric") ?? "",
    zoom: parameters.has("from") ? [Number(parameters.get("from")), Number(parameters.get("to"))] : null,
    marks: parameters.get("marks") !== "0",
  };
  const charts = new Map();
  let marks = [];
  // How many reports of each run were counted when its metrics were listed.
  const rows = new Map();
  const visible = new Set();
  const grid = h("div", { class: "charts" });
  const notice = h("p", { class: "muted", role: "status" });
  const ranks = h("select", { "aria-label": "Rank", onchange: () => { options.rank = ranks.value; changed(); } });
  const smooth = h("input", { type: "range", min: 0, max: 0.99, step: 0.01, value: options.smooth, "aria-label": "Smoothing", oninput: () => { options.smooth = Number(smooth.value); amount.textContent = options.smooth.toFixed(2); redraw(); } });
  const amount = h("output", null, options.smooth.toFixed(2));
  const filter = h("input", { type: "search", placeholder: "Filter metrics ( / )", "aria-label": "Filter metrics", value: options.filter, oninput: () => { options.filter = filter.value; keep({ metric: options.filter }); lay(); } });
  const reset = h("button", { type: "button", hidden: !options.zoom, onclick: () => zoom(null) }, "Show all");
  const axes = h("select", { onchange: () => { options.axis = axes.value; options.zoom = null; reset.hidden = true; changed(); } }, AXES.map((each) => option(each, options.axis)));
  show(place, h("div", { class: "toolbar" }, filter,
    h("label", { class: "inline" }, "Axis", axes),
    h("label", { class: "inline" }, "Rank", ranks),
    h("label", { class: "inline" }, "Smoothing", smooth, amount),
    h("label", { class: "inline" }, h("input", { type: "checkbox", checked: options.log, onchange: (event) => { options.log = event.target.checked; changed(); } }), "log"),
    h("label", { class: "inline" }, h("input", { type: "checkbox", checked: options.xlog, onchange: (event) => { options.xlog = event.target.checked; changed(); } }), "log axis"),
    h("label", { class: "inline" }, h("input", { type: "checkbox", checked: options.marks, onchange: (event) => { options.marks = event.target.checked; redraw(); keep({ marks: options.marks ? null : "0" }); } }), "marks"),
    reset), notice, grid);

  let names = [];
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      const name = entry.target.dataset.metric;
      if (entry.isIntersecting) visible.add(name); else visible.delete(name);
    }
    soon();
  }, { rootMargin: "300px" });

  function zoom(range) {
    options.zoom = range;
    reset.hidden = !range;
    keep({ from: range?.[0], to: range?.[1] });
    for (const chart of charts.values()) chart.stale = true;
    for (const name of visible) charts.get(name)?.zoom(range);
    soon();
  }

  function changed() {
    keep({ axis: options.axis === "step" ? null : options.axis, log: options.log ? "1" : null, xlog: options.xlog ? "1" : null, rank: options.rank, smooth: options.smooth || null, from: options.zoom?.[0], to: options.zoom?.[1] });
    for (const chart of charts.values()) chart.stale = true;
    soon();
  }

  function redraw() {
    keep({ smooth: options.smooth || null });
    for (const name of visible) if (charts.get(name)?.lines) draw(charts.get(name));
  }

  function draw(chart) {
    chart.set(chart.answers, { ...options, marks: options.marks ? marks.filter((mark) => mark.x !== null) : [] });
  }

  // The cards of all metrics that are wanted; each is filled when it comes into sight.
  function lay() {
    const wanted = names.filter((metric) => metric.name.toLowerCase().includes(options.filter.toLowerCase()));
    for (const metric of wanted) {
      if (!charts.has(metric.name)) {
        const chart = new Chart({ title: metric.name, group: "curves", range: zoom });
        chart.element.dataset.metric = metric.name;
        charts.set(metric.name, chart);
        observer.observe(chart.element);
      }
      const chart = charts.get(metric.name);
      chart.note.classList.toggle("warning", metric.notFinite > 0);
      chart.note.textContent = metric.notFinite ? `⚠ ${number(metric.notFinite)} of ${number(metric.values)} not finite` : metric.reduction === "rank_zero" || metric.ranks.length < 2 ? "" : metric.reduction;
    }
    const elements = wanted.map((metric) => charts.get(metric.name).element);
    if (elements.length !== grid.children.length || elements.some((element, i) => grid.children[i] !== element)) grid.replaceChildren(...elements);
    if (!names.length) notice.textContent = "Nothing was reported yet.";
    else notice.textContent = wanted.length ? "" : "No metric has that name.";
  }

  async function learn() {
    const answers = await Promise.all(runs.map((run) => get(path("runs", run.id, "metrics"))));
    answers.forEach((answer, i) => rows.set(runs[i].id, answer.rows));
    const known = new Map();
    for (const answer of answers) for (const metric of answer.metrics) {
      const before = known.get(metric.name);
      known.set(metric.name, before ? { ...before, ranks: [...new Set([...before.ranks, ...metric.ranks])], values: before.values + metric.values, notFinite: before.notFinite + metric.notFinite } : metric);
    }
    names = [...known.values()];
    const all = [...new Set(names.flatMap((metric) => metric.ranks))].sort((a, b) => a - b);
    const choices = ["", ...(all.length > 1 && runs.length === 1 ? ["all"] : []), ...all.map(String)];
    if (ranks.children.length !== choices.length) {
      show(ranks, choices.map((each) => h("option", { value: each }, each === "" ? "reduced" : each === "all" ? "all ranks" : "rank " + each)));
      ranks.value = choices.includes(options.rank) ? options.rank : "";
    }
    axes.querySelector("[value=epoch]").disabled = !answers.some((answer) => answer.epochs > 1) && options.axis !== "epoch";
    lay();
    if (answers.some((answer) => answer.cut)) notice.textContent = "This run has thousands of metric names; the first 5,000 are shown.";
    for (const answer of answers) if (answer.problems.length) notice.textContent = answer.problems[0];
    const partly = answers.some((answer) => !answer.complete);
    // Where a mark is on the axis of epochs is known once the reports around it were read.
    if (options.axis === "epoch" && (partly || learn.partly)) round.marksDue = true;
    learn.partly = partly;
    if (partly) { notice.textContent = `${number(answers.reduce((sum, answer) => sum + answer.rows, 0))} reports were read so far …`; later(); }
  }

  // Lines of each chart in sight that is not up to date, in one request for each run and rank.
  async function load() {
    const wanted = [...visible].filter((name) => charts.get(name)?.stale !== false);
    if (!wanted.length) return;
    for (const name of wanted) charts.get(name).stale = false;
    const sources = runs.flatMap((run) => ranksOf(wanted).map((rank) => ({ run, rank })));
    const points = Math.min(2000, Math.max(300, Math.round((grid.clientWidth || 800) / 1.2)));
    const answers = await Promise.all(sources.map(({ run, rank }) => get(path("runs", run.id, "curves"),
      { metric: wanted.slice(0, 64), rank, axis: options.axis, points, from: options.zoom?.[0], to: options.zoom?.[1] })));
    wanted.slice(0, 64).forEach((name, i) => {
      const chart = charts.get(name);
      chart.answers = answers.map((answer, k) => ({ label: label(sources[k]), segments: answer.curves[i].segments })).filter((line) => runs.length > 1 || line.segments.length);
      draw(chart);
    });
    if (wanted.length > 64) for (const name of wanted.slice(64)) charts.get(name).stale = true;
  }

  function ranksOf(wanted) {
    if (options.rank !== "all") return [options.rank];
    const all = new Set(names.filter((metric) => wanted.includes(metric.name)).flatMap((metric) => metric.ranks));
    return [...all].sort((a, b) => a - b).slice(0, LINES_MAX).map(String);
  }

  function label({ run, rank }) {
    const of = rank === "" ? "" : "rank " + rank;
    return runs.length > 1 ? [run.label, of].filter(Boolean).join(", ") : of || "reduced";
  }

  // Of several runs each mark has the colour of its run; their checkpoints would hide the rest.
  async function learnMarks() {
    const several = runs.length > 1;
    const lines = await Promise.all(runs.map((run) => get(path("runs", run.id, "timeline"))));
    marks = lines.flatMap((line, i) => line.marks.filter((mark) => !several || mark.kind !== "checkpoint")
      .map((mark) => ({ kind: mark.kind, line: several ? i : undefined, x: options.axis === "time" ? Date.parse(mark.at) : mark[options.axis] ?? null, text: mark.text })));
  }

  // One round at a time, and no more of them than eyes can see.
  let due = false;
  let busy = false;
  let over = false;
  let timer;
  const soon = () => { due = true; if (!busy) { clearTimeout(timer); timer = setTimeout(round, 20); } };
  const later = () => setTimeout(() => { if (!over) { learnDue = true; stale(); soon(); } }, 300);
  const stale = () => { for (const chart of charts.values()) chart.stale = true; };
  let learnDue = false;
  async function round() {
    if (over) return;
    busy = true;
    due = false;
    try {
      if (learnDue) { learnDue = false; await learn(); }
      const marked = options.axis !== round.axis || round.marksDue ? learnMarks() : null;
      round.axis = options.axis;
      round.marksDue = false;
      await Promise.all([marked, load()]);
      if (marked) redraw();
    } catch (error) {
      if (!over) toast(error.message);
    }
    busy = false;
    if (due && !over) timer = setTimeout(round, REDRAW);
  }

  await Promise.all([learn(), plotter()]);
  soon();
  return {
    news(now, before) {
      if (before && now.rows === before.rows && now.records === before.records) return;
      if (now.rows !== rows.get(now.run)) { learnDue = true; stale(); }
      if (now.records !== before?.records) round.marksDue = true;
      soon();
    },
    close() {
      over = true;
      clearTimeout(timer);
      observer.disconnect();
      for (const chart of charts.values()) chart.close();
    },
  };
}

function option(name, chosen) {
  return h("option", { value: name, selected: name === chosen }, name);
}
