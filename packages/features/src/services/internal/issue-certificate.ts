import type { services } from '@notafter/db';
import { DAY_MS, HOUR_MS, type NewCertificate } from '@notafter/domain';
import type { SystemContext } from '../../context.ts';
import { type Authority, signingAuthority } from './authority.ts';
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
  const wanted = wantedNow(ctx, namesOf(ctx, row, address));
  const { certificate, key } = await ctx.gateways.services.issuer.issue(authority, wanted);
  return {
    ...issuedBy(ctx, authority, certificate, wanted),
    certificateKeySealed: sealServiceSecret(ctx.auth, row.id, 'certificate_key', key),
  };
};

/** Issues a certificate for the key of a machine. */
export const issueForMachine = async (ctx: SystemContext, row: ServiceRow, address: string, publicKey: string) => {
  const authority = await signingAuthority(ctx);
  const wanted = wantedNow(ctx, namesOf(ctx, row, address));
  const certificate = await ctx.gateways.services.issuer.issueFor(authority, wanted, publicKey);
  return { ...issuedBy(ctx, authority, certificate, wanted), certificate, machineKey: publicKey };
};

const wantedNow = ({ clock }: Pick<SystemContext, 'clock'>, names: readonly string[]): NewCertificate => {
  const notBefore = clock.now();
  return { names, notBefore, notAfter: new Date(notBefore.getTime() + CERTIFICATE_DAYS * DAY_MS) };
};

const issuedBy = ({ gateways }: SystemContext, { id }: Authority, certificate: string, { names, notAfter }: NewCertificate): Issued => {
  const [read] = gateways.certificateReader.read(certificate);
  if (read?.kind !== 'readable') throw new Error('The issued certificate cannot be read.');
  const { fingerprint256 } = read.facts;
  return {
    authorityId: id,
    certificate,
    certificateFingerprint256: fingerprint256,
    certificateNotAfter: notAfter,
    certificateNames: names,
  };
};

/** Of a machine, in the time in which it installs it. */
const INSTALLED_WITHIN_MS = HOUR_MS;

/** Whether the certificate was issued so lately that its machine may still serve the one before. */
export const isFresh = ({ clock }: Pick<SystemContext, 'clock'>, { certificateNotAfter }: ServiceRow): boolean =>
  certificateNotAfter !== null && clock.now().getTime() - (certificateNotAfter.getTime() - CERTIFICATE_DAYS * DAY_MS) < INSTALLED_WITHIN_MS;

/** Whether the certificate is to be issued again: two thirds of its life are over, or it lacks a name. */
export const isDueForRenewal = (ctx: Pick<SystemContext, 'config' | 'clock'>, row: ServiceRow): boolean => {
  const { certificateNotAfter, certificateNames, host } = row;
  if (certificateNotAfter === null || host === null) return false;
  const isOld = certificateNotAfter.getTime() - ctx.clock.now().getTime() <= RENEWED_AT_DAYS * DAY_MS;
  return isOld || namesOf(ctx, row, host).join(' ') !== certificateNames.join(' ');
};
