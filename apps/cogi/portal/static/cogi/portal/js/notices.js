// Plain words for what a search reports; cogi.portal.notices says the same for pages without scripts.

const MISSING = {
  dense: "search by meaning",
  lexical: "search by words",
  graph: "search along links",
  episodic: "search in dated facts",
  reranker: "the final ranking step",
};

const REASONS = {
  deadline: "took too long and was left out",
  error: "is not working at the moment",
  off: "is switched off",
  incomplete: "does not cover all of the documentation yet",
};

export function degradationNotice({ engine, reason }) {
  const part = MISSING[engine] ?? `“${engine}”`;
  const happened = REASONS[reason] ?? "did not take part";
  const sentence = `${part} ${happened}`;
  return `${sentence[0].toUpperCase()}${sentence.slice(1)}, so some matches may be missing.`;
}

// What is off or still being built is no trouble; what is late or broken is.
export function noticeClass({ reason }) {
  return reason === "off" || reason === "incomplete" ? "notice" : "notice notice-warning";
}

export function countLine({ total, timings_ms: timings }) {
  const pages = total === 1 ? "1 page" : `${total.toLocaleString("en")} pages`;
  return timings?.total === undefined ? pages : `${pages} in ${Math.max(1, Math.round(timings.total))} ms`;
}
