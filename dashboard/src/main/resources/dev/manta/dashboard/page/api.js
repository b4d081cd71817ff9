// What the server is asked. Everything the page shows can be asked for by programs too.

export class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function answer(response) {
  if (response.ok) return response.json();
  const text = await response.text();
  let message = text;
  try {
    message = JSON.parse(text).error;
  } catch {
    // What is not JSON is shown as it is.
  }
  throw new ApiError(response.status, message || `the server answered ${response.status}`);
}

function reached(promise) {
  return promise.catch((error) => {
    if (error instanceof TypeError) throw new ApiError(0, "the dashboard does not answer; has it ended?");
    throw error;
  });
}

export function path(...names) {
  return "/api/" + names.map(encodeURIComponent).join("/");
}

export async function get(where, parameters, signal) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters ?? {})) {
    for (const each of [value].flat()) if (each !== undefined && each !== null && each !== "") query.append(name, each);
  }
  const text = query.toString();
  return answer(await reached(fetch(where + (text ? "?" + text : ""), { signal })));
}

export async function post(where, body) {
  return answer(await reached(fetch(where, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) })));
}

// Follows runs while the page is seen, all over one connection: browsers allow few to one server, and a hidden page needs none.
// heard: told which run has news, what they are, and what they were before
export function follow(runs, heard) {
  const seen = new Map();
  const query = new URLSearchParams(runs.map((run) => ["run", run]));
  let source = null;
  const open = () => {
    if (document.hidden || source) return;
    source = new EventSource("/api/events?" + query);
    source.onmessage = (event) => {
      const news = JSON.parse(event.data);
      heard(news, seen.get(news.run) ?? null);
      seen.set(news.run, news);
    };
  };
  const close = () => { source?.close(); source = null; };
  const turn = () => (document.hidden ? close() : open());
  document.addEventListener("visibilitychange", turn);
  open();
  return () => { close(); document.removeEventListener("visibilitychange", turn); };
}
