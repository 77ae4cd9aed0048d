import { certificateIdInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import { type CertificateDetail, getDetailForOrg } from './internal/certificate-view.ts';

/** Returns one certificate with its chain and what each client says of it. Throws `certificate_not_found`, also for another organization's id. */
export const getCertificate = useCase({
  name: 'certificates/get-certificate',
  access: 'member',
  apiKey: 'read',
  scoped: true,
  input: certificateIdInput,
})(
  async (ctx, { id }): Promise<{ certificate: CertificateDetail }> => ({
    certificate: await getDetailForOrg(ctx.db, ctx.reach, id, { rules: ctx.config.clientRules, now: ctx.clock.now() }),
  }),
);
