import { newId } from '@notafter/db';
import type { CertificateId, DiscoveryJobId, EventData, EventType, OrganizationId } from '@notafter/domain';
import { severityOf } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import type { LedgerContext } from '../ledger/internal/ledger-context.ts';
import type { RaisedAlert } from '../ledger/internal/raise-alerts.ts';

const iso = (instant: SQL): SQL => sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const urlOf = ({ config }: LedgerContext, id: SQL): SQL => sql`${config.publicUrl}::text || '/certificates/' || ${id}`;

/** The public view of `certificate`, a row of `certificates`. */
const certificateJson = (ctx: LedgerContext): SQL => sql`jsonb_build_object(
  'id', certificate.id, 'domain', certificate.domain, 'issuer', certificate.issuer,
  'expires_at', ${iso(sql`certificate.not_after`)}, 'fingerprint_sha256', certificate.fingerprint256,
  'reachable', certificate.unreachable_reason is null, 'reasons', to_jsonb(certificate.reasons), 'tags', certificate.tags,
  'url', ${urlOf(ctx, sql`certificate.id`)})`;

/**
 * Records the rows of `made` (id, org_id, type, subject_id, data) and creates a delivery for each endpoint that chose the type.
 * Touches no queue, so that a check never waits for a delivery: the delivery tick finds the due ones.
 */
const logMade = ({ clock }: LedgerContext, made: SQL): SQL => {
  const now = sql`${clock.now().toISOString()}::timestamptz`;
  return sql`logged as (
    insert into events (id, org_id, type, occurred_at, subject_id, data)
    select id, org_id, type, ${now}, subject_id, data from (${made}) as made
    returning id, org_id, type
  ), queued as (
    insert into webhook_deliveries (endpoint_id, event_id, state, due_at)
    select endpoint.id, logged.id, 'pending', ${now}
    from logged join webhook_endpoints as endpoint on endpoint.org_id = logged.org_id
    where endpoint.enabled and endpoint.broken_at is null and logged.type = any(endpoint.types)
    order by endpoint.id, logged.id
  )`;
};

export interface CertificateEvent {
  readonly type: Exclude<EventType, 'alert.raised' | 'discovery.completed' | 'certificate.removed'>;
  readonly certificateId: CertificateId;
  /** The previous fingerprint, for a new certificate. */
  readonly before?: string;
  /** Data of the event in addition to the certificate. */
  readonly extra?: EventData;
}

/** Records events about certificates in their current state. One statement for any number. The last step of a change. */
export const recordCertificateEvents = async (ctx: LedgerContext, happened: readonly CertificateEvent[]): Promise<void> => {
  if (happened.length === 0) return;
  const rows = happened.map(({ type, certificateId, before = null, extra = {} }) => ({
    id: newId<'event'>(),
    type,
    certificate_id: certificateId,
    before,
    extra,
  }));
  const made = sql`
    select happened.id, certificate.org_id, happened.type, certificate.id as subject_id,
      jsonb_build_object('certificate', ${certificateJson(ctx)})
        || case when happened.before is null then '{}' else jsonb_build_object('previous', jsonb_build_object(
          'fingerprint_sha256', happened.before, 'issuer', earlier.facts ->> 'issuerOrganization', 'expires_at', earlier.facts ->> 'notAfter')) end
        || happened.extra as data
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as happened (id uuid, type text, certificate_id uuid, before text, extra jsonb)
    join certificates as certificate on certificate.id = happened.certificate_id
    left join x509_certificates as earlier on earlier.fingerprint256 = happened.before`;
  await ctx.db.execute(sql`with ${logMade(ctx, made)} select 1`);
};

/** Records alerts that were just raised, with the alert fields of a webhook. */
export const recordAlertEvents = async (ctx: LedgerContext, raised: readonly RaisedAlert[]): Promise<void> => {
  if (raised.length === 0) return;
  const rows = raised.map(({ id, rule, threshold }) => ({ id: newId<'event'>(), alert_id: id, severity: severityOf(rule, threshold) }));
  const made = sql`
    select entry.id, alert.org_id, 'alert.raised' as type, alert.certificate_id as subject_id,
      jsonb_build_object('severity', entry.severity, 'alerts_left_out', 0, 'alerts', jsonb_build_array(jsonb_build_object(
        'id', alert.id, 'incident_key', alert.org_id || '/' || alert.certificate_id || '/' || replace(alert.rule, 'expired', 'expiry'),
        'rule', alert.rule, 'severity', entry.severity, 'domain', alert.domain, 'summary', alert.summary,
        'expires_at', ${iso(sql`alert.not_after`)}, 'issuer', alert.issuer, 'fingerprint_sha256', alert.fingerprint256,
        'reasons', to_jsonb(alert.reasons), 'raised_at', ${iso(sql`alert.raised_at`)},
        'certificate_url', ${urlOf(ctx, sql`alert.certificate_id`)}, 'acknowledge_url', null))) as data
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (id uuid, alert_id uuid, severity text)
    join alerts as alert on alert.id = entry.alert_id`;
  await ctx.db.execute(sql`with ${logMade(ctx, made)} select 1`);
};

/** Records one event with known data. */
export const recordEvent = async (
  ctx: LedgerContext,
  {
    orgId,
    type,
    subjectId,
    data,
  }: { readonly orgId: OrganizationId; readonly type: EventType; readonly subjectId: DiscoveryJobId; readonly data: EventData },
): Promise<void> => {
  const made = sql`
    select ${newId<'event'>()}::uuid as id, ${orgId}::uuid as org_id, ${type}::text as type, ${subjectId}::uuid as subject_id,
      ${JSON.stringify(data)}::jsonb as data`;
  await ctx.db.execute(sql`with ${logMade(ctx, made)} select 1`);
};

/** A UUIDv7 for rows whose number is not known in Node. */
const uuidV7 = (now: Date): SQL => sql`(
  lpad(to_hex(${now.getTime()}::bigint), 12, '0') || '7' || substr(md5(gen_random_uuid()::text), 1, 3)
    || '8' || substr(md5(gen_random_uuid()::text), 1, 15))::uuid`;

/**
 * For the statement that removes certificates: further parts of its WITH list, which record an event for each row of `removed`
 * (id, org_id, domain, not_after), for any number of rows.
 */
export const removalsLogged = (ctx: LedgerContext): SQL =>
  logMade(
    ctx,
    sql`select ${uuidV7(ctx.clock.now())} as id, removed.org_id, 'certificate.removed' as type, removed.id as subject_id,
      jsonb_build_object('certificate', jsonb_build_object(
        'id', removed.id, 'domain', removed.domain, 'expires_at', ${iso(sql`removed.not_after`)})) as data
    from removed`,
  );
