import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorBody } from '../../../testing/error-body.ts';
import { addServed, newMember } from '../../../testing/people.ts';
import { createRestHarness, type RestHarness } from '../../../testing/rest-harness.ts';

let rest: RestHarness;
beforeAll(async () => {
  rest = await createRestHarness();
});
afterAll(() => rest.close());

const pathOf = (body: unknown): string => new URL(z.object({ url: z.string() }).parse(body).url).pathname;

describe('200', () => {
  it('makes an address, shows it again, and serves the calendar there to anybody', async () => {
    const admin = await newMember(rest);
    expect(await rest.call('GET', '/v1/calendar', { as: admin })).toMatchObject({ status: 200, body: { url: null, rotated_at: null } });
    const made = await rest.call('POST', '/v1/calendar/rotate', { as: admin });
    expect(made).toMatchObject({ status: 200, body: { rotated_at: rest.ctx.clock.now().toISOString() } });
    expect((await rest.call('GET', '/v1/calendar', { as: admin })).body).toEqual(made.body);
    await addServed(rest, admin, 'calendar.example.com');
    const feed = await rest.call('GET', pathOf(made.body));
    expect(feed.status).toBe(200);
    expect(feed.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8');
    expect(feed.headers.get('Cache-Control')).toBe('private, no-cache');
    expect(feed.body).toMatch(/^BEGIN:VCALENDAR\r\n[\s\S]*SUMMARY:Certificate of calendar\.example\.com expires\r\n[\s\S]*END:VCALENDAR/);

    const etag = feed.headers.get('ETag') ?? '';
    const again = await rest.call('GET', pathOf(made.body), { headers: { 'If-None-Match': `"other", ${etag}` } });
    expect(again).toMatchObject({ status: 304, body: '' });
    await addServed(rest, admin, 'second.example.com');
    expect(await rest.call('GET', pathOf(made.body), { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 200 });
  });
});

describe('404', () => {
  it('answers so for an address that was rotated, forged or is none', async () => {
    const admin = await newMember(rest);
    const old = pathOf((await rest.call('POST', '/v1/calendar/rotate', { as: admin })).body);
    await rest.call('POST', '/v1/calendar/rotate', { as: admin });
    for (const path of [
      old,
      old.replace('.ics', ''),
      '/v1/calendar/x.ics',
      '/v1/calendar/.ics',
      `/v1/calendar/${'x'.repeat(8_000)}.ics`,
      '/v1/calendar/%00.ics',
    ]) {
      expect(await rest.call('GET', path, { as: admin })).toMatchObject({ status: 404, body: errorBody('not_found') });
    }
  });
});
