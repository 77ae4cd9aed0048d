import { issuanceSearches } from '@notafter/db';
import { addMs, dateTimeText, HOUR_MS, type IssuanceSearchResult, type IssuanceSource, MINUTE_MS } from '@notafter/domain';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { SystemContext } from '../context.ts';
import { textArray } from '../text-array.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { LONGEST_PAUSE_MS } from './internal/longest-pause.ts';
import { endSilence, reportSilence, SILENT_MS } from './internal/report-silence.ts';
import { listVerifiedDomains } from './internal/watched-domains.ts';
import { recordIssuances } from './record-issuances.ts';

/** How often a service is asked about a domain that it knows nothing new of. */
const EVERY_MS = HOUR_MS;
const RETRY_MS = 15 * MINUTE_MS;
/** One statement has at most 65,535 parameters. */
const ROWS_AT_ONCE = 5_000;

const SEARCH_TIMEOUT_MS = 10 * MINUTE_MS;

const nextMsOf = ({ outcome, retryAfterMs }: IssuanceSearchResult): number =>
  Math.max(Math.min(retryAfterMs ?? 0, LONGEST_PAUSE_MS), outcome === 'failed' ? RETRY_MS : EVERY_MS);

/** A row for every verified domain; those of domains that nobody watches any more go. */
const plan = async (ctx: SystemContext, source: string, domains: readonly string[]): Promise<void> => {
  const now = ctx.clock.now();
  for (let at = 0; at < domains.length; at += ROWS_AT_ONCE) {
    const rows = domains.slice(at, at + ROWS_AT_ONCE).map((domain) => ({ source, domain, nextAt: now, startedAt: now }));
    await ctx.db.insert(issuanceSearches).values(rows).onConflictDoNothing();
  }
  await ctx.db
    .delete(issuanceSearches)
    .where(and(eq(issuanceSearches.source, source), sql`${issuanceSearches.domain} <> all(${textArray(domains)})`));
};

/** Returns those of a service's IDs that every organization has whose searches include the domain. */
const listKnown = async (ctx: SystemContext, service: string, domain: string, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await ctx.db.execute<{ reference: string }>(sql`
    with watching as (
      select watch.org_id from watched_domains as watch
      join organizations on organizations.id = watch.org_id and not organizations.disabled
      where watch.domain = ${domain} and watch.verified_at is not null)
    select reference from unnest(${textArray(ids)}) as reference
    where exists (select from watching) and not exists (
      select from watching where not exists (
        select from issuances
        where issuances.org_id = watching.org_id
          and issuances.found @> jsonb_build_array(jsonb_build_object('service', ${service}::text, 'reference', reference))))`);
  return new Set(rows.map(({ reference }) => reference));
};

interface DueSearch extends Record<string, unknown> {
  readonly domain: string;
  readonly cursor: string | null;
  readonly restarts: boolean;
}

const searchDomain = async (
  ctx: SystemContext,
  source: IssuanceSource,
  { domain, restarts, ...due }: DueSearch,
  signal: AbortSignal,
): Promise<IssuanceSearchResult> => {
  const isRow = and(eq(issuanceSearches.source, source.name), eq(issuanceSearches.domain, domain));
  const cursor = restarts ? null : due.cursor;
  if (restarts) await ctx.db.update(issuanceSearches).set({ cursor, startedAt: ctx.clock.now(), restartAt: null }).where(isRow);
  const read = source.read({
    domain,
    cursor,
    signal,
    timeoutMs: SEARCH_TIMEOUT_MS,
    known: (ids) => listKnown(ctx, source.name, domain, ids),
    onBatch: (batch) =>
      withTransaction(ctx, async (tx) => {
        const found = batch.issuances.map(({ sourceId, ...issuance }) => ({
          issuance,
          at: { source: 'search', service: source.name, reference: sourceId } as const,
        }));
        await recordIssuances(tx, found);
        await tx.db.update(issuanceSearches).set({ cursor: batch.cursor }).where(isRow);
      }),
  });
  const result = await read.catch((error: unknown): IssuanceSearchResult => {
    ctx.log.error({ err: error, service: source.name, domain }, 'could not store what a search service found');
    return { outcome: 'failed', reason: 'What the service found could not be stored.', retryAfterMs: null, cursor };
  });
  const now = ctx.clock.now();
  const { outcome, reason } = result;
  await ctx.db
    .update(issuanceSearches)
    .set({ outcome, reason, askedAt: now, nextAt: addMs(now, nextMsOf(result)), ...(outcome === 'failed' ? {} : { answeredAt: now }) })
    .where(isRow);
  return result;
};

/**
 * Returns the domain to ask about next: organizations take turns, so that none with many domains holds up the others, and each begins with
 * the domain that was asked about longest ago.
 */
const findDue = async (ctx: SystemContext, source: string): Promise<DueSearch | undefined> => {
  const now = ctx.clock.now().toISOString();
  const [due] = await ctx.db.execute<DueSearch>(sql`
    with watching as (
      select watch.org_id, search.domain, search.asked_at, search.next_at, search.cursor,
        coalesce(search.restart_at <= ${now}::timestamptz, false) as restarts,
        max(search.asked_at) over (partition by watch.org_id) as turn_at
      from issuance_searches as search
      join watched_domains as watch on watch.domain = search.domain and watch.verified_at is not null
      join organizations on organizations.id = watch.org_id and not organizations.disabled
      where search.source = ${source}
    )
    select domain, cursor, restarts from watching where next_at <= ${now}::timestamptz
    order by turn_at nulls first, asked_at nulls first, domain limit 1`);
  return due;
};

/** Alerts the operator of a service that has answered about no domain for a day, until it answers. */
const watchSilence = async (ctx: SystemContext, source: string): Promise<void> => {
  const [row] = await ctx.db
    .select({
      askedAt: sql`max(${issuanceSearches.askedAt})`.mapWith(issuanceSearches.askedAt),
      since: sql`coalesce(max(${issuanceSearches.answeredAt}), min(${issuanceSearches.startedAt}))`.mapWith(issuanceSearches.startedAt),
    })
    .from(issuanceSearches)
    .where(eq(issuanceSearches.source, source));
  // Null for both without a domain.
  const { askedAt = null, since = null }: { readonly askedAt?: Date | null; readonly since?: Date | null } = row ?? {};
  if (askedAt === null || since === null) return;
  // A server that was off did not ask.
  if (askedAt < addMs(since, SILENT_MS)) await endSilence(ctx, [source]);
  else await reportSilence(ctx, source, `no answer about any domain since ${dateTimeText(since)}.`);
};

/** Asks one service about every domain that is due, until it has enough of us. */
const searchService = async (ctx: SystemContext, source: IssuanceSource, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const row = await findDue(ctx, source.name);
    if (row === undefined) return;
    const { outcome, retryAfterMs } = await searchDomain(ctx, source, row, signal);
    if (outcome !== 'failed' || retryAfterMs === null) continue;
    // A limit is one for all domains.
    const until = addMs(ctx.clock.now(), Math.min(retryAfterMs, LONGEST_PAUSE_MS));
    await ctx.db
      .update(issuanceSearches)
      .set({ nextAt: until })
      .where(and(eq(issuanceSearches.source, source.name), lte(issuanceSearches.nextAt, until)));
    return;
  }
};

/** Job: asks each search service about the watched domains that are due. A service that fails does not hold up the others. */
export const searchIssuances = useCase({
  name: 'transparency/search-issuances',
  access: 'system',
})(async (ctx, { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {}): Promise<void> => {
  const { searches } = ctx.gateways.transparency;
  const domains = await listVerifiedDomains(ctx.db);
  const names = searches.map(({ name }) => name);
  await ctx.db.delete(issuanceSearches).where(names.length === 0 ? undefined : sql`not ${inArray(issuanceSearches.source, names)}`);
  await Promise.all(
    searches.map(async (search) => {
      await plan(ctx, search.name, domains);
      await searchService(ctx, search, signal);
      await watchSilence(ctx, search.name);
    }),
  );
});
