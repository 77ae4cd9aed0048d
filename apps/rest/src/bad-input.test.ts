import { ACTIVATION_LINK_VALID_MS, type ErrorCode, errorCatalogue, RESET_LINK_VALID_MS, SECOND_MS } from '@notafter/domain';
import { makeOrganization, makeUser, type TestUser, unreachableObservation } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addServed, lastMailedToken, NOBODYS_ID, newMember } from './testing/people.ts';
import { createRestHarness, type RestHarness } from './testing/rest-harness.ts';
import { countRows } from './testing/row-counts.ts';

let rest: RestHarness;
let admin: TestUser;
/** Another organization's rows, which `admin` must not see. */
let _foreignCertificate: string;
let _foreignRun: string;
const tokens = { used: '', expiredActivation: '', expiredReset: '' };

const person = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@navy.example', password: 'correct horse battery' };

beforeAll(async () => {
  rest = await createRestHarness();
  const foreigner = await newMember(rest);
  _foreignCertificate = await addServed(rest, foreigner, 'foreign.example.com');
  _foreignRun = Object((await rest.call('POST', '/v1/certificates/check-all', { as: foreigner })).body).job_id;
  await rest.call('POST', '/v1/accounts/register', { body: person });
  tokens.expiredActivation = lastMailedToken(rest, 'account-activation');
  const user = await makeUser(rest.ctx, await makeOrganization(rest.ctx));
  await rest.call('POST', '/v1/accounts/reset-password', { body: { email: user.email } });
  tokens.used = lastMailedToken(rest, 'password-reset');
  await rest.call('POST', `/v1/accounts/reset-password/${tokens.used}`, { body: { password: 'a good new password' } });
  await rest.call('POST', '/v1/accounts/reset-password', { body: { email: user.email } });
  tokens.expiredReset = lastMailedToken(rest, 'password-reset');
  rest.ctx.clock.advance(Math.max(ACTIVATION_LINK_VALID_MS, RESET_LINK_VALID_MS) + SECOND_MS);
  admin = await newMember(rest);
  const refused = unreachableObservation('private', { reason: 'not_allowed', detail: 'private is in private address space.' });
  for (const host of ['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', 'localhost']) {
    rest.ctx.gateways.prober.answer(`${host}:443`, refused);
  }
});
afterAll(() => rest.close());

interface Sent {
  readonly body?: unknown;
  readonly raw?: BodyInit;
  readonly headers?: Record<string, string>;
}
const json = { 'Content-Type': 'application/json' };

/** Sends it signed in; asserts the code with its status and text, and that neither a row, a job nor an error was left behind. */
const expectRefused = async (method: string, path: string, sent: Sent, code: ErrorCode): Promise<unknown> => {
  const rowsBefore = await countRows(rest.ctx.db);
  const jobsBefore = rest.ctx.jobs.enqueued.length;
  const { status, body } = await rest.call(method, path, { as: admin, ...sent });
  expect(body).toMatchObject({ code });
  expect(status).toBe(errorCatalogue[code].status);
  expect(JSON.stringify(body)).not.toMatch(/\bat .*\.ts:\d+|postgres|ZodError/);
  expect(await countRows(rest.ctx.db)).toEqual(rowsBefore);
  expect(rest.ctx.jobs.enqueued).toHaveLength(jobsBefore);
  expect(rest.ctx.log.entries.filter(({ level, fields }) => level === 'error' || level === 'warn' || 'err' in fields)).toEqual([]);
  return body;
};

const writes = [
  ['/v1/accounts/register', person],
  ['/v1/accounts/login', { email: person.email, password: person.password }],
  ['/v1/accounts/reset-password', { email: person.email }],
  ['/v1/accounts/reset-password/token', { password: person.password }],
  ['/v1/certificates/add', { domain: 'example.com' }],
  ['/v1/environments', { name: 'Production' }],
] as const;

describe.each(writes)('POST %s', (path, good) => {
  it.each(['{', '{"email":}', "{'a':1}", '', 'NaN', '{"a":1}{"b":2}', '\u0000'])('refuses the JSON %j as malformed', async (raw) => {
    const body = await expectRefused('POST', path, { raw, headers: json }, 'malformed_json');
    expect(body).toMatchObject({ error: 'The request body is not valid JSON.' });
  });

  it.each(['null', '[]', '"text"', '7', 'true', '{}'])('refuses %s in place of an object with the fields', async (raw) => {
    const body = await expectRefused('POST', path, { raw, headers: json }, 'invalid_input');
    expect(body).toMatchObject({ error: 'The request is not valid.', details: expect.arrayContaining([expect.any(Object)]) });
  });

  it('names the field of a wrong type', async () => {
    for (const [field, value] of Object.keys(good).flatMap((name) => [7, null, [], {}, true].map((wrong) => [name, wrong] as const))) {
      const body = await expectRefused('POST', path, { body: { ...good, [field]: value } }, 'invalid_input');
      expect(body).toMatchObject({ details: [{ path: field, message: expect.any(String) }] });
    }
  });

  it.each(['unknown', 'Domain', 'firstName', '__proto__', 'constructor'])('refuses the unknown field %s', async (field) => {
    const raw = JSON.stringify(good).replace(/}$/, `,${JSON.stringify(field)}:{"admin":true}}`);
    const body = await expectRefused('POST', path, { raw, headers: json }, 'invalid_input');
    expect(body).toMatchObject({ details: [{ path: field, message: 'is not a known field' }] });
    expect(Object.prototype).not.toHaveProperty('admin');
  });

  it('refuses a body over 1 MB, with and without a Content-Length, and reads one just under it', async () => {
    const large = JSON.stringify({ ...good, padding: 'x'.repeat(1024 * 1024) });
    const declared = { ...json, 'Content-Length': String(large.length) };
    await expectRefused('POST', path, { raw: large, headers: declared }, 'body_too_large');
    const stream = new Blob([large]).stream();
    const body = await expectRefused('POST', path, { raw: stream, headers: json }, 'body_too_large');
    expect(body).toMatchObject({ error: 'The request body is larger than 1 MB.' });
    const under = JSON.stringify({ ...good, padding: 'x'.repeat(1024 * 1024 - 1024) });
    await expectRefused('POST', path, { raw: under, headers: json }, 'invalid_input');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp', ''])(
    'refuses the content type %j',
    async (type) => {
      await expectRefused('POST', path, { raw: JSON.stringify(good), headers: { 'Content-Type': type } }, 'unsupported_media_type');
    },
  );

  it('refuses JSON nested a hundred thousand deep', async () => {
    const field = Object.keys(good)[0] ?? '';
    const raw = `{${JSON.stringify(field)}:${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    await expectRefused('POST', path, { raw, headers: json }, 'invalid_input');
  });
});

describe('names and addresses', () => {
  it.each([
    ['first_name', 'Gr\u0000ace'],
    ['first_name', 'Gr\u001b[31mace'],
    ['last_name', 'Hop\nper'],
    ['last_name', 'Hop\u0085per'],
    ['last_name', '\ud800'],
    ['first_name', 'x'.repeat(101)],
    ['email', 'gr\u0000ace@navy.example'],
    ['email', `${'x'.repeat(250)}@navy.example`],
    ['email', `${'x'.repeat(10_000)}@navy.example`],
    ['email', 'grace\r\nBcc: all@navy.example'],
    ['password', 'x'.repeat(257)],
  ])('refuses %s %j', async (field, value) => {
    const body = await expectRefused('POST', '/v1/accounts/register', { body: { ...person, [field]: value } }, 'invalid_input');
    expect(body).toMatchObject({ details: [{ path: field }] });
  });
});

describe('targets', () => {
  it.each([
    ['', 'Enter a domain.'],
    ['   ', 'Enter a domain.'],
    ['https://example.com', 'Enter domain without http:// or https://'],
    ['example.com/path', 'Enter only the domain and an optional port, such as example.com or example.com:8443.'],
    ['exam\u0000ple.com', 'Enter only the domain and an optional port, such as example.com or example.com:8443.'],
    ['exam\u0007ple.com', 'Enter only the domain and an optional port, such as example.com or example.com:8443.'],
    ['example.com:0', "'0' is not a port. Use a number from 1 to 65535."],
    ['example.com:65536', "'65536' is not a port. Use a number from 1 to 65535."],
    ['2001:db8::1', 'Write an IPv6 address in brackets, such as [2001:db8::1]:443.'],
    ['0x7f.1', 'Write an IPv4 address as four decimal numbers, such as 192.0.2.1.'],
    ['a'.repeat(10_000), 'This domain is too long. A name has at most 253 characters.'],
    [`${'a.'.repeat(5_000)}com`, 'This domain is too long. A name has at most 253 characters.'],
    ['-bad-.example.com', 'This is not a domain name. Enter a domain such as example.com or example.com:8443.'],
  ])('refuses %j with its text', async (domain, text) => {
    const body = await expectRefused('POST', '/v1/certificates/add', { body: { domain } }, 'target_invalid');
    expect(body).toEqual({ error: text, message: text, code: 'target_invalid', details: [{ path: 'domain', message: text }] });
  });

  it('refuses a wildcard name and names its parent', async () => {
    const body = await expectRefused('POST', '/v1/certificates/add', { body: { domain: '*.example.com' } }, 'target_wildcard');
    expect(body).toMatchObject({ error: 'A wildcard name cannot be checked. Add example.com or a host below it.' });
  });

  it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '[::1]', 'localhost'])('refuses %s in private space', async (domain) => {
    const body = await expectRefused('POST', '/v1/certificates/add', { body: { domain } }, 'target_not_allowed');
    expect(body).toMatchObject({ error: 'private is in private address space.' });
  });

  it('refuses a name that does not exist', async () => {
    const body = await expectRefused('POST', '/v1/certificates/add', { body: { domain: 'nowhere.example' } }, 'target_unreachable');
    expect(body).toMatchObject({ error: 'The name nowhere.example was not found in DNS.' });
  });
});

describe('tokens', () => {
  it('refuses expired, used and forged ones', async () => {
    const reset = { body: { password: 'another good password' } };
    await expectRefused('GET', `/v1/accounts/activate/${tokens.expiredActivation}`, {}, 'link_expired');
    await expectRefused('POST', `/v1/accounts/reset-password/${tokens.expiredReset}`, reset, 'link_expired');
    await expectRefused('POST', `/v1/accounts/reset-password/${tokens.used}`, reset, 'link_used');
    for (const forged of [`${tokens.used}x`, NOBODYS_ID, '%00', '..%2f..', 'x'.repeat(8_000), '%E0%A4%A', tokens.expiredActivation]) {
      await expectRefused('POST', `/v1/accounts/reset-password/${forged}`, reset, 'link_invalid');
      if (forged !== tokens.expiredActivation) await expectRefused('GET', `/v1/accounts/activate/${forged}`, {}, 'link_invalid');
    }
  });
});

describe('paths and methods', () => {
  it.each(['/v1', '/v1/', '/v1/nothing', '/v1/certificates/list/more', '/v1/accounts/__proto__'])(
    'answers %s with 404 in the envelope',
    async (path) => {
      expect(await expectRefused('GET', path, {}, 'not_found')).toEqual({ error: 'Not found.', message: 'Not found.', code: 'not_found' });
    },
  );

  it.each([
    ['GET', '/v1/accounts/login', 'POST, OPTIONS'],
    ['PATCH', `/v1/certificates/${NOBODYS_ID}`, 'GET, HEAD, DELETE, OPTIONS'],
    ['POST', '/v1/openapi.json', 'GET, HEAD, OPTIONS'],
  ])('answers %s %s with 405 and what is allowed', async (method, path, allow) => {
    await expectRefused(method, path, {}, 'method_not_allowed');
    expect((await rest.call(method, path)).headers.get('Allow')).toBe(allow);
  });
});
