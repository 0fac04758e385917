import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { gameIcons } from "./icons.ts";

/** For `npm run dev`: where the table server listens. */
const server = process.env.CROUPIER_SERVER ?? "http://127.0.0.1:8765";

export default defineConfig({
  base: "./",  // the page may lie under a path that is only known when it is served
  plugins: [gameIcons(), svelte({ configFile: false })],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,      // the content policy allows no data: addresses
    modulePreload: { polyfill: false },
  },
  // The server compares Origin with Host, so Host stays as the browser sent it.
  server: { proxy: { "/api": { target: server, changeOrigin: false }, "/ws": { target: server, changeOrigin: false, ws: true } } },
  test: { environment: "node", include: ["src/**/*.test.ts"] },
});
