import { certificateHistory, certificates, checkSchedule } from '@notafter/db';
import { addMs, DAY_MS } from '@notafter/domain';
import { auditOf, createTestContext, makeOrgContext, servedObservation, type TestContext, unreachableObservation } from '@notafter/testing';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { addCertificate } from './add-certificate.ts';
import { getCertificate } from './get-certificate.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
});
afterAll(() => test.close());

const serve = (host: string, port = 443): void =>
  test.ctx.gateways.prober.answer(`${host}:${port}`, servedObservation(host, {}, { target: { host, port } }));
const rowsOf = async (ctx: OrgContext): Promise<number> => {
  const [row] = await test.ctx.db.select({ rows: count() }).from(certificates).where(eq(certificates.orgId, ctx.org.id));
  return row?.rows ?? 0;
};

describe('adding a domain', () => {
  it('checks it at once and monitors it, with a first history entry and an audit row', async () => {
    serve('shop.example.com', 8443);
    const { certificate } = await addCertificate(org, { domain: ' Shop.Example.com:8443 ' });
    expect(certificate).toMatchObject({
      domain: 'shop.example.com:8443',
      host: 'shop.example.com',
      port: 8443,
      issuer: "Let's Encrypt",
      status: 'valid',
      reasons: [],
      unreachable: null,
      lastCheckedAt: test.ctx.clock.now(),
      version: 1,
      tags: {},
    });
    const history = await test.ctx.db.select().from(certificateHistory).where(eq(certificateHistory.certificateId, certificate.id));
    expect(history).toMatchObject([{ action: 'added', fingerprint256: certificate.fingerprint256 }]);
    const [schedule] = await test.ctx.db.select().from(checkSchedule).where(eq(checkSchedule.certificateId, certificate.id));
    expect(schedule?.nextCheckAt.getTime()).toBeGreaterThan(test.ctx.clock.now().getTime());
    const audit = await auditOf(org);
    expect(audit).toMatchObject([
      { action: 'certificates/add-certificate', subjectId: certificate.id, detail: { domain: 'shop.example.com:8443' } },
    ]);
    const detail = await getCertificate(org, { id: certificate.id });
    expect(detail.certificate.chain.map(({ fingerprint256 }) => fingerprint256)).toEqual([certificate.fingerprint256]);
    expect(detail.certificate.chain[0]?.notAfter).toEqual(certificate.notAfter);
    expect(detail.certificate.root).toBeNull();
  });

  it('adds a bad certificate and judges it', async () => {
    const now = test.ctx.clock.now();
    test.ctx.gateways.prober.answer(
      'old.example:443',
      servedObservation('old.example', { notAfter: addMs(now, -DAY_MS) }, { reasons: ['expired', 'self_signed'] }),
    );
    const { certificate } = await addCertificate(org, { domain: 'old.example' });
    expect(certificate).toMatchObject({ status: 'expired', daysLeft: -1, reasons: ['self_signed'] });
  });

  it('keeps the same endpoint apart by port and by organization', async () => {
    serve('same.example');
    serve('same.example', 8443);
    await addCertificate(org, { domain: 'same.example' });
    await addCertificate(org, { domain: 'same.example:8443' });
    await addCertificate(await makeOrgContext(test.ctx), { domain: 'same.example' });
    expect(await rowsOf(org)).toBe(2);
  });
});

describe('an endpoint of another protocol', () => {
  it('is probed and stored as it was asked for, in one text or in parts', async () => {
    serve('mail.example', 587);
    const { certificate } = await addCertificate(org, { domain: 'Mail.example', protocol: 'smtp', port: 587, servername: 'mx.example' });
    expect(certificate).toMatchObject({ domain: 'smtp://mail.example:587?servername=mx.example', host: 'mail.example', port: 587 });
    const target = { host: 'mail.example', port: 587, protocol: 'smtp', servername: 'mx.example' };
    expect(test.ctx.gateways.prober.probed.at(-1)).toEqual(target);
    await expect(addCertificate(org, { domain: 'smtp://mail.example:587?servername=mx.example' })).rejects.toMatchObject({
      code: 'certificate_exists',
      conflict: { type: 'certificate', id: certificate.id },
    });
  });

  it('differs from others by protocol, port, server name and address', async () => {
    serve('db.example', 5432);
    for (const domain of [
      'db.example:5432',
      'postgres://db.example',
      'postgres://db.example?servername=other.example',
      'postgres://db.example?address=192.0.2.1',
    ]) {
      await addCertificate(org, { domain });
    }
    expect(await rowsOf(org)).toBe(4);
    await expect(addCertificate(org, { domain: 'postgresql://DB.example:5432' })).rejects.toMatchObject({ code: 'certificate_exists' });
  });
});

describe('refused, and nothing is stored', () => {
  it.each([
    ['target_unreachable', unreachableObservation('gone.example'), 'Connection refused by gone.example:443.'],
    [
      'target_not_allowed',
      unreachableObservation('gone.example', { reason: 'not_allowed', detail: 'gone.example is in private address space.' }),
      'gone.example is in private address space.',
    ],
  ])('%s says what happened', async (code, observation, message) => {
    test.ctx.gateways.prober.answer('gone.example:443', observation);
    await expect(addCertificate(org, { domain: 'gone.example' })).rejects.toMatchObject({
      code,
      message,
      details: [{ path: 'domain', message }],
    });
    expect(await rowsOf(org)).toBe(0);
    expect(await auditOf(org)).toEqual([]);
  });

  it.each(['', 'https://example.com', '*.example.com', 'a\u0000b.example', 'a'.repeat(10_000)])('%.20j without a probe', async (domain) => {
    test.ctx.gateways.prober.probed.length = 0;
    await expect(addCertificate(org, { domain })).rejects.toMatchObject({ status: 400 });
    expect(test.ctx.gateways.prober.probed).toEqual([]);
  });

  it('an endpoint that is already there, however it is written', async () => {
    serve('twice.example');
    await addCertificate(org, { domain: 'twice.example' });
    await expect(addCertificate(org, { domain: 'TWICE.example:443' })).rejects.toMatchObject({ code: 'certificate_exists', status: 409 });
  });

  it('a 6th certificate on Forever Free', async () => {
    for (let index = 1; index <= 6; index += 1) serve(`h${index}.example`);
    for (let index = 1; index <= 5; index += 1) await addCertificate(org, { domain: `h${index}.example` });
    await expect(addCertificate(org, { domain: 'h6.example' })).rejects.toMatchObject({
      code: 'certificate_limit',
      status: 403,
      message: 'Certificate limit reached. Upgrade your plan to add more certificates.',
    });
  });
});

describe('at the same time', () => {
  it('20 adds on a limit of 5 leave 5', async () => {
    const hosts = Array.from({ length: 20 }, (_, index) => `parallel-${index}.example`);
    for (const host of hosts) serve(host);
    const outcomes = await Promise.allSettled(hosts.map((domain) => addCertificate(org, { domain })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'certificate_limit' });
    expect(await rowsOf(org)).toBe(5);
  });

  it('10 adds of one endpoint leave one, limited or not', async () => {
    serve('race.example');
    for (const plan of ['Team', 'Enterprise']) {
      const racing = await makeOrgContext(test.ctx, { plan });
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => addCertificate(racing, { domain: 'race.example' })));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'certificate_exists' });
    }
  });

  it("an operator's limit replaces the plan's, and Enterprise has none", async () => {
    for (let index = 1; index <= 6; index += 1) serve(`many-${index}.example`);
    const limited = await makeOrgContext(test.ctx, { plan: 'Enterprise', certificateLimit: 1 });
    await addCertificate(limited, { domain: 'many-1.example' });
    await expect(addCertificate(limited, { domain: 'many-2.example' })).rejects.toMatchObject({ code: 'certificate_limit' });
    const selfHosted = await makeOrgContext(test.ctx, { plan: 'Self-hosted', certificateLimit: 0 });
    await expect(addCertificate(selfHosted, { domain: 'many-1.example' })).rejects.toMatchObject({
      code: 'certificate_limit',
      message: 'Certificate limit reached. The operator of this installation set it and can raise it.',
    });
    const unlimited = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    for (let index = 1; index <= 6; index += 1) await addCertificate(unlimited, { domain: `many-${index}.example` });
    expect(await rowsOf(unlimited)).toBe(6);
  });
});

describe('adds that fail', () => {
  const addFrom = (ip: string, who: OrgContext, domain: string) =>
    addCertificate({ ...who, origin: { ip, userAgent: null } }, { domain }).then(
      () => 'added',
      ({ code }) => code,
    );
  const countOf = async (answers: Promise<unknown>[]) => {
    const codes = await Promise.all(answers);
    return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));
  };
  const closed = (at: number) => `closed-${at}.example:${1024 + at}`;
  const each = (count: number, add: (at: number) => Promise<unknown>) => Array.from({ length: count }, (_, at) => add(at));

  it('are answered exactly a hundred times in ten minutes for an organization, however many run at once', async () => {
    const answers = await countOf(each(130, (at) => addFrom(`198.51.100.${at % 20}`, org, closed(at))));
    expect(answers).toEqual({ target_unreachable: 100, rate_limited: 30 });
    serve('shop.example.com');
    expect(await addFrom('198.51.100.1', org, 'shop.example.com')).toBe('rate_limited');
    expect(await addFrom('198.51.100.1', await makeOrgContext(test.ctx), 'shop.example.com')).toBe('added');
  });

  it('are answered exactly two hundred times for a network, whatever the organizations', async () => {
    const others = [org, await makeOrgContext(test.ctx), await makeOrgContext(test.ctx)];
    const answers = await Promise.all(others.map((who) => countOf(each(80, (at) => addFrom('198.51.100.200', who, closed(at))))));
    expect(answers.reduce((sum, { target_unreachable = 0 }) => sum + target_unreachable, 0)).toBe(200);
    expect(await addFrom('198.51.100.201', org, closed(1))).toBe('target_unreachable');
  });

  it('are all that counts: what serves is added without end', async () => {
    const wide = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    for (let at = 0; at < 110; at += 1) {
      serve(`good-${at}.example`);
      expect(await addFrom('198.51.100.210', wide, `good-${at}.example`)).toBe('added');
    }
  });
});
