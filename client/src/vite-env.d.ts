/// <reference types="svelte" />
/// <reference types="vite/client" />

declare module "game-icons:*" {
  /** Name of a figure to the body of its symbol (512 x 512). */
  const figures: Record<string, string>;
  export default figures;
}
