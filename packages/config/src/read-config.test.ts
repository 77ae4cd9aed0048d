import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './read-config.ts';
import { environmentSchema } from './variables.ts';

it('documents every setting in .env.example, and nothing else', () => {
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8');
  const documented = example.match(/^[A-Z][A-Z0-9_]*(?==)/gm) ?? [];
  // Set by those who run the program, not by its operators.
  const settings = Object.keys(environmentSchema.shape).filter((name) => name !== 'NODE_ENV');
  expect(documented.toSorted()).toEqual(settings.toSorted());
});

describe('readConfig', () => {
  it('returns the documented defaults when nothing is set', () => {
    const config = readConfig({}, '/srv/notafter');
    expect(config).toMatchObject({
      role: 'all',
      http: { port: 3000, host: '127.0.0.1', publicUrl: 'http://localhost:3000', trustedProxies: [], metricsToken: null },
      database: { url: null, readUrl: null },
      dataDir: '/srv/notafter/data',
      secretKey: null,
      mail: { smtpUrl: null, from: 'Notafter <notafter@localhost>' },
      outbound: { targetAllow: [], webhookAllow: [], extraCaFile: null, dnsServers: [], externalImages: true, crlCheck: true },
      clientRulesFile: null,
      product: {
        defaultPlan: 'Forever Free',
        passwordMinLength: 6,
        checkIntervalHours: 6,
        devAutoActivate: false,
        platformAdminEmails: [],
        platformAdminEmailDomains: [],
      },
      channels: {
        telegram: 'https://api.telegram.org',
        pagerduty: 'https://events.pagerduty.com/v2/enqueue',
        splunk: 'https://alert.victorops.com/integrations/generic/20131114/alert',
        statuspage: 'https://api.statuspage.io/v1',
      },
      services: {
        clouds: ['local'],
        address: '127.0.0.1',
        maxMemoryMib: null,
        imagesFile: null,
        dockerHost: null,
        backups: { kind: 'folder', path: '/srv/notafter/data/backups', makes: true },
      },
      logLevel: 'info',
    });
  });

  it('treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '', TARGET_ALLOW: '', DEFAULT_PLAN: '' }, '/').http.port).toBe(3000);
  });

  it('accepts fractions of an hour as the check interval', () => {
    expect(readConfig({ CHECK_INTERVAL_HOURS: '0.005' }, '/').product.checkIntervalHours).toBe(0.005);
  });

  it('turns off CRL fetching', () => {
    expect(readConfig({ CRL_CHECK: 'off' }, '/').outbound.crlCheck).toBe(false);
    expect(() => readConfig({ CRL_CHECK: 'no' }, '/')).toThrow(/^ {2}CRL_CHECK must be on or off/m);
  });

  it('reads where data services run, and what they may use', () => {
    const servicesOf = (environment: Record<string, string>) => readConfig(environment, '/').services;
    expect(servicesOf({ SERVICES_CLOUDS: 'none' }).clouds).toEqual([]);
    expect(['8g', '512M'].map((SERVICES_MAX_MEMORY) => servicesOf({ SERVICES_MAX_MEMORY }).maxMemoryMib)).toEqual([8192, 512]);
    expect(() => servicesOf({ SERVICES_CLOUDS: 'moon' })).toThrow(/^ {2}SERVICES_CLOUDS\S* must be none, or some of local/m);
    expect(() => servicesOf({ SERVICES_MAX_MEMORY: '8 GB' })).toThrow(/^ {2}SERVICES_MAX_MEMORY must be an amount/m);
    for (const SERVICES_ADDRESS of ['0.0.0.0', '::', 'localhost']) {
      expect(() => servicesOf({ SERVICES_ADDRESS })).toThrow(/^ {2}SERVICES_ADDRESS must be one address/m);
    }
  });

  it('turns off questions to CAs', () => {
    expect(readConfig({}, '/').renewal.asksCas).toBe(true);
    expect(readConfig({ RENEWAL_INFO: 'off' }, '/').renewal.asksCas).toBe(false);
  });

  it('accepts a PostgreSQL of several hosts', () => {
    const DATABASE_URL = 'postgres://ada:secret@one:5432,two:5433/notafter';
    expect(readConfig({ DATABASE_URL }, '/').database.url).toBe(DATABASE_URL);
    for (const wrong of ['one,two', 'mysql://one/a', 'postgres://one:x,two/a', 'postgres://one,,two/a', 'postgres:///a']) {
      expect(() => readConfig({ DATABASE_URL: wrong }, '/')).toThrow(/^ {2}DATABASE_URL must be a postgres/m);
    }
  });

  it('accepts one replica', () => {
    expect(readConfig({ DATABASE_READ_URL: 'postgres://one/notafter' }, '/').database.readUrl).toBe('postgres://one/notafter');
    expect(() => readConfig({ DATABASE_READ_URL: 'postgres://one,two/notafter' }, '/')).toThrow(
      /^ {2}DATABASE_READ_URL must have one host/m,
    );
  });

  it('splits lists at commas and trims spaces', () => {
    expect(readConfig({ TARGET_ALLOW: '10.0.0.0/8, 127.0.0.0/8,' }, '/').outbound.targetAllow).toEqual(['10.0.0.0/8', '127.0.0.0/8']);
  });

  it('lets channels call the ranges of WEBHOOK_ALLOW; of TARGET_ALLOW if unset; no private ranges with "none"', () => {
    const webhookAllowOf = (environment: Record<string, string>) => readConfig(environment, '/').outbound.webhookAllow;
    const TARGET_ALLOW = '10.0.0.0/8';
    expect(webhookAllowOf({ TARGET_ALLOW })).toEqual(['10.0.0.0/8']);
    expect(webhookAllowOf({ TARGET_ALLOW, WEBHOOK_ALLOW: '' })).toEqual(['10.0.0.0/8']);
    expect(webhookAllowOf({ TARGET_ALLOW, WEBHOOK_ALLOW: '10.1.0.0/16, 10.2.0.0/16' })).toEqual(['10.1.0.0/16', '10.2.0.0/16']);
    expect(webhookAllowOf({ TARGET_ALLOW, WEBHOOK_ALLOW: 'none' })).toEqual([]);
  });

  it('accepts a list of operators in lower case, and rejects other texts', () => {
    const operators = { PLATFORM_ADMIN_EMAILS: 'Ops@example.com, ada@example.com' };
    expect(readConfig(operators, '/').product.platformAdminEmails).toEqual(['ops@example.com', 'ada@example.com']);
    expect(() => readConfig({ PLATFORM_ADMIN_EMAILS: 'ops@example.com,ops' }, '/')).toThrow(/^ {2}PLATFORM_ADMIN_EMAILS must be/m);
    const domains = { PLATFORM_ADMIN_EMAIL_DOMAINS: 'Example.com, ops.example.net' };
    expect(readConfig(domains, '/').product.platformAdminEmailDomains).toEqual(['example.com', 'ops.example.net']);
    for (const wrong of ['localhost', 'ops@example.com'])
      expect(() => readConfig({ PLATFORM_ADMIN_EMAIL_DOMAINS: wrong }, '/')).toThrow(/^ {2}PLATFORM_ADMIN_EMAIL_DOMAINS must be/m);
  });

  it('removes a trailing slash of PUBLIC_URL, so that links have one slash', () => {
    expect(readConfig({ PUBLIC_URL: 'https://certs.example.com/' }, '/').http.publicUrl).toBe('https://certs.example.com');
  });

  it('names every wrong variable in one error', () => {
    const wrong = { PORT: 'http', PUBLIC_URL: 'certs.example.com', DEFAULT_PLAN: 'Gold', PASSWORD_MIN_LENGTH: '3', SECRET_KEY: 'short' };
    expect(() => readConfig(wrong, '/')).toThrow(ConfigError);
    for (const name of Object.keys(wrong)) expect(() => readConfig(wrong, '/')).toThrow(new RegExp(`^ {2}${name} `, 'm'));
  });

  it.each([
    [{ DEFAULT_PLAN: 'Gold' }, /^ {2}DEFAULT_PLAN must be one of Forever Free, .*Self-hosted$/m],
    [{ LOG_LEVEL: 'verbose' }, /^ {2}LOG_LEVEL must be trace, debug/m],
    [{ PUBLIC_URL: 'https://example.com/certs' }, /^ {2}PUBLIC_URL must be scheme, host and port only/m],
    [{ MAIL_FROM: 'Notafter' }, /^ {2}MAIL_FROM must be an address/m],
    [{ GITHUB_CLIENT_ID: 'id' }, /^ {2}GITHUB_CLIENT_SECRET is missing: GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET go together$/m],
    [{ GOOGLE_CLIENT_SECRET: 'secret' }, /^ {2}GOOGLE_CLIENT_ID is missing/m],
  ])('explains the valid values of %j', (wrong, text) => {
    expect(() => readConfig(wrong, '/')).toThrow(text);
  });

  it('accepts the name of a plan in any case, and a sender with or without a name', () => {
    expect(readConfig({ DEFAULT_PLAN: 'self-hosted' }, '/').product.defaultPlan).toBe('Self-hosted');
    for (const MAIL_FROM of ['certs@example.com', 'Certs <certs@example.com>', 'notafter@localhost']) {
      expect(readConfig({ MAIL_FROM }, '/').mail.from).toBe(MAIL_FROM);
    }
    expect(readConfig({ PUBLIC_URL: 'https://certs.example.com:443/' }, '/').http.publicUrl).toBe('https://certs.example.com:443');
  });

  it('refuses a single role without a shared database', () => {
    expect(() => readConfig({ ROLE: 'worker' }, '/')).toThrow(/needs DATABASE_URL/);
    expect(readConfig({ ROLE: 'worker', DATABASE_URL: 'postgres://localhost/notafter' }, '/').role).toBe('worker');
  });
});
