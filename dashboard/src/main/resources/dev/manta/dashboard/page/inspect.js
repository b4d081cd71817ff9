// What the processes of a run do right now: stacks, and profiles as flame graphs.

import { path, post } from "./api.js";
import { h, s, show } from "./dom.js";
import { number } from "./format.js";
import { kept } from "./svg.js";

export const PROFILE_SECONDS = 5;
const WIDTH = 1000;
const ROW = 18;
const DEPTH_SHOWN = 60;

async function ask(place, title, id, what, body, draw) {
  show(place, h("section", { class: "card" }, h("h2", null, title), h("p", { class: "muted", role: "status" }, "Asking its process …")));
  try {
    const answer = await post(path("runs", id, what), body);
    show(place, h("section", { class: "card inside" }, h("h2", null, title), draw(answer)));
  } catch (error) {
    show(place, h("section", { class: "card" }, h("h2", null, title), h("p", { class: "warning", role: "status" }, error.message)));
  }
}

export function stacks(place, id, rank) {
  return ask(place, `Stacks of rank ${rank}`, id, "stacks", { rank, all: false }, (answers) => answers.map((each) =>
    each.problem ? h("p", { class: "warning" }, each.problem) : h("pre", { class: "stacks", tabindex: 0 }, each.text || "No thread of it does anything right now.")));
}

export function profile(place, id, rank) {
  return ask(place, `Profile of rank ${rank}`, id, "profile", { rank, seconds: PROFILE_SECONDS }, ({ profiles, problems }) => [
    problems.map((each) => h("p", { class: "warning" }, each)),
    profiles.map((each) => [
      h("p", { class: "muted" }, `${number(each.samples)} samples in ${PROFILE_SECONDS} s. Each bar is as wide as its share of them, and its callees are below it; click one to enlarge it.`),
      each.samples ? flame(each.tree) : null,
      h("h3", null, "Most often on top"),
      h("pre", { class: "stacks", tabindex: 0 }, each.hottest.join("\n"))])]);
}

// A flame graph below a frame, which a click changes.
function flame(tree) {
  const place = h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Flame graph" });
  const draw = (root, above) => {
    const rows = [];
    const add = (frame, x, width, depth) => {
      if (depth >= DEPTH_SHOWN || width < 1) return;
      rows.push({ frame, x, width, depth });
      let from = x;
      for (const callee of frame.callees) {
        const part = (width * callee.samples) / frame.samples;
        add(callee, from, part, depth + 1);
        from += part;
      }
    };
    add(root, 0, WIDTH, 0);
    const height = ROW * (1 + Math.max(...rows.map((row) => row.depth)));
    const svg = s("svg", { class: "picture wide flame", viewBox: `0 0 ${WIDTH} ${height}`, role: "group", "aria-label": `Flame graph of ${root.name}` });
    for (const { frame, x, width, depth } of rows) {
      const text = `${frame.name}: ${number(frame.samples)} samples, ${((100 * frame.samples) / tree.samples).toFixed(1)} %`;
      const shown = frame.name.slice(frame.name.lastIndexOf(".", frame.name.lastIndexOf(".") - 1) + 1).slice(0, Math.floor(width / 6.5));
      const open = () => (frame === root && above.length ? draw(above[0], above.slice(1)) : frame === root ? null : draw(frame, [root, ...above]));
      const key = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } };
      svg.append(s("g", { onclick: open, onkeydown: key, tabindex: 0, role: "button", "aria-label": text }, s("title", null, text), s("rect", { x, y: depth * ROW, width: Math.max(0, width - 1), height: ROW - 1, rx: 2, fill: `hsl(${hue(frame.name)} 60% 72%)` }),
        s("text", { x: x + 3, y: depth * ROW + 13 }, shown)));
    }
    show(place, kept("flame graph", svg), above.length ? h("button", { type: "button", class: "quiet", onclick: () => draw(tree, []) }, "Show all") : null, svg);
    if (place.isConnected) svg.querySelector("g").focus();
  };
  draw(tree, []);
  return place;
}

// Frames of one package have one colour.
function hue(name) {
  const room = name.split(".").slice(0, -2).join(".") || name;
  let hash = 0;
  for (const letter of room) hash = (hash * 31 + letter.charCodeAt(0)) % 360;
  return hash;
}
