export interface InOrderOptions<Item, Result> {
  readonly items: AsyncIterable<Item>;
  /** Maximum number of items in progress. */
  readonly limit: number;
  /** Maximum number of results held back by a slow item. */
  readonly maxAhead: number;
  readonly work: (item: Item) => Promise<Result>;
  /** Called for one result at a time, in the order of the items. */
  readonly emit: (result: Result) => Promise<void>;
  /** Stops the run: finished results are still emitted, items in progress are abandoned. */
  readonly signal: AbortSignal;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Processes items concurrently and emits results in the order of the items, each as soon as all before it are done.
 * Resolves after the last result, or soon after the signal. Rejects with an error of `work`, `emit` or the items.
 */
export const runInOrder = async <Item, Result>(options: InOrderOptions<Item, Result>): Promise<void> => {
  const { items, limit, maxAhead, work, emit, signal } = options;
  const results = new Map<number, Result>();
  const held: (() => void)[] = [];
  const source = items[Symbol.asyncIterator]();
  let taken = 0;
  let next = 0;
  let emitting = Promise.resolve();

  const emitReady = async (): Promise<void> => {
    for (;;) {
      const result = results.get(next);
      if (result === undefined) break;
      results.delete(next);
      next += 1;
      await emit(result);
      held.shift()?.();
    }
  };
  const workOn = async (): Promise<void> => {
    while (!signal.aborted) {
      if (taken - next >= maxAhead) {
        await new Promise<void>((resolve) => held.push(resolve));
        continue;
      }
      const place = taken;
      taken += 1;
      const item = await source.next();
      if (item.done === true || signal.aborted) return;
      results.set(place, await work(item.value));
      if (signal.aborted) return;
      emitting = emitting.then(emitReady);
      await emitting;
    }
  };
  const stopped = aborted(signal);
  await Promise.race([Promise.all(Array.from({ length: limit }, workOn)), stopped]);
  await emitting;
  if (!signal.aborted) return;
  for (const [, result] of [...results].toSorted(([one], [other]) => one - other)) await emit(result);
};
