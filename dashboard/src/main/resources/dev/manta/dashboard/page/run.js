// One run: what it does, how it went, and what it can be told.

import { follow, get, path, post } from "./api.js";
import { curves } from "./curves.js";
import { again, h, s, show, table, toast } from "./dom.js";
import { ago, bytes, clock, duration, flat, number } from "./format.js";
import { data, workers } from "./load.js";
import { logs } from "./logs.js";
import { media } from "./media.js";
import { link } from "./router.js";
import { pill } from "./runs.js";
import { timeline } from "./timeline.js";

const TABS = [["curves", "Curves"], ["media", "Media"], ["timeline", "Time line"], ["workers", "Workers"], ["data", "Data"], ["checkpoints", "Checkpoints"], ["logs", "Logs"], ["config", "Config"], ["history", "History"]];
const KINDS = { useful: "--useful", rolled_back: "--bad", starting: "--starting", recovering: "--recovering", checkpointing: "--checkpointing", waiting: "--waiting", idle: "--idle" };
const NEEDS = new Set(["workers", "checkpoints", "config", "history"]);
const AGAIN = 1000;

export async function run(main, id, tab, parameters) {
  document.title = `${id} – Manta`;
  const asked = get(path("runs", id));
  const head = h("div");
  const tabs = h("nav", { class: "tabs", "aria-label": "Parts of this run" }, TABS.map(([name, text]) =>
    h("a", { href: link(["runs", id, name]), "aria-current": name === tab ? "page" : undefined }, text)));
  const place = h("div", { class: "part" });
  // What needs nothing of the answer is asked for at the same time.
  const opened = NEEDS.has(tab) ? asked.then((first) => open(place, tab, id, first, parameters)) : open(place, tab, id, null, parameters);
  opened.catch(() => {});
  let shown;
  try {
    shown = await asked;
  } catch (error) {
    opened.then((unused) => unused?.close?.(), () => {});
    throw error;
  }
  show(main, head, tabs, place);

  let part = { news() {}, close() {} };
  let over = false;
  const draw = () => again(head, () => drawHead(head, shown, reload));
  async function reload() {
    clearTimeout(reload.timer);
    reload.timer = null;
    reload.at = performance.now();
    try {
      shown = await get(path("runs", id));
      if (over) return;
      draw();
      if (part.state) again(place, () => part.state(shown));
    } catch (error) {
      if (!over) toast(error.message);
    }
  }
  // Reports come many times a second; what they change here is read, not watched.
  const soon = () => { reload.timer ??= setTimeout(reload, Math.max(0, AGAIN - (performance.now() - (reload.at ?? -AGAIN)))); };

  draw();
  part = (await opened) ?? part;
  const stop = follow([id], (news, before) => {
    if (before && (news.records !== before.records || news.status !== before.status)) reload();
    else if (before && news.rows !== before.rows) soon();
    part.news?.(news, before);
  });
  return () => { over = true; clearTimeout(reload.timer); stop(); part.close?.(); };
}

async function open(place, tab, id, shown, parameters) {
  switch (tab) {
    case "media": return media(place, id);
    case "timeline": return timeline(place, id);
    case "workers": return workers(place, id, shown);
    case "data": return data(place, id);
    case "checkpoints": return checkpoints(place, id, shown);
    case "logs": return logs(place, id, parameters);
    case "config": return config(place, shown);
    case "history": return history(place, id, shown);
    default: return curves(place, [{ id, label: id }], parameters);
  }
}

function drawHead(place, shown, reload) {
  const { detail } = shown;
  const { run } = detail;
  const took = (new Date(run.changed) - new Date(detail.created)) / 1000;
  const facts = [["step", number(run.step)], ["attempts", number(run.attempts)], ["started", h("time", { datetime: detail.created, title: clock(detail.created) }, ago(detail.created))],
    [shown.underWay ? "last change after" : "took", duration(took)], ...Object.entries(flat(run.metrics)).slice(0, 6).map(([name, value]) => [name, number(value)])];
  show(place,
    h("div", { class: "head" }, h("h1", null, run.name), pill(run.status), [...told(detail), ...shown.tags].map((tag) => h("span", { class: "tag" }, tag)), actions(shown, reload)),
    h("p", { class: "reason" }, detail.reason),
    shown.note ? h("p", { class: "noted" }, shown.note) : null,
    detail.failure ? failure(detail.failure) : null,
    reasons(shown),
    detail.late.map((late) => h("p", { class: "warning" }, `rank ${late.rank} keeps the others waiting` + (late.call ? ` in ${late.call}` : "") + ` for ${late.seconds} s`)),
    h("dl", { class: "facts" }, facts.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)))),
    ledger(detail.seconds));
}

// The tags that its program gave it.
function told(detail) {
  return Object.entries(flat(detail.options?.tags)).map(([name, value]) => `${name}=${value}`);
}

function failure(what) {
  const text = Object.entries(flat(what)).filter(([, value]) => value !== "" && value !== null).map(([name, value]) => `${name}: ${value}`).join("\n");
  return h("details", { class: "failure" }, h("summary", null, "Last failure"), h("pre", { tabindex: 0 }, text));
}

// What somebody can do about where it stands, and what it could do better.
function reasons({ why }) {
  const findings = why.findings.filter((finding) => finding.nextStep);
  if (!findings.length && !why.advice.length) return null;
  return h("section", { class: "advice", "aria-label": "Why, and what to do" },
    findings.map((finding) => h("p", null, finding.what, h("br"), h("span", { class: "muted" }, "→ " + finding.nextStep))),
    why.advice.map((line) => h("p", null, h("span", { "aria-hidden": "true" }, "→ "), line)));
}

// What the time went into.
function ledger(seconds) {
  const parts = Object.entries(seconds).filter(([, each]) => each > 0).sort((a, b) => b[1] - a[1]);
  const total = parts.reduce((sum, [, each]) => sum + each, 0);
  if (!total) return null;
  const bar = s("svg", { class: "ledger", viewBox: "0 0 1000 14", preserveAspectRatio: "none", role: "img", "aria-label": "What the time went into: " + parts.map(([kind, each]) => `${words(kind)} ${percent(each, total)}`).join(", ") });
  let from = 0;
  for (const [kind, each] of parts) {
    const width = (each / total) * 1000;
    bar.append(s("rect", { x: from, y: 0, width, height: 14, fill: `var(${KINDS[kind] ?? "--idle"})` }, s("title", null, `${words(kind)} ${duration(each)}`)));
    from += width;
  }
  return h("div", { class: "ledger-row" }, bar, h("div", { class: "legend" }, parts.map(([kind, each]) =>
    h("span", { class: "key" }, h("i", { style: { background: `var(${KINDS[kind] ?? "--idle"})` } }), words(kind), h("b", null, percent(each, total)), h("span", { class: "muted" }, duration(each))))));
}

function words(kind) {
  return kind.replace("_", " ");
}

function percent(part, total) {
  return ((100 * part) / total).toFixed(1) + " %";
}

function actions(shown, reload) {
  const tell = async (what, body, said) => {
    try {
      await post(path("runs", shown.id, what), body);
      toast(said);
      reload();
    } catch (error) {
      toast(error.message);
    }
  };
  const buttons = [h("button", { type: "button", class: "quiet", onclick: () => notes(shown, tell) }, "Tags and note")];
  if (shown.underWay) {
    buttons.push(
      h("button", { type: "button", onclick: () => ask("Stop this run? Its ranks leave at the same step, with a last checkpoint.", "Stop", [], () => tell("stop", { now: false }, "told to stop")) }, "Stop"),
      h("button", { type: "button", onclick: () => ask("How many workers should it have?", "Scale", [field("workers", "number", shown.detail.workers.length || 1)], (values) => tell("scale", { workers: Number(values.workers) }, "asked to scale")) }, "Scale"),
      h("button", { type: "button", onclick: () => ask("Which ranks will be taken away (empty: all), and in how many seconds?", "Preempt", [field("ranks", "text", ""), field("seconds", "number", 30)],
        (values) => tell("preempt", { ranks: values.ranks.split(/[\s,]+/).filter(Boolean).map(Number), seconds: Number(values.seconds) }, "told of the preemption")) }, "Preempt"));
  }
  return h("span", { class: "actions" }, buttons);
}

function notes(shown, tell) {
  ask("Tags, with commas between them, and a note.", "Save", [field("tags", "text", shown.tags.join(", ")), field("note", "area", shown.note)], (values) =>
    tell("notes", { tags: values.tags.split(",").map((tag) => tag.trim()).filter(Boolean), note: values.note }, "saved"));
}

function field(name, type, value) {
  return { name, type, value };
}

function ask(text, yes, fields, then) {
  const inputs = fields.map((each) => {
    const input = each.type === "area" ? h("textarea", { name: each.name, rows: 4, value: each.value }) : h("input", { name: each.name, type: each.type, value: each.value, min: 0 });
    return h("label", null, each.name, input);
  });
  const form = h("form", { method: "dialog" }, h("p", null, text), inputs, h("div", { class: "actions" }, h("button", { value: "no" }, "Cancel"), h("button", { value: "yes", class: "primary" }, yes)));
  const dialog = h("dialog", { "aria-label": yes, onclose: () => {
    if (dialog.returnValue === "yes") then(Object.fromEntries(new FormData(form)));
    dialog.remove();
  } }, form);
  document.body.append(dialog);
  dialog.showModal();
}

function checkpoints(place, id, first) {
  const draw = (shown) => {
    const all = [...shown.detail.checkpoints].reverse();
    const metrics = [...new Set(all.flatMap((each) => Object.keys(flat(each.metrics))))].slice(0, 6);
    const rows = all.map((each) => [h("span", null, each.best ? h("span", { class: "tag" }, "best") : null, each.best ? " " : "", each.name), number(each.step), number(each.attempt), h("time", { datetime: each.at, title: clock(each.at) }, ago(each.at)), each.bytes === undefined || each.bytes === null ? "–" : bytes(each.bytes),
      ...metrics.map((name) => number(flat(each.metrics)[name])), each.damage ? h("span", { class: "warning" }, "damaged: " + each.damage) : h("a", { href: path("runs", id, "checkpoints", each.name), download: "" }, "Download")]);
    const heads = ["Checkpoint", { text: "Step", number: true }, { text: "Attempt", number: true }, "Committed", { text: "Size", number: true }, ...metrics.map((name) => ({ text: name, number: true })), "Files"];
    show(place, rows.length ? table(heads, rows, { label: "Checkpoints" }) : h("p", { class: "muted" }, "There is no checkpoint yet."));
  };
  draw(first);
  return { state: draw };
}

function config(place, first) {
  const { detail } = first;
  let values = {};
  try { values = flat(JSON.parse(detail.config)); } catch { values = detail.config ? { "": detail.config } : {}; }
  show(place, h("div", { class: "columns" },
    h("section", { class: "card" }, h("h2", null, "Config"), Object.keys(values).length ? pairs(values) : h("p", { class: "muted" }, "It has no config.")),
    options("Scaling", detail.scaling),
    options("Options", detail.options),
    options("Started on", detail.startedOn),
    h("section", { class: "card" }, h("h2", null, "Run"), pairs({ function: detail.function, location: detail.run.path, created: clock(detail.created), "retries used": detail.retriesUsed, ...(first.score ? flat(first.score, "best by ") : {}) }),
      detail.missingMetrics.length ? h("p", { class: "warning" }, "metrics are missing: " + detail.missingMetrics.join(", ")) : null)));
}

// What it was told beside its config; nothing where an older version began it.
function options(title, values) {
  const told = Object.fromEntries(Object.entries(flat(values)).filter(([, value]) => value !== "[]" && value !== false));
  return values ? h("section", { class: "card" }, h("h2", null, title), pairs(told)) : null;
}

function pairs(values) {
  return h("table", { class: "pairs" }, h("tbody", null, Object.entries(values).map(([name, value]) => h("tr", null, h("th", { scope: "row" }, name), h("td", null, number(value))))));
}

function history(place, id, first) {
  let all = false;
  const box = h("input", { type: "checkbox", id: "all-records", onchange: () => { all = box.checked; draw(first); } });
  const body = h("div");
  show(place, h("div", { class: "toolbar" }, h("label", { class: "inline" }, box, "every record of the control log")), body);
  const draw = async (shown) => {
    first = shown;
    const lines = all ? await get(path("runs", id, "history")) : shown.detail.history;
    show(body, table(["Time", { text: "Attempt", number: true }, "State", { text: "Why", wide: true }], [...lines].reverse().map((line) => [h("time", { datetime: line.at }, clock(line.at)), line.attempt ? number(line.attempt) : "", line.status, line.reason]), { label: "What happened" }));
  };
  draw(first);
  return { state: draw };
}
