import { certificateFacts, servedObservation } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServed, newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
let admin: Awaited<ReturnType<typeof newMember>>;
let id: string;
beforeAll(async () => {
  rest = await createRestHarness();
  admin = await newMember(rest);
  id = await addServed(rest, admin, 'example.com');
});
afterAll(() => rest.close());

describe('200', () => {
  it('answers the certificate with its chain, leaf first, and the root that was not sent', async () => {
    const chain = [certificateFacts('example.com'), certificateFacts('R12', { isCa: true, san: [] })] as const;
    const root = certificateFacts('ISRG Root X1', { isCa: true, san: [] });
    const observation = servedObservation('example.com', {}, { chain, root, warnings: ['missing_sct'] });
    rest.ctx.gateways.prober.answer('example.com:443', observation);
    await rest.call('POST', `/v1/certificates/${id}/check`, { as: admin });
    const answer = await rest.call('GET', `/v1/certificates/${id}`, { as: admin });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        certificate: {
          id,
          domain: 'example.com',
          next_check: expect.any(String),
          chain: [
            { subject: 'CN=example.com', is_ca: false, pem: chain[0].pem, expiration_date: chain[0].notAfter.toISOString() },
            { subject: 'CN=R12', is_ca: true },
          ],
          root: { subject_common_name: 'ISRG Root X1' },
          warnings: ['missing_sct'],
          revocation: { status: 'good', source: 'crl', detail: 'Not revoked.', checked_at: rest.ctx.clock.now().toISOString() },
        },
      },
    });
  });

  it('answers the timestamps of logs that came with it', async () => {
    const log = Buffer.from('a log').toString('base64');
    const clientFacts = { paths: [], scts: [{ log, at: '2026-11-01T12:00:00.000Z', by: 'embedded' }], clientAuth: true } as const;
    rest.ctx.gateways.prober.answer('example.com:443', servedObservation('example.com', {}, { clientFacts }));
    await rest.call('POST', `/v1/certificates/${id}/check`, { as: admin });
    const { body } = await rest.call('GET', `/v1/certificates/${id}`, { as: admin });
    const unlisted = { log_id: log, log: null, operator: null, log_state: null };
    const signed = { signed_at: '2026-11-01T12:00:00.000Z', delivery: 'embedded', signature: null };
    expect(body).toMatchObject({ certificate: { scts: [{ ...unlisted, ...signed }] } });
  });

  it('answers what each client says of it', async () => {
    const root = '96bcec06264976f37460779acf28c5a7cfe8a3c0aae11a8ffcee05c0bddf08c6';
    const paths = [{ anchor: root, anchorName: 'ISRG Root X1', until: '2035-06-04T11:04:38.000Z', endsWith: 'ISRG Root X1' }];
    rest.ctx.gateways.prober.answer(
      'example.com:443',
      servedObservation('example.com', {}, { clientFacts: { paths, scts: [], clientAuth: true } }),
    );
    await rest.call('POST', `/v1/certificates/${id}/check`, { as: admin });
    const { body } = await rest.call('GET', `/v1/certificates/${id}`, { as: admin });
    const refused = { verdict: 'refuses', from: certificateFacts('example.com').notBefore.toISOString() };
    expect(body).toMatchObject({
      certificate: {
        refusal: { client: 'apple', from: refused.from },
        clients: {
          clients: [
            {
              ...refused,
              client: 'chrome',
              detail: 'Chrome refuses it: it needs 2 SCTs from 2 log operators, and has 0 accepted SCTs from 0 operators.',
              source: 'https://googlechrome.github.io/CertificateTransparency/ct_policy.html',
            },
            { ...refused, client: 'apple' },
            { ...refused, client: 'mozilla' },
            { client: 'java', verdict: 'accepts', from: null, source: null },
            {
              ...refused,
              client: 'android7',
              detail: 'Android 7.0 refuses it: its root ISRG Root X1 is not in the root store of Android 7.0.',
            },
          ],
          successors: [{ on: '2027-03-15T00:00:00.000Z' }],
        },
      },
    });
  });

  it('answers every address behind the name with what it serves', async () => {
    const [own, other] = [certificateFacts('example.com'), certificateFacts('other', { issuerOrganization: 'DigiCert Inc' })];
    const seen = [
      { kind: 'served', address: '192.0.2.1', certificate: own, reasons: [] },
      { kind: 'served', address: '192.0.2.2', certificate: other, reasons: ['hostname_mismatch'] },
      { kind: 'unreachable', address: '192.0.2.3', reason: 'refused', detail: 'Connection refused by 192.0.2.3:443.' },
    ] as const;
    rest.ctx.gateways.prober.answer('example.com:443', {
      ...servedObservation('example.com'),
      addresses: { set: 'three', seen, group: 'X25519MLKEM768' },
    });
    await rest.call('POST', `/v1/certificates/${id}/check`, { as: admin });
    const seenAt = rest.ctx.clock.now().toISOString();
    const quiet = { reasons: [], unreachable: null, differs: false, seen_at: seenAt };
    const { body } = await rest.call('GET', `/v1/certificates/${id}`, { as: admin });
    expect(body).toMatchObject({
      certificate: {
        warnings: ['different_certificates'],
        reasons: ['hostname_mismatch'],
        addresses: [
          { ...quiet, address: '192.0.2.1', fingerprint256: own.fingerprint256, issuer: "Let's Encrypt", status: 'valid' },
          { ...quiet, address: '192.0.2.2', issuer: 'DigiCert Inc', reasons: ['hostname_mismatch'], differs: true },
          {
            ...quiet,
            address: '192.0.2.3',
            ...{ fingerprint256: null, issuer: null, expiration_date: null, days_left: null, status: null },
            unreachable: { reason: 'refused', detail: 'Connection refused by 192.0.2.3:443.' },
          },
        ],
      },
    });
  });

  it('answers what the server leaves out of its chain', async () => {
    const missingIssuer = { name: 'R12', url: 'http://r12.test/', leadsToRoot: true };
    const observation = servedObservation('example.com', {}, { reasons: ['incomplete_chain'], missingIssuer });
    rest.ctx.gateways.prober.answer('example.com:443', observation);
    await rest.call('POST', `/v1/certificates/${id}/check`, { as: admin });
    expect((await rest.call('GET', `/v1/certificates/${id}`, { as: admin })).body).toMatchObject({
      certificate: {
        reasons: expect.arrayContaining(['incomplete_chain']),
        missing_issuer: { name: 'R12', url: 'http://r12.test/', leads_to_root: true },
      },
    });
    rest.ctx.gateways.prober.answer('example.com:443', servedObservation('example.com'));
    await rest.call('POST', `/v1/certificates/${id}/check`, { as: admin });
    expect((await rest.call('GET', `/v1/certificates/${id}`, { as: admin })).body).toMatchObject({ certificate: { missing_issuer: null } });
  });

  it('takes the id in either case and with a trailing slash', async () => {
    expect(await rest.call('GET', `/v1/certificates/${id.toUpperCase()}/`, { as: admin })).toMatchObject({ status: 200 });
  });
});
