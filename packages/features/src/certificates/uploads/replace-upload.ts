import { readUpload } from '@notafter/domain';
import { replaceUploadInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { loadAnchors } from '../anchors/internal/probe-anchors.ts';
import { planDeploymentsOf } from '../deployment/plan-deployments.ts';
import { type CertificateView, getViewForOrg } from '../internal/certificate-view.ts';
import { judgeUpload } from './internal/judge-upload.ts';
import { lockNamed } from './internal/lock-named.ts';
import { storeUpload } from './internal/store-upload.ts';

/**
 * Replaces an uploaded certificate, which ends the alerts of the one before. With `version`, a save that does not follow the latest one
 * throws `conflict`. Throws `upload_invalid`, `certificate_not_found` or `not_an_upload`.
 */
export const replaceUpload = useCase({
  name: 'certificates/replace-upload',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  input: replaceUploadInput,
  audit: 'Replaced an uploaded certificate',
})(async (ctx, { id, certificate, version }): Promise<{ certificate: CertificateView }> => {
  await getViewForOrg(ctx.db, ctx.reach, id, ctx.clock.now());
  const chain = readUpload(certificate, ctx.gateways.certificateReader);
  const { anchors } = (await loadAnchors(ctx.db, [id])).of(id);
  const observation = await judgeUpload(ctx, chain, anchors);
  await withTransaction(ctx, async (tx, audit) => {
    const { domain, fingerprint256: before } = await lockNamed(tx, { id, source: 'upload', version });
    await storeUpload(tx, id, observation);
    await planDeploymentsOf(tx, tx.org.id, [before ?? '', chain[0].fingerprint256]);
    audit({ subjectId: id, detail: { domain, fingerprint256: chain[0].fingerprint256, before } });
  });
  return { certificate: await getViewForOrg(ctx.db, ctx.reach, id, ctx.clock.now()) };
});
