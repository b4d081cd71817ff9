// Okabe and Ito's colours, which people see apart whatever their eyes; the order puts the most different ones first.

const LIGHT = ["#0072b2", "#d55e00", "#009e73", "#a8558a", "#b07d00", "#2f8fc4", "#6b6b6b", "#000000"];
const DARK = ["#56b4e9", "#f0883e", "#2fc79c", "#e39cc4", "#f0c94a", "#8ccdf2", "#b0b0b0", "#ffffff"];

export function isDark() {
  return document.documentElement.dataset.theme === "dark";
}

export function colour(index) {
  const colours = isDark() ? DARK : LIGHT;
  return colours[index % colours.length];
}

// Beyond the colours, lines are told apart by their dashes.
export function dash(index) {
  return [[], [6, 4], [2, 3], [10, 3, 2, 3]][Math.floor(index / LIGHT.length) % 4];
}

export function variable(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
