/** Runs jobs, at most `atOnce` at a time, and yields their results in order. Starts no job before a place is free. */
export async function* inOrder<Result>(jobs: Iterable<() => Promise<Result>>, atOnce: number): AsyncGenerator<Result> {
  const source = jobs[Symbol.iterator]();
  const running: Promise<Result>[] = [];
  const start = (): void => {
    const next = source.next();
    if (next.done === true) return;
    const job = next.value();
    // The first failure in order ends the loop; later ones would be unhandled.
    job.catch(() => undefined);
    running.push(job);
  };
  while (running.length < atOnce) {
    const before = running.length;
    start();
    if (running.length === before) break;
  }
  for (let job = running.shift(); job !== undefined; job = running.shift()) {
    const result = await job;
    start();
    yield result;
  }
}
