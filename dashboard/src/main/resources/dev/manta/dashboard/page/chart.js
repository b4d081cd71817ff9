// A chart of curves: drawn by uPlot, fed with what the server has put together.

import { colour, dash, variable } from "./colours.js";
import { h, save } from "./dom.js";
import { clock, number, short } from "./format.js";
import { svgChart } from "./svg.js";

const HEIGHT = 220;
export const MARKS = {
  failure: { sign: "✕", text: "failure" },
  attempt: { sign: "↻", text: "new attempt" },
  rollback: { sign: "↶", text: "roll-back" },
  scale: { sign: "⇕", text: "scaled" },
  preemption: { sign: "⚡", text: "preemption" },
  checkpoint: { sign: "◆", text: "checkpoint" },
  stop: { sign: "◼", text: "stop" },
};

// Exponential smoothing that does not begin at zero.
export function smoothed(values, weight) {
  if (!weight) return values;
  let sum = 0;
  let count = 0;
  return values.map((value) => {
    if (value === null) return null;
    sum = sum * weight + (1 - weight) * value;
    count = count * weight + (1 - weight);
    return sum / count;
  });
}

// The segments of a line as columns: what counts, and what a later attempt has undone.
export function columns(segments) {
  const kept = { x: [], y: [], low: [], high: [] };
  const undone = { x: [], y: [] };
  for (const part of segments) {
    for (let i = 0; i < part.x.length; i++) {
      const isUndone = part.x[i] >= (part.undoneFrom ?? Infinity);
      if (isUndone) { undone.x.push(part.x[i]); undone.y.push(part.mean[i]); continue; }
      kept.x.push(part.x[i]);
      kept.y.push(part.mean[i]);
      kept.low.push(part.min ? part.min[i] : part.mean[i]);
      kept.high.push(part.max ? part.max[i] : part.mean[i]);
    }
  }
  kept.exact = !segments.some((part) => part.min);
  return { kept, undone };
}

// What draws curves. It is large, so it is not run before something else of the page can be seen.
export function plotter() {
  plotter.loaded ??= new Promise((done, failed) => {
    const script = h("script", { src: "uplot.js", onload: done, onerror: () => failed(new Error("uplot.js could not be loaded; load the page again")) });
    document.head.append(script);
  });
  return plotter.loaded;
}

export class Chart {
  // group: charts whose cursors move together; range: told when a part is chosen, or null for all
  constructor({ title, group, range, note }) {
    this.title = title;
    this.group = group;
    this.range = range;
    this.legend = h("div", { class: "legend" });
    this.plot = h("div", { class: "plot", tabindex: 0, role: "group",
      "aria-label": `Chart of ${title}. Arrow keys move, plus and minus zoom, 0 shows all.`, onkeydown: (event) => this.key(event) });
    this.note = h("span", { class: "note" }, note);
    this.element = h("article", { class: "card chart" },
      h("header", null, h("h3", { title }, title), this.note,
        h("span", { class: "tools" },
          h("button", { type: "button", class: "quiet", title: "Save as SVG", "aria-label": `Save ${title} as SVG`, onclick: () => this.saveSvg() }, "SVG"),
          h("button", { type: "button", class: "quiet", title: "Save as CSV", "aria-label": `Save ${title} as CSV`, onclick: () => this.saveCsv() }, "CSV"))),
      this.plot, this.legend);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.plot);
    this.themed = () => { this.shape = ""; this.draw(); };
    addEventListener("manta-theme", this.themed);
  }

  // lines: [{label, segments}]; options: {axis, smooth, log, zoom, marks}
  set(lines, options) {
    this.lines = lines.map((line, index) => ({ ...line, index, ...columns(line.segments) }));
    this.options = options;
    this.draw();
  }

  // Moves what is there; a finer picture of that part comes later.
  zoom(range) {
    if (!this.uplot) return;
    this.options = { ...this.options, zoom: range };
    const places = this.data[0];
    const [min, max] = range ?? [places[0], places.at(-1)];
    this.uplot.setScale("x", { min, max });
  }

  draw() {
    if (!this.lines) return;
    const { data, series, bands } = this.tables();
    this.data = data;
    const shape = JSON.stringify([series.map((each) => [each.label, each.role]), this.options.axis, this.options.log, this.options.xlog]);
    if (this.uplot && shape === this.shape) {
      this.uplot.setData(data);
    } else {
      this.shape = shape;
      this.uplot?.destroy();
      this.uplot = new uPlot(this.settings(series, bands), data, this.plot);
    }
    this.tell(null);
  }

  tables() {
    const log = this.options.log;
    const clean = (values) => (log ? values.map((value) => (value > 0 ? value : null)) : values);
    const tables = [];
    const series = [{}];
    const bands = [];
    const xlog = isLog(this.options);
    const add = (places, values, look) => {
      const shown = (_, i) => !xlog || places[i] > 0;
      tables.push([places.filter(shown), clean(values).filter(shown)]);
      series.push(look);
      return series.length - 1;
    };
    for (const line of this.lines) {
      const stroke = colour(line.index);
      const dashes = dash(line.index);
      const { kept, undone } = line;
      if (!kept.exact) {
        const high = add(kept.x, kept.high, { label: line.label, role: "high", stroke: "transparent", width: 0, points: { show: false } });
        const low = add(kept.x, kept.low, { label: line.label, role: "low", stroke: "transparent", width: 0, points: { show: false } });
        bands.push({ series: [high, low], fill: stroke + "30" });
      }
      if (this.options.smooth) add(kept.x, kept.y, { label: line.label, role: "raw", stroke: stroke + "55", width: 1, points: { show: false } });
      if (undone.x.length) add(undone.x, undone.y, { label: line.label, role: "undone", stroke: stroke + "88", width: 1.5, dash: [3, 4], points: { show: false } });
      line.at = add(kept.x, smoothed(kept.y, this.options.smooth),
        { label: line.label, role: "line", stroke, width: 2, dash: dashes, points: { show: kept.x.length < 2, size: 6, fill: stroke } });
    }
    for (const each of series) each.spanGaps = true;
    const data = tables.length ? uPlot.join(tables.map(([x, y]) => sorted(x, y))) : [[]];
    return { data, series, bands };
  }

  settings(series, bands) {
    const time = this.options.axis === "time";
    const ink = variable("--muted");
    const grid = { stroke: variable("--line"), width: 1 };
    const axis = { stroke: ink, grid, ticks: grid, font: "11px system-ui, sans-serif" };
    return {
      width: Math.max(200, this.plot.clientWidth),
      height: HEIGHT,
      ms: 1,
      legend: { show: false },
      scales: {
        x: { time, distr: isLog(this.options) ? 3 : 1, range: (_, least, most) => this.options.zoom ?? padded(least, most, isLog(this.options)) },
        y: { distr: this.options.log ? 3 : 1 },
      },
      axes: [
        { ...axis, size: 32, ...(time ? { space: 90, values: (_, ticks) => ticks.map((tick, i) => moment(tick, ticks, i)) } : { values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : short(tick))) }) },
        { ...axis, size: 58, values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : short(tick))) },
      ],
      series,
      bands,
      cursor: { sync: { key: this.group }, drag: { x: true, y: false, setScale: false }, focus: { prox: 20 }, points: { size: 7 },
        bind: { dblclick: () => () => { this.range(null); return null; } } },
      hooks: {
        setSelect: [(plot) => this.select(plot)],
        setCursor: [(plot) => this.tell(plot.cursor.idx)],
        draw: [(plot) => this.drawMarks(plot)],
      },
    };
  }

  select(plot) {
    const { left, width } = plot.select;
    if (width < 4) return;
    const from = plot.posToVal(left, "x");
    const to = plot.posToVal(left + width, "x");
    plot.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
    this.range([from, to]);
  }

  drawMarks(plot) {
    const { ctx, bbox } = plot;
    ctx.save();
    ctx.textAlign = "center";
    ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`;
    for (const mark of this.options.marks ?? []) {
      const x = plot.valToPos(mark.x, "x", true);
      if (!(x >= bbox.left && x <= bbox.left + bbox.width)) continue;
      ctx.strokeStyle = ctx.fillStyle = mark.line !== undefined ? colour(mark.line) : variable(mark.kind === "failure" ? "--bad" : mark.kind === "checkpoint" ? "--muted" : "--accent");
      ctx.globalAlpha = mark.kind === "checkpoint" ? 0.5 : 0.8;
      ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
      if (mark.kind !== "checkpoint") {
        ctx.beginPath();
        ctx.moveTo(x, bbox.top);
        ctx.lineTo(x, bbox.top + bbox.height);
        ctx.stroke();
      }
      ctx.fillText(MARKS[mark.kind]?.sign ?? "·", x, bbox.top - 2 * devicePixelRatio + 11);
    }
    ctx.restore();
  }

  // The values under the cursor, or the last ones.
  tell(index) {
    const x = index === null || index === undefined ? null : this.data[0][index];
    const place = x === null ? null : this.options.axis === "time" ? clock(x) : this.options.axis === "epoch" ? "epoch " + x.toFixed(2) : "step " + number(Math.round(x));
    const values = this.lines.map((line) => {
      const column = this.data[line.at] ?? [];
      let at = index ?? column.length - 1;
      while (at > 0 && (column[at] === null || column[at] === undefined)) at--;
      return h("span", { class: "key" }, h("i", { style: { background: colour(line.index) } }), line.label, h("b", null, number(column[at])));
    });
    this.legend.replaceChildren(...values, ...(place ? [h("span", { class: "where" }, place)] : []));
  }

  key(event) {
    const x = this.uplot?.scales.x;
    if (!x || x.min === undefined) return;
    const width = x.max - x.min;
    const moves = {
      ArrowLeft: [x.min - width / 4, x.max - width / 4],
      ArrowRight: [x.min + width / 4, x.max + width / 4],
      "+": [x.min + width / 4, x.max - width / 4],
      "=": [x.min + width / 4, x.max - width / 4],
      "-": [x.min - width / 2, x.max + width / 2],
      0: null,
      Escape: null,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    this.range(moves[event.key]);
  }

  resize() {
    const width = Math.max(200, this.plot.clientWidth);
    if (this.uplot && this.uplot.width !== width) this.uplot.setSize({ width, height: HEIGHT });
  }

  saveCsv() {
    const rows = [[this.options.axis, ...this.lines.map((line) => line.label)]];
    this.data[0].forEach((x, i) => rows.push([this.options.axis === "time" ? new Date(x).toISOString() : x, ...this.lines.map((line) => this.data[line.at][i] ?? "")]));
    save(`${this.title}.csv`, "text/csv", rows.map((row) => row.map(cell).join(",")).join("\n") + "\n");
  }

  saveSvg() {
    const lines = this.lines.map((line) => ({ label: line.label, colour: colour(line.index), dash: dash(line.index), x: line.kept.x, y: smoothed(line.kept.y, this.options.smooth) }));
    save(`${this.title}.svg`, "image/svg+xml", svgChart(this.title, lines, { ...this.options, xlog: isLog(this.options) }));
  }

  close() {
    this.observer.disconnect();
    removeEventListener("manta-theme", this.themed);
    this.uplot?.destroy();
  }
}

function cell(value) {
  const text = String(value);
  return /[",\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
}

// The time of day, with the date where that is another one than before.
function moment(tick, ticks, i) {
  const at = new Date(tick);
  const short = ticks[1] - ticks[0] >= 60000;
  const time = at.toLocaleTimeString("en-GB", short ? { hour: "2-digit", minute: "2-digit" } : {});
  const isSame = i > 0 && new Date(ticks[i - 1]).getDate() === at.getDate();
  return isSame || i === 0 ? time : `${at.getDate()} ${at.toLocaleString("en", { month: "short" })}${time === "00:00" ? "" : " " + time}`;
}

// uPlot wants places in order, each once; a clock may have been set back.
function sorted(x, y) {
  let ordered = true;
  for (let i = 1; i < x.length && ordered; i++) ordered = x[i] > x[i - 1];
  if (ordered) return [x, y];
  const last = new Map();
  x.forEach((place, i) => last.set(place, y[i]));
  const places = [...last.keys()].sort((a, b) => a - b);
  return [places, places.map((place) => last.get(place))];
}

// Times have no logarithm that says anything.
function isLog(options) {
  return options.xlog && options.axis !== "time";
}

function padded(least, most, log) {
  if (least === null || least === undefined) return log ? [1, 10] : [0, 1];
  if (log) return least === most ? [least / 2, most * 2] : [least, most];
  return least === most ? [least - 1, most + 1] : [least, most];
}
