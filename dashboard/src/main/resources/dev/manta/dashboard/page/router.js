// Where the page is: "#/runs/digits/curves?axis=time" is a path and parameters, which a link keeps.

export function place() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  const names = path.split("/").filter(Boolean).map((name) => { try { return decodeURIComponent(name); } catch { return name; } });
  return { names, parameters: new URLSearchParams(query ?? "") };
}

export function link(names, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters ?? {})) {
    for (const each of [value].flat()) if (each !== undefined && each !== null && each !== "") query.append(name, each);
  }
  const text = query.toString();
  return "#/" + names.map(encodeURIComponent).join("/") + (text ? "?" + text : "");
}

// Changes parameters of this place without opening it anew.
export function keep(changes) {
  const { names, parameters } = place();
  for (const [name, value] of Object.entries(changes)) {
    parameters.delete(name);
    for (const each of [value].flat()) if (each !== undefined && each !== null && each !== "") parameters.append(name, each);
  }
  const text = parameters.toString();
  history.replaceState(null, "", "#/" + names.map(encodeURIComponent).join("/") + (text ? "?" + text : ""));
}
