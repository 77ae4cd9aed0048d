import { randomBytes } from 'node:crypto';
import { issuances, newId, watchedDomains } from '../../packages/db/src/index.ts';
import { addMs, DAY_MS, HOUR_MS } from '../../packages/domain/src/index.ts';
import type { SystemContext } from '../../packages/features/src/index.ts';
import type { TestUser } from '../../packages/testing/src/index.ts';
import { createAuthority } from '../../packages/tls/src/testing/index.ts';

/** The parts of the seeded certificates that shots refer to. */
export interface StagedIssuances {
  /** The page of one that nobody ordered. */
  readonly page: string;
}

const digest = (): string => randomBytes(32).toString('hex');

/** Watched domains, one of them not verified, and certificates in every state. */
export const seedIssuances = async ({ db, clock }: SystemContext, { orgId, email }: TestUser, zone: string): Promise<StagedIssuances> => {
  const now = clock.now();
  const [domainId, page] = [newId<'watched-domain'>(), newId<'issuance'>()];
  const since = addMs(now, -30 * DAY_MS);
  await db.insert(watchedDomains).values([
    {
      ...{ id: domainId, orgId, domain: zone, token: digest(), verifiedBy: 'endpoint', verifiedAt: since, learningUntil: since },
      ...{ allowedIssuers: ["Let's Encrypt", 'DigiCert Inc'], caa: ['letsencrypt.org', 'digicert.com'], caaAt: now, createdAt: since },
    },
    { id: newId<'watched-domain'>(), orgId, domain: 'a-very-long-name-of-a-brand.example', token: digest(), createdAt: now },
  ]);
  const { issue } = createAuthority({ name: 'Quick Certs' });
  const common = { orgId, domainId, isPrecertificate: false, learned: false } as const;
  const row = (index: number, name: string, issuerOrganization: string) => ({
    ...common,
    ...{ id: newId<'issuance'>(), tbsSha256: digest(), spkiSha256: digest(), serialNumber: digest().slice(0, 36).toUpperCase() },
    ...{ issuer: `C=US, O=${issuerOrganization}, CN=R1${index}`, issuerOrganization, names: [`${name}.${zone}`, `www.${name}.${zone}`] },
    ...{ notBefore: addMs(now, -index * DAY_MS), notAfter: addMs(now, (90 - index * 9) * DAY_MS), foundAt: addMs(now, -index * HOUR_MS) },
    found: [{ source: 'search' as const, service: 'Cert Spotter', reference: String(7_000_000 + index) }],
  });
  const der = readDer(issue([`login.${zone}`], { notAfter: addMs(now, 90 * DAY_MS) }).chainPem);
  await db.insert(issuances).values([
    { ...row(1, 'login', 'Quick Certs'), id: page, der, state: 'unknown', unknownReason: 'issuer' },
    { ...row(2, 'shop', "Let's Encrypt"), state: 'served' },
    { ...row(3, 'a-very-long-name-of-a-customer-portal', 'DigiCert Inc'), state: 'expected' },
    { ...row(4, 'api', "Let's Encrypt"), state: 'known_key' },
    { ...row(5, 'old', 'Quick Certs'), state: 'unknown', unknownReason: 'names', learned: true },
    {
      ...{ ...row(6, 'mail', 'Quick Certs'), state: 'unknown', unknownReason: 'new_issuer' },
      ...{ verdict: 'not_ours', verdictBy: email, verdictAt: now },
    },
  ]);
  return { page: `/transparency/${page}` };
};

const readDer = (pem: string): Buffer => {
  const [, body = ''] = /-----BEGIN CERTIFICATE-----([^-]*)/.exec(pem) ?? [];
  return Buffer.from(body, 'base64');
};
