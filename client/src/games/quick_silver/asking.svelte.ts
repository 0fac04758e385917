// The words of the dock: what is asked, and what is said about it; while beats play, what they tell.
import type { QuickSilverView } from "../../lib/protocol";
import type { Telling } from "../../lib/show.svelte";
import type { TableSession } from "../../lib/table.svelte";
import { list } from "../../lib/words";
import { CENTRE } from "./places";
import { knowledge, POSITIONS } from "./standing";
import type { Swapping } from "./swapping.svelte";

export interface Asked {
  readonly session: TableSession;
  readonly shown: QuickSilverView;
  readonly telling: Telling | null;
  readonly playing: boolean;
  readonly swapping: Swapping;
  /** What was answered without asking, as a sentence. */
  readonly unasked: string;
  /** What a card that was tapped is, and who knows it. */
  readonly looked: string;
}

export class Asking {
  constructor(readonly from: () => Asked) {}

  readonly #it = $derived.by(() => this.from());
  readonly #view = $derived.by(() => this.#it.session.view as QuickSilverView);
  readonly #name = (seat: number): string => this.#it.session.name(seat);
  /** Whether what is told comes before what is asked: an open window does not wait, nor does who has begun to choose. */
  readonly #tells = $derived.by(() => {
    const { playing, telling, swapping, shown } = this.#it;
    const isOpen = this.#view.phase === "redirect" && shown.phase === "redirect" && this.#view.round === shown.round;
    return playing && !!telling && !isOpen && !(swapping.isWindow || swapping.pairs.length || (swapping.own ?? swapping.target) != null);
  });

  /** Whether a window is open, for whomever. */
  readonly isTimed = $derived.by(() => this.#view.phase === "redirect" && !!this.#it.session.frame?.due_at);

  readonly eyebrow = $derived.by(() => {
    const { session, shown } = this.#it;
    if (session.timedOut && !session.offer) return "Time up";
    if (session.offer) return this.#it.swapping.isWindow ? "Your decision" : "Your turn";
    const where = `Round ${shown.round}`;
    if (session.seat == null) return `${where} · you are looking on`;
    return shown.seats[session.seat]?.out ? `${where} · you are out` : where;
  });

  readonly question = $derived.by(() => {
    const { session, swapping, telling } = this.#it;
    const view = this.#view;
    if (this.#tells) return telling!.heading;
    if (session.offer) return session.say(session.offer.question);
    if (view.phase === "over") return telling?.heading ?? "The game is over";
    if (view.phase === "redirect" && view.target != null) return view.current === swapping.me ? `${this.#name(view.target)} may send you elsewhere` : `${this.#name(view.target)} is asked by ${this.#name(view.current)}`;
    if (view.phase === "exchange") return `${this.#name(view.current)} swaps with ${view.target === swapping.me ? "you" : view.target === CENTRE ? "the centre" : this.#name(view.target!)}`;
    const awaited = (session.frame?.awaited ?? []).map(this.#name);
    return awaited.length ? `Waiting for ${list(awaited)}` : (telling?.heading ?? `${this.#name(view.current)} has the turn`);
  });

  readonly status = $derived.by(() => {
    const { session, telling, unasked, looked } = this.#it;
    if (session.refusal) return session.refusal;
    if (looked) return looked;
    if (this.#tells) return [telling!.sentence, unasked].filter(Boolean).join(" ");
    if (session.offer) return [telling?.missed && telling.sentence, this.#asked()].filter(Boolean).join(" ");
    if (unasked) return unasked;
    const view = this.#view;
    if (view.phase === "redirect") return `${this.#name(view.target!)} may give up a plate to send ${view.current === session.seat ? "you" : this.#name(view.current)} elsewhere; when the time is up, the swap happens.`;
    return [telling?.sentence, session.frame?.awaited?.length && session.frame.notice].filter(Boolean).join(" ");
  });

  readonly rule = $derived.by(() => {
    const { session, telling } = this.#it;
    if (this.#tells) return telling!.rule;
    if (session.offer) return session.offer.rule;
    return this.#view.phase === "redirect" ? "4.4" : (telling?.rule ?? "");
  });

  /** What is said about my own decision. */
  #asked(): string {
    const { session, swapping } = this.#it;
    const why = session.say(session.offer!.why);
    if (swapping.isWindow) return [why, this.#theyKnow()].filter(Boolean).join(" ");
    if (swapping.pairs.length) return swapping.words || why;
    const { target } = swapping;
    if (target == null) return swapping.words ? `${swapping.words} Tap whom to swap with.` : [swapping.news, this.#elsewhere() || (swapping.news ? "" : why)].filter(Boolean).join(" ");
    return [swapping.words, this.#mayRedirect(target), knowledge(this.#view, target, swapping.me, this.#name)].filter(Boolean).join(" ");
  }

  #mayRedirect(target: number): string {
    if (target === CENTRE) return "The centre never sends you elsewhere.";
    return this.#view.seats[target]!.showing > 1 ? `${this.#name(target)} may give up a plate to send you elsewhere.` : `${this.#name(target)} has one plate left and cannot send you elsewhere.`;
  }

  /** After a redirect: why, and where one may go now. */
  #elsewhere(): string {
    const { swapping } = this.#it;
    const by = this.#view.redirected ?? [];
    if (!by.length) return "";
    const left = [...swapping.targets.keys()].map((place) => (place === CENTRE ? "the centre" : this.#name(place)));
    const why = swapping.news ? "" : `${list(by.map(this.#name))} gave up a plate${by.length > 1 ? " each" : ""}: `;
    return `${why}${why ? "you" : "You"} may go to ${left.length > 1 ? `${left.slice(0, -1).join(", ")} or ${left.at(-1)}` : left.join()}, and may not sneak.`;
  }

  /** Which of my face-down cards the one who wants to swap knows. */
  #theyKnow(): string {
    const view = this.#view;
    const known = view.seats[this.#it.swapping.me!]!.slots.flatMap((slot, i) => (!slot.up && slot.known_by?.includes(view.current) ? [POSITIONS[i]!] : []));
    return known.length ? `${this.#name(view.current)} knows your ${list(known)} card${known.length > 1 ? "s" : ""}.` : "";
  }
}
