// One function per effect: it is called after the new view is drawn, sets the stage (the old picture where the change has not
// happened yet) and returns what to run when its turn comes. Only transform, opacity and stroke-dashoffset move.
import { all, hide, middle, nothing, over, pulse, type Run } from "../../lib/ghosts";
import { EASE, TIME } from "../../lib/pace";
import { play } from "../../lib/sound";
import type { QuickshotEffect } from "./diff";
import { arc, atPlate, copy, enter, enterTurning, face, flight, flip, leave, oldCard, shielded, type Context } from "./ghosts";
import type { Places } from "./places";
import { notes } from "./words";

type Of<K extends QuickshotEffect["kind"]> = Extract<QuickshotEffect, { kind: K }>;
type Makers = { [K in QuickshotEffect["kind"]]: (effect: Of<K>, ctx: Context) => Run };

const effects: Makers = {
  step: (_, ctx) => {
    const tile = ctx.at.one(".strip .is-now");
    return async () => tile && ctx.clock.animate(tile, [{ transform: "none" }, { transform: getComputedStyle(tile).transform }], { duration: TIME.move, easing: EASE.settle });
  },
  deal: ({ cards }, ctx) => {
    const seats = [...ctx.at.root.querySelectorAll<HTMLElement>(".line > [data-no]")].map((li) => Number(li.dataset.no));
    const show = hide(ctx.at.one(".hand"));
    const turns = Array.from({ length: Math.min(cards, 5) }, (_, round) => seats.map((seat, i) => ({ seat, delay: (round * seats.length + i) * 45 }))).flat();
    return async () => {
      play("card");
      await all(turns, ({ seat, delay }) => flight(ctx, ctx.at.stock(), seat === ctx.at.me() ? (ctx.at.fromHand(seat) ?? atPlate(ctx, seat)) : atPlate(ctx, seat), delay));
      show();
    };
  },
  draw: ({ seat, value }, ctx) => {
    const card = value != null && seat === ctx.at.me() ? ctx.at.inHand(value) : null;
    const [stock, to] = [ctx.at.stock(), card?.getBoundingClientRect() ?? atPlate(ctx, seat)];
    return async () => {
      play("card");
      await flight(ctx, stock, to);
      await pulse(ctx, card, 1.06);
    };
  },
  reshuffle: (_, ctx) => {
    const [from, to] = [ctx.at.discards(), ctx.at.stock()];
    return async () => {
      play("turn");
      await all([0, 1, 2, 3], (i) => flight(ctx, from, to, i * 70));
    };
  },
  line: ({ from, to, value, ends }, ctx) => {
    const start = ctx.at.front(from);
    const ends_ = to.map((seat) => ctx.at.front(seat));
    return () => all(ends_, async (end) => {
      const { group, paths, ring } = arc(ctx, start, end, value);
      const runs = paths.map((path) => ctx.clock.animate(path, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { duration: TIME.flip, easing: EASE.both, keep: true }));
      const wide = ends === "safe" ? 1.6 : 1.15;
      const hit = ctx.clock.animate(ring, [{ transform: "scale(.2)", opacity: 0 }, { opacity: 1, offset: 0.3 }, { transform: `scale(${wide})`, opacity: 1 }],
        { duration: TIME.quick * 1.6, delay: TIME.flip * 0.8, easing: EASE.settle, keep: true });
      await Promise.all([...runs, hit]);
      ctx.later(async () => {
        await ctx.clock.animate(group, [{ opacity: 1 }, { opacity: 0 }], { duration: TIME.quick, keep: true });
        group.remove();
      });
    });
  },
  shield: ({ seats }, ctx) => shielded(ctx, seats),
  safe: ({ seat }, ctx) => shielded(ctx, [seat]),
  asks: ({ seat }, ctx) => () => pulse(ctx, ctx.at.card(seat), 1.06),
  spend: ({ seat, value }, ctx) => {
    const [plate, hand] = [atPlate(ctx, seat), ctx.at.fromHand(seat, value)];
    const { node, remove } = face(ctx, value, plate);
    const show = hide(node);
    const first = hand ? { transform: over(plate, hand), opacity: 1 } : { transform: "scale(.4)", opacity: 0 };
    return async () => {
      show();
      play("card");
      await ctx.clock.animate(node, [first, { transform: "scale(1.15)", opacity: 1, offset: 0.8 }, { transform: "none", opacity: 1 }], { duration: TIME.flip, easing: EASE.out });
      await ctx.clock.wait(TIME.move);
      await leave(ctx, node, plate);
      remove();
    };
  },
  commit: ({ seats }, ctx) => {
    const runs = seats.map((seat) => (seat === ctx.at.me() && enterTurning(ctx, seat)) || enter(ctx, seat, undefined));
    return () => all(runs, (run) => run());
  },
  withdraw: ({ seats }, ctx) => {
    const ghosts = seats.flatMap((seat) => oldCard(ctx, seat) ?? []);
    const own = seats.includes(ctx.at.me() ?? -1) && ctx.before.choice ? ctx.at.inHand(ctx.before.choice) : null;
    const show = hide(own);
    const away = (rect: DOMRect) => (own ? { transform: over(rect, own.getBoundingClientRect()) } : { transform: "translateY(-60px) scale(.4)", opacity: 0 });
    return async () => {
      await all(ghosts, async ({ rect, node }) => {
        await ctx.clock.animate(node, [{ transform: "none" }, away(rect)], { duration: TIME.move, easing: EASE.both, keep: true });
        node.remove();
      });
      show();
    };
  },
  lead: ({ seat }, ctx) => enter(ctx, seat, Number(ctx.at.card(seat)?.dataset.qs) || undefined),
  reveal: ({ seats }, ctx) => {
    const parts = seats.flatMap((seat) => {
      const up = ctx.at.card(seat);
      return up ? [{ up, front: oldCard(ctx, seat)?.node ?? null, show: hide(up) }] : [];
    });
    const told = [ctx.at.one(".strip"), ...seats.map((seat) => ctx.at.status(seat))];     // they would tell before the cards do
    const shows = told.map(hide);
    return async () => {
      play("turn");
      await all(parts, ({ up, front, show }) => flip(ctx, front, up, show));
      shows.forEach((show) => show());
      await all(told, (node) => (node ? ctx.clock.animate(node, [{ opacity: 0 }, { opacity: 1 }], { duration: TIME.quick }) : Promise.resolve()));
    };
  },
  cover: ({ seats }, ctx) => {
    const parts = seats.flatMap((seat) => {
      const [down, old] = [ctx.at.card(seat), oldCard(ctx, seat)];
      return down && old ? [{ down, old: old.node, show: hide(down), x: middle(old.rect)[0] }] : [];
    });
    const centre = parts.reduce((sum, part) => sum + part.x, 0) / (parts.length || 1);
    return () => all(parts, async ({ down, old, x, show }) => {
      const way = Math.sign(centre - x) * 12;
      await ctx.clock.animate(old, [{ transform: "none" }, { transform: `translateX(${way}px)`, offset: 0.5 }, { transform: "none" }], { duration: 360, easing: EASE.both });
      play("turn");
      await flip(ctx, old, down, show);
    });
  },
  strength: ({ seat, from, to }, ctx) => {
    const up = to > from;
    return () => Promise.all([
      pulse(ctx, ctx.at.status(seat), up ? 1.5 : 0.7),
      pulse(ctx, ctx.at.card(seat), up ? 1.05 : 0.96),
    ]);
  },
  order: (_, ctx) => {
    const sign = ctx.at.one(".strength .icon");
    return async () => sign && ctx.clock.animate(sign, [{ transform: "rotate(-180deg)" }, { transform: "none" }], { duration: TIME.flip, easing: EASE.both });
  },
  out: ({ seats }, ctx) => {
    const parts = seats.flatMap((seat) => {
      const old = oldCard(ctx, seat);
      return old ? [{ ...old, show: hide(ctx.at.card(seat)) }] : [];
    });
    const lost = seats.includes(ctx.at.me() ?? -1) && !ctx.at.hand() ? ctx.before.hand.map((part) => ({ ...part, node: copy(ctx, part) })) : [];
    const cards = (): Promise<unknown> => all(parts, async ({ rect, node, show }, i) => {
      play("hit");
      const [edge, stamp] = ["hit", "card-stamp"].map((name) => Object.assign(document.createElement("span"), { className: name }));
      stamp!.textContent = "HIT";
      node.append(edge!, stamp!);
      void ctx.clock.animate(stamp!, [{ transform: "rotate(-8deg) scale(1.9)", opacity: 0 }, { transform: "rotate(-8deg)" }], { duration: 260, easing: EASE.settle });
      await ctx.clock.animate(node, [{ transform: "none" }, { transform: "translateX(-7px) rotate(-2deg)", offset: 0.15 }, { transform: "translateX(6px) rotate(2deg)", offset: 0.35 },
        { transform: "translateX(-3px)", offset: 0.6 }, { transform: "none" }], { duration: TIME.beat, easing: EASE.out });
      await ctx.clock.wait(TIME.flip);
      show();
      await leave(ctx, node, rect, i * 60);
    });
    return async () => {
      await cards();
      await all(lost, ({ node, rect }, i) => leave(ctx, node, rect, i * 60));
    };
  },
  ranking: (_, ctx) => {
    const { strength, chips } = ctx.before;
    const now = ctx.at.strength();
    if (!strength || !now) return nothing;
    const [is, was] = [now.getBoundingClientRect(), strength.rect];
    const old = copy(ctx, strength, is);
    const show = hide(now);
    const parts = [...now.querySelectorAll<HTMLElement>("li")].map((node) => {
      const [chip, rect] = [chips.get(Number(node.dataset.no)), node.getBoundingClientRect()];
      return { node, from: chip && [chip.x - was.x + is.x - rect.x, chip.y - was.y + is.y - rect.y] as const };
    });
    return () => {
      old.remove();
      show();
      return all(parts, ({ node, from }, i) => {
        const [dx, dy] = from ?? [0, 0];
        const frames = from
          ? [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: `translate(${dx / 2}px, ${dy + (i % 2 ? 16 : -16)}px)`, offset: 0.5 }, { transform: "none" }]
          : [{ opacity: 0, transform: "translateY(8px)" }, { opacity: 1, transform: "none" }];
        return from && !dx && !dy ? Promise.resolve() : ctx.clock.animate(node, frames, { duration: TIME.flip, delay: i * 30, easing: EASE.both });
      });
    };
  },
  clear: ({ seats }, ctx) => {
    const parts = seats.flatMap((seat) => oldCard(ctx, seat) ?? []);
    return () => {
      play("card");
      return all(parts, ({ rect, node }, i) => leave(ctx, node, rect, i * 70));
    };
  },
  discards: ({ from }, ctx) => {                 // the count waits for the cards
    ctx.count(from);
    return async () => {
      await ctx.clock.wait(TIME.move);
      ctx.count(null);
    };
  },
  leader: ({ to }, ctx) => {
    const badge = ctx.at.seat(to)?.querySelector<HTMLElement>(".badge-leader");
    const was = ctx.before.badge;
    if (!badge || !was) return nothing;
    const is = badge.getBoundingClientRect();
    const [dx, dy] = [was.x - is.x, was.y - is.y];
    const lift = Math.min(90, 30 + Math.abs(dx) * 0.18);
    badge.style.transform = `translate(${dx}px, ${dy}px)`;
    const frames = Array.from({ length: 13 }, (_, i) => {        // an arc, turning once
      const [t, left] = [i / 12, 1 - i / 12];
      const rise = Math.sin(Math.PI * t);
      return { transform: `translate(${dx * left}px, ${dy * left - rise * lift}px) rotate(${-360 * left}deg) scale(${1 + rise * 0.5})` };
    });
    return async () => {
      badge.style.transform = "";
      await ctx.clock.animate(badge, frames, { duration: 700, easing: EASE.both });
    };
  },
  won: ({ seat }, ctx) => {
    const laurels = ctx.at.seat(seat)?.querySelector(".laurels") ?? null;
    const show = hide(laurels);
    return async () => {
      play("end");
      show();
      if (laurels) await ctx.clock.animate(laurels, [{ transform: "scale(.5) rotate(-12deg)", opacity: 0 }, { transform: "none", opacity: 1 }], { duration: TIME.beat, easing: EASE.settle });
      await ctx.clock.wait(1500);
    };
  },
};

/** An effect and the note under its cards, which waits for it; after a line it is said when the line has arrived. */
export function prepare(effect: QuickshotEffect, ctx: Context): Run {
  const shows = Object.keys(notes([effect])).map((seat) => hide(ctx.at.status(Number(seat))));
  // One maker per kind, and the table of makers is complete: the kind finds its own.
  const run = (effects[effect.kind] as (e: QuickshotEffect, c: Context) => Run)(effect, ctx);
  return async () => {
    if (effect.kind === "line") await run();
    shows.forEach((show) => show());
    if (effect.kind !== "line") await run();
  };
}

/** Reduced motion: what changed fades in, at most 160 ms; the notes and the sentence say the rest. */
export function fade(effect: QuickshotEffect, ctx: Context): Run {
  const nodes = touched(effect, ctx.at).filter((node) => node != null);
  return () => all(nodes, (node) => ctx.clock.animate(node, [{ opacity: 0.35 }, { opacity: 1 }], { duration: TIME.quick, easing: "linear" }));
}

function touched(effect: QuickshotEffect, at: Places): (Element | null)[] {
  switch (effect.kind) {
    case "step": return [at.one(".strip")];
    case "ranking": case "order": return [at.strength()];
    case "line": case "leader": return (Array.isArray(effect.to) ? effect.to : [effect.to]).map((seat: number) => at.seat(seat));
    case "deal": return [at.one(".line")];
    case "reshuffle": case "discards": return [at.one("[data-pile=discards]")];
    default: return ("seats" in effect ? effect.seats : [effect.seat]).map((seat) => at.seat(seat));
  }
}
