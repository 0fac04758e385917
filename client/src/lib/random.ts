/** So many random bytes as hexadecimal digits. Only getRandomValues: the page also runs where it is no secure context. */
export function randomHex(bytes: number): string {
  const drawn = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(drawn, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
