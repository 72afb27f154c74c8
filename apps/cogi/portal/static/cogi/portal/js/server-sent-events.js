// Decodes a byte stream of server-sent events (WHATWG HTML §9.2.6) into {event, data} values.

export async function* serverSentEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer = (buffer + value).replace(/\r\n|\r(?!$)/g, "\n");
      const blocks = buffer.split("\n\n");
      buffer = blocks.pop();
      yield* blocks.map(decode).filter((message) => message.data !== "");
    }
  } finally {
    await reader.cancel();
  }
}

function decode(block) {
  const message = { event: "message", data: "" };
  const data = [];
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    if (colon === 0) continue; // A comment: the server's heartbeat.
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") message.event = value;
    if (field === "data") data.push(value);
  }
  message.data = data.join("\n");
  return message;
}
