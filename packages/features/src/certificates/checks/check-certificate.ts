import { DomainError } from '@notafter/domain';
import { certificateIdInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type CertificateView, getViewForOrg } from '../internal/certificate-view.ts';
import { storeObservations } from './internal/store-observations.ts';

/**
 * Checks one certificate now. An unreachable endpoint is stored and returned, not thrown. Throws `certificate_not_found`, also
 * if it was removed in the meantime.
 */
export const checkCertificate = useCase({
  name: 'certificates/check-certificate',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  input: certificateIdInput,
  audit: 'Checked a certificate',
})(async (ctx, { id }): Promise<{ certificate: CertificateView }> => {
  const { host, port, domain } = await getViewForOrg(ctx.db, ctx.reach, id, ctx.clock.now());
  const observation = await ctx.gateways.prober.probe({ host, port }, { first: true, known: null });

  await withTransaction(ctx, async (tx, audit) => {
    const stored = await storeObservations(tx, [{ id, observation }], { askedByPerson: true });
    if (stored.length === 0) throw new DomainError('certificate_not_found');
    audit({ subjectId: id, detail: { domain } });
  });
  return { certificate: await getViewForOrg(ctx.db, ctx.reach, id, ctx.clock.now()) };
});
