import { certificates, type Executor } from '@notafter/db';
import { type CertificateId, DomainError, type ServiceId, targetOfStored } from '@notafter/domain';
import { certificateIdInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { loadAnchors } from '../anchors/internal/probe-anchors.ts';
import { type CertificateView, getViewForOrg } from '../internal/certificate-view.ts';
import { storeObservations } from './internal/store-observations.ts';

/** Throws `not_an_endpoint`, and `collector_checks`: what a collector reaches, this server may not, and the answer would be wrong. */
const serviceOf = async (db: Executor, id: CertificateId): Promise<ServiceId | null> => {
  const { serviceId, collectorId, source } = certificates;
  const [row] = await db.select({ serviceId, collectorId, source }).from(certificates).where(eq(certificates.id, id));
  if (row !== undefined && row.source !== 'endpoint') throw new DomainError('not_an_endpoint');
  if ((row?.collectorId ?? null) !== null) throw new DomainError('collector_checks');
  return row?.serviceId ?? null;
};

/**
 * Checks one certificate now. An unreachable endpoint is stored and returned, not thrown. Throws `certificate_not_found`, also
 * if it was removed in the meantime, `not_an_endpoint` and `collector_checks`.
 */
export const checkCertificate = useCase({
  name: 'certificates/check-certificate',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  input: certificateIdInput,
  audit: 'Checked a certificate',
})(async (ctx, { id }): Promise<{ certificate: CertificateView }> => {
  const endpoint = await getViewForOrg(ctx.db, ctx.reach, id, ctx.clock.now());
  const serviceId = await serviceOf(ctx.db, id);
  const { anchors, digest: judgedBy } = (await loadAnchors(ctx.db, [id])).of(id);
  const observation = await ctx.gateways.prober.probe(targetOfStored({ ...endpoint, serviceId }), {
    first: true,
    known: null,
    anchors,
  });

  await withTransaction(ctx, async (tx, audit) => {
    const stored = await storeObservations(tx, [{ id, observation, judgedBy }], { askedByPerson: true });
    // Removed, or judged by anchors that were replaced meanwhile: then it is checked again at once.
    if (stored.length === 0) await getViewForOrg(tx.db, ctx.reach, id, ctx.clock.now());
    audit({ subjectId: id, detail: { domain: endpoint.domain } });
  });
  return { certificate: await getViewForOrg(ctx.db, ctx.reach, id, ctx.clock.now()) };
});
