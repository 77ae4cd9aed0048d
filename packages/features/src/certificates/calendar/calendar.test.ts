import { calendarCancellations, organizations } from '@notafter/db';
import { addMs, type CertificateFacts, type ClientRules, DAY_MS, HOUR_MS } from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import {
  auditOf,
  certificateFacts,
  createTestContext,
  makeCertificates,
  makeOrgContext,
  makeRequestContext,
  servedObservation,
  type TestContext,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { addCertificate } from '../add-certificate.ts';
import { checkCertificate } from '../checks/check-certificate.ts';
import { maintainChecks } from '../checks/maintain-checks.ts';
import { removeCertificate } from '../remove-certificate.ts';
import { removeCertificates } from '../remove-certificates.ts';
import { getCalendarFeed } from './get-calendar-feed.ts';
import { getCalendarLink } from './get-calendar-link.ts';
import { rotateCalendarLink } from './rotate-calendar-link.ts';

const source = { url: 'https://example.com/policy', readOn: '2026-11-01' };
const ROOT = 'a'.repeat(64);
/** Rules of which none begins in these tests; the last one adds its own. */
const clientRules: ClientRules = {
  ...clientTable,
  roots: [],
  stores: [],
  sctPolicies: [],
  rootRules: [{ client: 'chrome', kind: 'removed', at: '2026-12-15T00:00:00Z', roots: [ROOT], source }],
  lifetimes: { limits: [{ from: '2020-09-01', days: 398 }], source },
  validationReuse: { limits: [{ from: '2020-09-01', days: 398 }], source },
  clientAuthEnds: { on: '2020-01-01', source },
  dates: [],
};

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise', clientRules } });
});
afterAll(() => test.close());

const secretOf = (url: string): string => url.replace(/^.*\/calendar\/(.*)\.ics$/, '$1');
const fetchFeed = (url: string) => getCalendarFeed(makeRequestContext(test.ctx), { secret: secretOf(url) });

/** The feed as a calendar program understands it. */
const subscribe = async (url: string) => {
  const { etag, write } = await fetchFeed(url);
  const body = write();
  for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(body));
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      uid: event.uid,
      sequence: event.sequence,
      start: event.startDate.toJSDate(),
      summary: event.summary,
      description: event.description,
      status: component.getFirstPropertyValue('status'),
    };
  });
  return { calendar, events, etag };
};

const serve = (host: string, leaf: Partial<CertificateFacts>): void =>
  test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host, leaf));

const monitored = async (
  host: string,
): Promise<{ org: OrgContext; url: string; id: Awaited<ReturnType<typeof addCertificate>>['certificate']['id'] }> => {
  const org = await makeOrgContext(test.ctx);
  const { url } = await rotateCalendarLink(org);
  serve(host, {});
  return { org, url, id: (await addCertificate(org, { domain: host })).certificate.id };
};

describe('the calendar', () => {
  it('shows each expiry; a renewal moves the event, a removal cancels it', async () => {
    const { org, url, id } = await monitored('shop.example');
    const before = (await subscribe(url)).events;
    expect(before).toEqual([
      {
        uid: `${id}@notafter`,
        sequence: 1,
        start: certificateFacts('shop.example').notAfter,
        summary: 'Certificate of shop.example expires',
        description: `Issued by Let's Encrypt\nhttp://localhost:3000/certificates/${id}`,
        status: 'CONFIRMED',
      },
    ]);

    const renewed = certificateFacts('renewed', { notAfter: new Date('2027-04-09T12:00:00Z') });
    serve('shop.example', renewed);
    await checkCertificate(org, { id });
    const [moved] = (await subscribe(url)).events;
    expect(moved).toEqual({ ...before[0], sequence: 2, start: renewed.notAfter });

    await checkCertificate(org, { id });
    expect((await subscribe(url)).events[0]?.sequence).toBe(2);

    await removeCertificate(org, { id });
    const [cancelled, ...others] = (await subscribe(url)).events;
    expect(cancelled).toMatchObject({ uid: `${id}@notafter`, sequence: 3, start: renewed.notAfter, status: 'CANCELLED' });
    expect(others).toEqual([]);

    test.ctx.clock.advance(31 * DAY_MS);
    expect((await subscribe(url)).events).toEqual([]);
    await maintainChecks(test.ctx);
    expect(await test.ctx.db.select().from(calendarCancellations).where(eq(calendarCancellations.orgId, org.org.id))).toEqual([]);
  });

  it('shows when a client begins to refuse certificates, and which', async () => {
    const org = await makeOrgContext(test.ctx);
    const { url } = await rotateCalendarLink(org);
    const clientFacts = {
      paths: [{ anchor: ROOT, anchorName: 'Old Root', until: '2040-01-01T00:00:00.000Z', endsWith: 'R1' }],
      scts: [],
      clientAuth: false,
    };
    const notAfter = addMs(test.ctx.clock.now(), 90 * DAY_MS);
    for (const host of ['b.example', 'a.example']) {
      test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host, { notAfter }, { clientFacts }));
      await addCertificate(org, { domain: host });
    }
    const refusal = (await subscribe(url)).events.filter(({ uid }) => uid.startsWith('refusal-'));
    expect(refusal).toEqual([
      {
        uid: `refusal-chrome-${Date.parse('2026-12-15T00:00:00Z')}@notafter`,
        sequence: 0,
        start: new Date('2026-12-15T00:00:00Z'),
        summary: 'Chrome refuses 2 certificates from now on',
        description: 'a.example and b.example\nhttp://localhost:3000/certificates',
        status: 'CONFIRMED',
      },
    ]);
  });

  it('shows the coming dates on which rules change for all certificates', async () => {
    const { url } = await monitored('dates.example');
    const config = {
      ...test.ctx.config,
      clientRules: {
        ...clientRules,
        lifetimes: { limits: [...clientRules.lifetimes.limits, { from: '2029-03-15', days: 47 }], source },
        dates: [{ on: '2028-03-15', text: 'CAs may no longer validate domains by email.', source }],
      },
    };
    const { write } = await getCalendarFeed({ ...makeRequestContext(test.ctx), config }, { secret: secretOf(url) });
    const body = write();
    expect(body).toContain('SUMMARY:CAs may no longer validate domains by email.');
    expect(body).toContain('VALUE=DATE:20280315');
    expect(body.replaceAll('\r\n ', '')).toContain('SUMMARY:Public certificates issued from now on are valid for at most 47 days.');
    expect(body).toContain('VALUE=DATE:20290315');
    expect(body).not.toContain('398 days');
  });

  it('cancels the events of a bulk removal, and stores none without a calendar', async () => {
    const now = test.ctx.clock.now();
    const rows = [10, 20, -5, -40].map((days) => ({ notAfter: addMs(now, days * DAY_MS) }));
    const org = await makeOrgContext(test.ctx);
    const { url } = await rotateCalendarLink(org);
    await makeCertificates(test.ctx, org.org.id, [...rows, { notAfter: null }]);
    expect((await subscribe(url)).events).toHaveLength(3);
    await removeCertificates(org, { filter: { search: '', status: 'all' } });
    expect((await subscribe(url)).events.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
    const without = await makeOrgContext(test.ctx);
    await makeCertificates(test.ctx, without.org.id, rows);
    await removeCertificates(without, { filter: { search: '', status: 'all' } });
    expect(await test.ctx.db.select().from(calendarCancellations).where(eq(calendarCancellations.orgId, without.org.id))).toEqual([]);
  });

  it('carries any text whole: long names, commas, semicolons, backslashes', async () => {
    const name = 'Müller, Söhne; "Öl\\Gas" 🦊 '.repeat(4).trim();
    const org = await makeOrgContext(test.ctx, { name });
    const { url } = await rotateCalendarLink(org);
    const issuer = `Ünïcode, Trust; CA\\G2 ${'🦊'.repeat(40)}`;
    await makeCertificates(test.ctx, org.org.id, [
      { host: `${'a'.repeat(60)}.${'b'.repeat(60)}.example`, issuer, notAfter: test.ctx.clock.now() },
    ]);
    const { calendar, events } = await subscribe(url);
    // ical.js does not know this property, and so leaves its text as RFC 7986 5.1 has it on the wire.
    const onTheWire = `${name.replace(/[\\;,]/g, '\\$&')}: certificate expiries`;
    expect(calendar.getFirstPropertyValue('name')).toBe(onTheWire);
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(events[0]?.description).toContain(`Issued by ${issuer}\n`);
    expect(events[0]?.summary).toContain('a'.repeat(60));
  });

  it('has the same tag until something in it changes', async () => {
    const { org, url, id } = await monitored('tagged.example');
    const first = await subscribe(url);
    test.ctx.clock.advance(HOUR_MS);
    await checkCertificate(org, { id });
    expect((await subscribe(url)).etag).toBe(first.etag);
    await removeCertificate(org, { id });
    expect((await subscribe(url)).etag).not.toBe(first.etag);
  });
});

describe('its address', () => {
  it('can be copied again, ends when it is rotated, and is audited whenever somebody sees it', async () => {
    const org = await makeOrgContext(test.ctx);
    expect(await getCalendarLink(org)).toEqual({ url: null, rotatedAt: null });
    const first = await rotateCalendarLink(org);
    expect(await getCalendarLink(org)).toEqual(first);
    expect(first.url).toMatch(/^http:\/\/localhost:3000\/v1\/calendar\/[\w-]{54}\.ics$/);
    const second = await rotateCalendarLink(org);
    expect(second.url).not.toBe(first.url);
    await expect(fetchFeed(first.url)).rejects.toMatchObject({ code: 'not_found', status: 404 });
    await subscribe(second.url);
    const audit = await auditOf(org);
    expect(audit.map(({ action, detail }) => [action, detail])).toEqual([
      ['certificates/rotate-calendar-link', { rotation: 1 }],
      ['certificates/get-calendar-link', { rotation: 1 }],
      ['certificates/rotate-calendar-link', { rotation: 2 }],
    ]);
    expect(JSON.stringify(audit)).not.toContain(secretOf(second.url));
  });

  it('of an organization without a calendar, or disabled, is not there', async () => {
    const org = await makeOrgContext(test.ctx);
    const never = test.ctx.auth.calendarSecret(org.org.id, 1);
    await expect(getCalendarFeed(makeRequestContext(test.ctx), { secret: never })).rejects.toMatchObject({ code: 'not_found' });
    const { url } = await rotateCalendarLink(org);
    await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, org.org.id));
    await expect(fetchFeed(url)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('cannot be guessed for long, while known ones still answer', async () => {
    const { url } = await rotateCalendarLink(await makeOrgContext(test.ctx));
    const guesser = makeRequestContext(test.ctx);
    for (let guess = 0; guess < 60; guess += 1) {
      await expect(getCalendarFeed(guesser, { secret: `guess-${guess}` })).rejects.toMatchObject({ code: 'not_found' });
    }
    await expect(getCalendarFeed(guesser, { secret: 'one more' })).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    await getCalendarFeed(guesser, { secret: secretOf(url) });
  });
});
