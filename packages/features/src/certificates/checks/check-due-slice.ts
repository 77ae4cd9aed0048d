import { isDatabaseUnavailable } from '@notafter/db';
import { CHECK_SLICE_SIZE, knownAddresses, MINUTE_MS, SECOND_MS, SHARDS } from '@notafter/domain';
import type { SystemContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type ClaimedEndpoint, claimDue, releaseClaims } from './internal/claim-due.ts';
import { createPacing } from './internal/pacing.ts';
import { createProbeWindow, type ProbeAnswer } from './internal/probe-window.ts';
import { storeObservations } from './internal/store-observations.ts';

/** All shards together fill the prober, so that thousands of tarpits block no other check; a person's check goes first there. */
const PROBES_AT_ONCE = 5_000 / SHARDS;
const FLUSH_MS = SECOND_MS;
/** Below the job's expiry; the next tick continues. */
const BUDGET_MS = 10 * MINUTE_MS;
/** How long a stopping process waits for running probes. */
const STOP_GRACE_MS = 5 * SECOND_MS;

export interface SliceResult {
  readonly checked: number;
  readonly unreachable: number;
}

/** Resolves to what `call` does, or to null while the database is unavailable. */
const unlessUnavailable = async <T>(call: Promise<T>): Promise<T | null> => {
  try {
    return await call;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return null;
    throw error;
  }
};

/**
 * Checks the due endpoints of one shard until none is left, the budget is used up or `signal` aborts. Stores results by 500 or
 * each second, and keeps them through a failover of the database; one that another worker checked meanwhile is left out. Releases
 * claimed, unchecked endpoints on the way out; after a crash they become due again by themselves.
 */
export const checkDueSlice = useCase({
  name: 'certificates/check-due-slice',
  access: 'system',
})(async (ctx, { shard }: { readonly shard: number }, { signal }: { readonly signal?: AbortSignal } = {}): Promise<SliceResult> => {
  const endsAt = ctx.clock.now().getTime() + BUDGET_MS;
  const window = createProbeWindow<ClaimedEndpoint>(ctx.gateways.prober, PROBES_AT_ONCE, signal);
  const flushPacing = createPacing(FLUSH_MS);
  const claimPacing = createPacing(FLUSH_MS);
  const stopPacing = createPacing(STOP_GRACE_MS);
  const total = { checked: 0, unreachable: 0 };
  let waiting: ClaimedEndpoint[] = [];
  /** Answers that are not stored yet. */
  let answers: ProbeAnswer<ClaimedEndpoint>[] = [];
  let nothingDue = false;
  let stopping = false;

  for (;;) {
    if (!stopping && (signal?.aborted === true || ctx.clock.now().getTime() >= endsAt)) {
      stopping = true;
      stopPacing.begin();
    }
    if (stopping) {
      await releaseClaims(ctx.db, waiting, ctx.clock.now());
      waiting = [];
    } else if (waiting.length === 0 && window.room > 0 && (!nothingDue || claimPacing.due)) {
      waiting = (await unlessUnavailable(claimDue(ctx.db, { shard, now: ctx.clock.now(), limit: CHECK_SLICE_SIZE }))) ?? [];
      nothingDue = waiting.length === 0;
      claimPacing.begin();
    }
    waiting = startProbes(window, waiting, ctx.clock.now());

    const idle = window.inFlight.size === 0 && waiting.length === 0 && (nothingDue || stopping);
    const mustLeave = stopping && stopPacing.due;
    const abandoned = mustLeave ? [...window.inFlight] : [];
    const isFull = answers.length === 0 && window.answered >= CHECK_SLICE_SIZE;
    if (isFull || (window.answered + answers.length > 0 && (flushPacing.due || mustLeave || (idle && answers.length === 0)))) {
      answers.push(...window.takeAnswers());
      const stored = await unlessUnavailable(flush(ctx, answers));
      if (stored === null) ctx.log.warn({ shard, count: answers.length }, 'results of checks wait for the database');
      else answers = [];
      total.checked += stored?.checked ?? 0;
      total.unreachable += stored?.unreachable ?? 0;
      flushPacing.begin();
    }
    if (mustLeave || (idle && answers.length === 0)) {
      await releaseClaims(ctx.db, abandoned, ctx.clock.now());
      break;
    }
    const mayStartMore = window.room > 0 && !stopping && (waiting.length > 0 || !nothingDue);
    const hasAnswers = window.answered + answers.length > 0;
    if (!mayStartMore && (window.inFlight.size > 0 || hasAnswers))
      await window.wait(hasAnswers ? Math.max(1, flushPacing.leftMs) : FLUSH_MS);
  }
  if (total.checked > 0) ctx.log.debug({ shard, ...total }, 'checked due endpoints');
  return total;
});

/** Fills the window; returns the unprocessed claims. An expired lease belongs to the next claimer. */
const startProbes = (
  window: ReturnType<typeof createProbeWindow<ClaimedEndpoint>>,
  waiting: readonly ClaimedEndpoint[],
  now: Date,
): ClaimedEndpoint[] => {
  const held = waiting.filter(({ leaseEndsAt }) => leaseEndsAt > now);
  for (const endpoint of held.splice(0, window.room)) {
    // Other anchors judge every address again.
    const isJudgedAlike = endpoint.probeAnchors.digest === endpoint.anchorsDigest;
    window.start(endpoint, isJudgedAlike ? knownAddresses(endpoint, now) : null, endpoint.fingerprint256);
  }
  return held;
};

const flush = async (ctx: SystemContext, answers: readonly ProbeAnswer<ClaimedEndpoint>[]): Promise<SliceResult> => {
  // An endpoint without an observation keeps its lease and becomes due again.
  const faults = answers.flatMap(({ fault }) => (fault === null ? [] : [fault]));
  if (faults.length > 0) ctx.log.warn({ err: faults[0], count: faults.length }, 'probes failed on this machine');
  const observed = answers.flatMap(({ item, observation, durationMs }) =>
    observation === null ? [] : [{ id: item.id, observation, judgedBy: item.probeAnchors.digest, claimed: item, durationMs }],
  );
  const stored = await withTransaction(ctx, (tx) => storeObservations(tx, observed, { askedByPerson: false }));
  return { checked: stored.length, unreachable: stored.filter(({ observation }) => observation.kind === 'unreachable').length };
};
