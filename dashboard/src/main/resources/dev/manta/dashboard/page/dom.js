// Elements by hand. What comes from runs becomes text, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.setAttribute("class", value);
    else if (name === "style") Object.assign(element.style, value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

export function h(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

export function s(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

export function show(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

// Draws a place anew that somebody may be using: the keyboard's place, what is open and what is scrolled stay as they are.
export function again(place, draw) {
  if (place.matches(":active")) return;
  const active = place.contains(document.activeElement) ? document.activeElement : null;
  const at = active ? [...place.querySelectorAll(active.tagName)].indexOf(active) : -1;
  const open = [...place.querySelectorAll("details")].map((each) => each.open);
  const scrolled = [...place.querySelectorAll(".scroll")].map((each) => [each.scrollLeft, each.scrollTop]);
  draw();
  place.querySelectorAll("details").forEach((each, i) => { each.open = open[i] ?? false; });
  place.querySelectorAll(".scroll").forEach((each, i) => { [each.scrollLeft, each.scrollTop] = scrolled[i] ?? [0, 0]; });
  if (at >= 0) place.querySelectorAll(active.tagName)[at]?.focus({ preventScroll: true });
}

// A table: heads are texts or {text, number, sort}; a cell is a text or an element.
export function table(heads, rows, properties) {
  const head = heads.map((each) => {
    const column = typeof each === "string" ? { text: each } : each;
    return h("th", { scope: "col", class: column.number ? "number" : undefined, "aria-sort": column.sort }, column.label ?? column.text);
  });
  const body = rows.map((cells) =>
    h("tr", cells.row, cells.map((cell, i) => h("td", { class: heads[i]?.number ? "number" : heads[i]?.wide ? "wide" : undefined }, cell))));
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": properties?.label ?? "Table" },
    h("table", null, h("thead", null, h("tr", null, head)), h("tbody", null, body)));
}

export function toast(message) {
  const place = document.getElementById("toast");
  place.textContent = message;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { place.textContent = ""; }, 6000);
}

export function save(name, type, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
