// Durations and easings of every board: the tokens of the style sheet, read once, when needed; how long a sentence takes to read.
const tokens = new Map<string, string>();

/** Reading a style makes the browser work out all that has changed: not once for each thing that moves. */
function read(name: string): string {
  if (!tokens.has(name)) tokens.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return tokens.get(name)!;
}
const ms = (name: string, else_: number): number => {
  const text = read(name);
  return (text.endsWith("ms") ? parseFloat(text) : parseFloat(text) * 1000) || else_;
};

export const TIME = {
  get quick() { return ms("--d-quick", 160); },
  get move() { return ms("--d-move", 320); },
  get flip() { return ms("--d-flip", 420); },
  get beat() { return ms("--d-beat", 700); },
};

export const EASE = {
  get out() { return read("--ease-out") || "ease-out"; },
  get both() { return read("--ease-both") || "ease-in-out"; },
  get settle() { return read("--ease-settle") || "ease-out"; },
};

/** A beat lasts as long as its sentence takes to read; without movement the sentence is all there is. */
export function reading(sentence: string, calm: boolean): number {
  const words = sentence.split(/\s+/).filter(Boolean).length;
  return calm ? 900 + 150 * words : 700 + 110 * words;
}
