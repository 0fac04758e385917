// Which page is shown: the address bar is the only memory.

export type Route = { page: "lobby" } | { page: "table"; table: string } | { page: "move"; token: string } | { page: "nowhere" };

export function routeOf(path: string, hash: string): Route {
  if (path === "/") return { page: "lobby" };
  const table = /^\/t\/([\w-]{1,64})\/?$/.exec(path)?.[1];
  if (table) return { page: "table", table };
  if (path === "/move") return { page: "move", token: hash.slice(1) };
  return { page: "nowhere" };
}

class Where {
  route = $state.raw<Route>(routeOf(location.pathname, location.hash));

  go(path: string): void {
    history.pushState(null, "", path);
    this.#read();
    scrollTo(0, 0);
  }

  /** Like go, but without a way back: for addresses that must not stay in the history. */
  replace(path: string): void {
    history.replaceState(null, "", path);
    this.#read();
  }

  listen(): () => void {
    const read = () => this.#read();
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }

  #read(): void {
    this.route = routeOf(location.pathname, location.hash);
  }
}

export const where = new Where();

/** For links inside the client: a plain click does not load the page anew. */
export function inside(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  where.go(new URL((event.currentTarget as HTMLAnchorElement).href).pathname);
}

/** The table in what somebody typed or pasted: a code or a link. */
export function tableIn(text: string): string {
  const trimmed = text.trim();
  return /\/t\/([\w-]+)/.exec(trimmed)?.[1] ?? trimmed.replace(/[^\w-]/g, "");
}
