// What this browser keeps. A browser that refuses to store anything still plays: then all is kept until the page closes.
import { nameOnShelf } from "./paths";

const memory = new Map<string, string>();

export function kept<T>(name: string): T | null {
  const text = stored(name) ?? memory.get(name);
  try {
    return text ? (JSON.parse(text) as T) : null;
  } catch {
    return null;
  }
}

function stored(name: string): string | null {
  try {
    return localStorage.getItem(nameOnShelf(name));
  } catch {
    return null;
  }
}

/** The names under which something is kept, of those that begin so. */
export function keptNames(prefix: string): string[] {
  const own = nameOnShelf(prefix);
  const names = new Set([...memory.keys()].map((name) => nameOnShelf(name)));
  try {
    for (let i = 0; i < localStorage.length; i++) names.add(localStorage.key(i)!);
  } catch {
    // memory has them
  }
  return [...names].filter((name) => name.startsWith(own)).map((name) => prefix + name.slice(own.length));
}

export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    localStorage.setItem(nameOnShelf(name), text);
  } catch {
    // memory has it
  }
}

export function forget(name: string): void {
  memory.delete(name);
  try {
    localStorage.removeItem(nameOnShelf(name));
  } catch {
    // memory has it
  }
}
