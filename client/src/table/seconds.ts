/** The times per decision that a table may have. */
export const SECONDS: [number, string][] = [[0, "No limit"], [30, "30 s"], [60, "1 min"], [180, "3 min"]];

export const secondsText = (seconds: number): string =>
  seconds ? `${seconds < 60 ? `${seconds} seconds` : seconds === 60 ? "a minute" : `${seconds / 60} minutes`} per decision, then a bot decides` : "no time limit";
