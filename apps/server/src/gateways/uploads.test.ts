import { addUpload, getCertificate, type OrgContext } from '@notafter/features';
import { unpackCertificates } from '@notafter/keystores';
import { createFakeClock, createTestContext, makeOrgContext, type TestContext } from '@notafter/testing';
import { certificateReader, createProber } from '@notafter/tls';
import { createAuthority, issueCertificate } from '@notafter/tls/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const authority = createAuthority({ name: 'Upload Test' });
const { root, intermediate } = authority;
const prober = createProber({ extraCaPem: root.pem, targetAllow: [], dnsServers: [] });
const reader = { ...certificateReader, unpack: unpackCertificates };

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext({ clock: createFakeClock(new Date()) });
  const ctx = { ...test.ctx, gateways: { ...test.ctx.gateways, certificateReader: reader, prober } };
  org = await makeOrgContext(ctx, { plan: 'Enterprise' });
});
afterAll(() => Promise.all([test.close(), prober.close()]));

let names = 0;
const upload = async (certificate: string) => {
  names += 1;
  const { id } = (await addUpload(org, { certificate, name: `Upload ${names}`, tags: {}, environmentId: null })).certificate;
  return (await getCertificate(org, { id })).certificate;
};
const derOf = (pem: string): string => pem.replaceAll(/-----[^-]+-----|\s/g, '');

describe('an uploaded certificate, read and judged as in production', () => {
  it('is trusted with its chain, in PEM and in any order', async () => {
    const leaf = authority.issue('vpn.internal');
    expect(await upload(intermediate.pem + leaf.pem)).toMatchObject({
      reasons: [],
      san: ['vpn.internal'],
      chain: [{ isCa: false }, { isCa: true }],
    });
  });

  it('has the same verdict whatever it is used for: a client certificate, and a CA', async () => {
    const client = authority.issue('client.internal', { purpose: 'client' });
    expect(await upload(client.pem + intermediate.pem)).toMatchObject({ reasons: [], warnings: [], clients: null });
    expect(await upload(intermediate.pem)).toMatchObject({ reasons: [], chain: [{ isCa: true }] });
  });

  it('without its chain is untrusted, and as DER too', async () => {
    const leaf = authority.issue('alone.internal');
    expect((await upload(derOf(leaf.pem))).reasons).toEqual(['incomplete_chain']);
  });

  it('that signed itself, or expired, is added with its verdict', async () => {
    const expired = authority.issue('old.internal', { notBefore: new Date('2020-01-01'), notAfter: new Date('2021-01-01') });
    expect(await upload(expired.pem + intermediate.pem)).toMatchObject({ status: 'expired', reasons: [] });
    const own = issueCertificate({ subject: { CN: 'Acme SAML' }, san: [] });
    expect((await upload(own.pem)).reasons).toEqual(['self_signed']);
  });

  it('with a serial number that is negative, zero or huge is read or refused, never a fault', async () => {
    for (const serial of [Buffer.from([0x80, 0x01]), Buffer.from([0]), Buffer.alloc(500, 0x7f)]) {
      const odd = issueCertificate({ subject: { CN: 'Odd' }, san: ['odd.internal'], serial });
      const outcome = await upload(odd.pem).then(
        ({ san }) => san[0],
        (error: unknown) => Object(error).code,
      );
      expect(['odd.internal', 'upload_invalid']).toContain(outcome);
    }
  });
});
