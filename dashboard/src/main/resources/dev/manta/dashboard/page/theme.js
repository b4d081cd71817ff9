// The theme, before anything is painted: the chosen one, or the system's.
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    let theme = null;
    try { theme = localStorage.getItem("manta-theme"); } catch { /* a browser that keeps nothing */ }
    document.documentElement.dataset.theme = theme === "light" || theme === "dark" ? theme : system.matches ? "dark" : "light";
    dispatchEvent(new Event("manta-theme"));
  };
  system.addEventListener("change", apply);
  apply();
})();
