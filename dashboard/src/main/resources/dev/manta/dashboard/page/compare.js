// Several runs: their curves over each other, their configs side by side.

import { get, follow } from "./api.js";
import { colour } from "./colours.js";
import { curves } from "./curves.js";
import { h, show } from "./dom.js";
import { flat, number } from "./format.js";
import { keep, link } from "./router.js";
import { pill } from "./runs.js";
import { scatter } from "./svg.js";

export async function compare(main, parameters) {
  document.title = "Compare – Manta";
  const chosen = [...new Set(parameters.getAll("run"))];
  if (chosen.length < 2) return choose(main, chosen);
  const sides = await get("/api/compare", { run: chosen });
  const lines = h("div", { class: "part" });
  show(main, h("div", { class: "head" }, h("h1", null, "Compare"), h("a", { class: "button", href: link(["compare"]) }, "Choose others")),
    h("div", { class: "columns" }, sideBySide(sides, chosen), against(sides, chosen, parameters)), h("h2", null, "Curves"), lines);
  const part = await curves(lines, chosen.map((id, i) => ({ id, label: sides[i].name })), parameters);
  const stop = follow(chosen, part.news);
  return () => { stop(); part.close(); };
}

async function choose(main, chosen) {
  const answer = await get("/api/runs", { limit: 1000 });
  const boxes = answer.runs.map((each) => h("label", { class: "inline line" }, h("input", { type: "checkbox", value: each.id, checked: chosen.includes(each.id) }), each.run.name, " ", pill(each.run.status)));
  const go = () => { location.hash = link(["compare"], { run: boxes.map((box) => box.querySelector("input")).filter((box) => box.checked).map((box) => box.value) }); };
  show(main, h("div", { class: "head" }, h("h1", null, "Compare")), h("section", { class: "card narrow" }, h("p", null, answer.total < 2 ? "There are not two runs to compare." : "Choose two runs or more."), boxes, answer.total < 2 ? null : h("p", null, h("button", { type: "button", class: "primary", onclick: go }, "Compare"))));
  return null;
}

function parse(config) {
  try { return flat(JSON.parse(config)); } catch { return config ? { config } : {}; }
}

function sideBySide(sides, ids) {
  const groups = [["config", sides.map((side) => parse(side.config))], ["last", sides.map((side) => flat(side.last))], ["best", sides.map((side) => flat(side.best))]];
  const rows = [["state", sides.map((side) => pill(side.status)), false], ["function", sides.map((side) => side.function), differ(sides.map((side) => side.function))], ["attempts", sides.map((side) => number(side.attempts)), differ(sides.map((side) => side.attempts))]];
  for (const [group, values] of groups) {
    for (const name of new Set(values.flatMap(Object.keys))) {
      const cells = values.map((each) => each[name]);
      rows.push([`${group} ${name}`, cells.map((cell) => number(cell)), differ(cells)]);
    }
  }
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Configs and metrics side by side" }, h("table", null,
    h("thead", null, h("tr", null, h("th", { scope: "col" }, "What"), sides.map((side, i) => h("th", { scope: "col" }, h("span", { class: "key" }, h("i", { style: { background: colour(i) } }), h("a", { href: link(["runs", ids[i]]) }, side.name)))))),
    h("tbody", null, rows.map(([name, cells, differs]) => h("tr", { class: differs ? "differs" : undefined }, h("th", { scope: "row" }, differs ? h("span", { title: "differs" }, "★ ") : null, name), cells.map((cell) => h("td", null, cell)))))));
}

function differ(cells) {
  return new Set(cells.map(String)).size > 1;
}

// A metric over a parameter.
function against(sides, ids, kept) {
  const configs = sides.map((side) => parse(side.config));
  const lasts = sides.map((side) => flat(side.last));
  const parameters = [...new Set(configs.flatMap(Object.keys))].filter((name) => differ(configs.map((each) => each[name])));
  const metrics = [...new Set(lasts.flatMap(Object.keys))].filter((name) => lasts.some((each) => typeof each[name] === "number"));
  if (!parameters.length || !metrics.length) return null;
  const picture = h("div");
  const draw = () => {
    const points = sides.map((side, i) => ({ x: configs[i][x.value], y: lasts[i][y.value], text: `${side.name}: ${number(lasts[i][y.value])}`, strong: true, href: link(["runs", ids[i]]) })).filter((point) => point.x !== undefined && Number.isFinite(point.y));
    show(picture, points.length ? scatter(points, { xName: x.value, yName: y.value, colour: colour(0) }) : h("p", { class: "muted" }, "No run has both."));
  };
  const choice = (what, parameter, names) => h("select", { "aria-label": what, onchange: (event) => { keep({ [parameter]: event.target.value }); draw(); } },
    names.map((name) => h("option", { value: name, selected: name === kept.get(parameter) }, name)));
  const x = choice("Parameter", "over", parameters);
  const y = choice("Metric", "value", metrics);
  draw();
  return h("section", { class: "card" }, h("h2", null, "A metric against a parameter"), h("div", { class: "toolbar" }, h("label", { class: "inline" }, "Metric", y), h("label", { class: "inline" }, "Parameter", x)), picture);
}
