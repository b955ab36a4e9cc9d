import { signal } from "@preact/signals";

// Where the page is: "#/play/ID?ply=3".
export interface Route { parts: string[]; query: URLSearchParams }

function read(): Route {
  const hash = location.hash.replace(/^#\/?/, "");
  const [path = "", query = ""] = hash.split(/\?(.*)/s);
  return { parts: path.split("/").filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

export const route = signal<Route>(read());
addEventListener("hashchange", () => {
  route.value = read();
});

export function go(hash: string): void {
  location.hash = hash;
}

// Changes the address without going anywhere, unless somebody is on the way elsewhere already.
export function note(hash: string): void {
  if (read().parts[0] === route.value.parts[0]) history.replaceState(null, "", hash);
}
