// A game's options in words: `take_from_deck: on` is for machines.
import type { Option } from "./protocol";

export const isSwitch = (option: Option): boolean => option.values.length === 2 && option.values[0] === "off" && option.values[1] === "on";

/** What is not as the rules have it by themselves, a sentence each. */
export function wishes(options: Option[], chosen: Record<string, string> = {}): string[] {
  return options.flatMap((option) => {
    const value = chosen[option.name] ?? option.values[0];
    if (value === option.values[0]) return [];
    return [isSwitch(option) ? option.text : `${option.text}: ${value}`];
  });
}
