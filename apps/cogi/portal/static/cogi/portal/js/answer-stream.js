// Streams one answer as typed events: sources first, then tokens, then exactly one of done and error.

import { Problem, request } from "./api.js";
import { serverSentEvents } from "./server-sent-events.js";

const LAST = new Set(["done", "error"]);

export async function* streamAnswer(path, { query, scope, signal }) {
  const parameters = { q: query, scope };
  const response = await request(path, parameters, { signal, accept: "text/event-stream" });
  for await (const { event, data } of guarded(serverSentEvents(response.body))) {
    yield { name: event, ...JSON.parse(data) };
    if (LAST.has(event)) return;
  }
  throw broken();
}

async function* guarded(events) {
  try {
    yield* events;
  } catch (error) {
    throw error.name === "AbortError" ? error : broken();
  }
}

function broken() {
  return new Problem({
    title: "The answer broke off",
    detail: "The connection ended before the answer was complete. Ask again to get all of it.",
  });
}
