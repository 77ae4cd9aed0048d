import { collectorEndpoints, collectors } from '@notafter/db';
import { type CertificateId, DomainError, formatTarget, limitText, parseTarget } from '@notafter/domain';
import { askCollectorInput } from '@notafter/domain/inputs';
import { and, eq, isNull } from 'drizzle-orm';
import { ensureCollectorEndpoints } from '../certificates/reports/collector-endpoints.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { getCollectorForOrg } from './internal/collector-view.ts';

/**
 * Asks a collector to probe an endpoint from now on. It hears of it with its next receipt, and probes it only if its own file allows
 * the address and the port. Throws `collector_not_found`, `collector_revoked`, `target_invalid`, `target_wildcard` or `certificate_limit`.
 */
export const askCollector = useCase({
  name: 'collectors/ask-collector',
  access: 'admin',
  plan: 'collectors',
  input: askCollectorInput,
  audit: 'Asked a collector to check an endpoint',
})(
  (ctx, { id, domain: typed }): Promise<{ certificateId: CertificateId; domain: string }> =>
    withTransaction(ctx, async (tx, audit) => {
      const { name } = await getCollectorForOrg(tx.db, tx.org.id, id, tx.clock.now());
      const target = parseTarget(typed);
      const isOpen = and(eq(collectors.id, id), isNull(collectors.revokedAt));
      const [open] = await tx.db.select({ id: collectors.id }).from(collectors).where(isOpen).for('key share');
      if (open === undefined) throw new DomainError('collector_revoked');
      const { certificateLimit } = tx.entitlements;
      const endpoints = await ensureCollectorEndpoints(tx, { orgId: tx.org.id, collectorId: id, limit: certificateLimit }, [target]);
      const domain = formatTarget(target);
      const certificateId = endpoints.get(domain);
      if (certificateId === undefined) throw new DomainError('certificate_limit', { message: limitText('certificate_limit', tx.org.plan) });
      await tx.db
        .insert(collectorEndpoints)
        .values({ certificateId, collectorId: id, isAsked: true })
        .onConflictDoUpdate({ target: collectorEndpoints.certificateId, set: { isAsked: true } });
      audit({ subjectId: certificateId, detail: { name, domain } });
      return { certificateId, domain };
    }),
);
