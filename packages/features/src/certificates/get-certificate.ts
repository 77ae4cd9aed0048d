import type { CertificateIdInput } from '@notafter/domain/inputs';
import { type OrgContext, requirePermission } from '../context.ts';
import { type CertificateDetail, getDetailForOrg } from './internal/certificate-view.ts';

/** Returns one certificate with its chain. Throws `certificate_not_found`, also for another organization's id. */
export const getCertificate = async (ctx: OrgContext, { id }: CertificateIdInput): Promise<{ certificate: CertificateDetail }> => {
  requirePermission(ctx, 'certificates/get-certificate');
  return { certificate: await getDetailForOrg(ctx.db, ctx.reach, id, ctx.clock.now()) };
};
