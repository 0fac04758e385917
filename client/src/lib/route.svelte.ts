// Which page is shown: the address bar is the only memory.
import { routeOf, type Route } from "./paths";

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
