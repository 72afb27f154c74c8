// Runs before the first paint, as a classic script: applies the kept theme and says that scripts run.

(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const kept = localStorage.getItem("cogi.theme");
    if (kept === "light" || kept === "dark") root.dataset.theme = kept;
  } catch {
    // Storage is blocked: the system's preference stands.
  }
})();
