// What workers printed: by rank, followed as it comes, searched.

import { get, path } from "./api.js";
import { h, show, toast } from "./dom.js";
import { bytes } from "./format.js";
import { keep } from "./router.js";

const PART = 128 * 1024;
const LINES_MAX = 20000;
const LEVELS = { "": /^/, warnings: /\b(WARN(ING)?|ERROR|SEVERE|FATAL)\b|Exception|Traceback/, errors: /\b(ERROR|SEVERE|FATAL)\b|Exception|Traceback/ };

export async function logs(place, id, parameters) {
  let files = await get(path("runs", id, "logs"));
  let file = files.find((each) => each.name === parameters.get("file")) ?? files[0];
  let from = 0;
  let to = 0;
  let lines = [];
  let level = parameters.get("level") in LEVELS ? parameters.get("level") : "";
  let following = true;
  const output = h("pre", { class: "log", tabindex: 0, "aria-label": "Log" });
  const choice = h("select", { "aria-label": "Log", onchange: () => { file = files.find((each) => each.name === choice.value); keep({ file: file.name, line: null }); start(); } });
  const follow = h("input", { type: "checkbox", checked: true, onchange: () => { following = follow.checked; if (following) more(); } });
  const search = h("input", { type: "search", placeholder: "Search all ranks ( / )", "aria-label": "Search the logs", value: parameters.get("search") ?? "", onchange: () => { keep({ search: search.value }); find(search.value); } });
  const earlier = h("button", { type: "button", onclick: before }, "Earlier");
  const found = h("div");
  const size = h("span", { class: "muted" });
  show(place, h("div", { class: "toolbar" }, choice, search,
    h("label", { class: "inline" }, "Level", h("select", { onchange: (event) => { level = event.target.value; keep({ level }); draw(); } }, Object.keys(LEVELS).map((each) => h("option", { value: each, selected: each === level }, each || "all")))),
    h("label", { class: "inline" }, follow, "follow"), earlier,
    h("a", { class: "button quiet", href: "#", onclick: (event) => { event.preventDefault(); whole(); } }, "Whole log"), size), found, output);

  function choices() {
    const ofRank = new Map();
    for (const each of files) ofRank.set(each.rank, (ofRank.get(each.rank) ?? 0) + 1);
    show(choice, files.map((each) => h("option", { value: each.name, selected: each.name === file?.name }, `rank ${each.rank}` + (ofRank.get(each.rank) > 1 ? `, worker ${each.worker}` : ""))));
  }

  function draw() {
    const wanted = LEVELS[level];
    const shown = lines.filter((line) => wanted.test(line)).slice(-LINES_MAX);
    show(output, shown.map((line) => h("span", { class: LEVELS.errors.test(line) ? "error" : LEVELS.warnings.test(line) ? "warn" : undefined }, line + "\n")));
    if (!file) output.textContent = "No worker has printed anything yet.";
    else if (!shown.length) output.textContent = "Nothing was printed" + (level ? " at this level." : " yet.");
    earlier.disabled = from === 0;
    size.textContent = file ? bytes(file.bytes) : "";
    if (following) output.scrollTop = output.scrollHeight;
  }

  const split = (text) => (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");

  async function start() {
    lines = [];
    from = to = 0;
    if (file) {
      const part = await get(path("runs", id, "logs", file.name), { from: -PART, bytes: PART });
      from = part.from;
      to = part.to;
      file.bytes = part.size;
      if (part.text) lines = split(part.text);
    }
    draw();
  }

  async function before() {
    const start = Math.max(0, from - PART);
    const part = await get(path("runs", id, "logs", file.name), { from: start, bytes: from - start });
    lines = [...split(part.text), ...lines];
    from = start;
    following = follow.checked = false;
    draw();
  }

  async function more() {
    if (!file) {
      files = await get(path("runs", id, "logs"));
      file = files[0];
      choices();
      return start();
    }
    const part = await get(path("runs", id, "logs", file.name), { from: to, bytes: PART });
    file.bytes = part.size;
    if (part.to > to) {
      to = part.to;
      lines.push(...split(part.text));
      if (lines.length > LINES_MAX) lines = lines.slice(-LINES_MAX);
      draw();
    }
  }

  async function find(text) {
    if (!text) { show(found); return []; }
    const { matches, complete } = await get(path("runs", id, "log-search"), { text });
    const more = complete ? "" : " so far, and there may be more";
    show(found, h("section", { class: "card" }, h("h2", null, matches.length ? `${matches.length} lines have "${text}"${more}` : `No line has "${text}"${more}`),
      h("ol", { class: "matches" }, matches.map((match) => h("li", null, h("button", { type: "button", class: "quiet", onclick: () => jump(match) }, `rank ${match.rank}, line ${match.line}`), " ", h("code", null, match.text))))));
    return matches;
  }

  async function jump(match) {
    file = files.find((each) => each.name === match.file);
    keep({ file: match.file, line: match.line });
    choice.value = match.file;
    following = follow.checked = false;
    const start = Math.max(0, match.at - PART / 8);
    const part = await get(path("runs", id, "logs", match.file), { from: start, bytes: PART });
    from = start;
    to = part.to;
    lines = split(part.text);
    draw();
    for (const line of output.children) if (line.textContent.includes(match.text)) { line.classList.add("found"); line.scrollIntoView({ block: "center" }); break; }
  }

  async function whole() {
    if (!file) return;
    let at = 0;
    let text = "";
    const LARGE = 4 << 20;
    for (let size = 1; at < size && at < 64 * LARGE; ) {
      const part = await get(path("runs", id, "logs", file.name), { from: at, bytes: LARGE });
      text += part.text;
      size = part.size;
      if (part.to === at) break;
      at = part.to;
    }
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: file.name });
    link.click();
  }

  choices();
  await start();
  const matches = await find(search.value);
  const linked = matches.find((match) => match.file === file?.name && String(match.line) === parameters.get("line"));
  if (linked) await jump(linked);
  return {
    news(now, before) {
      if (following && (!before || now.logBytes !== before.logBytes)) more().catch((error) => toast(error.message));
    },
  };
}
