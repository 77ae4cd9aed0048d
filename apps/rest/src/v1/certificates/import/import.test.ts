import { isDeepStrictEqual } from 'node:util';
import { certificateImportLines } from '@notafter/db';
import { IMPORT_LINES_MAX, IMPORT_MAX_BYTES } from '@notafter/domain';
import { runImport } from '@notafter/features';
import { makeCertificates, servedObservation } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { NOBODYS_ID, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

type Person = Awaited<ReturnType<typeof newMember>>;
const path = '/v1/certificates/import';
const send = (as: Person, raw: string, type: string) => rest.call('POST', path, { as, raw, headers: { 'Content-Type': type } });
const serve = (...hosts: string[]): void => {
  for (const host of hosts) rest.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host));
};
const jobOf = (body: unknown) => z.object({ job_id: z.string() }).parse(body).job_id;

describe('200', () => {
  it.each([
    ['text/csv; charset=utf-8', 'domain,tags\nserved.example,env=live\n*.x.example,\nserved.example,\nsilent.example,'],
    ['text/plain', 'served.example\n*.x.example\nserved.example\nsilent.example'],
    ['application/json', JSON.stringify(['served.example', { domain: '*.x.example' }, 'served.example', { domain: 'silent.example' }])],
  ])('takes %s and reports line by line', async (type, raw) => {
    serve('served.example');
    const admin = await newMember(rest);
    const answer = await send(admin, raw, type);
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'completed', total: 4, done: 4, added: 1, duplicate: 1, invalid: 1, unreachable: 1, limit: 0, next_after: null },
    });
    const { report } = z.object({ report: z.array(z.object({ result: z.string() })) }).parse(answer.body);
    expect(report.map(({ result }) => result)).toEqual(['added', 'invalid', 'duplicate', 'unreachable']);
    const list = await rest.call('GET', '/v1/certificates/list?status=unreachable', { as: admin });
    expect(list).toMatchObject({ body: { certificates: [{ domain: 'silent.example', expiration_date: null, status: null }] } });
  });

  it('answers a long list at once and its report in pages', async () => {
    const admin = await newMember(rest);
    const hosts = Array.from({ length: 1_100 }, (_, index) => `rest-${index}.example`);
    serve(...hosts);
    const { body } = await send(admin, hosts.join('\n'), 'text/plain');
    expect(body).toMatchObject({ status: 'running', total: 1_100, done: 0, next_after: 1_000 });
    const id = jobOf(body);
    await runImport(rest.ctx, { id: Object(rest.ctx.jobs.enqueued.at(-1)?.payload).id });
    const done = await rest.call('GET', `${path}/${id}?after=1000`, { as: admin });
    expect(done).toMatchObject({
      status: 200,
      body: { job_id: id, status: 'completed', added: 1_100, report: { length: 100 }, next_after: null },
    });
  });
});

describe('400', () => {
  it('refuses anything but a list of domains', async () => {
    const admin = await newMember(rest);
    expect(await send(admin, '', 'text/plain')).toMatchObject({ status: 400, body: { code: 'import_invalid' } });
    expect(await send(admin, '[]', 'application/json')).toMatchObject({ status: 400, body: { code: 'import_invalid' } });
    expect(await send(admin, '{"a":1}', 'application/json')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await send(admin, '["a.example"', 'application/json')).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    expect(await send(admin, 'name,environment\na.example,Production', 'text/csv')).toMatchObject({
      status: 400,
      body: { code: 'import_invalid', message: "Line 1 names no column 'domain'. Name the column with the domains so." },
    });
    const refusing = { as: admin, raw: '[{"domain":"a.example","environment":"Moon"}]', headers: { 'Content-Type': 'application/json' } };
    expect(await rest.call('POST', `${path}?missing_environments=refuse`, refusing)).toMatchObject({
      status: 400,
      body: { code: 'import_invalid', message: "Line 1: environment 'Moon' does not exist. Nothing was imported." },
    });
    expect(await rest.call('POST', `${path}?missing_environments=keep`, refusing)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: 'missing_environments' }] },
    });
    expect(await rest.call('GET', `${path}/${NOBODYS_ID}?after=-1`, { as: admin })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });
});

describe('413 and 415', () => {
  it('refuses more than 32 MB, and other types, naming those it takes', async () => {
    const admin = await newMember(rest);
    expect(await send(admin, 'x'.repeat(IMPORT_MAX_BYTES + 1), 'text/plain')).toMatchObject({
      status: 413,
      body: { code: 'body_too_large', message: 'The request body is larger than 32 MB.' },
    });
    expect(await send(admin, 'text=a', 'application/x-www-form-urlencoded')).toMatchObject({
      status: 415,
      body: { code: 'unsupported_media_type', message: 'Send the request body as application/json, text/csv, or text/plain.' },
    });
  });
});

describe('GET /v1/certificates/export', () => {
  it('streams every row as CSV and as JSON, which the import takes back', async () => {
    const admin = await newMember(rest);
    const hosts = Array.from({ length: 1_003 }, (_, index) => `export-${index}.example`);
    await makeCertificates(rest.ctx, admin.orgId, [...hosts.map((host) => ({ host })), { host: 'tagged.example', tags: { env: '=1' } }]);
    const csv = await rest.call('GET', '/v1/certificates/export?format=csv', { as: admin });
    expect(csv.headers.get('Content-Disposition')).toBe('attachment; filename="certificates-2026-11-10.csv"');
    expect(csv.headers.get('Cache-Control')).toBe('no-store');
    expect(String(csv.body).trimEnd().split('\r\n')).toHaveLength(1_005);
    const json = await rest.call('GET', '/v1/certificates/export', { as: admin });
    expect(json).toMatchObject({ status: 200, body: { certificates: { length: 1_004 } } });
    const one = await rest.call('GET', '/v1/certificates/export?format=json&tag=env', { as: admin });
    expect(one).toMatchObject({ body: { certificates: [{ domain: 'tagged.example', tags: { env: '=1' } }] } });
    const other = await newMember(rest);
    for (const [raw, type] of [
      [JSON.stringify(one.body), 'application/json'],
      [String((await rest.call('GET', '/v1/certificates/export?format=csv&tag=env', { as: admin })).body), 'text/csv'],
    ] as const) {
      const { body } = await send(other, raw, type);
      expect(body).toMatchObject({ total: 1, report: [{ domain: 'tagged.example' }] });
    }
    expect(await rest.call('GET', '/v1/certificates/list?tag=env', { as: other })).toMatchObject({
      body: { certificates: [{ tags: { env: '=1' } }] },
    });
  });

  it.each(['csv', 'json'] as const)(
    'as %s comes back through the import with the same endpoints, tags and environments',
    async (format) => {
      const admin = await newMember(rest);
      const names = ['Prod, "EU"', "'=SUM(A1)", 'Ünïcode; x=y', '#1'];
      const ids: string[] = [];
      for (const name of names) {
        const { body } = await rest.call('POST', '/v1/environments', { as: admin, body: { name } });
        ids.push(z.object({ environment: z.object({ id: z.string() }) }).parse(body).environment.id);
      }
      const tags = { 'a;b': 'c=d; e\\', formula: '-2+3', quoted: 'say "hi", \'you\'', '=name': '@x', team: 'web', host: 'Rack 7' };
      const hosts = ['plain.example', '2001:db8::7', 'xn--mnchen-3ya.example', 'mail.example', 'x_y.example'];
      await makeCertificates(
        rest.ctx,
        admin.orgId,
        hosts.map((host, index) => ({ host, port: index % 2 === 0 ? 443 : 8443, ...(index === 1 ? {} : { tags }) })),
      );
      const certificates = z.object({
        certificates: z.array(z.object({ id: z.string(), domain: z.string(), environment_name: z.string().nullable(), tags: z.unknown() })),
      });
      const listOf = async (as: Person) =>
        certificates.parse((await rest.call('GET', '/v1/certificates/list?sort=domain', { as })).body).certificates;
      for (const [index, { id, tags: own }] of (await listOf(admin)).entries()) {
        await rest.call('PUT', `/v1/certificates/${id}/tags`, { as: admin, body: { tags: own, environment_id: ids[index] ?? null } });
      }
      const file = await rest.call('GET', `/v1/certificates/export?format=${format}`, { as: admin });
      const raw = format === 'csv' ? String(file.body) : JSON.stringify(file.body);
      const other = await newMember(rest);
      const imported = await send(other, raw, format === 'csv' ? 'text/csv' : 'application/json');
      expect(imported).toMatchObject({ status: 200, body: { total: 5, invalid: 0, duplicate: 0 } });
      const bare = async (as: Person) => (await listOf(as)).map(({ id: _id, ...row }) => row);
      expect(await bare(other)).toEqual(await bare(admin));
      expect((await bare(other)).filter(({ environment_name }) => environment_name !== null)).toHaveLength(4);
      const again = await send(other, raw, format === 'csv' ? 'text/csv' : 'application/json');
      expect(again).toMatchObject({ status: 200, body: { total: 5, duplicate: 5 } });
    },
  );

  it('of as many certificates as an import takes comes back through the import', async () => {
    const admin = await newMember(rest);
    const tags = { team: 'Platform Engineering', owner: 'grace.hopper@harborline.example', 'cost-center': '4711' };
    await makeCertificates(rest.ctx, admin.orgId, [{ host: 'service.region-7.harborline.example', tags }]);
    const csv = String((await rest.call('GET', '/v1/certificates/export?format=csv', { as: admin })).body);
    const [header = '', exported = ''] = csv.split('\r\n');
    // One exported line for each host: to store the rows themselves takes most of a minute.
    const hosts = Array.from({ length: IMPORT_LINES_MAX }, (_, index) => `service-${index}.region-7.harborline.example`);
    const file = [header, ...hosts.map((host) => exported.replace(/^[^,]+/, host))].join('\r\n');
    const { status, body } = await send(await newMember(rest), file, 'text/csv');
    expect([status, body]).toMatchObject([200, { status: 'running', total: IMPORT_LINES_MAX, invalid: 0, duplicate: 0, limit: 0 }]);
    const id = jobOf(body);
    const lines = (await rest.ctx.db.select().from(certificateImportLines)).filter(({ importId }) => importId === id);
    expect(new Set(lines.map(({ host }) => host))).toEqual(new Set(hosts));
    expect(lines.every((line) => isDeepStrictEqual(line.tags, tags))).toBe(true);
  });

  it('of nothing is a header, or an empty list', async () => {
    const viewer = await newMember(rest, { role: 'viewer' });
    const csv = await rest.call('GET', '/v1/certificates/export?format=csv', { as: viewer });
    expect(csv.body).toMatch(/^domain,environment,tags,[^\r\n]*\r\n$/);
    expect((await rest.call('GET', '/v1/certificates/export', { as: viewer })).body).toEqual({ certificates: [] });
  });

  it('refuses what it does not know before the first byte', async () => {
    const admin = await newMember(rest);
    const call = (query: string) => rest.call('GET', `/v1/certificates/export${query}`, { as: admin });
    expect(await call('?format=xml')).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: 'format' }] } });
    expect(await call('?search=expires:x&format=csv')).toMatchObject({ status: 400, body: { code: 'search_invalid' } });
  });
});
