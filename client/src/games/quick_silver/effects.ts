// One function per effect: it is called after the new view is drawn, sets the stage (the old picture where the change has not
// happened yet) and returns what to run when its turn comes. Only transform, opacity and stroke-dashoffset move.
import { all, hide, lay, nothing, over, pulse, rectOf, type Run } from "../../lib/ghosts";
import { EASE, TIME } from "../../lib/pace";
import { play } from "../../lib/sound";
import type { Cards, MineEffect } from "./diff";
import "./effects.css";
import { cameFrom, crossing, flash, flipped, intoTheTin, pointing, rising, type Context } from "./ghosts";
import { CENTRE, type Places } from "./places";

type Of<K extends MineEffect["kind"]> = Extract<MineEffect, { kind: K }>;
type Makers = { [K in MineEffect["kind"]]: (effect: Of<K>, ctx: Context) => Run };

/** From one card of the deal to the next. */
const NEXT_CARD = 45;
/** How far two crossing cards keep apart. */
const BEND = 46;

const effects: Makers = {
  roll: (_, ctx) => {
    const dice = (["white", "black"] as const).map((color, i) => ({ die: ctx.at.die(color), x: i ? 150 : -150 }));
    const shows = dice.map(({ die }) => hide(die));
    return () => {
      play("dice");
      return all(dice, async ({ die, x }, i) => {
        shows[i]!();
        if (die) await ctx.clock.animate(die, [{ transform: `translate(${x}px, -40px) rotate(${x * 3.6}deg)`, opacity: 0 }, { transform: `translate(${x / -19}px, 0) rotate(${x / -12}deg)`, opacity: 1, offset: 0.7 }, { transform: "none" }], { duration: 900, easing: EASE.both });
      });
    };
  },
  deal: ({ places }, ctx) => {
    const rounds = [0, 1, 2].flatMap((slot) => places.map((place) => ctx.at.card(place, slot)));
    const cards = rounds.filter((card): card is HTMLElement => !!card);
    const shows = cards.map(hide);
    return () => {
      play("card");
      return all(cards, async (card, i) => {
        await ctx.clock.wait(i * NEXT_CARD);
        shows[i]!();
        if (i && i % 3 === 0) play("card");
        await ctx.clock.animate(card, [{ transform: "translateY(-110px) rotate(-8deg)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: TIME.move, easing: EASE.out });
      });
    };
  },
  tick: ({ to }, ctx) => {
    const [die, old] = [ctx.at.die("black"), ctx.before.dice.black];
    if (!die || !old) return nothing;
    const show = hide(die);
    const ghost = lay(ctx.at.layer, old.node, die.getBoundingClientRect());
    return async () => {
      play("commit");
      const half = TIME.flip * 0.7;
      await ctx.clock.animate(ghost, [{ transform: "none", opacity: 1 }, { transform: "rotate(45deg) scale(.92)", opacity: 0 }], { duration: half, easing: "ease-in", keep: true });
      ghost.remove();
      show();
      await ctx.clock.animate(die, [{ transform: "rotate(-45deg) scale(.92)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: half, easing: "ease-out" });
      if (!to) await all(ctx.at.all(".cart-body"), (wagon) => ctx.clock.animate(wagon, [{ transform: "none" }, { transform: "translateX(-5px) rotate(-1deg)", offset: 0.3 }, { transform: "translateX(5px) rotate(1deg)", offset: 0.65 }, { transform: "none" }], { duration: TIME.beat, easing: EASE.both }));
    };
  },
  name: ({ from, to }, ctx) => {
    const point = pointing(ctx, ctx.at.rect(from), ctx.at.rect(to), TIME.beat);
    return async () => {
      void pulse(ctx, ctx.at.place(to), 1.04);
      await point();
    };
  },
  allow: ({ from }, ctx) => () => pulse(ctx, ctx.at.place(from), 1.04),
  redirect: ({ seat, by, plate }, ctx) => {
    const start = ctx.before.plates.get(`${seat}.${plate}`)?.rect ?? ctx.at.rect(seat);
    const middle = ctx.at.rect(CENTRE);
    const tin = new DOMRect(middle.x + middle.width - 92, middle.y - 12, 80, 56);
    const fly = intoTheTin(ctx, start, tin);
    const swapper = ctx.at.place(by);
    const away = Math.sign(rectOf(swapper).x - start.x) || 1;
    return async () => {
      play("hit");
      await fly();
      if (swapper) await ctx.clock.animate(swapper, [{ transform: "none" }, { transform: `translateX(${away * 16}px) rotate(${away * 1.5}deg)`, offset: 0.3 }, { transform: `translateX(${away * -4}px)`, offset: 0.7 }, { transform: "none" }], { duration: TIME.beat, easing: EASE.out });
    };
  },
  sneak: ({ seat }, ctx) => {
    const [tag, wagon] = [ctx.at.tokens(seat), ctx.at.wagon(seat)];
    const show = hide(tag);
    const rise = rising(ctx, "token", `+${ctx.view.token}`, rectOf(wagon ?? ctx.at.place(seat)));
    return async () => {
      play("commit");
      await Promise.all([rise(), wagon && ctx.clock.animate(wagon, [{ transform: "none" }, { transform: "translateX(12px)", offset: 0.4 }, { transform: "none" }], { duration: TIME.beat * 1.2, easing: EASE.both })]);
      show();
      await pulse(ctx, tag, 1.3);
    };
  },
  swap: ({ from, own, to, other }, ctx) => {
    const [given, taken] = [cameFrom(ctx, from, own), cameFrom(ctx, to, other)];
    const runs = [given && crossing(ctx, given, ctx.at.card(to, other), BEND), taken && crossing(ctx, taken, ctx.at.card(from, own), BEND)];
    return () => {
      play("turn");
      return all(runs, (run) => (run ?? nothing)());
    };
  },
  reveal: ({ cards }, ctx) => {
    const turns = each(cards, (place, slot) => flipped(ctx, cameFrom(ctx, place, slot), ctx.at.card(place, slot)));
    return () => {
      play("turn");
      return all(turns, (turn) => turn());
    };
  },
  fuse: ({ cards }, ctx) => {
    const sticks = each(cards, (place, slot) => ctx.at.card(place, slot));
    return () => all(sticks, async (card) => {
      if (card) await ctx.clock.animate(card, [{ transform: "none" }, { transform: "scale(1.1) rotate(-4deg)", offset: 0.25 }, { transform: "scale(1.1) rotate(4deg)", offset: 0.6 }, { transform: "none" }], { duration: TIME.beat * 1.2, easing: EASE.both });
    });
  },
  blast: ({ seat, plates, dynamite }, ctx) => {
    const sticks = dynamite.map((slot) => flash(ctx, ctx.at.rect(seat, slot)));
    const turns = plates.map((plate) => replated(ctx, seat, plate, "scale(1.4)"));
    return async () => {
      play("blast");
      await all(sticks, (run) => run());
      await all(turns, (run) => run());
    };
  },
  stop: ({ cards }, ctx) => {
    const rects = each([cards], (place, slot) => ctx.at.rect(place, slot));
    return () => {
      play("commit");
      return all(rects, async (r) => {
        const node = lay(ctx.at.layer, document.createElement("i"), new DOMRect(r.x - 6, r.y - 6, r.width + 12, r.height + 12));
        node.classList.add("guard");
        node.style.height = `${r.height + 12}px`;
        await ctx.clock.animate(node, [{ opacity: 0, transform: "scale(1.2)" }, { opacity: 1, transform: "none", offset: 0.3 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }], { duration: TIME.beat * 1.6, easing: EASE.out, keep: true });
        node.remove();
      });
    };
  },
  repair: ({ seat, plates }, ctx) => {
    const turns = plates.map((plate) => replated(ctx, seat, plate, "scaleX(.05)"));
    return () => {
      play("coin");
      return all(turns, (run) => run());
    };
  },
  out: ({ seats }, ctx) => {
    const lost = seats.flatMap((seat) => [0, 1, 2].flatMap((slot) => cameFrom(ctx, seat, slot) ?? [])).map((part) => ({ rect: part.rect, node: lay(ctx.at.layer, part.node, part.rect) }));
    return async () => {
      play("hit");
      await all(seats, (seat) => shaken(ctx, ctx.at.place(seat)));
      await all(lost, async ({ node }, i) => {
        await ctx.clock.animate(node, [{ transform: "none", opacity: 1 }, { transform: "translateY(120px) rotate(10deg)", opacity: 0 }], { duration: TIME.move * 1.5, delay: i * 50, easing: EASE.both, keep: true });
        node.remove();
      });
    };
  },
  restart: ({ seats }, ctx) => () => {
    play("hit");
    return all(seats, (seat) => shaken(ctx, ctx.at.place(seat)));
  },
  unload: ({ places }, ctx) => {
    const pans = ctx.at.all("[data-pan]").reverse();             // the lightest first
    const shows = pans.map(hide);
    const cards = places.flatMap((place) => [0, 1, 2].map((slot) => ({ old: cameFrom(ctx, place, slot), card: sold(ctx.at, place, slot) })));
    const runs = cards.map(({ old, card }) => (old ? crossing(ctx, old, card, 20) : nothing));
    return async () => {
      play("card");
      await all(pans, async (pan, i) => {
        await ctx.clock.wait(i * 90);
        shows[i]!();
        await ctx.clock.animate(pan, [{ transform: "translateY(-60px)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: TIME.move * 1.5, easing: EASE.settle });
      });
      play("turn");
      await all(runs, (run) => run());
    };
  },
  sell: ({ places, pays }, ctx) => {
    const pays_ = places.map((place) => ctx.at.one(`[data-sale="${place}"] .pay`));
    const goods = places.map((place) => ctx.at.one(`[data-sale="${place}"] .is-sold`));
    const words = [...new Set(pays_.map((pay) => pay?.closest("[data-pan]")?.querySelector("small") ?? null))];
    const shows = [...pays_, ...words].map(hide);
    return async () => {
      shows.forEach((show) => show());
      play(pays ? "pay" : "commit");
      await Promise.all([all(words, (word) => pulse(ctx, word, 1.08)), all(pays_, (pay) => pulse(ctx, pay, 1.25)), all(goods, (card) => pulse(ctx, card, 1.18))]);
    };
  },
  cash: ({ place, from, to }, ctx) => {
    const bar = ctx.at.one(`[data-sale="${place}"] .is-new`);
    if (!bar || to < from) return () => pulse(ctx, ctx.at.cash(place), 1.1);
    const show = hide(bar);
    return () => {
      show();
      return ctx.clock.animate(bar, [{ transform: "scaleX(0)" }, { transform: "none" }], { duration: TIME.beat * 1.4, easing: EASE.out });
    };
  },
  tie: ({ places }, ctx) => () => all(places, (place) => pulse(ctx, sale(ctx.at, place), 1.1)),
  won: ({ places }, ctx) => async () => {
    play("end");
    await all(places, (place) => pulse(ctx, sale(ctx.at, place) ?? ctx.at.place(place), 1.1));
    await ctx.clock.wait(1200);
  },
};

const each = <T>(cards: readonly Cards[], run: (place: number, slot: number) => T): T[] => cards.flatMap(({ place, slots }) => slots.map((slot) => run(place, slot)));
const sale = (at: Places, place: number): HTMLElement | null => at.one(`[data-sale="${place}"]`);
const sold = (at: Places, place: number, slot: number): HTMLElement | null => at.one(`[data-sale="${place}"] [data-slot="${slot}"]`);

const shaken = ({ clock }: Context, node: Element | null): Promise<void> =>
  node ? clock.animate(node, [{ transform: "none" }, { transform: "translateX(-7px) rotate(-1deg)", offset: 0.15 }, { transform: "translateX(6px) rotate(1deg)", offset: 0.35 }, { transform: "translateX(-3px)", offset: 0.6 }, { transform: "none" }], { duration: TIME.beat, easing: EASE.out }) : Promise.resolve();

/** A plate shows its old side until it is turned; the new one comes out of `begins`. */
function replated(ctx: Context, seat: number, plate: number, begins: string): Run {
  const fresh = ctx.at.plate(seat, plate);
  const old = ctx.before.plates.get(`${seat}.${plate}`)?.node.cloneNode(true) as SVGElement | undefined;
  if (!fresh || !old) return nothing;
  const show = hide(fresh);
  old.classList.add("is-old");
  fresh.parentElement!.append(old);
  return async () => {
    old.remove();
    show();
    await ctx.clock.animate(fresh, [{ transform: begins }, { transform: "none" }], { duration: TIME.flip, easing: EASE.settle });
  };
}

// One maker per kind, and the table of makers is complete: the kind finds its own.
export const prepare = (effect: MineEffect, ctx: Context): Run => (effects[effect.kind] as (e: MineEffect, c: Context) => Run)(effect, ctx);

/** Reduced motion: what changed fades in, at most 160 ms; the notes and the sentence say the rest. */
export function fade(effect: MineEffect, ctx: Context): Run {
  const nodes = touched(effect, ctx.at).filter((node) => node != null);
  return () => all(nodes, (node) => ctx.clock.animate(node, [{ opacity: 0.35 }, { opacity: 1 }], { duration: TIME.quick, easing: "linear" }));
}

function touched(effect: MineEffect, at: Places): (Element | null)[] {
  switch (effect.kind) {
    case "roll": return [at.die("white"), at.die("black")];
    case "tick": return [at.die("black")];
    case "deal": return effect.places.flatMap(at.cards);
    case "name": case "allow": return [at.place(effect.to)];
    case "redirect": case "sneak": return [at.wagon(effect.seat)];
    case "swap": return [at.card(effect.from, effect.own), at.card(effect.to, effect.other)];
    case "reveal": case "fuse": return each(effect.cards, at.card);
    case "stop": return each([effect.cards], at.card);
    case "blast": case "repair": return effect.plates.map((plate) => at.plate(effect.seat, plate));
    case "out": case "restart": return effect.seats.map(at.place);
    case "unload": return at.all("[data-pan]");
    case "sell": case "tie": return effect.places.map((place) => sale(at, place));
    case "cash": return [at.one(`[data-sale="${effect.place}"] .is-new`) ?? at.cash(effect.place)];
    case "won": return effect.places.map((place) => sale(at, place) ?? at.place(place));
  }
}

/** Take back whatever an effect that was overtaken has set. What somebody carries stays. */
export function sweep(at: Places | undefined): void {
  if (!at) return;
  for (const node of [...at.layer.children]) if (!node.classList.contains("is-carried")) node.remove();
  for (const node of at.root.querySelectorAll<HTMLElement | SVGElement>("[style*=opacity]")) node.style.opacity = "";
  for (const node of at.root.querySelectorAll(".cart-body .is-old")) node.remove();
}
