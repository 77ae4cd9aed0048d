import { MINUTE_MS } from '@notafter/domain';
import type { SystemContext } from '../context.ts';
import { deliverOutlet } from './internal/deliver-outlet.ts';
import { claimDueOutlets } from './internal/outlets.ts';

/** Receivers that keep us waiting hold nobody else up, as long as there are fewer of them than this. */
const OUTLETS_AT_ONCE = 200;
/** Below the job's expiry; the next tick goes on. */
const BUDGET_MS = 10 * MINUTE_MS;
/** How often due outlets are looked for while others are under way. */
const LOOK_MS = 100;

interface DeliverOptions {
  readonly signal?: AbortSignal;
  /** How long to stay when nothing is due: most receivers are sent one message a second. Default 0. */
  readonly lingerMs?: number;
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends what is due in one shard until nothing is, the budget is over or `signal` aborts; then waits for the answers under
 * way. Whatever line it dies at, what it held falls due again by itself. Answers how many messages went out.
 */
export const deliverSlice = async (
  ctx: SystemContext,
  { shard }: { readonly shard: number },
  { signal, lingerMs = 0 }: DeliverOptions = {},
): Promise<{ readonly sent: number }> => {
  const inFlight = new Set<Promise<void>>();
  const begunAt = performance.now();
  let [busyAt, lookedAt] = [begunAt, Number.NEGATIVE_INFINITY];
  let nothingDue = false;
  let sent = 0;
  const isStopping = (): boolean => signal?.aborted === true || performance.now() - begunAt >= BUDGET_MS;
  const look = async (): Promise<void> => {
    const room = OUTLETS_AT_ONCE - inFlight.size;
    const claimed = await claimDueOutlets(ctx.db, { shard, now: ctx.clock.now(), limit: room });
    for (const outlet of claimed) {
      const delivering = deliverOutlet(ctx, outlet, isStopping)
        .then((count) => {
          sent += count;
        })
        // The outlet falls due again with the end of its lease.
        .catch((err: unknown) => ctx.log.error({ err, orgId: outlet.orgId, channel: outlet.channel }, 'delivering failed'))
        .finally(() => inFlight.delete(delivering));
      inFlight.add(delivering);
    }
    nothingDue = claimed.length < room;
    lookedAt = performance.now();
    if (claimed.length > 0) busyAt = lookedAt;
  };

  try {
    for (;;) {
      const stopping = isStopping();
      const mayLook = inFlight.size === 0 || performance.now() - lookedAt >= LOOK_MS;
      if (!stopping && mayLook && inFlight.size < OUTLETS_AT_ONCE) await look();
      if (inFlight.size === 0) {
        if (stopping || (nothingDue && performance.now() - busyAt >= lingerMs)) break;
        await wait(LOOK_MS);
      } else {
        await Promise.race([...inFlight, wait(LOOK_MS)]);
      }
    }
  } finally {
    // Also after a look that failed: a job that ends before its deliveries would let the process end before them.
    await Promise.all(inFlight);
  }
  return { sent };
};
