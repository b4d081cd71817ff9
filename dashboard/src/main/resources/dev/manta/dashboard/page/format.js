// Numbers, times and states as people read them.

export function number(value) {
  if (value === null || value === undefined) return "–";
  if (typeof value !== "number") return String(value);
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) return value.toLocaleString("en");
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return value.toExponential(3);
  return String(Number(value.toPrecision(size < 1 ? 4 : 5)));
}

export function duration(seconds) {
  if (!(seconds >= 0)) return "–";
  if (seconds < 1) return Math.round(seconds * 1000) + " ms";
  if (seconds < 60) return seconds.toFixed(1) + " s";
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days ${hours % 24} h`;
}

export function ago(time) {
  const seconds = (Date.now() - new Date(time)) / 1000;
  return seconds < 5 ? "now" : duration(Math.max(0, seconds)).replace(/ \d+ (s|min|h)$/, "").replace(/\.\d+/, "") + " ago";
}

export function clock(time) {
  return new Date(time).toLocaleString("en-GB", { dateStyle: "short", timeStyle: "medium" });
}

export function bytes(count) {
  const units = ["B", "KB", "MB", "GB", "TB"];
  let unit = 0;
  while (count >= 1000 && unit < units.length - 1) { count /= 1000; unit++; }
  return `${unit ? count.toFixed(1) : count} ${units[unit]}`;
}

const SIGNS = { running: "▶", starting: "…", restarting: "↻", stopping: "◼", finished: "✓", failed: "✕", stopped: "◼", interrupted: "!", unreadable: "?" };

export function sign(status) {
  return SIGNS[status] ?? "·";
}

// The values of nested objects, their names joined by "/".
export function flat(object, prefix = "", into = {}) {
  for (const [name, value] of Object.entries(object ?? {})) {
    if (value !== null && typeof value === "object" && !Array.isArray(value)) flat(value, prefix + name + "/", into);
    else into[prefix + name] = Array.isArray(value) ? JSON.stringify(value) : value;
  }
  return into;
}

// A number on an axis.
export function short(value) {
  const size = Math.abs(value);
  if (size >= 1e9) return trim(value / 1e9) + "G";
  if (size >= 1e6) return trim(value / 1e6) + "M";
  if (size >= 1e4) return trim(value / 1e3) + "k";
  if (size !== 0 && size < 1e-3) return value.toExponential(1).replace("e-", "e−");
  return String(Number(value.toPrecision(4)));
}

function trim(value) {
  return String(Number(value.toPrecision(4)));
}
