import type { CertificateIdInput } from '@notafter/domain/inputs';
import { type OrgContext, requirePermission } from '../context.ts';
import { type CertificateDetail, getDetailForOrg } from './internal/certificate-view.ts';

/** One certificate with its chain. Throws `certificate_not_found`, for another organization's id too. */
export const getCertificate = async (ctx: OrgContext, { id }: CertificateIdInput): Promise<{ certificate: CertificateDetail }> => {
  requirePermission(ctx, 'certificates/get-certificate');
  return { certificate: await getDetailForOrg(ctx.db, ctx.reach, id, ctx.clock.now()) };
};
