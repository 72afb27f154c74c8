// The page's keys: Ctrl-K, ⌘K and "/" go to the search box.

const MAC = /Mac|iPhone|iPad/.test(navigator.platform);

export function listenForShortcuts(focusSearch) {
  document.addEventListener("keydown", (event) => {
    const command = (event.metaKey || event.ctrlKey) && !event.altKey && event.key.toLowerCase() === "k";
    const slash = event.key === "/" && !event.metaKey && !event.ctrlKey && !isTyping(event.target);
    if (!command && !slash) return;
    event.preventDefault();
    focusSearch();
  });
}

export function nameShortcut(element) {
  element.textContent = MAC ? "⌘ K" : "Ctrl K";
}

function isTyping(target) {
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}
