// Talks to the API: every failure becomes a Problem (RFC 9457) that says what a reader can do.

export class Problem extends Error {
  constructor({ type = "about:blank", title = "Something went wrong", detail = "", status = 0 }) {
    super(detail || title);
    this.type = type;
    this.title = title;
    this.detail = detail;
    this.status = status;
  }
}

export async function request(path, parameters, { signal, accept }) {
  const url = new URL(path, document.baseURI);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== "" && value !== null && value !== undefined) url.searchParams.set(name, value);
  }
  const response = await reach(url, { signal, headers: { Accept: accept } });
  if (!response.ok) throw await problemOf(response);
  return response;
}

export async function getJson(path, parameters, { signal } = {}) {
  return (await request(path, parameters, { signal, accept: "application/json" })).json();
}

async function reach(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({
      title: "The server cannot be reached",
      detail: "Check your connection, then try again.",
    });
  }
}

async function problemOf(response) {
  const fallback = {
    status: response.status,
    title: "The search did not work",
    detail: `The server answered with status ${response.status}. Try again in a moment.`,
  };
  try {
    return new Problem({ ...fallback, ...(await response.json()) });
  } catch {
    return new Problem(fallback);
  }
}
