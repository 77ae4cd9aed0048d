import { certificateFacts } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { addServed, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

type Person = Awaited<ReturnType<typeof newMember>>;
const path = '/v1/trust-anchors';
const assignments = '/v1/trust-anchor-assignments';
const pem = (...seeds: string[]): string => seeds.map((seed) => certificateFacts(seed).pem).join('');
const add = (as: Person, body: unknown) => rest.call('POST', path, { as, body });
const added = async (as: Person, name = 'Corp PKI') =>
  z.object({ trust_anchors: z.object({ id: z.string() }) }).parse((await add(as, { name, pem: pem('root') })).body).trust_anchors.id;

describe('200', () => {
  it('adds, lists, changes and deletes a set', async () => {
    const admin = await newMember(rest);
    const now = rest.ctx.clock.now().toISOString();
    const set = {
      id: expect.any(String),
      name: 'Corp PKI',
      anchor_count: 2,
      expired_count: 1,
      expires_at: '2026-01-01T00:00:00.000Z',
      usage: { certificates: 0, tags: 0, is_default: false },
      trusted_count: 0,
      created_at: now,
      updated_at: now,
    };
    const { notAfter, notBefore, ...facts } = certificateFacts('root', { isCa: true, san: [], issuer: 'CN=root' });
    const created = await add(admin, { name: ' Corp PKI ', pem: pem('root', 'expired') });
    expect(created).toMatchObject({ status: 200, body: { trust_anchors: set } });
    const shown = {
      subject: facts.subject,
      issuer: facts.issuer,
      subject_common_name: 'root',
      not_before: notBefore.toISOString(),
      expiration_date: notAfter.toISOString(),
      fingerprint256: facts.fingerprint256,
      is_ca: true,
      pem: facts.pem,
    };
    const { id } = z.object({ trust_anchors: z.object({ id: z.string() }) }).parse(created.body).trust_anchors;
    expect(await rest.call('GET', `${path}/${id}`, { as: admin })).toMatchObject({
      status: 200,
      body: {
        trust_anchors: {
          ...set,
          anchors: [
            { certificate: shown, is_root: true, is_expired: false, trusted_count: 0 },
            { is_root: true, is_expired: true },
          ],
        },
      },
    });
    expect((await rest.call('GET', path, { as: admin })).body).toEqual({ trust_anchors: [set], next_cursor: null, total: 1 });
    // The fields of an answer can be sent back.
    const changed = await rest.call('PUT', `${path}/${id}`, {
      as: admin,
      body: { ...Object(created.body).trust_anchors, pem: pem('root') },
    });
    expect(changed).toMatchObject({ status: 200, body: { trust_anchors: { name: 'Corp PKI', anchor_count: 1, expired_count: 0 } } });
    const removed = await rest.call('DELETE', `${path}/${id}`, { as: admin });
    expect(removed).toMatchObject({ status: 200, body: { message: 'Trust anchors deleted' } });
  });

  it('assigns a set to the organization, a tag and a certificate, which says what it trusts', async () => {
    const admin = await newMember(rest);
    const id = await added(admin);
    const certificate = await addServed(rest, admin, 'anchored.example.com');
    const assign = (body: object) => rest.call('PUT', assignments, { as: admin, body });
    expect(await assign({ anchors: id })).toMatchObject({ status: 200, body: { message: 'Trust anchors assigned' } });
    expect(await assign({ tag: 'env=Internal', anchors: 'public' })).toMatchObject({ status: 200 });
    expect((await rest.call('GET', assignments, { as: admin })).body).toEqual({
      assignments: [
        { tag: null, set: { id, name: 'Corp PKI' }, certificate_count: null },
        { tag: 'env=internal', set: null, certificate_count: 0 },
      ],
      next_cursor: null,
      total: 2,
    });
    const anchorsOf = async () =>
      Object(Object((await rest.call('GET', `/v1/certificates/${certificate}`, { as: admin })).body).certificate).anchors;
    const sets = [{ id, name: 'Corp PKI' }];
    expect(await anchorsOf()).toEqual({ assigned: null, from: 'organization', sets, trusted_by: [], anchor: null });
    const own = await rest.call('PUT', `/v1/certificates/${certificate}/anchors`, { as: admin, body: { anchors: 'public' } });
    const anchors = { assigned: 'public', from: 'certificate', sets: [], trusted_by: [], anchor: null };
    expect(own).toMatchObject({ status: 200, body: { anchors } });
    expect(await anchorsOf()).toEqual(anchors);
    expect(await assign({ tag: 'env=internal', anchors: null })).toMatchObject({ status: 200 });
  });

  it('adds an endpoint with its own anchors, and changes them by its domain', async () => {
    const admin = await newMember(rest);
    const id = await added(admin);
    await addServed(rest, admin, 'chosen.example.com');
    const put = (anchors: unknown) => rest.call('PUT', '/v1/certificates/by-domain/chosen.example.com', { as: admin, body: { anchors } });
    expect(await put(id)).toMatchObject({ status: 200 });
    expect(await rest.call('GET', `${path}/${id}`, { as: admin })).toMatchObject({
      body: { trust_anchors: { usage: { certificates: 1, tags: 0, is_default: false } } },
    });
    expect(await put('none')).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: 'anchors' }] } });
  });
});

describe('400', () => {
  it.each([
    [{ name: 'Corp PKI' }, 'invalid_input', 'pem'],
    [{ pem: pem('root') }, 'invalid_input', 'name'],
    [{ name: 'x'.repeat(101), pem: pem('root') }, 'invalid_input', 'name'],
    [{ name: 'Corp PKI', pem: 'no certificate' }, 'anchors_invalid', 'pem'],
    [{ name: 'Corp PKI', pem: pem('root', 'leaf') }, 'anchors_invalid', 'pem'],
    [{ name: 'Corp PKI', pem: `${pem('root')}-----BEGIN RSA PRIVATE KEY-----\nSECRET` }, 'anchors_invalid', 'pem'],
    [{ name: 'Corp PKI', pem: 'x'.repeat(900_000) }, 'anchors_invalid', 'pem'],
    [{ name: 'Corp PKI', pem: pem('root').repeat(1_000) }, 'anchors_invalid', 'pem'],
  ])('refuses a set like %.40o, and never answers the text', async (body, code, field) => {
    const answer = await add(await newMember(rest), body);
    expect(answer).toMatchObject({ status: 400, body: { code, details: [{ path: field, message: expect.any(String) }] } });
    expect(JSON.stringify(answer.body)).not.toContain('SECRET');
  });

  it('refuses an assignment without a valid choice, or to a text that is not a tag', async () => {
    const admin = await newMember(rest);
    for (const body of [{}, { anchors: 'private' }, { anchors: 'public', tag: 'internal' }, { anchors: 'public', tags: 'env=x' }]) {
      expect(await rest.call('PUT', assignments, { as: admin, body })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
  });
});

describe('404', () => {
  it('is answered for a set that is not there, also as a choice', async () => {
    const admin = await newMember(rest);
    const stranger = await added(await newMember(rest));
    for (const id of [stranger, 'x', '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10']) {
      for (const method of ['GET', 'DELETE'] as const) {
        expect(await rest.call(method, `${path}/${id}`, { as: admin })).toMatchObject({
          status: 404,
          body: { code: 'anchor_set_not_found' },
        });
      }
    }
    expect(await rest.call('PUT', assignments, { as: admin, body: { anchors: stranger } })).toMatchObject({
      status: 404,
      body: { code: 'anchor_set_not_found' },
    });
  });
});

describe('409', () => {
  it('is answered for a name that is taken, with the set that has it', async () => {
    const admin = await newMember(rest);
    const id = await added(admin);
    const conflict = { type: 'anchor_set', id };
    expect(await add(admin, { name: 'corp pki', pem: pem('root') })).toMatchObject({
      status: 409,
      body: { code: 'anchor_set_exists', conflict },
    });
  });

  it('is answered for a set in use, with what uses it', async () => {
    const admin = await newMember(rest);
    const id = await added(admin);
    await rest.call('PUT', assignments, { as: admin, body: { tag: 'env=internal', anchors: id } });
    expect(await rest.call('DELETE', `${path}/${id}`, { as: admin })).toMatchObject({
      status: 409,
      body: { code: 'anchor_set_in_use', message: 'These trust anchors are in use: 1 tag. Assign others first.' },
    });
  });
});
