// A Vite plugin: `import figures from "game-icons:chess-knight,crosshair"` gives the paths of just these figures
// (game-icons.net, CC BY 3.0), so that the other four thousand never reach the browser.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

const PREFIX = "game-icons:";

export function gameIcons(): Plugin {
  return {
    name: "game-icons",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const file = createRequire(import.meta.url).resolve("@iconify-json/game-icons/icons.json");
      const { icons } = JSON.parse(await readFile(file, "utf8")) as { icons: Record<string, { body: string }> };
      const names = id.slice(PREFIX.length + 1).split(",");
      const missing = names.filter((name) => !icons[name]);
      if (missing.length) this.error(`no such figure among the game-icons: ${missing.join(", ")}`);
      return `export default ${JSON.stringify(Object.fromEntries(names.map((name) => [name, icons[name]!.body])))}`;
    },
  };
}
