import { alertRoutes, auditLog, certificates, checkSchedule, environments, newId, notificationChannels } from '@notafter/db';
import { type ProbeTerms, plans } from '@notafter/domain';
import { configurationInput } from '@notafter/domain/inputs';
import {
  certificateFacts,
  createTestContext,
  makeCertificates,
  makeOrgContext,
  servedObservation,
  type TestContext,
} from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDate } from '../certificates/uploads/add-date.ts';
import { listAlertRoutes } from '../notifications/routing/list-alert-routes.ts';
import { listDayRules } from '../notifications/routing/list-day-rules.ts';
import { saveDayRule } from '../notifications/routing/save-day-rule.ts';
import { listWatchedDomains } from '../transparency/list-watched-domains.ts';
import { watchDomain } from '../transparency/watch-domain.ts';
import type { PersonContext } from '../use-case.ts';
import { applyConfiguration } from './apply-configuration.ts';
import { type ExportedConfiguration, exportConfiguration } from './export-configuration.ts';
import { planConfiguration } from './plan-configuration.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
  test.ctx.gateways.prober.answer('upload.invalid:443', (_: unknown, { reported }: ProbeTerms) => {
    const [own] = reported ?? [];
    const seeds = own?.kind === 'served' ? own.chain.map((der) => certificateFacts(Buffer.from(der).toString())) : [];
    const [leaf = certificateFacts('none'), ...rest] = seeds;
    return servedObservation('upload', {}, { chain: [leaf, ...rest] });
  });
});
afterAll(() => test.close());

const newOrg = (plan = 'Enterprise'): Promise<PersonContext> => makeOrgContext(test.ctx, { plan });
const wanted = (given: object, { prune = false, stack = 'default' } = {}) => ({
  stack,
  prune,
  configuration: configurationInput.parse(given),
});
const apply = (org: PersonContext, given: object, options?: Parameters<typeof wanted>[1]) =>
  applyConfiguration(org, wanted(given, options));
const planned = async (org: PersonContext, given: object, options?: Parameters<typeof wanted>[1]): Promise<string[]> =>
  (await planConfiguration(org, wanted(given, options))).steps.flatMap(({ action, kind, key }) =>
    action === 'none' ? [] : `${action} ${kind} ${key}`,
  );

/** The export as a file has it, in which every setting of a channel is `SECRET`. */
const fileOf = ({ alerts, dayRules, domains, channels, ...lists }: ExportedConfiguration) => ({
  ...lists,
  channels: channels.map((one) => ({ ...one, settings: { webhook: SECRET } })),
  day_rules: dayRules,
  domains: domains.map(({ allowedIssuers, ...domain }) => ({ ...domain, allowed_issuers: allowedIssuers })),
  alerts: { days: alerts.days, scale_to_lifetime: alerts.scaleToLifetime },
});

const SECRET = 'https://hooks.slack.com/services/T0/B0/a-secret';
const whole = {
  environments: [{ key: 'prod', name: 'Production', description: 'Live' }],
  endpoints: [
    { key: 'shop', domain: 'shop.example', environment: 'prod', tags: { team: 'web' } },
    { key: 'db', domain: 'postgres://db.example', tags: {} },
  ],
  channels: [{ key: 'on-call', type: 'slack', name: 'On-call', settings: { webhook: SECRET } }],
  routes: [
    { key: 'prod', environment: 'prod', channels: ['on-call'] },
    { key: 'web', tag: 'team=Web', channels: ['on-call'] },
  ],
  alerts: { days: [30, 1], scale_to_lifetime: false },
};

describe('a file', () => {
  it('is applied as a whole, and the second time there is nothing to do', async () => {
    const org = await newOrg();
    expect((await apply(org, whole)).failed).toBeNull();
    expect(await planned(org, whole)).toEqual([]);
    const [prod] = await test.ctx.db.select().from(environments).where(eq(environments.orgId, org.org.id));
    const endpoints = await test.ctx.db.select().from(certificates).where(eq(certificates.orgId, org.org.id)).orderBy(certificates.domain);
    expect(endpoints).toMatchObject([
      { domain: 'postgres://db.example', port: 5432, environmentId: null, tags: {} },
      { domain: 'shop.example', environmentId: prod?.id, tags: { team: 'web' }, notAfter: null },
    ]);
    const [schedule] = await test.ctx.db
      .select()
      .from(checkSchedule)
      .where(eq(checkSchedule.certificateId, endpoints[1]?.id ?? newId<'certificate'>()));
    expect(schedule?.nextCheckAt).toEqual(test.ctx.clock.now());
    expect(await test.ctx.db.$count(alertRoutes, eq(alertRoutes.orgId, org.org.id))).toBe(2);
    const actions = await test.ctx.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.orgId, org.org.id))
      .orderBy(auditLog.id);
    expect(actions.map(({ action }) => action)).toEqual([
      'environments/add-environment',
      'notifications/add-channel',
      'configuration/apply-configuration',
      'notifications/save-alert-route',
      'notifications/save-alert-route',
      'notifications/save-alert-settings',
      'configuration/apply-configuration',
    ]);
    expect(JSON.stringify(await test.ctx.db.select().from(auditLog))).not.toContain('a-secret');
  });

  it('of 2,000 endpoints is applied at once, and changes nothing the second time', async () => {
    const org = await newOrg();
    const endpoints = Array.from({ length: 2000 }, (_, index) => ({
      key: `e${index}`,
      domain: `h${index}.example`,
      tags: { n: String(index % 7) },
    }));
    const { steps, failed } = await apply(org, { endpoints });
    expect([steps.length, failed]).toEqual([2000, null]);
    expect(await test.ctx.db.$count(certificates, eq(certificates.orgId, org.org.id))).toBe(2000);
    expect(await planned(org, { endpoints })).toEqual([]);
  });

  it('that cannot be applied whole keeps what was done, and the next time only the rest is left', async () => {
    const org = await newOrg('Essentials');
    const endpoints = Array.from({ length: 21 }, (_, index) => ({ key: `e${index}`, domain: `h${index}.example` }));
    const email = { key: 'mail', type: 'email', name: 'Team', settings: { email: 'team@example.com' } };
    expect((await apply(org, { channels: [email], endpoints })).failed).toMatchObject({ kind: 'endpoint', code: 'certificate_limit' });
    expect(await test.ctx.db.$count(certificates, eq(certificates.orgId, org.org.id))).toBe(0);
    expect(await planned(org, { channels: [email], endpoints: endpoints.slice(1, 3) })).toEqual([
      'create endpoint e1',
      'create endpoint e2',
    ]);
  });

  it('names what is created first by its name, also where keys of several kinds are the same', async () => {
    const { steps } = await planConfiguration(await newOrg(), wanted(whole));
    const route = steps.find(({ kind, key }) => kind === 'route' && key === 'prod');
    expect(route?.changes).toEqual([
      { field: 'channels', from: null, to: ['On-call'], isSecret: false, isDrift: false },
      { field: 'environment', from: null, to: ['Production'], isSecret: false, isDrift: false },
    ]);
  });

  it('is refused if the plan is no longer the one that was agreed to', async () => {
    const org = await newOrg();
    const { digest } = await planConfiguration(org, wanted(whole));
    await makeCertificates(test.ctx, org.org.id, [{ host: 'shop.example' }]);
    await expect(applyConfiguration(org, { ...wanted(whole), digest })).rejects.toMatchObject({ code: 'configuration_changed' });
    const again = await planConfiguration(org, wanted(whole));
    expect((await applyConfiguration(org, { ...wanted(whole), digest: again.digest })).failed).toBeNull();
  });
});

describe('an object that is there', () => {
  it('is adopted, keeps its history, and is pruned only once a file had it', async () => {
    const org = await newOrg();
    const [shop, own] = await makeCertificates(test.ctx, org.org.id, [{ host: 'shop.example' }, { host: 'by-hand.example' }]);
    const file = { endpoints: [{ key: 'shop', domain: 'shop.example', tags: { team: 'web' } }] };
    expect(await planned(org, file)).toEqual(['adopt endpoint shop']);
    await apply(org, file);
    const [row] = await test.ctx.db
      .select()
      .from(certificates)
      .where(eq(certificates.id, shop ?? newId<'certificate'>()));
    expect(row).toMatchObject({ id: shop, tags: { team: 'web' } });
    expect(await planned(org, {}, { prune: false })).toEqual(['left endpoint shop']);
    await apply(org, {}, { prune: true });
    const left = await test.ctx.db.select({ id: certificates.id }).from(certificates).where(eq(certificates.orgId, org.org.id));
    expect(left).toEqual([{ id: own }]);
    expect(await planned(org, {}, { prune: true })).toEqual([]);
  });

  it('and changed or deleted by hand is named as a drift, and set back', async () => {
    const org = await newOrg();
    await apply(org, whole);
    const mine = (domain: string) => and(eq(certificates.orgId, org.org.id), eq(certificates.domain, domain));
    await test.ctx.db
      .update(certificates)
      .set({ tags: { team: 'sales' } })
      .where(mine('shop.example'));
    await test.ctx.db.delete(certificates).where(mine('postgres://db.example'));
    const { steps } = await planConfiguration(org, wanted(whole));
    expect(steps.filter(({ action }) => action !== 'none')).toMatchObject([
      { action: 'update', key: 'shop', changes: [{ field: 'tags.team', from: 'sales', to: 'web', isDrift: true }] },
      { action: 'create', key: 'db', isDrift: true },
    ]);
    await apply(org, whole);
    expect(await planned(org, whole)).toEqual([]);
  });

  it('puts a channel of another type in the place of one, in all its routes, or changes nothing', async () => {
    const org = await newOrg();
    await apply(org, whole);
    const own = eq(notificationChannels.orgId, org.org.id);
    const other = { key: 'on-call', type: 'email', name: 'On-call' };
    const withChannel = (settings: object) => ({ ...whole, channels: [{ ...other, settings }] });
    const email = withChannel({ email: 'team@example.com' });
    expect((await apply(org, withChannel({ email: 'no address' }))).failed).toMatchObject({ kind: 'channel', code: 'invalid_input' });
    expect(await test.ctx.db.select().from(notificationChannels).where(own)).toMatchObject([{ type: 'slack', name: 'On-call' }]);

    expect(await planned(org, email)).toEqual(['replace channel on-call']);
    expect((await apply(org, email)).failed).toBeNull();
    const [channel, ...more] = await test.ctx.db.select().from(notificationChannels).where(own);
    expect([channel, more]).toMatchObject([{ type: 'email', name: 'On-call' }, []]);
    const { routes } = await listAlertRoutes(org);
    expect(routes.map(({ channels }) => channels.map(({ id }) => id))).toEqual([[channel?.id], [channel?.id]]);
    expect(await planned(org, email)).toEqual([]);
  });

  it('puts an endpoint in the place of another one, or keeps that one', async () => {
    const org = await newOrg('Forever Free');
    const at = (domain: string) => ({ endpoints: [{ key: 'shop', domain }] });
    const domains = async () => {
      const rows = await test.ctx.db.select().from(certificates).where(eq(certificates.orgId, org.org.id)).orderBy(certificates.id);
      return rows.map(({ domain }) => domain);
    };
    await apply(org, at('old.example'));
    expect(await planned(org, at('new.example'))).toEqual(['replace endpoint shop']);
    expect((await apply(org, at('new.example'))).failed).toBeNull();
    expect(await domains()).toEqual(['new.example']);
    expect(await planned(org, at('new.example'))).toEqual([]);
    // As after a change to a smaller plan.
    const limit = plans['Forever Free'].certificateLimit;
    await makeCertificates(
      test.ctx,
      org.org.id,
      Array.from({ length: limit }, (_, index) => ({ host: `h${index}.example` })),
    );
    expect((await apply(org, at('newer.example'))).failed).toMatchObject({ kind: 'endpoint', code: 'certificate_limit' });
    expect((await domains())[0]).toBe('new.example');
  });

  it('leaves its key to what a person added in the meantime', async () => {
    const org = await newOrg();
    const file = { endpoints: [{ key: 'shop', domain: 'old.example' }], dates: [{ key: 'token', name: 'Old', expires: '2027-01-31' }] };
    await apply(org, file);
    await makeCertificates(test.ctx, org.org.id, [{ host: 'new.example' }]);
    await addDate(org, { name: 'New', expiresAt: new Date('2027-01-31T00:00:00Z'), issuer: null, tags: {}, environmentId: null });
    const next = { endpoints: [{ key: 'shop', domain: 'new.example' }], dates: [{ key: 'token', name: 'New', expires: '2027-01-31' }] };
    expect((await planned(org, next)).toSorted()).toEqual([
      ...['adopt date token', 'adopt endpoint shop'],
      ...['delete date token', 'delete endpoint shop'],
    ]);
    expect((await apply(org, next)).failed).toBeNull();
    const rows = await test.ctx.db.select().from(certificates).where(eq(certificates.orgId, org.org.id)).orderBy(certificates.domain);
    expect(rows.map(({ domain }) => domain)).toEqual(['New', 'new.example']);
    expect(await planned(org, next)).toEqual([]);
  });

  it('is renamed by its key: a channel keeps its routes, an environment its endpoints', async () => {
    const org = await newOrg();
    await apply(org, whole);
    const renamed = {
      ...whole,
      environments: [{ key: 'prod', name: 'Live' }],
      channels: [{ ...whole.channels[0], name: 'Pager', settings: { webhook: `${SECRET}-2` } }],
    };
    expect(await planned(org, renamed)).toEqual(['update environment prod', 'update channel on-call']);
    await apply(org, renamed);
    expect(await planned(org, renamed)).toEqual([]);
    expect(await test.ctx.db.$count(notificationChannels, eq(notificationChannels.orgId, org.org.id))).toBe(1);
  });

  it('belongs to one stack', async () => {
    const org = await newOrg();
    await apply(org, whole, { stack: 'web' });
    await expect(apply(org, whole)).rejects.toMatchObject({
      code: 'configuration_conflict',
      message: "Production is managed by the stack 'web'.",
    });
    expect(await planned(org, {}, { prune: true })).toEqual([]);
  });
});

describe('the export', () => {
  it('is a file that changes nothing but the secrets, which it does not contain', async () => {
    const org = await newOrg();
    await apply(org, whole);
    await makeCertificates(test.ctx, org.org.id, [{ host: 'Other.example'.toLowerCase() }]);
    const exported = await exportConfiguration(org, { stack: 'default' });
    expect(exported.channels).toEqual([
      {
        key: 'on-call',
        type: 'slack',
        name: 'On-call',
        enabled: true,
        default: true,
        settings: { webhook: { env: 'NOTAFTER_ON_CALL_WEBHOOK' } },
      },
    ]);
    expect(exported.endpoints.map(({ key, domain }) => `${key} ${domain}`)).toEqual([
      'other.example other.example',
      'db postgres://db.example',
      'shop shop.example',
    ]);
    expect(await planned(org, fileOf(exported))).toEqual(['adopt endpoint other.example']);
  });
});

describe('uploads and dates', () => {
  const file = (seed: string, expires = '2027-01-31') => ({
    environments: [{ key: 'prod', name: 'Production' }],
    uploads: [{ key: 'saml', name: 'Acme SAML', certificate: certificateFacts(seed).pem, tags: { team: 'iam' }, environment: 'prod' }],
    dates: [{ key: 'token', name: 'Vendor token', expires, issuer: 'Acme' }],
  });
  const rows = (org: PersonContext) =>
    test.ctx.db.select().from(certificates).where(eq(certificates.orgId, org.org.id)).orderBy(certificates.domain);

  it('are added once, changed where the file changed, exported and pruned', async () => {
    const org = await newOrg();
    expect((await apply(org, file('one'))).failed).toBeNull();
    expect(await planned(org, file('one'))).toEqual([]);
    const before = await rows(org);
    expect(before).toMatchObject([
      { source: 'upload', domain: 'Acme SAML', fingerprint256: certificateFacts('one').fingerprint256, tags: { team: 'iam' } },
      { source: 'date', domain: 'Vendor token', issuer: 'Acme', notAfter: new Date('2027-01-31T00:00:00Z') },
    ]);
    const next = file('two', '2028-01-31T12:00:00+01:00');
    expect(await planned(org, next)).toEqual(['update upload saml', 'update date token']);
    await apply(org, next);
    expect(await rows(org)).toMatchObject([
      { id: before[0]?.id, fingerprint256: certificateFacts('two').fingerprint256 },
      { id: before[1]?.id, notAfter: new Date('2028-01-31T11:00:00Z') },
    ]);

    const exported = await exportConfiguration(org, { stack: 'default' });
    expect(exported).toMatchObject({
      uploads: [{ key: 'saml', certificate: certificateFacts('two').pem, environment: 'prod', tags: { team: 'iam' } }],
      dates: [{ key: 'token', expires: '2028-01-31T11:00:00.000Z', issuer: 'Acme' }],
    });
    const { alerts: _, ...again } = fileOf(exported);
    expect(await planned(org, again)).toEqual([]);
    await apply(org, { environments: file('two').environments }, { prune: true });
    expect(await rows(org)).toEqual([]);
  });

  it('that a person added are adopted by their names', async () => {
    const org = await newOrg();
    await addDate(org, { name: 'Vendor token', expiresAt: new Date('2027-01-31T00:00:00Z'), issuer: null, tags: {}, environmentId: null });
    expect(await planned(org, { dates: [{ key: 'token', name: 'Vendor token', expires: '2027-01-31' }] })).toEqual(['adopt date token']);
  });

  it('with a private key or without a certificate are refused before anything is applied', async () => {
    const org = await newOrg();
    const key = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJqhqhrI\n-----END PRIVATE KEY-----\n';
    for (const certificate of ['hello, world', certificateFacts('one').pem + key]) {
      const wrong = { ...file('one'), uploads: [{ key: 'saml', name: 'Acme SAML', certificate }] };
      const refusal = await apply(org, wrong).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ code: 'configuration_conflict', details: [{ path: 'upload.saml' }] });
      expect(JSON.stringify(refusal)).not.toContain('MC4CAQ');
    }
    expect(await test.ctx.db.$count(environments, eq(environments.orgId, org.org.id))).toBe(0);
  });
});

describe('day rules and watched domains', () => {
  const given = {
    day_rules: [{ key: 'pay', tag: 'team=Pay', days: [1, 30, 7] }],
    domains: [{ key: 'main', domain: 'Example.com', allowed_issuers: ["Let's Encrypt"] }],
  };

  it('are added once, changed where the file changed, exported and pruned', async () => {
    const org = await newOrg();
    await watchDomain(org, { domain: 'example.com' });
    expect(await planned(org, given)).toEqual(['create day_rule pay', 'adopt domain main']);
    expect((await apply(org, given)).failed).toBeNull();
    expect(await planned(org, given)).toEqual([]);
    expect(await listDayRules(org)).toMatchObject({ rules: [{ tag: 'team=pay', days: [30, 7, 1] }] });
    expect((await listWatchedDomains(org)).domains).toMatchObject([{ domain: 'example.com', allowedIssuers: ["Let's Encrypt"] }]);
    const exported = fileOf(await exportConfiguration(org, { stack: 'default' }));
    expect(exported).toMatchObject({
      day_rules: [{ key: 'pay', tag: 'team=pay', days: [30, 7, 1] }],
      domains: [{ key: 'main', domain: 'example.com', allowed_issuers: ["Let's Encrypt"] }],
    });
    expect(await planned(org, { day_rules: exported.day_rules, domains: exported.domains })).toEqual([]);
    const [rule] = (await listDayRules(org)).rules;
    await saveDayRule(org, { tag: 'team=pay', days: [14] });
    const { steps } = await planConfiguration(org, wanted(given));
    expect(steps).toMatchObject([
      { kind: 'day_rule', id: rule?.id, changes: [{ field: 'days', from: [14], to: [30, 7, 1], isDrift: true }] },
      { kind: 'domain', action: 'none' },
    ]);
    const changed = { day_rules: [{ ...given.day_rules[0], tag: 'team=web' }], domains: [{ ...given.domains[0], allowed_issuers: [] }] };
    expect(await planned(org, changed)).toEqual(['replace day_rule pay', 'update domain main']);
    await apply(org, changed);
    expect((await planned(org, {}, { prune: true })).toSorted()).toEqual(['delete day_rule pay', 'delete domain main']);
    await apply(org, {}, { prune: true });
    expect([await listDayRules(org), (await listWatchedDomains(org)).domains]).toEqual([{ rules: [] }, []]);
  });

  it('that nobody may watch are a problem before anything is applied', async () => {
    const { problems } = await planConfiguration(await newOrg(), wanted({ domains: [{ key: 'all', domain: 'co.uk' }] }));
    expect(problems).toMatchObject([{ kind: 'domain', key: 'all', message: expect.stringContaining('co.uk is a suffix') }]);
  });
});
