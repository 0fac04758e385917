// What addresses mean. The house may lie under a path of its host, such as https://host/croupier/: only this file knows.

/** That path, such as "/croupier", as the server wrote it into the page; empty at the root. */
const PREFIX = globalThis.document?.querySelector<HTMLMetaElement>("meta[name=croupier-prefix]")?.content ?? "";

/** The path on this host of a path in the house: "/t/ID" becomes "/croupier/t/ID". */
export const at = (path: string, prefix = PREFIX): string => prefix + path;

/** The name under which the browser keeps something: houses under one origin share its storage, and must not share seats. */
export const nameOnShelf = (name: string, prefix = PREFIX): string => (prefix ? `${prefix} ${name}` : name);

export type Route = { page: "lobby" } | { page: "table"; table: string } | { page: "move"; token: string } | { page: "nowhere" };

export function routeOf(address: string, hash: string, prefix = PREFIX): Route {
  const path = address === prefix ? "/" : address.startsWith(prefix) ? address.slice(prefix.length) : "";
  if (path === "/") return { page: "lobby" };
  const table = /^\/t\/([\w-]{1,64})\/?$/.exec(path)?.[1];
  if (table) return { page: "table", table };
  if (path === "/move") return { page: "move", token: hash.slice(1) };
  return { page: "nowhere" };
}

/** The table in what somebody typed or pasted: a code or a link. */
export function tableIn(text: string): string {
  const trimmed = text.trim().replace(/[?#].*/, "");
  return /.*\/t\/([\w-]+)/.exec(trimmed)?.[1] ?? trimmed.replace(/[^\w-]/g, "");
}

/** Whether an address works on this machine only, so that a link with it is of no use to other devices. */
export const isLoopback = (host: string): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
