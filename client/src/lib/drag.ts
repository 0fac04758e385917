// Pointer events (mouse, touch, pen) as four calls. A press that does not travel stays a click.
import type { Attachment } from "svelte/attachments";

export interface Grip {
  /** Somebody begins to drag, from here. False: there is nothing to drag. */
  lift(target: Element, x: number, y: number, pointer: string): boolean;
  move(x: number, y: number): void;
  drop(): void;
  /** A second finger turned by about a quarter: 1 to the right, -1 to the left. For what can be turned. */
  twist?(sign: number): void;
}

interface Finger {
  id: number;
  x: number;
  y: number;
}

const FAR = 6;               // pixels until a press is a drag
const QUARTER = 35;          // degrees that two fingers turn until the piece does
const degrees = (one: Finger, other: Finger) => (Math.atan2(other.y - one.y, other.x - one.x) * 180) / Math.PI;

export const drag = (grip: Grip): Attachment<HTMLElement> => (element) => {
  let first: (Finger & { x0: number; y0: number; target: Element }) | null = null;
  let second: Finger | null = null;
  let held = false;
  let angle = 0;
  let swallow = false;

  function press(event: PointerEvent): void {
    const { pointerId: id, clientX: x, clientY: y } = event;
    if (first || event.button) return;
    first = { id, x, y, x0: x, y0: y, target: event.target as Element };
    swallow = false;
  }

  /** A second finger may come down anywhere. */
  function join({ pointerId: id, clientX: x, clientY: y }: PointerEvent): void {
    if (!first || !held || id === first.id) return;
    second = { id, x, y };
    angle = degrees(first, second);
  }

  function move(event: PointerEvent): void {
    const finger = event.pointerId === first?.id ? first : event.pointerId === second?.id ? second : null;
    if (!first || !finger) return;
    finger.x = event.clientX;
    finger.y = event.clientY;
    if (second) return twist(first, second);
    if (!held && !begin(first, event)) return;
    grip.move(first.x, first.y);
  }

  function begin(finger: NonNullable<typeof first>, event: PointerEvent): boolean {
    if (Math.hypot(finger.x - finger.x0, finger.y - finger.y0) < FAR) return false;
    held = grip.lift(finger.target, finger.x0, finger.y0, event.pointerType);
    if (held) element.setPointerCapture(finger.id);
    else first = null;
    swallow = held;
    return held;
  }

  function twist(one: Finger, other: Finger): void {
    const by = ((degrees(one, other) - angle + 540) % 360) - 180;
    if (!held || Math.abs(by) <= QUARTER) return;
    grip.twist?.(Math.sign(by));
    angle += Math.sign(by) * 90;
  }

  function end(event: PointerEvent): void {
    if (second?.id === event.pointerId) second = null;
    if (first?.id !== event.pointerId) return;
    if (held) grip.drop();
    first = second = null;
    held = false;
  }

  /** The click that follows a drag is none. */
  function click(event: MouseEvent): void {
    if (!swallow) return;
    event.stopPropagation();
    event.preventDefault();
    swallow = false;
  }

  // Moves are heard everywhere: the first one may be far outside of what was pressed.
  const heard: [EventTarget, string, (event: never) => void, boolean?][] = [
    [element, "pointerdown", press], [window, "pointerdown", join], [window, "pointermove", move], [window, "pointerup", end], [window, "pointercancel", end], [element, "click", click, true],
  ];
  for (const [where, name, run, capture] of heard) where.addEventListener(name, run as EventListener, capture);
  return () => {
    for (const [where, name, run, capture] of heard) where.removeEventListener(name, run as EventListener, capture);
  };
};
