import type { TestUser } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServed, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
let admin: TestUser;
const path = '/v1/certificates/ssl-scores';

beforeAll(async () => {
  rest = await createRestHarness();
  admin = await newMember(rest);
  await addServed(rest, admin, 'b.example.com', { keyType: 'RSA', keyBits: 2_048, curve: null });
  await addServed(rest, admin, 'a.example.com');
});
afterAll(() => rest.close());

describe('200', () => {
  it('answers the documented fields, by domain', async () => {
    const seen = { grade: 'A', partial: true, reasons: [], protocol: 'TLSv1.3', cipher: 'TLS_AES_128_GCM_SHA256', chainValid: true };
    expect((await rest.call('GET', path, { as: admin })).body).toEqual({
      ssl_scores: [
        { id: expect.any(String), domain: 'a.example.com', score: 92, keyType: 'EC', keyBits: 256, ...seen },
        { id: expect.any(String), domain: 'b.example.com', score: 89, keyType: 'RSA', keyBits: 2_048, ...seen },
      ],
      total: 2,
      next_cursor: null,
    });
  });

  it('pages by limit and cursor', async () => {
    const first = await rest.call('GET', `${path}?limit=1`, { as: admin });
    expect(first.body).toMatchObject({ ssl_scores: [{ domain: 'a.example.com' }], next_cursor: expect.any(String) });
    const second = await rest.call('GET', `${path}?limit=1&cursor=${Object(first.body).next_cursor}`, { as: admin });
    expect(second.body).toMatchObject({ ssl_scores: [{ domain: 'b.example.com' }], next_cursor: null });
  });
});

describe('the export', () => {
  it('has every row by domain, in CSV and in JSON', async () => {
    const csv = await rest.call('GET', `${path}/export?format=csv`, { as: admin });
    expect(csv.headers.get('Content-Disposition')).toMatch(/^attachment; filename="ssl-scores-\d{4}-\d\d-\d\d\.csv"$/);
    expect(csv.body).toBe(
      'domain,score,grade,protocol,cipher,key_type,key_bits,chain_valid,reasons\r\na.example.com,92,A,TLSv1.3,TLS_AES_128_GCM_SHA256,EC,256,true,\r\nb.example.com,89,A,TLSv1.3,TLS_AES_128_GCM_SHA256,RSA,2048,true,\r\n',
    );
    const json = await rest.call('GET', `${path}/export`, { as: admin });
    expect(json.body).toMatchObject({ ssl_scores: [{ domain: 'a.example.com', partial: true }, { domain: 'b.example.com' }] });
  });
});

describe('another order', () => {
  it('is by the column that sort names', async () => {
    const { body } = await rest.call('GET', `${path}?sort=keyBits&order=desc`, { as: admin });
    expect(body).toMatchObject({ ssl_scores: [{ domain: 'b.example.com' }, { domain: 'a.example.com' }] });
  });
});

describe('400', () => {
  it.each(['limit=0', 'limit=many', 'cursor=forged', 'sort=issuer', 'order=up'])('refuses %s', async (query) => {
    expect(await rest.call('GET', `${path}?${query}`, { as: admin })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });
});
