// Written by scripts/types from the structs of croupier.server.messages. Do not edit: change the structs and run it again.

export const PROTOCOL = 1;

export type Level = "greenhorn" | "prospector" | "sharper" | "mayor";

export type RefusalCode = "invalid" | "too_large" | "no_seat" | "not_host" | "not_your_decision" | "late" | "illegal" | "not_now" | "taken" | "unknown" | "flood" | "protocol" | "busy";

export type FromClient = Hello | Act | Withdraw | Nonce | Start | SeatBot | OpenSeat | SetSeats | Configure | FirstSeat | Leave | Rematch | Ping;

export type FromServer = Welcome | Update | Accepted | Refused | Displaced | Pong;

export type View = QuickshotView | SilverAndGoldView | QuickSilverView;

export type Told = QuickshotEvent | SilverAndGoldEvent | QuickSilverEvent;

/** The first message on a socket. Without a key, or with a wrong one, the socket sees the spectator's view. */
export interface Hello {
  type: "hello";
  protocol: number;
  key?: string;
}

/** Take an offered action. `decision` is the id that came with the offer; `action` its notation. */
export interface Act {
  type: "act";
  cmd_id: string;
  decision: number;
  action: string;
}

/** Take back the own open choice of a simultaneous decision. `decision` is the id under which it was made. */
export interface Withdraw {
  type: "withdraw";
  cmd_id: string;
  decision: number;
}

/** The client's part of the fair deal: 16 to 64 hexadecimal digits, sent once after the commitment was shown. */
export interface Nonce {
  type: "nonce";
  cmd_id: string;
  nonce: string;
}

/** Host: deal. */
export interface Start {
  type: "start";
  cmd_id: string;
}

/** Host, before the deal: put a bot into an open seat, or change the level of one. */
export interface SeatBot {
  type: "seat_bot";
  cmd_id: string;
  seat: number;
  level: Level;
}

/** Host, before the deal: remove whoever sits there. */
export interface OpenSeat {
  type: "open_seat";
  cmd_id: string;
  seat: number;
}

/** Host, before the deal: the number of seats. Seats that go must be open. */
export interface SetSeats {
  type: "set_seats";
  cmd_id: string;
  seats: number;
}

/** Host, before the deal: time per decision (0, 30, 60 or 180 seconds) and whether the lobby lists the table. */
export interface Configure {
  type: "configure";
  cmd_id: string;
  seconds: number;
  listed: boolean;
}

/** Host, before the deal: the seat that starts; absent: as the rules say. */
export interface FirstSeat {
  type: "first_seat";
  cmd_id: string;
  seat?: number;
}

/** Give the seat up: before the deal it opens, afterwards a bot takes over until the player returns. */
export interface Leave {
  type: "leave";
  cmd_id: string;
}

/** After the end, by anybody seated: open a new table with the same people; the next seat starts. */
export interface Rematch {
  type: "rematch";
  cmd_id: string;
}

/** Keeps the line alive; answered by pong. */
export interface Ping {
  type: "ping";
}

/** Answer to hello: who the viewer is, and everything until now. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  frame: Frame;
  /** The viewer's seat; absent for spectators. */
  seat?: number;
  view?: View;
  decision?: number;
  offer?: Offer;
  may_withdraw?: boolean;
  /** All that has happened, as this viewer may know it. */
  events?: Told[];
  /** The server's clock, milliseconds since 1970. */
  now?: number;
}

/** The table around the game. */
export interface Frame {
  table: string;
  game: string;
  title: string;
  state: "gathering" | "playing" | "over" | "stopped";
  seats: SeatFrame[];
  host?: number;
  /** The seats whose decision is awaited. */
  awaited?: number[];
  /** When it will be decided for those awaited, by a bot or, in a window, as `unanswered` says; milliseconds since 1970. */
  due_at?: number;
  /** Where those awaited are asked in an interrupt window, in the middle of another's turn: how many seconds it is open. */
  window?: number;
  /** Time per decision; 0 is no limit. It does not count in a window. */
  seconds?: number;
  /** Whether the lobby shows this table. */
  listed?: boolean;
  /** The seat that the host, or a rematch, has named to start; absent: as the rules say. */
  first_seat?: number;
  options?: Record<string, string>;
  /** The text of the box, where it is not the printed one. */
  box?: string;
  /** While gathering: empty when the host may start, else a sentence that says what is missing. */
  may_start?: string;
  /** SHA-256 of the table's seed, in hexadecimal digits: shown before the deal. */
  commitment?: string;
  /** The seed itself, once the game is over. */
  seed?: string;
  /** Once the game is over: every seat, best place first. */
  standings?: Standing[];
  /** The table of the rematch. */
  next_table?: string;
  spectators?: number;
  /** A sentence for everybody: why the table stopped, or that a bot is warming up. */
  notice?: string;
}

/** One seat. */
export interface SeatFrame {
  kind: "open" | "person" | "bot";
  /** The name at the table; empty for an open seat. */
  name?: string;
  /** How a bot plays. */
  level?: Level;
  /** Whether a person's client is connected. */
  here?: boolean;
  /** A bot decides for this person until they return. */
  stand_in?: boolean;
  /** The latest decision here was made for the person because their time was up. */
  timed_out?: boolean;
  /** How many decisions were made for this person so far: who comes back sees that there were some. */
  decided_for?: number;
}

/** The place of one seat at the end; equal places are shared. */
export interface Standing {
  seat: number;
  place: number;
  /** Why, as a sentence; `{2}` stands for the name of seat 2. */
  note: string;
}

/** One decision of one seat: the question, why it is asked, and the legal actions by rising number. */
export interface Offer {
  question: string;
  why: string;
  rule: string;
  actions: Offered[];
  /** Whether others decide at the same time, so that the choice stays open (can be taken back) until the last one is in. */
  together?: boolean;
  /** In a window (`Game.window`): the action that stands when its deadline passes, in notation. */
  unanswered?: string;
}

/** One legal action as people are offered it. */
export interface Offered {
  number: number;
  /** Its notation: what a command carries. */
  action: string;
  /** What its button says. */
  label: string;
  /** The cards, boxes, slots and seats that it touches: `card:3`, `seat:2`. */
  touches?: string[];
  /** What it surely gains or makes, by name. */
  gains?: Record<string, number>;
}

/**
 * What is new for this viewer. Absent parts are as they were before, but for `offer`, `decision` and `may_withdraw`:
 * there absent means none, or no.
 */
export interface Update {
  type: "update";
  /** Counts this viewer's updates on this socket from 1, without gaps. */
  n: number;
  frame?: Frame;
  beats?: BeatMessage[];
  /** The viewer's own view after the last beat. */
  view?: View;
  /** Id of the viewer's own decision; also given while an own choice is open and may be taken back. */
  decision?: number;
  /** The viewer's own decision, if one is due. */
  offer?: Offer;
  /** Whether own open choices may be taken back; also while one more is asked for. */
  may_withdraw?: boolean;
}

/** A moment to see: what happened, and what a spectator sees right after it. */
export interface BeatMessage {
  events: Told[];
  view: View;
}

/** The command is done, and durable. */
export interface Accepted {
  type: "accepted";
  cmd_id: string;
}

/** The command changed nothing. The sentence says what was wrong and what would be right. */
export interface Refused {
  type: "refused";
  code: RefusalCode;
  sentence: string;
  cmd_id?: string;
}

/** A newer socket took this seat; this one is closed and must not come back by itself. */
export interface Displaced {
  type: "displaced";
  sentence: string;
}

/** Answer to ping. */
export interface Pong {
  type: "pong";
}

export interface LevelInfo {
  level: Level;
  title: string;
  text: string;
}

/** `GET /api/games`: a list of these. */
export interface GameInfo {
  name: string;
  title: string;
  blurb: string;
  least_seats: number;
  most_seats: number;
  usual_seats: number;
  minutes: number;
  options: Option[];
  levels: LevelInfo[];
}

/**
 * A named change of the rules, fixed at setup. `values[0]` is the default.
 *
 * The State has a field of the same name, which holds the index of the chosen value before `setup`.
 */
export interface Option {
  name: string;
  text: string;
  values: string[];
}

export interface Paragraph {
  id: string;
  text: string;
}

export interface Section {
  number: number;
  title: string;
  paragraphs: Paragraph[];
}

/** `GET /api/games/{game}/rules`. */
export interface RulesInfo {
  title: string;
  cards: CardText[];
  sections: Section[];
}

/** One kind of card, for rules drawers and help: a short key, its name, what it does, and the paragraph. */
export interface CardText {
  key: string;
  name: string;
  text: string;
  rule: string;
}

export interface LobbyTable {
  table: string;
  game: string;
  /** Whose table: the host's name. */
  name: string;
  state: "gathering" | "playing";
  people: number;
  bots: number;
  free: number;
  options: Record<string, string>;
}

/** `GET /api/lobby`. */
export interface Lobby {
  tables: LobbyTable[];
}

/** `POST /api/tables`: open a table and sit down at seat 0. Answer: Seated. */
export interface NewTable {
  game: string;
  name: string;
  seats: number;
  /** Per seat from seat 1 on: a bot's level, or null for a person. */
  bots?: (Level | null)[];
  options?: Record<string, string>;
  /** Text of a box file; absent means the server's box. */
  box?: string;
  seconds?: number;
  listed?: boolean;
  /** The seat that starts; absent: as the rules say. */
  first_seat?: number;
}

/** `POST /api/tables/{table}/seats`: sit down. Without a seat, in the first open one. Answer: Seated. */
export interface Join {
  name: string;
  seat?: number;
}

/** Where one sits, and the key that proves it. The key is a secret: it never stands in an address. */
export interface Seated {
  table: string;
  seat: number;
  key: string;
}

/** `POST /api/tables/{table}/handover`: a one-time token that moves the seat to another device. Answer: HandOverToken. */
export interface HandOver {
  key: string;
}

export interface HandOverToken {
  /** Redeemed once, within ten minutes, at `POST /api/handover`; opened by a person as `/move#TOKEN`. */
  token: string;
}

/** `POST /api/handover`. Answer: Seated with a new key; the old key is void. */
export interface Redeem {
  token: string;
}

/** Every answer that is not 2xx. */
export interface Problem {
  code: RefusalCode;
  sentence: string;
}

/** `GET /api/health`. */
export interface Health {
  ok: boolean;
  version: string;
  tables: number;
  sockets: number;
  store: string;
  /** Games whose bots are compiled and ready. */
  warm: string[];
  /** A sentence where it is not ok; the status is then 503. */
  why: string;
}

/** What somebody sees of a game of Quickshot. Cards are strengths 1..8; seats are 0..n-1. */
export interface QuickshotView {
  game: "quickshot";
  round: number;
  rounds: number;
  leader: number;
  phase: "lead" | "follow" | "resolve" | "reinforce" | "discard" | "over";
  seats: SeatView[];
  /** Cards in the draw pile. */
  pile: number;
  /** Copies of each strength among the discards; index 0 is strength 1. */
  discards: number[];
  /** The ability being resolved, 0 for none. */
  step?: number;
  inverted?: boolean;
  /** Who is asked by Reinforcements or Poison. */
  asked?: number;
  winner?: number;
  /** The viewer's own cards, rising; absent for spectators. */
  hand?: number[];
  /** The viewer's own open choice. */
  choice?: number;
}

export interface SeatView {
  /** How many cards the seat holds. */
  hand: number;
  /** 0 while in the game, else the number of the elimination: those with the same number left together. */
  out?: number;
  card?: FrontCard;
  strength?: number;
  /** A face-up Camouflage protects. */
  safe?: boolean;
  /** The hand itself, at the end of the game. */
  cards?: number[];
}

/** The card in front of a player. Its value is known to all even when it was turned face down. */
export interface FrontCard {
  value: number;
  up: boolean;
}

/** What somebody sees of a game of Silver & Gold. Seats are 0..n-1. */
export interface SilverAndGoldView {
  game: "silver_and_gold";
  round: number;
  rounds: number;
  turn: number;
  /** In a round. */
  turns: number;
  /** The first player of this turn. */
  first: number;
  phase: "choose" | "mark" | "settle" | "replace" | "over";
  seats: SilverAndGoldSeat[];
  expeditions: Expedition[];
  /** Four places; null where no card is left. */
  display: (Treasure | null)[];
  /** Palms on the display. */
  palms: number;
  /** Cards in the deck. */
  deck: number;
  /** All of the box, the highest first. */
  trophies: number[];
  trophies_gone?: number;
  /** The pattern of this turn. */
  pattern?: Expedition;
  /** Who takes a card now. */
  taker?: number;
  winners?: number[];
  /** The viewer's own cards to choose from. */
  dealt?: Treasure[];
  /** Which of them the viewer has chosen; an open choice. */
  kept?: number[];
  /** Whether the viewer has marked in this turn; an open choice. */
  marked?: boolean;
  /** Boxes that the viewer still crosses off for an X. */
  bonus?: number;
}

export interface SilverAndGoldSeat {
  /** Two places; null where no card lies. */
  islands: (Island | null)[];
  score: Score;
  /** Coins marked, out of three rows of four. */
  coins?: number;
  /** The trophy of each coin row that is full; 0 where none was left. */
  trophies?: number[];
  completed?: Completed[];
  /** How many new cards the seat is still to take in this turn. */
  owed?: number;
}

/** A card that a player is working on. Sets of boxes are bit masks: bit 4 * row + column, from the top left. */
export interface Island {
  card: Treasure;
  crossed?: number;
  /** Crossed off in this turn and not yet shown to the others: only in the own view. */
  marks?: number;
}

/** A treasure card as printed. */
export interface Treasure {
  /** Its notation: `purple-04`. */
  name: string;
  color: "gray" | "green" | "orange" | "purple";
  value: number;
  /** Its outline: `".Co. Pooo oooo CooX"`; . no box, o plain, X, C coin, P palm. */
  rows: string;
  seal?: Seal;
}

export interface Seal {
  color: "gray" | "green" | "orange" | "purple";
  /** For every other completed card of this color. */
  points: number;
}

/** The points as they stand, line by line. */
export interface Score {
  coins: number;
  trophies: number;
  palms: number;
  cards: number;
  seals: number;
  total: number;
}

export interface Completed {
  card: Treasure;
  /** How many other completed cards the seal pays for now. */
  matching?: number;
}

/** An expedition card of the box. */
export interface Expedition {
  name: string;
  /** Its pattern at the top left of the grid, as a mask. */
  boxes: number;
  /** Revealed in this round. */
  seen?: boolean;
}

/** What somebody sees of a game of Quick Silver. Seats are 0..n-1. */
export interface QuickSilverView {
  game: "quick_silver";
  round: number;
  phase: "turn" | "redirect" | "exchange" | "over";
  /** Who has the first turn of this round. */
  start: number;
  /** Whose turn it is. */
  current: number;
  /** How many cards of each hand were dealt face up. */
  white: number;
  /** What the black die shows: turns left for everybody; 0 when the mine is left. */
  die: number;
  seats: Cart[];
  centre: Centre;
  /** Dollars that may win. */
  goal: number;
  /** What one sneak token adds to a total. */
  token: number;
  /** How many tokens everybody begins with. */
  plates: number;
  /** The seat that has been named for a swap; -1 stands for the centre. */
  target?: number;
  /** The seats that have redirected in this turn. */
  redirected?: number[];
  /** The seats that have won; empty while the game runs, and where the Stranger has. */
  winners?: number[];
  stranger_wins?: boolean;
  ending?: "" | "richest" | "last_alive" | "nobody_alive";
  /** What the viewer's own cart would weigh now, tokens included; absent for spectators and those who are out. */
  total?: number;
}

/** One player's cart and money. */
export interface Cart {
  /** Empty when the player is out. */
  slots: Slot[];
  /** Tokens that show a plate. */
  showing: number;
  blasted?: number;
  /** Plates given up for the rest of the game. */
  tin?: number;
  /** Sneak tokens of this round. */
  tokens?: number;
  cash?: number;
  /** 0 while alive, else the number of the blast that put the seat out. */
  out?: number;
  /** Blown up this round and starting over (variant Not Quite Dead). */
  blown?: boolean;
  /** At the market: cards and sneak tokens added up. */
  total?: number;
  /** At the market: 1 for the highest group, 2, ...; 0 before, and for those who do not sell. */
  group?: number;
  /** What this market has brought. */
  gain?: number;
}

/** What lies in one slot of a cart or of the centre. */
export interface Slot {
  /** Face up, for everybody to see. */
  up?: boolean;
  /** What the viewer knows of it, by its face or by memory; absent when the viewer does not know it. */
  card?: QuickSilverCard;
  /** The seats that know a card that lies face down: who was dealt it, gave it or took it in this round. */
  known_by?: number[];
}

/** What a card is. */
export interface QuickSilverCard {
  kind: "copper" | "silver" | "gold" | "dynamite" | "replacement_plate";
  /** What is printed on goods; 0 on the others. */
  value?: number;
}

/** The three central cards; with the Sneaky Stranger they sell like a player's. */
export interface Centre {
  slots: Slot[];
  stranger?: boolean;
  cash?: number;
  total?: number;
  group?: number;
  gain?: number;
}

/** What happened. In `text` `{2}` stands for the name of seat 2. */
export interface QuickshotEvent {
  game: "quickshot";
  kind: "dealt" | "first" | "round" | "reshuffled" | "drew" | "led" | "revealed" | "covered" | "ability" | "spent" | "declined" | "strength" | "out" | "hand" | "leader" | "cleared" | "won";
  rule: string;
  text: string;
  seat?: number;
  /** A card, or the number the event is about. */
  value?: number;
  seats?: number[];
  result?: "none" | "out" | "discard" | "safe" | "protects" | "inverts" | "asks";
  /** The ability that made it so; 0 for a card that could not be played. */
  cause?: number;
  cards?: number[];
}

/** What happened. In `text` `{2}` stands for the name of seat 2. */
export interface SilverAndGoldEvent {
  game: "silver_and_gold";
  kind: "dealt" | "kept" | "returned" | "displayed" | "first" | "revealed" | "marked" | "bonus" | "lost" | "coin" | "palm" | "trophy" | "completed" | "took" | "refilled" | "nothing" | "round" | "scored" | "won";
  rule: string;
  text: string;
  seat?: number;
  /** A card's notation. */
  card?: string;
  /** A set of boxes on it. */
  boxes?: number;
  /** Points, or the number the event is about. */
  value?: number;
  /** A place of the display; absent where a card comes from the deck. */
  place?: number;
  seats?: number[];
}

/** What happened. In `text` `{2}` stands for the name of seat 2; in seats -1 stands for the centre or the Stranger. */
export interface QuickSilverEvent {
  game: "quick_silver";
  kind: "first" | "round" | "rolled" | "sneaked" | "named" | "redirected" | "allowed" | "swapped" | "ticked" | "found" | "stopped" | "blasted" | "repaired" | "out" | "restarted" | "shown" | "group" | "earned" | "tied" | "won";
  rule: string;
  text: string;
  /** Whom it is about. */
  seat?: number;
  /** The other side: named, redirected, swapped with. */
  other?: number;
  /** Which card was given, counted from 0. */
  slot?: number;
  /** Which card was taken. */
  other_slot?: number;
  /** Absent for those who may not know it. */
  given?: QuickSilverCard;
  taken?: QuickSilverCard;
  cards?: QuickSilverCard[];
  seats?: number[];
  /** The number the event is about. */
  value?: number;
  /** A second number: plates left, cash now, the black die, Replacement Plates, the total of a group. */
  more?: number;
}
