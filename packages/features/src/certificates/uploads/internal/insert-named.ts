import { newId } from '@notafter/db';
import { type CertificateId, type CertificateSource, DomainError, type ScopedPlacement } from '@notafter/domain';
import type { OrgContext, TransactionContext } from '../../../context.ts';
import { requireCapacity } from '../../add-certificate.ts';
import { insertEndpoints } from '../../internal/insert-endpoints.ts';
import { lockEnvironment } from '../../internal/lock-environment.ts';

/** The name of an upload or a date is taken, by whatever is monitored under it. */
export const nameTaken = (id?: CertificateId): DomainError => {
  const message = 'This name is already monitored. Choose another name.';
  return new DomainError('certificate_exists', {
    message,
    details: [{ path: 'name', message }],
    ...(id === undefined ? {} : { conflict: { type: 'certificate', id } }),
  });
};

interface Named {
  readonly source: Extract<CertificateSource, 'upload' | 'date'>;
  readonly name: string;
  readonly placement: ScopedPlacement;
}

/**
 * Inserts the row of a certificate without an endpoint, and without its facts. Throws `certificate_limit`, `certificate_exists`,
 * `environment_not_found` or `environment_plan`.
 */
export const insertNamed = async (tx: TransactionContext<OrgContext>, { source, name, placement }: Named): Promise<CertificateId> => {
  await requireCapacity(tx);
  if (placement.environmentId !== null) await lockEnvironment(tx, placement.environmentId);
  const id = newId<'certificate'>();
  const now = tx.clock.now();
  const row = { id, source, host: '', port: 0, domain: name, ...placement };
  const inserted = await insertEndpoints(tx.db, { orgId: tx.org.id, now, dueAt: () => now }, [row]);
  if (inserted.size === 0) throw nameTaken();
  return id;
};
