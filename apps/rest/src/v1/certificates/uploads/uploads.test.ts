import { certificateFacts, servedObservation } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../../../testing/error-body.ts';
import { NOBODYS_ID, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
let admin: Awaited<ReturnType<typeof newMember>>;
beforeAll(async () => {
  rest = await createRestHarness();
  rest.ctx.gateways.prober.answer('upload.invalid:443', (_, { reported }) => {
    const [own] = reported ?? [];
    const der = own?.kind === 'served' ? own.chain[0] : new Uint8Array();
    return servedObservation('upload', {}, { chain: [certificateFacts(Buffer.from(der).toString())], reasons: ['hostname_mismatch'] });
  });
  admin = await newMember(rest);
});
afterAll(() => rest.close());

const { pem } = certificateFacts('leaf');
const call = (method: 'POST' | 'PUT', path: string, body: unknown, headers: Record<string, string> = {}) =>
  rest.call(method, `/v1/certificates/${path}`, { as: admin, body, headers });
const idOf = (answer: { readonly body: unknown }): string => Object(answer.body).certificate.id;

describe('an upload', () => {
  it('is added, read with its source, and replaced by the version that was edited', async () => {
    const added = await call('POST', 'uploads', { certificate: pem, tags: { team: 'iam' } });
    expect(added).toMatchObject({
      status: 200,
      body: { certificate: { source: 'upload', domain: 'leaf', host: '', port: 0, reasons: [], protocol: null, tags: { team: 'iam' } } },
    });
    const id = idOf(added);
    const { headers } = await rest.call('GET', `/v1/certificates/${id}`, { as: admin });
    const tag = headers.get('ETag') ?? '';
    const next = { certificate: certificateFacts('leaf two').pem };
    expect(await call('PUT', `${id}/upload`, next, { 'If-Match': tag })).toMatchObject({
      status: 200,
      body: { certificate: { version: 2, fingerprint256: certificateFacts('leaf two').fingerprint256 } },
    });
    expect(await call('PUT', `${id}/upload`, next, { 'If-Match': tag })).toMatchObject({ status: 412 });
    expect(await call('PUT', `${id}/upload`, { ...next, version: 1 })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await rest.call('POST', `/v1/certificates/${id}/check`, { as: admin })).toMatchObject({
      status: 409,
      body: errorBody('not_an_endpoint'),
    });
  });

  it('with a private key is refused without quoting it', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJqhqhrI\n-----END PRIVATE KEY-----\n';
    const answer = await call('POST', 'uploads', { certificate: pem + key, name: 'With key' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'upload_invalid', details: [{ path: 'certificate' }] } });
    expect(JSON.stringify(answer.body)).not.toContain('MC4CAQ');
  });

  it('is refused for a taken name, an unknown field, a missing row and a date', async () => {
    await call('POST', 'uploads', { certificate: pem, name: 'Taken' });
    expect(await call('POST', 'uploads', { certificate: pem, name: 'Taken' })).toMatchObject({
      status: 409,
      body: { code: 'certificate_exists' },
    });
    expect(await call('POST', 'uploads', { certificate: pem, domain: 'x' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'domain' }] },
    });
    expect(await call('POST', 'uploads', { name: 'None' })).toMatchObject({ status: 400, body: { details: [{ path: 'certificate' }] } });
    expect(await call('PUT', `${NOBODYS_ID}/upload`, { certificate: pem })).toMatchObject({
      status: 404,
      body: errorBody('certificate_not_found'),
    });
  });
});

describe('a date', () => {
  const added = () => call('POST', 'dates', { name: 'Token', expires_at: '2027-06-30T12:00:00+02:00', issuer: 'Acme' });

  it('is added and changed', async () => {
    const first = await added();
    expect(first).toMatchObject({
      status: 200,
      body: { certificate: { source: 'date', issuer: 'Acme', expiration_date: '2027-06-30T10:00:00.000Z', fingerprint256: null } },
    });
    const id = idOf(first);
    expect(await call('PUT', `${id}/date`, { expires_at: '2028-06-30T12:00:00Z', version: 1 })).toMatchObject({
      status: 200,
      body: { certificate: { issuer: 'Acme', expiration_date: '2028-06-30T12:00:00.000Z', version: 2 } },
    });
    expect(await rest.call('GET', `/v1/certificates/${id}/history`, { as: admin })).toMatchObject({
      status: 200,
      body: { history: [{ action: 'renewed' }, { action: 'added' }] },
    });
    expect(await call('PUT', `${id}/upload`, { certificate: pem })).toMatchObject({ status: 409, body: errorBody('not_an_upload') });
  });

  it('is refused without a name, with a day that does not exist, and for an upload', async () => {
    expect(await call('POST', 'dates', { name: ' ', expires_at: '2027-06-30T12:00:00Z' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'name' }] },
    });
    expect(await call('POST', 'dates', { name: 'Day', expires_at: '2027-02-30T12:00:00Z' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'expires_at' }] },
    });
    const id = idOf(await call('POST', 'uploads', { certificate: pem, name: 'Not a date' }));
    expect(await call('PUT', `${id}/date`, { expires_at: '2028-06-30T12:00:00Z' })).toMatchObject({
      status: 409,
      body: errorBody('not_a_date'),
    });
  });
});
