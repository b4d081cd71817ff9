// Pictures that are drawn by hand: charts to keep, scatter plots, bars.

import { h, s, save } from "./dom.js";
import { short } from "./format.js";

const WIDTH = 720;
const HEIGHT = 400;
const LEFT = 64;
const RIGHT = 40;
const TOP = 40;
const BOTTOM = 52;
const KEY_ROW = 18;
const LETTER = 6.8;
const TITLE_MAX = 80;
const LABEL_MAX = 60;

// Round numbers between two others.
export function ticks(least, most, count = 5) {
  if (!(most > least)) return [least];
  const rough = (most - least) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const all = [];
  for (let tick = Math.ceil(least / step) * step; tick <= most + step * 1e-9; tick += step) all.push(Number(tick.toPrecision(12)));
  return all;
}

export function extent(values) {
  let least = Infinity;
  let most = -Infinity;
  for (const value of values) {
    if (value === null || value === undefined || !Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return least > most ? [0, 1] : least === most ? [least - 1, most + 1] : [least, most];
}

export function scale([least, most], [from, to], log = false) {
  const place = (value) => (log ? Math.log10(value) : value);
  const low = place(least);
  const width = place(most) - low || 1;
  return (value) => from + ((place(value) - low) / width) * (to - from);
}

// A chart with axes and a legend, in colours for paper.
export function svgChart(title, lines, options) {
  const positive = (value) => !options.log || value > 0;
  const shown = (place) => !options.xlog || place > 0;
  const wanted = options.zoom ?? extent(lines.flatMap((line) => extent(line.x.filter(shown))));
  const xs = options.xlog && !(wanted[0] > 0) ? [Math.min(1, wanted[1] / 10), wanted[1]] : wanted;
  const inside = (line) => line.y.filter((value, i) => positive(value) && line.x[i] >= xs[0] && line.x[i] <= xs[1]);
  const ys = extent(lines.flatMap((line) => extent(inside(line))));
  const keys = legend(lines);
  const top = TOP + keys.rows * KEY_ROW;
  const height = HEIGHT + keys.rows * KEY_ROW;
  const x = scale(xs, [LEFT, WIDTH - RIGHT], options.xlog);
  const y = scale(ys, [height - BOTTOM, top], options.log);
  const svg = s("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDTH} ${height}`, "font-family": "system-ui, sans-serif", "font-size": 12 });
  svg.append(s("rect", { width: WIDTH, height, fill: "#fff" }), s("text", { x: LEFT, y: 22, "font-size": 15, "font-weight": 600 }, cut(title, TITLE_MAX)), keys.picture);
  let day = "";
  for (const tick of options.xlog ? logTicks(xs) : ticks(...xs)) {
    const at = options.axis === "time" ? new Date(tick).toISOString() : "";
    const texts = at ? [at.slice(11, 19), at.slice(0, 10) === day ? "" : at.slice(0, 10)] : [short(tick)];
    day = at.slice(0, 10);
    svg.append(s("path", { d: `M${x(tick)} ${top}V${height - BOTTOM}`, stroke: "#e4e4e4" }),
      ...texts.map((text, i) => s("text", { x: x(tick), y: height - BOTTOM + 22 + 14 * i, "text-anchor": "middle", fill: "#555" }, text)));
  }
  for (const tick of options.log ? logTicks(ys) : ticks(...ys)) {
    svg.append(s("path", { d: `M${LEFT} ${y(tick)}H${WIDTH - RIGHT}`, stroke: "#e4e4e4" }), s("text", { x: LEFT - 8, y: y(tick) + 4, "text-anchor": "end", fill: "#555" }, short(tick)));
  }
  for (const line of lines) {
    let path = "";
    line.x.forEach((place, i) => {
      if (place < xs[0] || place > xs[1] || line.y[i] === null || !positive(line.y[i])) return;
      path += (path ? "L" : "M") + x(place).toFixed(1) + " " + y(line.y[i]).toFixed(1);
    });
    svg.append(s("path", { d: path, fill: "none", stroke: line.colour, "stroke-width": 1.8, "stroke-dasharray": line.dash?.join(" ") || null }));
  }
  return new XMLSerializer().serializeToString(svg);
}

// What each line is, in as many rows as it takes.
function legend(lines) {
  const picture = s("g");
  let x = LEFT;
  let row = 0;
  for (const line of lines) {
    const label = cut(line.label, LABEL_MAX);
    const width = 26 + label.length * LETTER;
    if (x > LEFT && x + width > WIDTH - RIGHT) { x = LEFT; row++; }
    const y = TOP + row * KEY_ROW;
    picture.append(s("path", { d: `M${x} ${y - 4}h16`, stroke: line.colour, "stroke-width": 3, "stroke-dasharray": line.dash?.join(" ") || null }), s("text", { class: "key", x: x + 20, y }, label));
    x += width + 8;
  }
  return { picture, rows: lines.length ? row + 1 : 0 };
}

function cut(text, most) {
  return text.length > most ? text.slice(0, most - 1) + "…" : text;
}

function logTicks([least, most]) {
  const all = [];
  for (let power = Math.ceil(Math.log10(least)); power <= Math.log10(most); power++) all.push(10 ** power);
  return all.length ? all : [least, most];
}

const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "font-size", "font-weight", "text-anchor", "paint-order"];

// A button that saves a picture of the page as it looks.
export function kept(name, svg) {
  return h("button", { type: "button", class: "quiet keep", "aria-label": `Save ${name} as SVG`, onclick: () => save(`${name}.svg`, "image/svg+xml", picture(svg)) }, "SVG");
}

function picture(svg) {
  const copy = svg.cloneNode(true);
  const originals = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const look of LOOKS) if (style.getPropertyValue(look)) element.setAttribute(look, style.getPropertyValue(look));
    element.removeAttribute("class");
  });
  const [, , width, height] = svg.getAttribute("viewBox").split(" ");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("font-family", "system-ui, sans-serif");
  copy.prepend(s("rect", { width, height, fill: getComputedStyle(svg.closest(".card") ?? document.body).backgroundColor }));
  return new XMLSerializer().serializeToString(copy);
}

// Points over two axes; a point is {x, y, text, strong, href}.
export function scatter(points, { xName, yName, xLog = false, width = 420, height = 260, colour = "currentColor", dim = "currentColor" }) {
  const left = 56;
  const bottom = 42;
  const numbers = points.every((point) => typeof point.x === "number");
  const names = numbers ? [] : [...new Set(points.map((point) => String(point.x)))];
  const log = xLog && points.every((point) => point.x > 0);
  const xs = numbers ? extent(points.map((point) => point.x)) : [-0.5, names.length - 0.5];
  const ys = extent(points.map((point) => point.y));
  const toX = scale(xs, [left + 8, width - 12], log);
  const x = (value) => (numbers ? toX(value) : toX(names.indexOf(String(value))));
  const y = scale(ys, [height - bottom - 6, 34]);
  const links = points.some((point) => point.href);
  const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "picture", role: links ? "group" : "img", "aria-label": `${yName} over ${xName}, ${points.length} points` });
  const xTicks = numbers ? (log ? logTicks(xs) : ticks(...xs, 4)) : names;
  for (const tick of ticks(...ys, 4)) {
    svg.append(s("path", { d: `M${left} ${y(tick)}H${width - 6}`, class: "grid" }), s("text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, short(tick)));
  }
  for (const tick of xTicks) svg.append(s("text", { x: x(tick), y: height - bottom + 16, "text-anchor": "middle" }, numbers ? short(tick) : tick.slice(0, 14)));
  svg.append(s("text", { x: (left + width) / 2, y: height - 6, "text-anchor": "middle", class: "name" }, xName));
  svg.append(s("text", { x: 4, y: 14, class: "name" }, yName));
  for (const point of [...points].sort((a, b) => Boolean(a.strong) - Boolean(b.strong))) {
    const dot = s("circle", { cx: x(point.x), cy: y(point.y), r: point.strong ? 5 : 3.5, fill: point.strong ? colour : dim, "fill-opacity": point.strong ? 1 : 0.6 }, s("title", null, point.text));
    svg.append(point.href ? s("a", { href: point.href, "aria-label": point.text }, dot) : dot);
  }
  return h("div", { class: "kept" }, kept(`${yName} over ${xName}`, svg), svg);
}
