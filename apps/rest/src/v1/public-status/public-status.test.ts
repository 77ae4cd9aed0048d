import { certificates, newId } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { newMember } from '../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const page = z.object({ page: z.object({ address: z.string() }) });
const body = { enabled: true, title: '<Harborline> & Co', address: null, tag: 'public=yes' };

it('is set by an admin, and read by anybody as JSON, badge and feed', async () => {
  const admin = await newMember(rest);
  const saved = await rest.call('PUT', '/v1/public-status-page', { as: admin, body });
  expect(saved.status).toBe(200);
  const { address } = page.parse(saved.body).page;
  expect((await rest.call('GET', '/v1/public-status-page', { as: admin })).body).toEqual(saved.body);
  const now = rest.ctx.clock.now();
  const own = { orgId: admin.orgId, host: 'old.example', port: 443, domain: 'old.example', tags: { public: 'yes' } };
  await rest.ctx.db.insert(certificates).values({ ...own, id: newId<'certificate'>(), notAfter: addMs(now, -DAY_MS), createdAt: now });

  const status = await rest.call('GET', `/v1/status/${address}`);
  expect(status).toMatchObject({ status: 200, body: { title: body.title, state: 'problem', endpoints: [{ domain: 'old.example' }] } });
  const badge = await rest.call('GET', `/v1/status/${address}/badge.svg`);
  expect(badge.status).toBe(200);
  expect(badge.headers.get('Content-Type')).toBe('image/svg+xml');
  expect(badge.body).toContain('aria-label="certificates: problem"');
  const feed = await rest.call('GET', `/v1/status/${address}/feed.rss`);
  expect(feed.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8');
  expect(feed.headers.get('Cache-Control')).toBe('public, max-age=60');
  expect(feed.body).toContain('<title>&lt;Harborline&gt; &amp; Co</title>');
});

it('is 404 for an address that nobody has, or that is none', async () => {
  for (const address of ['nobody', 'NOT-ONE', '..%2F']) {
    for (const file of ['', '/badge.svg', '/feed.rss']) {
      expect([404, 400]).toContain((await rest.call('GET', `/v1/status/${address}${file}`)).status);
    }
  }
});

it('is 400 for an address or a tag that can not be, and names the field', async () => {
  const admin = await newMember(rest);
  for (const [field, value] of [
    ['address', 'Ha'],
    ['tag', 'public'],
    ['title', ''],
  ] as const) {
    const answer = await rest.call('PUT', '/v1/public-status-page', { as: admin, body: { ...body, [field]: value } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path: field }] } });
  }
});
