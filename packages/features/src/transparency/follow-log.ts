import { transparencyLogs } from '@notafter/db';
import {
  addMs,
  type BrokenPromise,
  DAY_MS,
  dateText,
  isBrokenPromise,
  type LogKind,
  MINUTE_MS,
  SECOND_MS,
  type TailOutcome,
  type TailResult,
} from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';
import { openOperatorAlert } from '../notifications/outage-guard/open-operator-alert.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { budgetLeft, countBytes } from './internal/day-budget.ts';
import { createLogBatches, OvertakenError } from './internal/log-batches.ts';
import { LONGEST_PAUSE_MS } from './internal/longest-pause.ts';
import { selfTestLog } from './internal/self-test-log.ts';
import { logOf } from './internal/stored-log.ts';
import { listVerifiedDomains } from './internal/watched-domains.ts';
import { LOGS_AT_ONCE } from './transparency-jobs.ts';

type Row = typeof transparencyLogs.$inferSelect;

/**
 * Workers look every 20 s which logs are due. Pauses end 5 s before the first look and the second one: reading takes time, and a log that is
 * due a moment after a look waits for the next.
 */
const STATIC_PAUSE_MS = 15 * SECOND_MS;
const RFC6962_PAUSE_MS = 35 * SECOND_MS;

/** When to ask a log again. */
const pauseMsOf = (outcome: TailOutcome, kind: LogKind): number => {
  switch (outcome.kind) {
    case 'behind':
    case 'aborted':
    case 'omitted':
      return 0;
    case 'up_to_date':
    case 'stale_head':
      return kind === 'static' ? STATIC_PAUSE_MS : RFC6962_PAUSE_MS;
    case 'throttled':
      return Math.min(Math.max(outcome.retryAfterMs ?? 0, MINUTE_MS), LONGEST_PAUSE_MS);
    case 'unavailable':
    case 'not_stored':
      return 2 * MINUTE_MS;
    case 'frozen':
      return DAY_MS;
    default:
      return 15 * MINUTE_MS;
  }
};

/** Stores that a log broke a promise, with the evidence, and alerts the operator once for each kind of it. */
const recordBroken = async (ctx: SystemContext, { id, log, broken }: Row, outcome: BrokenPromise): Promise<void> => {
  const isNews = broken?.kind !== outcome.kind;
  await withTransaction(ctx, async (tx) => {
    await tx.db.update(transparencyLogs).set({ broken: outcome }).where(eq(transparencyLogs.id, id));
    if (isNews) await openOperatorAlert(tx, { kind: 'log_broken', detail: `${log.description} by ${log.operator}: ${outcome.reason}` });
  });
  if (isNews) ctx.log.error({ log: log.description, outcome }, 'a transparency log broke a promise');
};

/**
 * Job: reads one log to its head, or until the day's budget is used up, and stores what concerns a watched domain in the transaction that
 * stores how far it was read. A second run of the same log changes nothing: the cursor is where it left off.
 */
export const followLog = useCase({
  name: 'transparency/follow-log',
  access: 'system',
})(
  async (
    ctx,
    { log: id }: { readonly log: string },
    { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<void> => {
    const { follower } = ctx.gateways.transparency;
    const [row] = await ctx.db
      .select()
      .from(transparencyLogs)
      .where(and(eq(transparencyLogs.id, id), eq(transparencyLogs.isListed, true)));
    if (row === undefined || follower === null) return;
    const domains = await listVerifiedDomains(ctx.db);
    if (domains.length === 0) return;
    const day = dateText(ctx.clock.now());
    // The others that are read at the same time have a part, too.
    const budgetBytes = Math.ceil((await budgetLeft(ctx.db, ctx.gateways.transparency.bytesPerDay, day)) / LOGS_AT_ONCE);
    // Names that were omitted once may be omitted again.
    const usual = row.broken?.kind === 'omitted' ? 'data' : 'names';
    const omitted = budgetBytes <= 0 ? null : await selfTestLog(ctx, row, { follower, mode: usual, signal, day });
    if (omitted !== null) await recordBroken(ctx, row, omitted);
    const mode = omitted === null ? usual : 'data';
    const batches = createLogBatches(ctx, { id, cursor: row.cursor, day });
    let failure: unknown;
    const follow = async (): Promise<Pick<TailResult, 'outcome' | 'bytes'>> => {
      if (budgetBytes <= 0) return { outcome: { kind: 'behind', entries: 0 }, bytes: 0 };
      const { log, cursor } = row;
      try {
        return await follower.follow({ log: logOf(log), cursor, domains, mode, budgetBytes, signal, onBatch: batches.store });
      } catch (error) {
        failure = error;
        return { outcome: { kind: 'not_stored', reason: 'What the log sent could not be stored.' }, bytes: batches.received };
      }
    };
    const { outcome, bytes } = await follow();
    // Received after the last batch, or not usable.
    if (bytes > batches.counted) await countBytes(ctx.db, id, day, bytes - batches.counted);
    if (failure instanceof OvertakenError) throw failure;
    const now = ctx.clock.now();
    const waitsForBudget = outcome.kind === 'behind' && (await budgetLeft(ctx.db, ctx.gateways.transparency.bytesPerDay, day)) <= 0;
    if (isBrokenPromise(outcome)) await recordBroken(ctx, row, outcome);
    await ctx.db
      .update(transparencyLogs)
      .set({
        outcome,
        askedAt: now,
        nextAt: waitsForBudget ? addMs(new Date(`${day}T00:00:00Z`), DAY_MS) : addMs(now, pauseMsOf(outcome, row.log.kind)),
        ...(outcome.kind === 'up_to_date' || outcome.kind === 'frozen' ? { currentAt: now } : {}),
      })
      .where(eq(transparencyLogs.id, id));
    if (failure !== undefined) throw failure;
  },
);
