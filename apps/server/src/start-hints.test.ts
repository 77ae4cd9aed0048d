import { readConfig } from '@notafter/config';
import { expect, it } from 'vitest';
import { startHints } from './start-hints.ts';

const hintsOf = (environment: Record<string, string>): string =>
  startHints(readConfig(environment, '/srv'))
    .map(({ level, text }) => `${level}: ${text}`)
    .join('\n');
const whole = { SMTP_URL: 'smtp://mail.example.com', DEFAULT_PLAN: 'Self-hosted' };

it('returns no hints if everything is set', () => {
  const PUBLIC_URL = 'https://certs.example.com';
  expect(hintsOf({ ...whole, HOST: '0.0.0.0', PUBLIC_URL, TRUSTED_PROXIES: '127.0.0.1' })).toBe('');
  expect(hintsOf({ ...whole, PUBLIC_URL })).toContain('warn: All visitors seem to come from the proxy');
});

it.each([
  ['0.0.0.0', {}, true],
  ['::', { PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
  ['127.0.0.1', {}, false],
  ['0.0.0.0', { PUBLIC_URL: 'http://192.0.2.7:3000' }, false],
])('warns of HOST=%s with %j: %s', (HOST, settings, warned) => {
  expect(hintsOf({ ...whole, ...settings, HOST }).includes('Set PUBLIC_URL')).toBe(warned);
});

it('says where mail goes without a mail server, and how to turn off plans', () => {
  expect(hintsOf({})).toBe(
    'info: SMTP_URL is not set: mail goes to /srv/data/outbox, and this log shows each link.\n' +
      'info: New organizations start on a plan with limits. Set DEFAULT_PLAN=Self-hosted to run without limits and prices.',
  );
});
