import { newId } from '@notafter/db';
import { type CertificateId, DomainError, type EnvironmentId, formatTarget, limitText, type ProbeTarget } from '@notafter/domain';
import type { OrgContext, TransactionContext } from '../context.ts';
import { recordCertificateEvents } from '../notifications/events/record-events.ts';
import { limitByNow } from './add-certificate.ts';
import { remainingCapacity } from './certificate-limit.ts';
import { insertEndpoints } from './internal/insert-endpoints.ts';
import { lockEnvironment } from './internal/lock-environment.ts';

/** An endpoint before its first check. */
export interface NewEndpoint {
  readonly target: ProbeTarget;
  readonly tags: Readonly<Record<string, string>>;
  readonly environmentId: EnvironmentId | null;
}

/**
 * Monitors endpoints from now on, reachable or not; the schedule checks them at once. Returns their IDs in the same order. Throws
 * `certificate_limit`, `certificate_exists`, `environment_not_found` or `environment_plan`.
 */
export const addEndpoints = async (tx: TransactionContext<OrgContext>, endpoints: readonly NewEndpoint[]): Promise<CertificateId[]> => {
  const { db, org } = tx;
  const now = tx.clock.now();
  const limit = (await limitByNow(tx, 'seen')) === null ? null : await limitByNow(tx, 'locked');
  if (limit !== null && (await remainingCapacity(db, org.id, limit)) < endpoints.length)
    throw new DomainError('certificate_limit', { message: limitText('certificate_limit', org.plan) });
  for (const id of new Set(endpoints.flatMap(({ environmentId }) => environmentId ?? []))) await lockEnvironment(tx, id);
  const rows = endpoints.map(({ target, tags, environmentId }) => ({
    ...{ id: newId<'certificate'>(), host: target.host, port: target.port, domain: formatTarget(target) },
    ...{ tags, environmentId },
  }));
  const inserted = await insertEndpoints(db, { orgId: org.id, now, dueAt: () => now }, rows);
  if (inserted.size < rows.length) throw new DomainError('certificate_exists');
  await recordCertificateEvents(
    tx,
    rows.map(({ id }) => ({ type: 'certificate.added' as const, certificateId: id })),
  );
  return rows.map(({ id }) => id);
};
