import { cluster, isThere } from "./cluster.js";
import { compare } from "./compare.js";
import { h, show } from "./dom.js";
import { isDark } from "./colours.js";
import { experiment, experiments } from "./experiments.js";
import { place } from "./router.js";
import { run } from "./run.js";
import { runs } from "./runs.js";

const main = document.getElementById("main");
let leave = () => {};
let shown = "";

function view(part, { names, parameters }) {
  const [first, second, third] = names;
  if (first === "runs" && second) return () => run(part, second, third ?? "curves", parameters);
  if (first === "compare") return () => compare(part, parameters);
  if (first === "experiments" && second) return () => experiment(part, second);
  if (first === "experiments") return () => experiments(part);
  if (first === "cluster") return () => cluster(part);
  return () => runs(part, parameters);
}

function mark(names) {
  for (const each of document.querySelectorAll("nav a")) {
    const here = each.dataset.view === (names[0] ?? "runs");
    each.toggleAttribute("aria-current", here);
    if (here) each.setAttribute("aria-current", "page");
  }
}

function problem(error) {
  const title = error.status === 401 ? "This page has no token" : error.status === 404 ? "Not found" : "This cannot be shown";
  show(main, h("section", { class: "card narrow" }, h("h1", null, title), h("p", null, error.message),
    h("p", null, h("a", { href: "#/runs" }, "All runs"))));
  document.title = "Manta";
}

async function open() {
  const here = place();
  const next = here.names.join("/") + "?" + here.parameters;
  if (next === shown) return;
  shown = next;
  leave();
  leave = () => {};
  mark(here.names);
  // What a view that was left draws late is drawn in a place that nobody sees.
  const part = h("div");
  show(main, part);
  const isSeen = () => main.firstChild === part;
  try {
    const close = (await view(part, here)()) ?? (() => {});
    if (isSeen()) leave = close;
    else close();
  } catch (error) {
    if (isSeen()) problem(error);
  }
}

document.getElementById("theme").addEventListener("click", () => {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try { localStorage.setItem("manta-theme", theme); } catch { /* it is dark until the page is closed */ }
  dispatchEvent(new Event("manta-theme"));
});

document.addEventListener("keydown", (event) => {
  const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") {
    const search = document.querySelector("input[type=search]");
    if (search) { search.focus(); event.preventDefault(); }
  } else if (event.key === "g") {
    location.hash = "#/runs";
  }
});

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});

addEventListener("hashchange", open);
open();
isThere().then((there) => { document.querySelector("[data-view=cluster]").hidden = !there; });
