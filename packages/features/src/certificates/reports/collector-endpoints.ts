import { certificates, newId, type Transaction } from '@notafter/db';
import { type CertificateId, type CollectorId, formatTarget, type OrganizationId, type ProbeTarget } from '@notafter/domain';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { recordCertificateEvents } from '../../notifications/events/record-events.ts';
import { remainingCapacity } from '../certificate-limit.ts';
import { insertEndpoints } from '../internal/insert-endpoints.ts';

/** Condition on `certificates`: it was not uploaded or entered. */
export const isEndpoint = eq(certificates.source, 'endpoint');

/** Condition on `certificates`: an endpoint that this server checks, and no collector. */
export const isCheckedHere = sql`${isNull(certificates.collectorId)} and ${isEndpoint}`;

export interface CollectorEndpoints {
  readonly orgId: OrganizationId;
  readonly collectorId: CollectorId;
  /** The organization's limit of certificates: new endpoints beyond it are left out. */
  readonly limit: number | null;
}

const findIds = async (db: Transaction, collectorId: CollectorId, domains: readonly string[]): Promise<Map<string, CertificateId>> => {
  const rows = await db
    .select({ id: certificates.id, domain: certificates.domain })
    .from(certificates)
    .where(and(eq(certificates.collectorId, collectorId), isEndpoint, inArray(certificates.domain, [...domains])));
  return new Map(rows.map(({ id, domain }) => [domain, id]));
};

/** Returns the endpoints of a collector by their one form, and adds those that it has not reported before, but none of `onlyKnown`. */
export const ensureCollectorEndpoints = async (
  tx: TransactionContext<SystemContext>,
  { orgId, collectorId, limit }: CollectorEndpoints,
  targets: readonly ProbeTarget[],
  onlyKnown: ReadonlySet<string> = new Set(),
): Promise<ReadonlyMap<string, CertificateId>> => {
  const byDomain = new Map(targets.map((target) => [formatTarget(target), target]));
  const known = await findIds(tx.db, collectorId, [...byDomain.keys()]);
  const unknown = [...byDomain].filter(([domain]) => !known.has(domain) && !onlyKnown.has(domain));
  const missing = limit === null || unknown.length === 0 ? unknown : unknown.slice(0, await remainingCapacity(tx.db, orgId, limit));
  const rows = missing.map(([domain, { host, port }]) => ({
    ...{ id: newId<'certificate'>(), host, port, domain, tags: {}, environmentId: null, collectorId },
  }));
  const now = tx.clock.now();
  const inserted = await insertEndpoints(tx.db, { orgId, now, dueAt: () => now }, rows);
  const added = rows.filter(({ id }) => inserted.has(id));
  await recordCertificateEvents(
    tx,
    added.map(({ id }) => ({ type: 'certificate.added' as const, certificateId: id })),
  );
  // Another worker added them since, with the same bundle: without their IDs, this one would record nothing about them.
  const others = rows.filter(({ id }) => !inserted.has(id)).map(({ domain }) => domain);
  const addedElsewhere = others.length === 0 ? [] : await findIds(tx.db, collectorId, others);
  return new Map([...known, ...addedElsewhere, ...added.map(({ domain, id }) => [domain, id] as const)]);
};
