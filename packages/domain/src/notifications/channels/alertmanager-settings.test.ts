import { describe, expect, it } from 'vitest';
import { readExtraLabels } from './alertmanager-settings.ts';
import { isComplete } from './channel.ts';
import { maskedSettings, mergeSettings } from './channel-settings.ts';

const url = 'https://alerts.example';

describe('extra labels', () => {
  it.each([
    ['', {}],
    ['team=web', { team: 'web' }],
    [' team = web , region=eu-1, note=a=b ,', { team: 'web', region: 'eu-1', note: 'a=b' }],
    ['_x1=y', { _x1: 'y' }],
  ])('are read from %j', (text, labels) => {
    expect(readExtraLabels(text)).toEqual({ labels });
  });

  it.each([
    ['team'],
    ['=web'],
    ['team='],
    ['1team=web'],
    ['te-am=web'],
    ['ä=web'],
    ['__team__=web'],
    ['a=1,a=2'],
    ['alertname=x'],
    ['severity=none'],
    ['certificate_id=x'],
    [`a=${'x'.repeat(201)}`],
    [Array.from({ length: 11 }, (_, n) => `l${n}=x`).join()],
  ])('that Prometheus or the alert do not allow are refused: %j', (text) => {
    expect(readExtraLabels(text)).toHaveProperty('problem');
  });
});

describe('settings', () => {
  it('need only the address', () => {
    expect(isComplete('alertmanager', { url })).toBe(true);
    expect(isComplete('alertmanager', { token: 'x', labels: 'team=web' })).toBe(false);
  });

  it('show address, password and token masked', () => {
    const shown = maskedSettings('alertmanager', {
      url,
      username: 'ann',
      password: 'a-long-password',
      token: 'a-long-token-x',
      labels: 'a=b',
    });
    expect(shown).toEqual({ url: '••••mple', username: 'ann', password: '••••word', token: '••••en-x', labels: 'a=b' });
  });

  it.each([
    [{ url: 'alerts.example' }, 'url'],
    [{ url: 'https://ann:secret@alerts.example' }, 'url'],
    [{ url, username: 'a:b', password: 'x' }, 'username'],
    [{ url, username: 'ann' }, 'password'],
    [{ url, password: 'secret' }, 'username'],
    [{ url, username: 'ann', password: 'secret', token: 'x' }, 'token'],
    [{ url, token: 'a b' }, 'token'],
    [{ url, token: 'ä' }, 'token'],
    [{ url, labels: 'team' }, 'labels'],
    [{ url, labels: 'team=a\u0000' }, 'labels'],
  ])('that cannot be meant are refused: %o', (typed, field) => {
    expect(mergeSettings('alertmanager', typed, {}).problems).toMatchObject([{ path: `settings.${field}` }]);
  });

  it('accept a password with spaces', () => {
    expect(mergeSettings('alertmanager', { url, username: 'ann', password: 'correct horse' }, {}).problems).toEqual([]);
  });
});
