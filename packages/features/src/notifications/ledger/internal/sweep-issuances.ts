import { alerts, type Executor, issuances, newId, type Transaction } from '@notafter/db';
import {
  type AlertId,
  type AlertRule,
  brandId,
  HOUR_MS,
  type IssuanceId,
  NOT_SERVED_MS,
  notServedSentence,
  type OrganizationId,
  unknownSentence,
} from '@notafter/domain';
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { notify } from '../../delivery/notify.ts';
import { isHostOf, servesCertificate } from '../serves-certificate.ts';
import { endAlerts } from './end-alerts.ts';
import type { RaisedAlert } from './raise-alerts.ts';
import { BATCH } from './raise-in-batches.ts';
import { idArray } from './sql-values.ts';

export const issuanceRules = ['unknown_issuance', 'issuance_not_served'] as const satisfies readonly AlertRule[];

/** An endpoint of the organization serves it: the same key and serial number. */
const isServed = sql`exists (
  select from x509_certificates as x509
  where x509.key256 = decode(${issuances.spkiSha256}, 'hex') and x509.facts ->> 'serialNumber' = ${issuances.serialNumber}
    and ${servesCertificate(sql`${issuances.orgId}`, sql`x509.fingerprint256`, sql`${issuances.names}`)})`;

/** An endpoint at one of its names serves an older certificate, without other names: this one replaces it. */
const replacesServed = sql`exists (
  select from certificates as endpoint
  where endpoint.org_id = ${issuances.orgId} and endpoint.source = 'endpoint' and ${isHostOf(sql`endpoint.host`, sql`${issuances.names}`)}
    and endpoint.san <@ ${issuances.names} and endpoint.not_after < ${issuances.notAfter} and endpoint.not_before < ${issuances.notBefore})`;

/** Each issuance is alerted on once by each rule. */
const isAlerted = (rule: AlertRule) => sql`exists (
  select from ${alerts} where ${alerts.certificateId} = ${issuances.id} and ${alerts.rule} = ${rule})`;

/** It has not expired, as far as its end could be read: a malformed certificate must not hide itself. */
const isCurrent = (now: Date): SQL => sql`(${issuances.notAfter} > ${now.toISOString()}::timestamptz or ${issuances.notAfter} is null)`;

/** Issuances that are served by now are known, unless their issuer is not allowed: a hijacked name serves them to us, too. */
const markServed = (db: Executor, now: Date): Promise<unknown> =>
  db.execute(sql`
    update ${issuances} set state = 'served', unknown_reason = null
    where ${issuances.state} <> 'served' and ${issuances.unknownReason} is distinct from 'issuer' and ${issuances.verdict} is null
      and ${isCurrent(now)} and ${isServed}`);

interface Wanted {
  readonly id: IssuanceId;
  readonly rule: (typeof issuanceRules)[number];
  readonly summary: string;
}

const columns = {
  id: issuances.id,
  names: issuances.names,
  issuer: issuances.issuer,
  issuerOrganization: issuances.issuerOrganization,
  unknownReason: issuances.unknownReason,
};

const select = (db: Executor, condition: SQL | undefined, now: Date) =>
  db
    .select(columns)
    .from(issuances)
    .where(and(isNull(issuances.verdict), isCurrent(now), condition))
    .orderBy(asc(issuances.id))
    .limit(BATCH);

const listUnknown = async (db: Executor, now: Date): Promise<Wanted[]> => {
  const isUnknown = and(eq(issuances.state, 'unknown'), eq(issuances.learned, false), sql`not ${isAlerted('unknown_issuance')}`);
  return (await select(db, isUnknown, now)).map((row) => ({
    id: row.id,
    rule: 'unknown_issuance',
    summary: unknownSentence(row, row.unknownReason ?? 'names'),
  }));
};

const listNotServed = async (db: Executor, now: Date): Promise<Wanted[]> => {
  const isLate = and(
    inArray(issuances.state, ['known_key', 'expected']),
    eq(issuances.learned, false),
    sql`${issuances.notBefore} < ${new Date(now.getTime() - NOT_SERVED_MS).toISOString()}::timestamptz`,
    replacesServed,
    sql`not ${isAlerted('issuance_not_served')}`,
  );
  return (await select(db, isLate, now)).map((row) => ({
    id: row.id,
    rule: 'issuance_not_served',
    summary: notServedSentence(row, NOT_SERVED_MS / HOUR_MS),
  }));
};

/** Raises the alerts. Each is about the issuance, so its certificate is the issuance's ID. */
const raise = async (db: Transaction, now: Date, wanted: readonly Wanted[]): Promise<RaisedAlert[]> => {
  if (wanted.length === 0) return [];
  const rows = wanted.map(({ id, rule, summary }) => ({ id: newId<'alert'>(), issuance_id: id, rule, summary }));
  const raised = await db.execute<{ id: AlertId; org_id: OrganizationId; issuance_id: string; rule: (typeof issuanceRules)[number] }>(sql`
    with held as (
      select id, org_id, names, issuer, not_after from issuances
      where id = any(${idArray(wanted.map(({ id }) => id))}::uuid[]) and verdict is null order by id for no key update
    )
    insert into alerts (id, org_id, certificate_id, domain, issuer, not_after, rule, threshold, occasion, summary, raised_at)
    select wanted.id, held.org_id, held.id, left(coalesce(held.names[1], ''), 300), left(held.issuer, 300), held.not_after, wanted.rule, 0, '1', wanted.summary,
      ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (id uuid, issuance_id uuid, rule text, summary text)
    join held on held.id = wanted.issuance_id
    order by held.id
    on conflict (certificate_id, rule, threshold, occasion) do nothing
    returning id, org_id, certificate_id as issuance_id, rule`);
  return raised.map(({ id, org_id: orgId, issuance_id, rule }) => ({ id, orgId, certificateId: brandId(issuance_id), rule, threshold: 0 }));
};

/** No endpoint waits for it any more: each serves a later one, or was removed. */
const isReplaced = sql`${eq(alerts.rule, 'issuance_not_served')} and not ${replacesServed}`;

/** It was judged again, by other allowed issuers. */
const isKnownNow = sql`${eq(alerts.rule, 'unknown_issuance')} and state <> 'unknown'`;

/** Ends the alerts of issuances that are served, known or replaced, that somebody judged, or that have expired. */
const endSettled = (ctx: SystemContext): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const now = tx.clock.now().toISOString();
    const ofRules = inArray(alerts.rule, [...issuanceRules]);
    const rowOf = (condition: SQL) =>
      sql`${ofRules} and exists (select from issuances where issuances.id = ${alerts.certificateId} and (${condition}))`;
    const ended = [
      ...(await endAlerts(
        tx,
        rowOf(sql`state = 'served' or verdict is not null or not_after <= ${now}::timestamptz or (${isReplaced}) or (${isKnownNow})`),
        {
          resolution: 'recovered',
        },
      )),
      ...(await endAlerts(tx, sql`${ofRules} and not exists (select from issuances where issuances.id = ${alerts.certificateId})`, {
        resolution: 'removed',
      })),
    ];
    await notify(tx, { raised: [], ended });
  });

/** Alerts on issued certificates that nobody is known to have ordered, and on renewals that were not deployed, and ends what is settled. */
export const sweepIssuances = async (ctx: SystemContext, signal?: AbortSignal): Promise<number> => {
  const now = ctx.clock.now();
  await markServed(ctx.db, now);
  await endSettled(ctx);
  let total = 0;
  for (let raised = 1; raised > 0 && signal?.aborted !== true; total += raised) {
    raised = await withTransaction(ctx, async (tx) => {
      const alerted = await raise(tx.db, now, [...(await listUnknown(tx.db, now)), ...(await listNotServed(tx.db, now))]);
      await notify(tx, { raised: alerted, ended: [] });
      return alerted.length;
    });
  }
  return total;
};
