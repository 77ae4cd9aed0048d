/** Reads lag behind for so long at most. */
const LAG_MS = 10_000;

/** A state whose reads can show it as it was before the last change, if that is not older than some seconds. */
export class LaggingReads<State> {
  #before: State;
  #changedAt = 0;
  #staleUntil = 0;

  constructor(empty: State) {
    this.#before = empty;
  }

  remember(state: State, now: number): void {
    this.#before = structuredClone(state);
    this.#changedAt = now;
  }

  lag(): void {
    this.#staleUntil = this.#changedAt + LAG_MS;
  }

  /** The state that a read at `now` shows. */
  seen(state: State, now: number): State {
    return now < this.#staleUntil ? this.#before : state;
  }
}
