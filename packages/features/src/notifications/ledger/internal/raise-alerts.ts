import { newId } from '@notafter/db';
import type { AlertId, AlertRule, CertificateId, OrganizationId } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import type { LedgerContext } from './ledger-context.ts';

/** A condition of a certificate to alert on. */
export interface NewAlert {
  readonly certificateId: CertificateId;
  readonly rule: AlertRule;
  readonly threshold: number;
  /** Alerts once per occasion. Null: the next episode, if none is open. */
  readonly occasion: string | null;
  readonly summary: string;
  /** Which certificate, if the endpoint serves several. */
  readonly served?: string | null;
}

/** An alert in the ledger. */
export interface RaisedAlert {
  readonly id: AlertId;
  readonly orgId: OrganizationId;
  readonly certificateId: CertificateId;
  readonly rule: AlertRule;
  readonly threshold: number;
}

/**
 * Inserts alerts into the ledger; returns the new ones. The caller holds the certificates' rows, so that one transaction at a time
 * counts episodes.
 */
export const raiseAlerts = async ({ db, clock }: LedgerContext, wanted: readonly NewAlert[]): Promise<RaisedAlert[]> => {
  if (wanted.length === 0) return [];
  const rows = wanted.map(({ certificateId, ...alert }) => ({ id: newId<'alert'>(), certificate_id: certificateId, ...alert }));
  const raised = await db.execute<{
    id: AlertId;
    org_id: OrganizationId;
    certificate_id: CertificateId;
    rule: AlertRule;
    threshold: number;
  }>(sql`
    insert into alerts (id, org_id, certificate_id, domain, rule, threshold, occasion, summary, served, not_after, issuer, fingerprint256,
      reasons, raised_at)
    select wanted.id, certificate.org_id, certificate.id, certificate.domain, wanted.rule, wanted.threshold,
      coalesce(wanted.occasion, (
        select (coalesce(max(earlier.occasion::int), 0) + 1)::text from alerts as earlier
        where earlier.certificate_id = certificate.id and earlier.rule = wanted.rule)),
      wanted.summary, wanted.served, certificate.not_after,
      coalesce(ending.facts ->> 'issuerOrganization', ending.facts ->> 'issuerCommonName', certificate.issuer),
      case when wanted.rule not in ('expiry', 'expired', 'late') or wanted.occasion = certificate.fingerprint256 then certificate.fingerprint256
        else ending.fingerprint256 end,
      certificate.reasons, ${clock.now().toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (
      id uuid, certificate_id uuid, rule text, threshold smallint, occasion text, summary text, served text)
    join certificates as certificate on certificate.id = wanted.certificate_id
    -- Of the expiry of another address or key type.
    left join x509_certificates as ending on ending.fingerprint256 = wanted.occasion and wanted.occasion <> certificate.fingerprint256
      and wanted.rule in ('expiry', 'expired', 'late')
    where wanted.occasion is not null or not exists (
      select from alerts as open
      where open.certificate_id = certificate.id and open.rule = wanted.rule and open.resolved_at is null)
    order by certificate.id
    on conflict (certificate_id, rule, threshold, occasion) do nothing
    returning id, org_id, certificate_id, rule, threshold`);
  return raised.map(({ org_id, certificate_id, ...alert }) => ({ ...alert, orgId: org_id, certificateId: certificate_id }));
};
