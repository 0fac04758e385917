// What boards lay over themselves while something moves: copies of what stood there, in a layer that takes no pointer and no ear.
import type { Clock } from "./clock";
import { EASE, TIME } from "./pace";

/** A copy of something and where it stood. */
export interface Part {
  readonly node: Element;
  readonly rect: DOMRect;
}

export type Run = () => Promise<unknown>;

/** What an effect of a game needs to move things. */
export interface Mover {
  readonly clock: Pick<Clock, "animate" | "wait">;
}

export const nothing: Run = async () => {};
export const all = <T>(list: Iterable<T>, run: (one: T, i: number) => Promise<unknown>) => Promise.all([...list].map(run));
export const middle = (r: DOMRect): [number, number] => [r.x + r.width / 2, r.y + r.height / 2];
export const rectOf = (node: Element | null | undefined): DOMRect => node?.getBoundingClientRect() ?? new DOMRect();

/** Without names and roles: a copy is only a picture. */
export function partOf(node: Element): Part {
  const copy = node.cloneNode(true) as Element;
  for (const named of [copy, ...copy.querySelectorAll("[id], [role], [aria-label]")]) {
    for (const attribute of ["id", "role", "aria-label", "aria-pressed", "tabindex"]) named.removeAttribute(attribute);
  }
  return { node: copy, rect: node.getBoundingClientRect() };
}

/** The transform that lays a thing at `here` over the rectangle `there`. */
export function over(here: DOMRect, there: DOMRect, more = ""): string {
  const [x, y] = middle(here);
  const [tx, ty] = middle(there);
  return `translate(${tx - x}px, ${ty - y}px) scale(${there.width / (here.width || 1)}) ${more}`;
}

/** Lay a node into the layer, at a rectangle of the page. */
export function lay(layer: HTMLElement, node: Element, rect: DOMRect): HTMLElement {
  const ghost = node as HTMLElement;
  ghost.classList.add("ghost");
  Object.assign(ghost.style, { left: `${rect.x}px`, top: `${rect.y}px`, width: `${rect.width}px` });
  ghost.style.setProperty("--card-w", `${rect.width}px`);
  layer.append(ghost);
  return ghost;
}

/** Out of sight until the returned function is called. */
export function hide(node: Element | null): () => void {
  if (!(node instanceof HTMLElement || node instanceof SVGElement)) return () => {};
  node.style.opacity = "0";
  return () => { node.style.opacity = ""; };
}

export const pulse = ({ clock }: Mover, node: Element | null, scale: number): Promise<void> =>
  node ? clock.animate(node, [{ transform: "none" }, { transform: `scale(${scale})`, offset: 0.35 }, { transform: "none" }], { duration: TIME.beat, easing: EASE.settle }) : Promise.resolve();
