// "Never ask me": whether swaps with the own seat are let happen without asking. Kept by this browser, for one seat of one table.
import { forget, keep, kept } from "../../lib/shelf";

const PREFIX = "croupier.never.";

export class Never {
  #name: string;
  #on = $state(false);

  constructor(table: string, seat: number) {
    this.#name = `${PREFIX}${table}.${seat}`;
    this.#on = kept<boolean>(this.#name) ?? false;
  }

  get on(): boolean {
    return this.#on;
  }

  set on(wish: boolean) {
    this.#on = wish;
    if (wish) keep(this.#name, true);
    else forget(this.#name);
  }
}
