import { cleanTags, MONITORED_NAME_MAX_LENGTH, readUpload } from '@notafter/domain';
import { addUploadInput } from '@notafter/domain/inputs';
import { placedWithin } from '../../certificate-reach.ts';
import { recordCertificateEvents } from '../../notifications/events/record-events.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { refuseAboveLimit } from '../add-certificate.ts';
import { loadAnchorsOfNew } from '../anchors/internal/probe-anchors.ts';
import { type CertificateView, getViewForOrg } from '../internal/certificate-view.ts';
import { insertNamed } from './internal/insert-named.ts';
import { judgeUpload } from './internal/judge-upload.ts';
import { storeUpload } from './internal/store-upload.ts';

/**
 * Monitors an uploaded certificate from now on; a bad one is added and judged. Throws `upload_invalid`, `certificate_limit`,
 * `certificate_exists`, `environment_not_found`, `environment_plan`, `outside_api_key_scope` or `invalid_input`, and then stores nothing.
 */
export const addUpload = useCase({
  name: 'certificates/add-upload',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  input: addUploadInput,
  audit: 'Uploaded a certificate',
})(async (ctx, { certificate, name: given, tags, environmentId }): Promise<{ certificate: CertificateView }> => {
  await refuseAboveLimit(ctx.db, ctx.org, ctx.entitlements.certificateLimit);
  const chain = readUpload(certificate, ctx.gateways.certificateReader);
  const [leaf] = chain;
  const name = given ?? (leaf.san[0] ?? leaf.subjectCommonName ?? (leaf.subject || leaf.serialNumber)).slice(0, MONITORED_NAME_MAX_LENGTH);
  const placement = placedWithin(ctx.reach, { environmentId, tags: cleanTags(tags) });
  const subject = { tags: placement.tags, anchors: null };
  const { anchors } = (await loadAnchorsOfNew(ctx.db, ctx.org.id, [subject])).of(subject);
  const observation = await judgeUpload(ctx, chain, anchors);
  const id = await withTransaction(ctx, async (tx, audit) => {
    const added = await insertNamed(tx, { source: 'upload', name, placement });
    await storeUpload(tx, added, observation);
    await recordCertificateEvents(tx, [{ type: 'certificate.added', certificateId: added }]);
    audit({ subjectId: added, detail: { domain: name, fingerprint256: leaf.fingerprint256 } });
    return added;
  });
  return { certificate: await getViewForOrg(ctx.db, ctx.reach, id, ctx.clock.now()) };
});
