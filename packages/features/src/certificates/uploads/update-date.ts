import { updateDateInput } from '@notafter/domain/inputs';
import { recordCertificateEvents } from '../../notifications/events/record-events.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type CertificateView, getViewForOrg } from '../internal/certificate-view.ts';
import { lockNamed } from './internal/lock-named.ts';
import { storeDate } from './internal/store-date.ts';

/**
 * Changes a date, which ends the alerts of the one before. With `version`, a save that does not follow the latest one throws `conflict`.
 * Throws `certificate_not_found` or `not_a_date`.
 */
export const updateDate = useCase({
  name: 'certificates/update-date',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  input: updateDateInput,
  audit: 'Changed a date',
})(async (ctx, { id, expiresAt, issuer, version }): Promise<{ certificate: CertificateView }> => {
  await withTransaction(ctx, async (tx, audit) => {
    const before = await lockNamed(tx, { id, source: 'date', version });
    const isOther = before.notAfter?.getTime() !== expiresAt.getTime();
    const changed = { id, issuer: issuer === undefined ? before.issuer : issuer, expiresAt };
    await storeDate(tx, { ...changed, action: isOther ? 'renewed' : null });
    const previous = { fingerprint_sha256: null, issuer: before.issuer, expires_at: before.notAfter?.toISOString() ?? null };
    if (isOther) await recordCertificateEvents(tx, [{ type: 'certificate.renewed', certificateId: id, extra: { previous } }]);
    audit({ subjectId: id, detail: { domain: before.domain, expiresAt: expiresAt.toISOString(), before: previous.expires_at } });
  });
  return { certificate: await getViewForOrg(ctx.db, ctx.reach, id, ctx.clock.now()) };
});
