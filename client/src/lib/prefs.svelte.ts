// What a person has chosen for this browser, kept over visits.
import { guestName } from "./guest";
import { keep, kept } from "./shelf";

const NAME = "croupier.prefs";

class Prefs {
  /** Name at the table. */
  name = $state("");
  /** Tap once to choose a card, once to play it. */
  confirm = $state(true);
  /** Sounds; silent anyway until the first press of a button. */
  sound = $state(true);
  /** "system" follows the device. */
  theme = $state<"system" | "dark" | "light">("system");
  /** "system" follows the device. */
  motion = $state<"system" | "calm" | "full">("system");
  /** Single-letter keys: L, ?, M and those of the games. */
  keys = $state(true);
}

export const prefs = new Prefs();

/** Read what is kept, and keep what changes from now on. Called once. */
export function startPrefs(): void {
  Object.assign(prefs, kept<Partial<Prefs>>(NAME) ?? {});
  prefs.name ||= guestName();
  $effect.root(() => {
    $effect(() => keep(NAME, { name: prefs.name, confirm: prefs.confirm, sound: prefs.sound, theme: prefs.theme, motion: prefs.motion, keys: prefs.keys }));
    $effect(() => dress("theme", prefs.theme));
    $effect(() => dress("motion", prefs.motion));
  });
}

function dress(part: "theme" | "motion", value: string): void {
  const root = document.documentElement;
  if (value === "system") delete root.dataset[part];
  else root.dataset[part] = value;
}
