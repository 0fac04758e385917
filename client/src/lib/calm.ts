/** Whether movement is unwanted: asked of the system, or switched off in the table menu. */
export function calm(): boolean {
  const wish = document.documentElement.dataset.motion;
  if (wish) return wish === "calm";
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
