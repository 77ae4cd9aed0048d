import { sctInclusions, transparencyLogs } from '@notafter/db';
import { addMs, DAY_MS, dateText, HOUR_MS, type SctInclusion } from '@notafter/domain';
import { and, eq, sql } from 'drizzle-orm';
import { derOf } from '../certificates/stored-certificate.ts';
import type { SystemContext } from '../context.ts';
import { openOperatorAlert } from '../notifications/outage-guard/open-operator-alert.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { budgetLeft, countBytes } from './internal/day-budget.ts';
import { logOf } from './internal/stored-log.ts';

/** Questions to one log in a run, which is hourly, and in a day in UTC. */
const PER_RUN = 25;
const PER_DAY = 500;

/** New rows of one run: more than is asked in a day, and few enough for one statement. */
const PLANNED_AT_ONCE = 20_000;

/** A row for each timestamp in a certificate that an endpoint serves, due when the log's maximum merge delay is over. */
const plan = async (ctx: SystemContext): Promise<void> => {
  await ctx.db.execute(sql`
    insert into sct_inclusions (fingerprint256, log_id, signed_at, next_at)
    select x509.fingerprint256, log.id, (sct ->> 'at')::timestamptz,
      (sct ->> 'at')::timestamptz + (log.log ->> 'mmdSeconds')::int * interval '1 s'
    from certificates as served
    join organizations on organizations.id = served.org_id and not organizations.disabled
    join x509_certificates as x509 on x509.fingerprint256 = served.fingerprint256
    cross join jsonb_array_elements(served.client_facts -> 'scts') as sct
    join transparency_logs as log on log.id = sct ->> 'log'
    where served.not_after > ${ctx.clock.now().toISOString()}::timestamptz and jsonb_array_length(served.client_facts -> 'paths') > 0
      and sct ->> 'by' = 'embedded' and sct ->> 'signature' is distinct from 'invalid'
      and log.is_listed and log.log ->> 'state' in ('qualified', 'usable', 'readonly')
      and not exists (
        select from sct_inclusions as planned
        where planned.fingerprint256 = x509.fingerprint256 and planned.log_id = log.id and planned.signed_at = (sct ->> 'at')::timestamptz)
    limit ${PLANNED_AT_ONCE}
    on conflict do nothing`);
};

interface DueRow extends Record<string, unknown> {
  readonly fingerprint256: string;
  readonly logId: string;
  readonly signedAt: string;
  readonly pem: string;
  /** Of certificates in the chain with the name of its issuer. */
  readonly issuers: readonly string[];
}

/** Those that are due and still served, the longest due first, as many of each log as the pace allows. */
const listDue = async (ctx: SystemContext): Promise<readonly DueRow[]> => {
  const now = ctx.clock.now();
  return ctx.db.execute<DueRow>(sql`
    with paced as (
      select log.id, least(${PER_RUN}::bigint, ${PER_DAY}::bigint - (
        select count(*) from sct_inclusions as asked
        where asked.log_id = log.id and asked.asked_at >= ${`${dateText(now)}T00:00:00Z`}::timestamptz)) as room
      from transparency_logs as log where log.is_listed
    )
    select due.fingerprint256, due.log_id as "logId", due.signed_at::text as "signedAt", due.pem, due.issuers
    from paced
    cross join lateral (
      select planned.*, x509.facts ->> 'pem' as pem, array(
        select issuer.facts ->> 'pem' from x509_certificates as issuer
        where issuer.fingerprint256 = any(array_append(served.chain, served.root_fingerprint256)) and issuer.facts ->> 'subject' = x509.facts ->> 'issuer') as issuers
      from sct_inclusions as planned
      join x509_certificates as x509 on x509.fingerprint256 = planned.fingerprint256
      cross join lateral (
        select certificates.chain, certificates.root_fingerprint256 from certificate_renewals as renewal
        join certificates on certificates.id = renewal.certificate_id and certificates.fingerprint256 = renewal.fingerprint256
        where renewal.fingerprint256 = planned.fingerprint256 limit 1) as served
      where planned.log_id = paced.id and planned.next_at <= ${now.toISOString()}::timestamptz
      order by planned.next_at, planned.fingerprint256 limit greatest(paced.room, 0)
    ) as due
    order by due.log_id, due.next_at`);
};

const nextAtOf = (inclusion: SctInclusion, now: Date): Date | null => {
  switch (inclusion.kind) {
    case 'included':
    case 'wrongly_signed':
      return null;
    case 'pending':
      return new Date(Math.max(inclusion.until.getTime(), addMs(now, HOUR_MS).getTime()));
    case 'missing':
    case 'unknown':
      return addMs(now, DAY_MS);
  }
};

/** Stores an answer with what it cost. The operator hears once of each log that does not have an entry it promised. */
const storeAnswer = (ctx: SystemContext, row: DueRow, inclusion: SctInclusion, cost: { readonly day: string; readonly bytes: number }) =>
  withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const { fingerprint256, logId, signedAt } = row;
    const [held] = await tx.db.select().from(transparencyLogs).where(eq(transparencyLogs.id, logId)).for('update');
    await countBytes(tx.db, logId, cost.day, cost.bytes);
    const isMissing = sql`${sctInclusions.inclusion} ->> 'kind' = 'missing'`;
    const [known] = await tx.db
      .select({ logId: sctInclusions.logId })
      .from(sctInclusions)
      .where(and(eq(sctInclusions.logId, logId), isMissing))
      .limit(1);
    await tx.db
      .update(sctInclusions)
      .set({
        inclusion: inclusion.kind === 'pending' ? { kind: 'pending' } : inclusion,
        askedAt: now,
        nextAt: nextAtOf(inclusion, now),
      })
      .where(
        and(eq(sctInclusions.fingerprint256, fingerprint256), eq(sctInclusions.logId, logId), sql`signed_at = ${signedAt}::timestamptz`),
      );
    if (inclusion.kind !== 'missing' || known !== undefined || held === undefined) return;
    const { description, operator } = held.log;
    const detail = `${description} by ${operator} does not have a certificate that it promised to log: ${inclusion.reason}`;
    await openOperatorAlert(tx, { kind: 'log_broken', detail });
  });

/**
 * Job, hourly: asks logs whether they have the certificates that endpoints serve, once the maximum merge delay of their timestamps is
 * over. What logs send counts for the day's budget. The rows are the schedule: a run that dies repeats what it did not store.
 */
export const checkScts = useCase({
  name: 'transparency/check-scts',
  access: 'system',
})(async (ctx, _payload: object = {}, { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {}): Promise<void> => {
  const { follower, bytesPerDay } = ctx.gateways.transparency;
  if (follower === null) return;
  await plan(ctx);
  const logs = new Map((await ctx.db.select().from(transparencyLogs)).map(({ id, log }) => [id, logOf(log)]));
  /** Logs that did not answer: each further question would wait for all of its attempts, too. */
  const silent = new Set<string>();
  for (const row of await listDue(ctx)) {
    if (silent.has(row.logId)) continue;
    const log = logs.get(row.logId);
    const day = dateText(ctx.clock.now());
    if (signal.aborted || (await budgetLeft(ctx.db, bytesPerDay, day)) <= 0) return;
    if (log === undefined) continue;
    const { inclusion, bytes, isAsked } = await follower.checkSct({
      log,
      sct: { log: row.logId, at: new Date(row.signedAt).toISOString() },
      certificate: derOf(row.pem),
      issuers: row.issuers.map(derOf),
      signal,
    });
    if (signal.aborted) return;
    await storeAnswer(ctx, row, inclusion, { day, bytes });
    if (isAsked && inclusion.kind === 'unknown') silent.add(row.logId);
  }
});
