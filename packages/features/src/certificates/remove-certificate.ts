import { certificates } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { certificateIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { withinReach } from '../certificate-reach.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { removeMatching } from './remove-matching.ts';

/** Stops monitoring one certificate and deletes its history. Throws `certificate_not_found`. */
export const removeCertificate = useCase({
  name: 'certificates/remove-certificate',
  access: 'admin',
  apiKey: 'delete',
  scoped: true,
  input: certificateIdInput,
  audit: 'Deleted a certificate',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const { domain } = await removeMatching(tx, and(eq(certificates.id, id), withinReach(tx.reach)));
    if (domain === null) throw new DomainError('certificate_not_found');
    audit({ subjectId: id, detail: { domain } });
  });
});
