// The page's address is its state: `?q=…&scope=…`, and `&ask=1` for the answer.

export function readAddress(location) {
  const parameters = new URLSearchParams(location.search);
  return {
    query: parameters.get("q") ?? "",
    scope: parameters.get("scope") ?? "",
    ask: parameters.get("ask") === "1" && (parameters.get("q") ?? "").trim() !== "",
  };
}

export function addressOf({ query, scope = "", ask = false, offset = 0 }) {
  const parameters = new URLSearchParams();
  if (query) parameters.set("q", query);
  if (scope) parameters.set("scope", scope);
  if (ask) parameters.set("ask", "1");
  if (offset) parameters.set("offset", String(offset));
  const search = parameters.toString();
  return search ? `?${search}` : location.pathname;
}
