import { certificateIdInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { requireCertificateOfOrg } from '../history/internal/history-entry.ts';
import { readServedPeriods, type StoredPeriod } from '../history/internal/served-periods.ts';

export type Renewal = StoredPeriod;

const LISTED_MAX = 100;

/** Returns the certificates that the endpoint served, newest first, at most 100. One that came back is listed twice. Throws `certificate_not_found`. */
export const listRenewals = useCase({
  name: 'certificates/list-renewals',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
  input: certificateIdInput,
})(async (ctx, { id }): Promise<{ renewals: readonly Renewal[] }> => {
  await requireCertificateOfOrg(ctx.db, ctx.reach, id);
  return { renewals: (await readServedPeriods(ctx.db, [id], LISTED_MAX)).get(id) ?? [] };
});
