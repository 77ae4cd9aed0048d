import { MINUTE_MS } from '@notafter/domain';
import { useCase } from '../../use-case.ts';
import { deliverQueue } from './internal/deliver-queue.ts';
import { claimDueQueues } from './internal/delivery-queues.ts';

/** Queues processed at once: slow receivers block no other queue while there are fewer of them than this. */
const QUEUES_AT_ONCE = 200;
/** Below the job's expiry; the next tick continues. */
const BUDGET_MS = 10 * MINUTE_MS;
/** How often to look for due queues while others are being processed. */
const LOOK_MS = 100;
/** Same after a failed look, as happens while the database is unavailable. */
const LOOK_AGAIN_MS = 1_000;

interface DeliverOptions {
  readonly signal?: AbortSignal;
  /** How long to stay when nothing is due: most receivers get one message a second. Default 0. */
  readonly lingerMs?: number;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends what is due in one shard until nothing is, the budget is used up or `signal` aborts; then waits for pending answers. If
 * it dies at any line, its queues become due again by themselves. Returns how many messages were sent.
 */
export const deliverSlice = useCase({
  name: 'notifications/deliver-slice',
  access: 'system',
})(
  async (ctx, { shard }: { readonly shard: number }, { signal, lingerMs = 0 }: DeliverOptions = {}): Promise<{ readonly sent: number }> => {
    const inFlight = new Set<Promise<void>>();
    const begunAt = performance.now();
    let [busyAt, nextLookAt] = [begunAt, Number.NEGATIVE_INFINITY];
    let nothingDue = false;
    let sent = 0;
    const isStopping = (): boolean => signal?.aborted === true || performance.now() - begunAt >= BUDGET_MS;
    const look = async (): Promise<void> => {
      const room = QUEUES_AT_ONCE - inFlight.size;
      const claimed = await claimDueQueues(ctx.db, { shard, now: ctx.clock.now(), limit: room });
      for (const queue of claimed) {
        const delivering = deliverQueue(ctx, queue, isStopping)
          .then((count) => {
            sent += count;
          })
          // The queue becomes due again when its lease ends.
          .catch((err: unknown) => ctx.log.error({ err, orgId: queue.orgId, channel: queue.channel }, 'delivering failed'))
          .finally(() => inFlight.delete(delivering));
        inFlight.add(delivering);
      }
      nothingDue = claimed.length < room;
      const now = performance.now();
      nextLookAt = now + LOOK_MS;
      if (claimed.length > 0) busyAt = now;
    };
    /** A failure is thrown only once nothing is pending: the job must not end before the answers that it waits for. */
    const lookOn = (): Promise<void> =>
      look().catch((err: unknown) => {
        if (inFlight.size === 0) throw err;
        ctx.log.warn({ err, shard }, 'claiming due deliveries failed; retrying soon');
        nextLookAt = performance.now() + LOOK_AGAIN_MS;
      });

    for (;;) {
      const stopping = isStopping();
      const mayLook = inFlight.size === 0 || performance.now() >= nextLookAt;
      if (!stopping && mayLook && inFlight.size < QUEUES_AT_ONCE) await lookOn();
      if (inFlight.size === 0) {
        if (stopping || (nothingDue && performance.now() - busyAt >= lingerMs)) break;
        await wait(LOOK_MS);
      } else {
        await Promise.race([...inFlight, wait(LOOK_MS)]);
      }
    }
    return { sent };
  },
);
