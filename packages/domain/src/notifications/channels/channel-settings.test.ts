import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { channelTypes } from '../../plans/plans.ts';
import { traitsOf } from './channel.ts';
import { isMasked, maskedSettings, maskSecret, mergeSettings, plansWithChannel } from './channel-settings.ts';

const hook = 'https://hooks.slack.example/services/T0/B0/secret';
const problemsOf = (...given: Parameters<typeof mergeSettings>) => mergeSettings(...given).problems.map(({ path }) => path);

describe('a secret', () => {
  it('is shown by its last four characters, and a short one not at all', () => {
    expect(maskSecret(hook)).toBe('••••cret');
    expect(maskSecret('short')).toBe('••••');
    expect(maskSecret('')).toBe('');
  });

  it('survives its mask coming back, whatever it is, and is never in what is shown', () => {
    const secret = fc.string({ minLength: 12, maxLength: 60 }).filter((text) => text.trim() === text && !isMasked(text));
    fc.assert(
      fc.property(fc.constantFrom(...channelTypes), secret, (type, value) => {
        const stored = Object.fromEntries(traitsOf(type).fields.map(({ name }) => [name, value]));
        const shown = maskedSettings(type, stored);
        expect(mergeSettings(type, shown, stored).settings).toEqual(stored);
        for (const { name, secret: isSecret } of traitsOf(type).fields) if (isSecret) expect(shown[name]).not.toContain(value);
      }),
    );
  });

  it('is replaced by another one, and taken out by a blank', () => {
    expect(mergeSettings('slack', { webhook: ` ${hook} ` }, { webhook: 'https://old.example/' }).settings).toEqual({ webhook: hook });
    expect(mergeSettings('slack', { webhook: '  ' }, { webhook: hook }).settings).toEqual({ webhook: '' });
    expect(mergeSettings('slack', {}, { webhook: hook }).settings).toEqual({ webhook: hook });
    expect(mergeSettings('slack', { webhook: '••••cret' }, {}).settings).toEqual({ webhook: '' });
  });
});

describe('settings', () => {
  it.each([
    ['slack', { webhook: 'hooks.slack.example' }, 'webhook'],
    ['webhook', { url: 'ftp://receiver.example' }, 'url'],
    ['webhook', { url: 'https://receiver.example/\u0000' }, 'url'],
    ['email', { email: 'team' }, 'email'],
    ['email', { email: 'a@example.com, b' }, 'email'],
    ['email', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
    ['email', { email: Array.from({ length: 21 }, (_, n) => `a${n}@example.com`).join(',') }, 'email'],
    ['telegram', { token: '1: 2', chat_id: '42' }, 'token'],
    ['pagerduty', { integration_key: 'x'.repeat(2001) }, 'integration_key'],
    ['splunk', { api_key: 'x', routing_key: 'y' }, 'routing_key'],
    ['slack', { webhook: hook, constructor: 'x' }, 'constructor'],
  ] as const)('of %s are refused where they cannot be meant: %o', (type, typed, field) => {
    expect(problemsOf(type, typed, {})).toEqual([`settings.${field}`]);
  });

  it('may be blank, and several addresses for mail', () => {
    expect(problemsOf('telegram', { token: '', chat_id: '' }, {})).toEqual([]);
    expect(problemsOf('email', { email: 'a@example.com, b@example.com' }, {})).toEqual([]);
  });
});

it('names the plans on sale that include a channel', () => {
  expect(plansWithChannel('email')).toEqual(['Forever Free', 'Essentials', 'Team', 'Enterprise']);
  expect(plansWithChannel('slack')).toEqual(['Essentials', 'Team', 'Enterprise']);
  expect(plansWithChannel('pagerduty')).toEqual(['Team', 'Enterprise']);
  expect(plansWithChannel('webhook')).toEqual(['Enterprise']);
});
