import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Scene } from "../../fixtures/stage";
import type { QuickSilverView } from "../../lib/protocol";
import { forget } from "../../lib/shelf";
import { TableSession } from "../../lib/table.svelte";
import { Asking } from "./asking.svelte";
import scenesFile from "./fixtures/scenes.json";
import { keysOf, type Doing } from "./keys";
import { Never } from "./never.svelte";
import { CENTRE } from "./places";
import { Swapping } from "./swapping.svelte";

const scenes = scenesFile as unknown as Scene<QuickSilverView>[];

/** Somebody at the table of a scene, `at` updates into it; `acts` is what they have sent. */
function seated(name: string, at = 0, isSeen = true) {
  const scene = scenes.find((one) => one.name === name)!;
  const session = new TableSession("stage", () => ({ send() {}, close() {} }) as unknown as WebSocket, "ws://stage");
  const acts: string[] = [];
  session.act = (action: string) => void acts.push(action);
  session.seat = scene.seat!;
  session.line = "connected";
  const never = new Never("stage", scene.seat!);
  const swapping = new Swapping(session, () => never, () => isSeen);
  const go = (at: number) => {
    const { view, offer, decision, frame } = at ? scene.updates[at - 1]! : scene.start;
    Object.assign(session, { view, frame, offer: offer ?? null, decision: decision ?? null, pending: null });
    swapping.follow();
  };
  go(at);
  const asking = new Asking(() => ({ session, shown: session.view as QuickSilverView, telling: null, playing: false, swapping, unasked: "", looked: "" }));
  return { session, swapping, never, asking, acts, go, scene };
}

describe("my turn", () => {
  test("whom one may name, and the sneak, are read from the offer", () => {
    const { swapping, scene } = seated("turn");
    expect([...swapping.targets.keys()].sort()).toEqual([CENTRE, 0, 2, 3]);
    expect(swapping.sneak?.action).toBe("sneak");
    expect(scene.start.offer!.actions).toHaveLength(5);
  });

  test("while the last round still plays nothing can be done, for nobody has seen the new cards", () => {
    const { swapping } = seated("turn", 0, false);
    expect([swapping.targets.size, swapping.sneak, swapping.mayPick]).toEqual([0, undefined, false]);
  });

  test("a place is picked, put back, and named", () => {
    const { swapping, asking, acts } = seated("turn");
    swapping.pickTarget(2);
    expect(swapping.target).toBe(2);
    expect(asking.status).not.toBe("");
    swapping.pickTarget(2);
    expect(swapping.target).toBeNull();
    swapping.pickTarget(1);
    expect(swapping.target).toBeNull();                          // not offered: the own cart
    swapping.name(CENTRE);
    expect(acts).toEqual(["swap centre"]);
  });

  test("an own card picked beforehand is still picked in the exchange", () => {
    const { swapping, go } = seated("turn");
    swapping.pickOwn(1);
    go(1);
    expect(swapping.pairs).toHaveLength(9);
    expect([swapping.own, swapping.other]).toEqual([1, null]);
    go(3);
    expect(swapping.own).toBeNull();
  });

  test("nothing is sent while the line is down", () => {
    const { swapping, session, acts } = seated("turn");
    session.line = "reconnecting";
    swapping.name(2);
    swapping.act(swapping.sneak);
    expect(acts).toEqual([]);
  });
});

describe("an exchange", () => {
  test("two cards in either order; the latest pick is taken back first", () => {
    const { swapping, asking, acts } = seated("exchange");
    swapping.pickOther(0);
    expect(swapping.pair).toBeNull();
    expect(asking.status).toContain("Now tap the card that you give");
    swapping.pickOwn(0);
    expect(swapping.pair?.offered.gains).toEqual({ total: 4 });
    expect(asking.status).toMatch(/^You give .* and take .*\.$/);
    expect(swapping.unpick()).toBe(true);
    expect([swapping.own, swapping.other]).toEqual([0, null]);
    swapping.unpick();
    expect(swapping.unpick()).toBe(false);
    swapping.pickOwn(2);
    swapping.pickOther(1);
    swapping.exchange();
    expect(acts).toEqual(["give 3 take 2"]);
  });

  test("a card that nobody told me of is taken unseen", () => {
    const { swapping } = seated("exchange");
    swapping.pickOwn(0);
    swapping.pickOther(1);
    expect(swapping.words).toContain("second card, unseen");
  });

  test("a card dropped on a card of the other side is exchanged at once, elsewhere it is not", () => {
    const { swapping, acts } = seated("exchange-centre");
    expect(swapping.drop(1, { place: 0, slot: 1 })).toBe(false);
    expect(swapping.drop(1, { place: CENTRE })).toBe(false);
    expect(swapping.drop(1, { place: CENTRE, slot: 2 })).toBe(true);
    expect(acts).toEqual(["give 2 take 3"]);
  });
});

describe("a card dropped on a cart in the turn", () => {
  test("names it, and is exchanged as soon as that is offered", () => {
    const { swapping, go, acts } = seated("turn");
    expect(swapping.drop(0, { place: 3, slot: 2 })).toBe(true);
    expect(acts).toEqual(["swap D"]);
    go(1);
    expect(acts).toEqual(["swap D", "give 1 take 3"]);
    go(1);
    expect(acts).toHaveLength(2);
  });

  test("dropped on the cart itself, the own card waits for the other one", () => {
    const { swapping, go, acts } = seated("turn");
    swapping.drop(2, { place: 3 });
    go(1);
    expect(acts).toEqual(["swap D"]);
    expect([swapping.own, swapping.other]).toEqual([2, null]);
  });

  test("is forgotten, with a sentence, when the swap is redirected", () => {
    const { swapping, asking, go, acts } = seated("redirected");
    swapping.drop(0, { place: 3, slot: 1 });
    go(1);
    go(2);
    expect([swapping.own, swapping.target]).toEqual([null, null]);
    expect(asking.status).toMatch(/gave up a plate: your .* stays with you.* You may go to .* or the centre, and may not sneak\.$/);
    expect(swapping.sneak).toBeUndefined();
    go(5);
    expect(acts).toEqual(["swap D"]);
  });

  test("without a wish, too, it is said why and where one may go", () => {
    const { asking, scene } = seated("redirected", 4);
    const names = [1, 3].map((seat) => scene.start.frame.seats[seat]!.name);
    expect(asking.status).toContain(`${names.join(" and ")} gave up a plate each: you may go to `);
  });
});

describe("a redirect window", () => {
  beforeEach(() => [0, 1, 2, 3].forEach((seat) => forget(`croupier.never.stage.${seat}`)));

  test("both answers are known by what they cost", () => {
    const { swapping } = seated("redirect");
    expect(swapping.isWindow).toBe(true);
    expect([swapping.letThem?.action, swapping.redirect?.action]).toEqual(["allow", "redirect"]);
    expect(swapping.targets.size + swapping.pairs.length).toBe(0);
  });

  test("is answered without asking where that is wished, once, and only while the line is up", () => {
    const { swapping, session, never, acts } = seated("redirect");
    expect(swapping.answerUnasked()).toBe(false);
    never.on = true;
    session.line = "reconnecting";
    expect(swapping.answerUnasked()).toBe(false);
    session.line = "connected";
    expect(swapping.answerUnasked()).toBe(true);
    expect(swapping.answerUnasked()).toBe(false);
    expect(acts).toEqual(["allow"]);
  });

  test("who wishes never to be asked keeps nobody waiting, whatever still plays", () => {
    const { swapping, never, acts } = seated("redirect", 0, false);
    expect(swapping.isWindow).toBe(false);
    never.on = true;
    expect(swapping.answerUnasked()).toBe(true);
    expect(acts).toEqual(["allow"]);
  });

  test("the wish is kept for this seat of this table, and can be taken back", () => {
    new Never("stage", 2).on = true;
    expect(new Never("stage", 2).on).toBe(true);
    expect(new Never("stage", 1).on).toBe(false);
    expect(new Never("other", 2).on).toBe(false);
    new Never("stage", 2).on = false;
    expect(new Never("stage", 2).on).toBe(false);
  });

  test("no other decision is ever answered so", () => {
    const { swapping, never, acts } = seated("turn");
    never.on = true;
    expect(swapping.answerUnasked()).toBe(false);
    expect(acts).toEqual([]);
  });
});

describe("the keyboard", () => {
  const nothing = { closest: () => null };
  function pressing(name: string, at = 0) {
    const table = seated(name, at);
    const done: unknown[][] = [];
    const note = (what: string) => (...more: unknown[]) => void done.push([what, ...more]);
    const does: Doing = { swapping: table.swapping, go: note("go"), target: note("target"), own: note("own"), take: note("take"), swap: note("swap"), act: (offered) => table.swapping.act(offered), toPlate: note("toPlate") };
    const press = (key: string) => keysOf({ key, target: nothing } as unknown as KeyboardEvent, does)?.();
    return { ...table, done, press };
  }

  test("in a turn: arrows, C, K, Enter", () => {
    const { swapping, done, press, acts } = pressing("turn");
    press("ArrowRight");
    press("c");
    press("2");
    press("y");
    press("4");
    expect(done).toEqual([["go", 1, 0], ["target", CENTRE], ["own", 1]]);
    swapping.target = 2;
    press("Enter");
    expect(done.at(-1)).toEqual(["target", 2]);
    press("K");
    expect(acts).toEqual(["sneak"]);
  });

  test("in an exchange: numbers, Enter once both are picked, Esc", () => {
    const { swapping, done, press } = pressing("exchange");
    press("Enter");
    press("1");
    press("5");
    press("k");
    expect(done).toEqual([["own", 0], ["take", 1]]);
    swapping.own = 0;
    swapping.other = 1;
    press("Enter");
    expect(done.at(-1)).toEqual(["swap"]);
    press("Escape");
    expect(swapping.pair).toBeNull();
  });

  test("in a window: Y lets it happen, N only goes to the plate", () => {
    const { done, press, acts } = pressing("redirect");
    press("n");
    expect([done, acts]).toEqual([[["toPlate"]], []]);
    press("y");
    expect(acts).toEqual(["allow"]);
  });

  test("without a decision, nothing", () => {
    const { done, press } = pressing("named");
    for (const key of ["ArrowLeft", "Enter", "k", "y", "1", "c"]) press(key);
    expect(done).toEqual([]);
  });
});

vi.stubGlobal("document", { querySelector: () => null });
