import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServed, newMember } from './testing/people.ts';
import { createRestHarness, type RestHarness } from './testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const tagOf = ({ headers }: { readonly headers: Headers }): string => headers.get('ETag') ?? '';

describe('a read', () => {
  it('answers an ETag, and 304 without a body while nothing changed', async () => {
    const admin = await newMember(rest);
    const first = await rest.call('GET', '/v1/environments', { as: admin });
    expect(tagOf(first)).toMatch(/^"[\w-]{20,}"$/);
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
    for (const known of [tagOf(first), `W/${tagOf(first)}`, `"other", ${tagOf(first)}`, '*']) {
      const again = await rest.call('GET', '/v1/environments', { as: admin, headers: { 'If-None-Match': known } });
      expect({ status: again.status, body: again.body, tag: tagOf(again) }).toEqual({ status: 304, body: '', tag: tagOf(first) });
    }
    await rest.call('POST', '/v1/environments', { as: admin, body: { name: 'Production' } });
    const changed = await rest.call('GET', '/v1/environments', { as: admin, headers: { 'If-None-Match': tagOf(first) } });
    expect(changed).toMatchObject({ status: 200, body: { environments: [{ name: 'Production' }] } });
  });

  it('has the same ETag by HEAD, and none for a streamed file or an error', async () => {
    const admin = await newMember(rest);
    const tag = tagOf(await rest.call('GET', '/v1/profile', { as: admin }));
    expect(tagOf(await rest.call('HEAD', '/v1/profile', { as: admin }))).toBe(tag);
    expect(tagOf(await rest.call('GET', '/v1/certificates/export', { as: admin }))).toBe('');
    expect(tagOf(await rest.call('GET', '/v1/profile'))).toBe('');
  });
});

describe('If-Match on a write', () => {
  it('saves tags once, and refuses the second save that started from the same read', async () => {
    const admin = await newMember(rest);
    const id = await addServed(rest, admin, 'matched.example.com');
    const tag = tagOf(await rest.call('GET', `/v1/certificates/${id}`, { as: admin }));
    const save = (team: string) =>
      rest.call('PUT', `/v1/certificates/${id}/tags`, { as: admin, headers: { 'If-Match': tag }, body: { tags: { team } } });
    expect(await save('web')).toMatchObject({ status: 200, body: { certificate: { tags: { team: 'web' } } } });
    expect(await save('db')).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
    expect(await rest.call('GET', `/v1/certificates/${id}`, { as: admin })).toMatchObject({
      body: { certificate: { tags: { team: 'web' } } },
    });
  });

  it('is held against the read at the same path, and against nothing of another organization', async () => {
    const admin = await newMember(rest);
    const { body, headers } = await rest.call('GET', '/v1/profile', { as: admin });
    const put = (match: string) => rest.call('PUT', '/v1/profile', { as: admin, headers: { 'If-Match': match }, body });
    expect(await put('"made-up"')).toMatchObject({ status: 412 });
    expect(await put('*')).toMatchObject({ status: 200 });
    expect(await put(headers.get('ETag') ?? '')).toMatchObject({ status: 200 });
    const foreign = await addServed(rest, await newMember(rest), 'theirs.example.com');
    const removal = await rest.call('DELETE', `/v1/certificates/${foreign}`, { as: admin, headers: { 'If-Match': '"x"' } });
    expect(removal.status).toBe(412);
  });
});

describe('an old call', () => {
  it('says what has taken its place, and answers as before', async () => {
    const admin = await newMember(rest);
    const answer = await rest.call('POST', '/v1/certificates/add', { as: admin, body: {} });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('Deprecation')).toMatch(/^@\d+$/);
    expect(answer.headers.get('Link')).toBe('</v1/certificates>; rel="successor-version"');
    expect(answer.headers.get('Sunset')).toBeNull();
    expect((await rest.call('POST', '/v1/certificates', { as: admin, body: {} })).headers.get('Deprecation')).toBeNull();
  });
});

describe('OPTIONS', () => {
  it('says without a sign-in what a path takes', async () => {
    const answer = await rest.call('OPTIONS', '/v1/certificates');
    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(answer.headers.get('Allow')).toBe('GET, HEAD, POST, OPTIONS');
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect((await rest.call('OPTIONS', '/v1/nothing')).status).toBe(404);
  });

  it('lets tools of other sites read the document, and nothing else', async () => {
    const document = await rest.call('GET', '/v1/openapi.json', { headers: { Origin: 'https://tools.example' } });
    expect(document.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const preflight = await rest.call('OPTIONS', '/v1/openapi.json', { headers: { Origin: 'https://tools.example' } });
    expect(preflight.headers.get('Access-Control-Allow-Methods')).toBe('GET, HEAD');
    const other = await rest.call('GET', '/v1/collector/docs', { headers: { Origin: 'https://tools.example' } });
    expect(other.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });
});
