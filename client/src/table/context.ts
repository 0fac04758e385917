// What the screens of a table, and the boards of games, may ask of the room around them: getContext(SHOW_RULE).

/** Opens the rules drawer at a paragraph; `because` says what cited it. */
export type ShowRule = (rule?: string, because?: string) => void;
export const SHOW_RULE = Symbol("show rule");

/** Whether the log is open, where it is a line: `{ open: boolean }`. */
export const TOGGLE_LOG = Symbol("toggle log");
