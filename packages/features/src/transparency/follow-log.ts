import { type StoredGap, transparencyLogs } from '@notafter/db';
import {
  addMs,
  type BrokenPromise,
  DAY_MS,
  dateText,
  dateTimeText,
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
import { endSilence, reportSilence, SILENT_MS } from './internal/report-silence.ts';
import { selfTestLog } from './internal/self-test-log.ts';
import { logName, logOf } from './internal/stored-log.ts';
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

/** Stores the first outcome of each kind that says that a log broke a promise, with the evidence, and alerts the operator. */
const recordBroken = async (ctx: SystemContext, { id, log }: Row, outcome: BrokenPromise): Promise<void> => {
  const isNews = await withTransaction(ctx, async (tx) => {
    const isRow = eq(transparencyLogs.id, id);
    const [held] = await tx.db.select({ broken: transparencyLogs.broken }).from(transparencyLogs).where(isRow).for('update');
    const broken = held?.broken ?? [];
    if (broken.some(({ kind }) => kind === outcome.kind)) return false;
    await tx.db
      .update(transparencyLogs)
      .set({ broken: [...broken, outcome] })
      .where(isRow);
    await openOperatorAlert(tx, { kind: 'log_broken', detail: `${logName(log)}: ${outcome.reason}` });
    return true;
  });
  if (isNews) ctx.log.error({ log: log.description, outcome }, 'a transparency log broke a promise');
};

/**
 * A log that was not asked for this long is read from its head on: what the budget could never catch up is left to the search services, which
 * search by windows of time.
 */
const IDLE_MS = 7 * DAY_MS;

/** Returns the gap that reading from the head on leaves; null to read on from the cursor. It is stored before the log is asked. */
const openGap = async (ctx: SystemContext, { id, cursor, askedAt, currentAt, gap }: Row): Promise<StoredGap | null> => {
  if (cursor === null) return null;
  if (gap !== null && gap.until === null) return gap;
  if (askedAt === null || askedAt > addMs(ctx.clock.now(), -IDLE_MS)) return null;
  const opened: StoredGap = { from: (currentAt ?? askedAt).toISOString(), until: null, entries: null };
  await ctx.db.update(transparencyLogs).set({ gap: opened }).where(eq(transparencyLogs.id, id));
  return opened;
};

/** A log that was not asked in between was late for another reason. */
const ASKED_MS = 2 * DAY_MS;

/** Since when a log is not read to its head; null while it is. */
const lateSinceOf = ({ lateSince, askedAt }: Row, outcome: TailOutcome, now: Date): Date | null => {
  if (outcome.kind === 'up_to_date' || outcome.kind === 'frozen') return null;
  if (outcome.kind === 'aborted') return lateSince;
  return askedAt !== null && askedAt > addMs(now, -ASKED_MS) ? (lateSince ?? now) : now;
};

/** Alerts the operator of a log that is late for a day, until it is current. */
const watchSilence = async (
  ctx: SystemContext,
  { log, lateSince: before }: Row,
  lateSince: Date | null,
  outcome: TailOutcome,
): Promise<void> => {
  const source = logName(log);
  if (lateSince === null && before !== null) await endSilence(ctx, [source]);
  if (lateSince === null || lateSince > addMs(ctx.clock.now(), -SILENT_MS)) return;
  const reason = 'reason' in outcome ? outcome.reason : 'its backlog does not fit into the budget of a day.';
  await reportSilence(ctx, source, `not read to its head since ${dateTimeText(lateSince)}: ${reason}`);
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
    const usual = row.broken?.some(({ kind }) => kind === 'omitted') === true ? 'data' : 'names';
    const gap = await openGap(ctx, row);
    const omitted = budgetBytes <= 0 || gap !== null ? null : await selfTestLog(ctx, row, { follower, mode: usual, signal, day });
    if (omitted !== null) await recordBroken(ctx, row, omitted);
    const mode = omitted === null ? usual : 'data';
    const batches = createLogBatches(ctx, { id, cursor: row.cursor, day, gap });
    let failure: unknown;
    const follow = async (): Promise<Pick<TailResult, 'outcome' | 'bytes'>> => {
      if (budgetBytes <= 0) return { outcome: { kind: 'behind', entries: 0 }, bytes: 0 };
      const { log, cursor } = row;
      try {
        const skipsBacklog = gap !== null;
        return await follower.follow({ log: logOf(log), cursor, skipsBacklog, domains, mode, budgetBytes, signal, onBatch: batches.store });
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
    const lateSince = lateSinceOf(row, outcome, now);
    await ctx.db
      .update(transparencyLogs)
      .set({
        outcome,
        lateSince,
        askedAt: now,
        nextAt: waitsForBudget ? addMs(new Date(`${day}T00:00:00Z`), DAY_MS) : addMs(now, pauseMsOf(outcome, row.log.kind)),
        ...(outcome.kind === 'up_to_date' || outcome.kind === 'frozen' ? { currentAt: now } : {}),
      })
      .where(eq(transparencyLogs.id, id));
    await watchSilence(ctx, row, lateSince, outcome);
    if (failure !== undefined) throw failure;
  },
);
