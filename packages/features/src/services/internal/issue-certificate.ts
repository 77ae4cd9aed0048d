import type { services } from '@notafter/db';
import { DAY_MS } from '@notafter/domain';
import type { SystemContext } from '../../context.ts';
import { signingAuthority } from './authority.ts';
import type { ServiceRow } from './service-row.ts';
import { sealServiceSecret } from './service-secrets.ts';

const CERTIFICATE_DAYS = 90;
/** A third of its life is left. */
const RENEWED_AT_DAYS = 30;

/** The names in the certificate of a service, the address of its cloud last. */
const namesOf = ({ config }: Pick<SystemContext, 'config'>, { resourceId, extraNames }: ServiceRow, address: string): string[] => [
  ...(config.servicesDomain === null ? [] : [`${resourceId}.${config.servicesDomain}`]),
  ...extraNames,
  address,
];

type Issued = Pick<
  typeof services.$inferInsert,
  'authorityId' | 'certificate' | 'certificateKeySealed' | 'certificateFingerprint256' | 'certificateNotAfter' | 'certificateNames'
>;

/** Issues a certificate with a new key: what is to be stored of it. */
export const issueCertificate = async (ctx: SystemContext, row: ServiceRow, address: string): Promise<Issued> => {
  const authority = await signingAuthority(ctx);
  const notBefore = ctx.clock.now();
  const notAfter = new Date(notBefore.getTime() + CERTIFICATE_DAYS * DAY_MS);
  const names = namesOf(ctx, row, address);
  const { certificate, key } = await ctx.gateways.services.issuer.issue(authority, { names, notBefore, notAfter });
  const [read] = ctx.gateways.certificateReader.read(certificate);
  if (read?.kind !== 'readable') throw new Error('The issued certificate cannot be read.');
  return {
    authorityId: authority.id,
    certificate,
    certificateKeySealed: sealServiceSecret(ctx.auth, row.id, 'certificate_key', key),
    certificateFingerprint256: read.facts.fingerprint256,
    certificateNotAfter: notAfter,
    certificateNames: names,
  };
};

/** Whether the certificate is to be issued again: two thirds of its life are over, or it lacks a name. */
export const isDueForRenewal = (ctx: Pick<SystemContext, 'config' | 'clock'>, row: ServiceRow): boolean => {
  const { certificateNotAfter, certificateNames, host } = row;
  if (certificateNotAfter === null || host === null) return false;
  const isOld = certificateNotAfter.getTime() - ctx.clock.now().getTime() <= RENEWED_AT_DAYS * DAY_MS;
  return isOld || namesOf(ctx, row, host).join(' ') !== certificateNames.join(' ');
};
