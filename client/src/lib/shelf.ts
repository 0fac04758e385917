// What this browser keeps. A browser that refuses to store anything still plays: then all is kept until the page closes.
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
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    localStorage.setItem(name, text);
  } catch {
    // memory has it
  }
}

export function forget(name: string): void {
  memory.delete(name);
  try {
    localStorage.removeItem(name);
  } catch {
    // memory has it
  }
}
