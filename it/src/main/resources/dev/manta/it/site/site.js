// Menu, theme, copying of code, and the search. Everything works from a directory of files, without a server.
"use strict";

const up = document.documentElement.dataset.up;
const byId = (id) => document.getElementById(id);

function menu() {
  const button = byId("menu");
  button.addEventListener("click", () => {
    const open = byId("navigation").classList.toggle("open");
    button.setAttribute("aria-expanded", String(open));
  });
  const here = document.querySelector("nav [aria-current]");
  if (here) byId("navigation").scrollTop = Math.max(0, here.offsetTop - 200);
}

function theme() {
  byId("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("theme", root.dataset.theme); } catch { /* a browser that stores nothing */ }
  });
}

function copying() {
  if (!navigator.clipboard) return;
  for (const code of document.querySelectorAll("pre.code > code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "copied";
      setTimeout(() => { button.textContent = "copy"; }, 1500);
    });
    code.parentElement.append(button);
  }
}

function anchors() {
  for (const heading of document.querySelectorAll("h2[id], h3[id]")) {
    const link = document.createElement("a");
    link.className = "anchor";
    link.href = "#" + heading.id;
    link.textContent = "#";
    link.setAttribute("aria-label", "Link to this heading");
    heading.append(link);
  }
}

/* Search: the index is a list of [address, kind, page, heading, text], loaded at the first look. */

let index = null;

function loadIndex() {
  index ??= new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = up + "assets/search-index.js";
    script.onload = () => resolve(window.searchIndex.map(([address, kind, page, heading, text]) => ({
      address, kind, page, heading, text,
      low: { page: page.toLowerCase(), heading: heading.toLowerCase(), text: text.toLowerCase() },
    })));
    document.head.append(script);
  });
  return index;
}

// How well a word fits a text: as a whole word, as the beginning of one, or within one.
function fit(text, word) {
  const at = text.indexOf(word);
  if (at < 0) return 0;
  const starts = new RegExp("(^|[^\\p{L}\\p{N}])" + word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + "($|[^\\p{L}\\p{N}])?", "u").exec(text);
  return !starts ? 1 : starts[2] === undefined ? 2 : 3;
}

function score(entry, words) {
  let sum = 0;
  for (const word of words) {
    const heading = fit(entry.low.heading, word);
    const page = fit(entry.low.page, word);
    const text = fit(entry.low.text, word);
    if (heading + page + text === 0) return 0;
    sum += 12 * heading + 5 * page + text + Math.min(4, entry.low.text.split(word).length - 1);
  }
  return entry.kind === "Decisions" ? sum / 2 : sum;
}

function search(entries, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, points: score(entry, words) }))
    .filter((found) => found.points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, 12)
    .map((found) => ({ ...found.entry, excerpt: excerpt(found.entry, words) }));
}

function excerpt(entry, words) {
  const at = Math.max(0, ...words.map((word) => entry.low.text.indexOf(word)));
  const from = at < 50 ? 0 : entry.text.indexOf(" ", at - 50) + 1;
  return (from > 0 ? "… " : "") + entry.text.slice(from, from + 130) + (entry.text.length > from + 130 ? " …" : "");
}

function show(results, query) {
  const list = byId("results");
  list.replaceChildren();
  list.hidden = query.trim() === "";
  for (const result of results) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const title = document.createElement("strong");
    const place = document.createElement("small");
    const text = document.createElement("small");
    link.href = up + result.address;
    title.textContent = result.heading;
    place.textContent = result.kind + (result.page === result.heading ? "" : " · " + result.page);
    text.textContent = result.excerpt;
    link.append(title, place, text);
    item.append(link);
    list.append(item);
  }
  if (results.length === 0) {
    const none = document.createElement("li");
    none.className = "none";
    none.textContent = "Nothing found.";
    list.append(none);
  }
}

function searching() {
  const input = byId("search");
  const list = byId("results");
  const links = () => [...list.querySelectorAll("a")];
  const select = (step) => {
    const all = links();
    if (all.length === 0) return;
    const now = all.findIndex((link) => link.getAttribute("aria-selected") === "true");
    all.forEach((link) => link.removeAttribute("aria-selected"));
    const from = now < 0 && step < 0 ? 0 : now;
    const next = all[(from + step + all.length) % all.length];
    next.setAttribute("aria-selected", "true");
    next.scrollIntoView({ block: "nearest" });
  };
  input.addEventListener("input", async () => {
    const entries = await loadIndex();
    show(search(entries, input.value), input.value);
  });
  input.addEventListener("focus", loadIndex);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") { select(1); event.preventDefault(); }
    if (event.key === "ArrowUp") { select(-1); event.preventDefault(); }
    if (event.key === "Escape") { list.hidden = true; input.blur(); }
    if (event.key === "Enter") {
      const chosen = list.querySelector('[aria-selected="true"]') ?? links()[0];
      if (chosen) { location.href = chosen.href; list.hidden = true; }
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== input) { input.focus(); event.preventDefault(); }
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) list.hidden = true;
  });
  list.addEventListener("click", () => { list.hidden = true; });
}

menu();
theme();
copying();
anchors();
searching();
