// Copies text when a copy button is pressed, and says so on the button for a moment.

const SHOWN_FOR_MS = 1600;

export async function copyFrom(button, text) {
  const label = button.lastChild;
  const before = label.textContent;
  label.textContent = (await copied(text)) ? "Copied" : "Press Ctrl-C";
  setTimeout(() => {
    label.textContent = before;
  }, SHOWN_FOR_MS);
}

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
