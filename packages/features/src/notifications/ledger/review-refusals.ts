import { alerts, certificateRefusals, certificates, type Transaction, x509Certificates } from '@notafter/db';
import {
  type CertificateId,
  type ClientId,
  type ClientRules,
  isRefusedSoon,
  judgeClients,
  missingIssuerName,
  verdictText,
} from '@notafter/domain';
import { asc, eq, sql } from 'drizzle-orm';
import type { LedgerChange } from '../delivery/notify.ts';
import { endAlerts, ofRules } from './internal/end-alerts.ts';
import type { LedgerContext } from './internal/ledger-context.ts';
import { raiseAlerts } from './internal/raise-alerts.ts';
import { idArray } from './internal/sql-values.ts';

/** Locked until the commit, so that one transaction at a time writes a certificate's refusals. */
const loadServed = (db: Transaction, ids: readonly CertificateId[]) =>
  db
    .select({
      id: certificates.id,
      fingerprint256: certificates.fingerprint256,
      facts: certificates.clientFacts,
      missingIssuer: certificates.missingIssuer,
      notBefore: sql<string | null>`${x509Certificates.facts} ->> 'notBefore'`,
      notAfter: sql<string | null>`${x509Certificates.facts} ->> 'notAfter'`,
    })
    .from(certificates)
    .innerJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificates.fingerprint256))
    .where(sql`${certificates.id} = any(${idArray(ids)}::uuid[])`)
    .orderBy(asc(certificates.id))
    .for('no key update', { of: certificates });

interface FoundRefusal {
  readonly certificateId: CertificateId;
  readonly client: ClientId;
  readonly from: Date;
  /** Alerts once per certificate, client and date. */
  readonly occasion: string;
  readonly summary: string;
}

type Served = Awaited<ReturnType<typeof loadServed>>[number];

const refusalsIn = (row: Served, rules: ClientRules, now: Date): FoundRefusal[] => {
  const { id, facts, fingerprint256, notBefore, notAfter, missingIssuer } = row;
  if (facts === null || notBefore === null || notAfter === null) return [];
  const subject = {
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
    facts,
    missingIssuer: missingIssuerName(missingIssuer),
  };
  return (judgeClients(subject, rules) ?? []).flatMap(({ client, name, verdict }): FoundRefusal[] => {
    if (verdict.kind !== 'refuses' || !verdict.alerts) return [];
    const { from } = verdict;
    const occasion = `${fingerprint256} ${client} ${from.toISOString()}`;
    return [{ certificateId: id, client, from, occasion, summary: verdictText(name, verdict, now) }];
  });
};

const storeRefusals = async (db: Transaction, ids: readonly CertificateId[], found: readonly FoundRefusal[]): Promise<void> => {
  const rows = found.map(({ certificateId, client, from }) => ({ certificate_id: certificateId, client, refused_from: from }));
  const present = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as present (certificate_id uuid, client text, refused_from timestamptz)`;
  await db.execute(sql`
    delete from certificate_refusals as refusal
    where refusal.certificate_id = any(${idArray(ids)}::uuid[]) and not exists (
      select from ${present} where present.certificate_id = refusal.certificate_id and present.client = refusal.client)`);
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into certificate_refusals as refusal (certificate_id, client, refused_from)
    select certificate_id, client, refused_from from ${present}
    on conflict (certificate_id, client) do update set refused_from = excluded.refused_from, alerted_at = null
    where refusal.refused_from <> excluded.refused_from`);
};

/**
 * Stores which clients refuse these certificates from when, raises alerts for the refusals that begin soon, and ends those that
 * no longer apply. The caller passes the changes to `notify`.
 */
export const reviewRefusals = async (ctx: LedgerContext, ids: readonly CertificateId[]): Promise<Required<LedgerChange>> => {
  if (ids.length === 0) return { raised: [], ended: [] };
  const { db, clock, config } = ctx;
  const now = clock.now();
  const served = await loadServed(db, ids);
  const found = served.flatMap((row) => refusalsIn(row, config.clientRules, now));
  await storeRefusals(db, ids, found);
  const occasions = JSON.stringify(found.map(({ occasion }) => occasion));
  const isOver = sql`${ofRules(ids, ['refused_soon'])} and not (${occasions}::jsonb ? ${alerts.occasion})`;
  const ended = await endAlerts(ctx, isOver, { resolution: 'renewed' });
  const soon = found.filter(({ from }) => isRefusedSoon(from, now));
  if (soon.length === 0) return { raised: [], ended };
  const raised = await raiseAlerts(
    ctx,
    soon.map(({ certificateId, occasion, summary }) => ({ certificateId, rule: 'refused_soon', threshold: 0, occasion, summary })),
  );
  const due = JSON.stringify(soon.map(({ certificateId, client }) => ({ certificate_id: certificateId, client })));
  await db
    .update(certificateRefusals)
    .set({ alertedAt: now })
    .where(sql`${certificateRefusals.alertedAt} is null and exists (
    select from jsonb_to_recordset(${due}::jsonb) as due (certificate_id uuid, client text)
    where due.certificate_id = ${certificateRefusals.certificateId} and due.client = ${certificateRefusals.client})`);
  return { raised, ended };
};
