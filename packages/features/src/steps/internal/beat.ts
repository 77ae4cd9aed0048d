import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '@notafter/domain';
import type { SystemContext } from '../../context.ts';
import { LEASE_MS, type Lease, renewLease } from './lease.ts';

const BEAT_MS = SECOND_MS;

/** Keeps the lease of a step while it runs. */
export interface Beat {
  /** Aborts when the step has to stop. */
  readonly signal: AbortSignal;
  /** Whether the process is over or another worker has it. */
  readonly isLost: boolean;
  onBeat(work: () => Promise<void>): void;
  /** Ends with the step. Returns the working time in milliseconds that is not yet stored. */
  stop(): Promise<number>;
}

/**
 * Renews the lease each second and adds up the working time. A step that was asked to stop keeps its lease for as long as one
 * lasts, then another worker may take over: a step that hangs holds nothing forever.
 */
export const startBeat = (ctx: SystemContext, held: Lease, stopping: AbortSignal): Beat => {
  const halt = new AbortController();
  const ended = new AbortController();
  let isLost = false;
  let renewedAt = performance.now();
  let storedAt = renewedAt;
  let haltedAt: number | null = null;
  let work = async (): Promise<void> => undefined;

  const stop = (): void => {
    haltedAt ??= performance.now();
    halt.abort();
  };
  const lose = (): void => {
    isLost = true;
    stop();
  };
  stopping.addEventListener('abort', stop, { once: true });
  if (stopping.aborted) stop();

  const beat = async (): Promise<void> => {
    const at = performance.now();
    if (haltedAt !== null && at - haltedAt > LEASE_MS) return lose();
    const renewed = await renewLease(ctx.db, held, Math.round(at - storedAt));
    if (renewed === null) return lose();
    storedAt = at;
    renewedAt = at;
    if (renewed.isLate || renewed.isCancelRequested) stop();
    await work();
  };
  const beating = (async (): Promise<void> => {
    for (;;) {
      await sleep(BEAT_MS, undefined, { signal: ended.signal }).catch(() => undefined);
      if (ended.signal.aborted || isLost) return;
      // A step notices itself when the database is away for longer than a moment.
      await beat().catch((err: unknown) => ctx.log.warn({ err, processId: held.id }, 'lease not renewed'));
      if (performance.now() - renewedAt > LEASE_MS) lose();
    }
  })();

  return {
    signal: halt.signal,
    get isLost() {
      return isLost;
    },
    onBeat: (given) => {
      work = given;
    },
    stop: async () => {
      ended.abort();
      stopping.removeEventListener('abort', stop);
      await beating;
      return Math.round(performance.now() - storedAt);
    },
  };
};
