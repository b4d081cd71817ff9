// Runs before the page is drawn, so that a chosen theme does not flash.
(() => {
  const stored = () => { try { return localStorage.getItem("theme"); } catch { return null; } };
  const theme = stored();
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
})();
