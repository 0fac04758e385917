// What addresses mean.

export type Route = { page: "lobby" } | { page: "table"; table: string } | { page: "move"; token: string } | { page: "nowhere" };

export function routeOf(path: string, hash: string): Route {
  if (path === "/") return { page: "lobby" };
  const table = /^\/t\/([\w-]{1,64})\/?$/.exec(path)?.[1];
  if (table) return { page: "table", table };
  if (path === "/move") return { page: "move", token: hash.slice(1) };
  return { page: "nowhere" };
}

/** The table in what somebody typed or pasted: a code or a link. */
export function tableIn(text: string): string {
  const trimmed = text.trim();
  return /\/t\/([\w-]+)/.exec(trimmed)?.[1] ?? trimmed.replace(/[^\w-]/g, "");
}

/** Whether an address works on this machine only, so that a link with it is of no use to other devices. */
export const isLoopback = (host: string): boolean => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
