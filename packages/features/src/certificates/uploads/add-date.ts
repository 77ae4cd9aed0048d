import { cleanTags } from '@notafter/domain';
import { addDateInput } from '@notafter/domain/inputs';
import { placedWithin } from '../../certificate-reach.ts';
import { recordCertificateEvents } from '../../notifications/events/record-events.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type CertificateView, getViewForOrg } from '../internal/certificate-view.ts';
import { insertNamed } from './internal/insert-named.ts';
import { storeDate } from './internal/store-date.ts';

/**
 * Monitors a date that no file shows, such as that of a signing key at a vendor. Throws `certificate_limit`, `certificate_exists`,
 * `environment_not_found`, `environment_plan`, `outside_api_key_scope` or `invalid_input`.
 */
export const addDate = useCase({
  name: 'certificates/add-date',
  access: 'admin',
  apiKey: 'write',
  scoped: true,
  input: addDateInput,
  audit: 'Added a date',
})(async (ctx, { name, expiresAt, issuer, tags, environmentId }): Promise<{ certificate: CertificateView }> => {
  const placement = placedWithin(ctx.reach, { environmentId, tags: cleanTags(tags) });
  const id = await withTransaction(ctx, async (tx, audit) => {
    const added = await insertNamed(tx, { source: 'date', name, placement });
    await storeDate(tx, { id: added, issuer, expiresAt, action: 'added' });
    await recordCertificateEvents(tx, [{ type: 'certificate.added', certificateId: added }]);
    audit({ subjectId: added, detail: { domain: name, expiresAt: expiresAt.toISOString() } });
    return added;
  });
  return { certificate: await getViewForOrg(ctx.db, ctx.reach, id, ctx.clock.now()) };
});
