import { renewalPreflights, type StoredRenewalFinding } from '@notafter/db';
import {
  addMs,
  alertTermsOf,
  DAY_MS,
  HOUR_MS,
  isAlerted,
  isConfirmed,
  isRenewalNear,
  judgePreflight,
  type OrganizationId,
  type RenewalJudgement,
} from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { type RenewalAlert, recordRenewalAlerts } from '../../../notifications/ledger/record-renewal-alerts.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { concernedBy, type DomainCertificate, loadDomainCertificates, requestOf } from './domain-certificates.ts';
import { findRegistration } from './find-registration.ts';

export interface LookTarget {
  readonly orgId: OrganizationId;
  readonly domain: string;
}

/** Findings with their first look; those of areas that this look says nothing about stay as they were. */
const withHistory = (
  { findings, unknown }: RenewalJudgement,
  stored: readonly StoredRenewalFinding[],
  now: Date,
): StoredRenewalFinding[] => {
  const before = new Map(stored.map((finding) => [finding.key, finding]));
  const seen = findings.map((finding): StoredRenewalFinding => {
    const earlier = before.get(finding.key);
    const firstSeenAt = earlier?.firstSeenAt ?? now.toISOString();
    return { ...finding, firstSeenAt, confirmed: earlier?.confirmed === true || isConfirmed(new Date(firstSeenAt), now) };
  });
  const keys = new Set(findings.map(({ key }) => key));
  return [...seen, ...stored.filter(({ key, area }) => unknown.includes(area) && !keys.has(key))];
};

const alertsOf = (
  findings: readonly StoredRenewalFinding[],
  rows: readonly DomainCertificate[],
  { endsAt, now }: { readonly endsAt: Date | null; readonly now: Date },
): RenewalAlert[] =>
  findings.flatMap((finding): RenewalAlert[] => {
    const concerned = concernedBy(finding, rows);
    const [first] = concerned;
    const isNear = concerned.some(
      ({ notBefore, notAfter }) => notBefore !== null && notAfter !== null && isRenewalNear({ notBefore, notAfter }, now),
    );
    if (first === undefined || !isAlerted(finding, isNear)) return [];
    const terms = alertTermsOf({ ...finding, firstSeenAt: new Date(finding.firstSeenAt) }, endsAt, now);
    return [{ certificateId: first.id, summary: finding.text, ...terms }];
  });

/** A look that left anything to confirm is followed by another an hour later. */
const nextLook = (findings: readonly StoredRenewalFinding[], { unknown }: RenewalJudgement, now: Date): Date => {
  const isOpen = unknown.length > 0 || findings.some(({ confirmed, severity }) => !confirmed && severity !== 'notice');
  return addMs(now, isOpen ? HOUR_MS : DAY_MS);
};

/** Looks at one domain of an organization, stores the findings and updates the ledger in one transaction. */
export const lookAtDomain = async (ctx: SystemContext, { orgId, domain }: LookTarget, signal?: AbortSignal): Promise<void> => {
  const before = await loadDomainCertificates(ctx.db, orgId, domain);
  const [facts, registration] = await Promise.all([
    ctx.gateways.renewalPreflight.look(requestOf(domain, before), signal),
    findRegistration(ctx, domain, signal),
  ]);
  // Cut off: the claim's lease brings it back.
  if (signal?.aborted === true) return;
  const now = ctx.clock.now();
  const judgement = judgePreflight({ ...facts, registration }, now);
  const isRow = and(eq(renewalPreflights.orgId, orgId), eq(renewalPreflights.domain, domain));
  await withTransaction(ctx, async (tx) => {
    const [row] = await tx.db.select({ findings: renewalPreflights.findings }).from(renewalPreflights).where(isRow).for('update');
    if (row === undefined) return;
    const findings = withHistory(judgement, row.findings, now);
    const rows = await loadDomainCertificates(tx.db, orgId, domain);
    await tx.db
      .update(renewalPreflights)
      .set({ lookedAt: now, nextLookAt: nextLook(findings, judgement, now), findings, skipped: [...facts.skipped] })
      .where(isRow);
    const endsAt = registration.kind === 'known' ? registration.endsAt : null;
    await recordRenewalAlerts(tx, { orgId, domain, wanted: alertsOf(findings, rows, { endsAt, now }) });
  });
};
