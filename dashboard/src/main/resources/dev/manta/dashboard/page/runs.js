// The list of runs.

import { get } from "./api.js";
import { h, show, table, toast } from "./dom.js";
import { ago, clock, flat, number, sign } from "./format.js";
import { keep, link } from "./router.js";

const PAGE = 100;
const AGAIN = 3000;
const COLUMNS_MAX = 4;
const CONFIG_NAMES_MAX = 50;
const GROUPS = ["tag", "status", "function"];

export function pill(status) {
  return h("span", { class: "pill " + status }, h("span", { "aria-hidden": "true" }, sign(status)), " ", status);
}

export async function runs(main, parameters) {
  document.title = "Runs – Manta";
  const state = { search: parameters.get("search") ?? "", filters: parameters.getAll("filter"), sort: parameters.get("sort") ?? "-changed", group: parameters.get("group") ?? "", offset: Math.max(0, Math.floor(Number(parameters.get("offset")) || 0)), chosen: new Set(parameters.getAll("chosen")) };
  const place = h("div", null);
  const count = h("p", { class: "muted", role: "status" });
  const chosen = h("a", { class: "button", hidden: true }, "Compare");
  const search = h("input", { type: "search", placeholder: "Search names, tags, notes, configs ( / )", "aria-label": "Search runs", value: state.search,
    oninput: () => { state.search = search.value; state.offset = 0; changed(); } });
  const filter = h("input", { type: "text", placeholder: "Filter: metrics/loss<0.5", "aria-label": "Filter runs by a condition such as metrics/loss<0.5", value: state.filters.join(" "),
    onchange: () => { state.filters = filter.value.split(/\s+/).filter(Boolean); state.offset = 0; changed(); } });
  const status = h("select", { "aria-label": "Show runs of a status", onchange: () => {
    state.filters = state.filters.filter((each) => !each.startsWith("status="));
    if (status.value) state.filters.push("status=" + status.value);
    filter.value = state.filters.join(" ");
    state.offset = 0;
    changed();
  } }, ["", "running", "starting", "finished", "failed", "stopped", "interrupted"].map((each) => h("option", { value: each }, each || "all states")));

  const group = h("select", { "aria-label": "Put runs together by", onchange: () => { state.group = group.value; load.drawn = false; changed(); } });
  const groupings = (names) => {
    const all = [...new Set(["", ...GROUPS, ...names.map((name) => "config/" + name), state.group])];
    if (all.length !== group.children.length) show(group, all.map((each) => h("option", { value: each, selected: each === state.group }, each ? "by " + each : "no groups")));
  };
  groupings([]);

  show(main, h("div", { class: "head" }, h("h1", null, "Runs"), chosen), h("div", { class: "toolbar" }, search, filter, status, group), count, place);

  let timer;
  let controller = new AbortController();
  const changed = () => {
    keep({ search: state.search, filter: state.filters, group: state.group, sort: state.sort === "-changed" ? null : state.sort, offset: state.offset || null, chosen: [...state.chosen] });
    clearTimeout(timer);
    timer = setTimeout(load, 150);
  };

  const sortBy = (name) => {
    state.sort = state.sort === name ? "-" + name : state.sort === "-" + name ? name : ["changed", "created", "step", "attempts"].includes(name) ? "-" + name : name;
    changed();
  };

  const column = (text, name, isNumber) => ({
    text, number: isNumber, sort: state.sort.replace("-", "") === name ? (state.sort.startsWith("-") ? "descending" : "ascending") : "none",
    label: h("button", { type: "button", class: "sort", title: text, onclick: () => sortBy(name) }, text, state.sort.replace("-", "") === name ? (state.sort.startsWith("-") ? " ↓" : " ↑") : ""),
  });

  function draw(answer) {
    if (answer.single && answer.runs.length === 1) { location.replace(link(["runs", answer.runs[0].id])); return; }
    const values = answer.runs.map((each) => ({ metrics: flat(each.run.metrics), config: each.config }));
    const metrics = common(values.map((each) => each.metrics));
    const config = common(values.map((each) => each.config), true);
    groupings(common(values.map((each) => each.config), true, CONFIG_NAMES_MAX));
    const heads = [{ text: "", label: h("span", { class: "hidden" }, "Choose") }, column("Name", "name"), column("State", "status"), column("Step", "step", true), column("Attempts", "attempts", true), column("Changed", "changed"),
      ...metrics.map((name) => column(name, "metrics/" + name, true)), ...config.map((name) => column(name, "config/" + name, true)), "Tags"];
    const rows = answer.runs.map((each, i) => [
      h("input", { type: "checkbox", "aria-label": "Choose " + each.run.name, checked: state.chosen.has(each.id), onchange: (event) => {
        if (event.target.checked) state.chosen.add(each.id); else state.chosen.delete(each.id);
        compareLink();
      } }),
      h("a", { class: "name", href: link(["runs", each.id]), title: each.note || each.run.problem || each.run.path }, each.run.name === each.id ? each.id : `${each.run.name} (${each.id})`),
      pill(each.run.status), number(each.run.step), number(each.run.attempts),
      each.run.changed ? h("time", { datetime: each.run.changed, title: clock(each.run.changed) }, ago(each.run.changed)) : each.run.problem ?? "–",
      ...metrics.map((name) => number(values[i].metrics[name])), ...config.map((name) => number(values[i].config[name])),
      each.tags.map((tag) => h("span", { class: "tag" }, tag)),
    ]);
    count.textContent = `${answer.total.toLocaleString("en")} ${answer.total === 1 ? "run" : "runs"} in ${answer.storage}` + (answer.complete ? "" : " so far; more are being read …");
    if (!answer.total && answer.complete) {
      const searched = state.search || state.filters.length;
      show(place, h("section", { class: "card narrow" }, h("p", null, searched ? "No run matches." : "There are no runs here yet."), searched ? null : h("p", null, "Make one with ", h("code", null, "manta demo"), ".")));
      return;
    }
    const more = h("div", { class: "pages" },
      h("button", { type: "button", disabled: state.offset === 0, onclick: () => { state.offset = Math.max(0, state.offset - PAGE); changed(); } }, "Earlier"),
      h("span", { class: "muted" }, `${state.offset + 1} to ${state.offset + answer.runs.length}`),
      h("button", { type: "button", disabled: state.offset + answer.runs.length >= answer.total, onclick: () => { state.offset += PAGE; changed(); } }, "Later"));
    show(place, table(heads, rows, { label: "Runs" }), answer.total > PAGE ? more : null);
  }

  // A group has its runs behind a link, which is a condition that they meet.
  function drawGroups(answer) {
    const metrics = common(answer.groups.map((each) => Object.fromEntries(Object.entries(each.metrics).map(([name, spread]) => [name, spread.mean]))));
    const heads = [{ text: state.group.replace("config/", "") }, { text: "Runs", number: true }, "States", ...metrics.map((name) => ({ text: name + ": mean (least to most)", number: true }))];
    const rows = answer.groups.map((each) => [
      each.value === "" ? h("span", { class: "muted" }, "none") : h("a", { class: "name", href: link(["runs"], { search: state.search, filter: [...state.filters, `${state.group}=${each.value}`] }) }, each.value),
      number(each.runs), Object.entries(each.statuses).map(([status, count]) => [pill(status), ` ${number(count)} `]),
      ...metrics.map((name) => (each.metrics[name] ? spread(each.metrics[name]) : "–"))]);
    count.textContent = `${answer.groups.length} ${answer.groups.length === 1 ? "group" : "groups"} by ${state.group}` + (answer.complete ? "" : " so far; more runs are being read …");
    show(place, answer.groups.length ? table(heads, rows, { label: "Groups of runs" }) : h("section", { class: "card narrow" }, h("p", null, "No run matches.")));
  }

  function compareLink() {
    keep({ chosen: [...state.chosen] });
    chosen.hidden = state.chosen.size < 2;
    chosen.textContent = `Compare ${state.chosen.size}`;
    chosen.href = link(["compare"], { run: [...state.chosen] });
  }

  async function load() {
    clearTimeout(timer);
    controller.abort();
    controller = new AbortController();
    try {
      const conditions = { search: state.search, filter: state.filters };
      const answer = state.group
        ? await get("/api/run-groups", { ...conditions, by: state.group }, controller.signal)
        : await get("/api/runs", { ...conditions, sort: state.sort, offset: state.offset, limit: PAGE }, controller.signal);
      const focused = place.contains(document.activeElement) && document.activeElement.tagName !== "DIV";
      if (!focused || !load.drawn) (state.group ? drawGroups : draw)(answer);
      load.drawn = true;
      timer = setTimeout(load, answer.complete ? AGAIN : 300);
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!load.drawn) throw error;
      toast(error.message);
      timer = setTimeout(load, AGAIN);
    }
  }
  if (state.chosen.size) compareLink();
  await load();
  return () => { clearTimeout(timer); controller.abort(); };
}

// The names that most have, and of configs those whose values differ.
function common(objects, differing = false, most = COLUMNS_MAX) {
  const counts = new Map();
  for (const object of objects) {
    for (const [name, value] of Object.entries(object)) {
      if (typeof value === "object") continue;
      const known = counts.get(name) ?? { count: 0, values: new Set() };
      known.count++;
      known.values.add(value);
      counts.set(name, known);
    }
  }
  return [...counts].filter(([, known]) => !differing || known.values.size > 1).sort((a, b) => b[1].count - a[1].count).slice(0, most).map(([name]) => name);
}

function spread({ count, mean, min, max }) {
  return count === 1 ? number(mean) : `${number(mean)} (${number(min)} to ${number(max)})`;
}
