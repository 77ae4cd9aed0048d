import { describe, expect, it } from 'vitest';
import { addMs, DAY_MS, HOUR_MS } from '../../time.ts';
import {
  type ComparedCertificate,
  type ComparedEndpoint,
  decideDeployment,
  deploymentAlertAt,
  deploymentSentence,
  type KnownCertificate,
} from './deployment.ts';
import { reloadCommands } from './reload-commands.ts';

const start = new Date('2026-11-01T00:00:00Z');
const certificate = (fingerprint256: string, day: number, names = ['shop.test']): ComparedCertificate => ({
  ...{ fingerprint256, names, keyType: 'EC' },
  ...{ notBefore: addMs(start, day * DAY_MS), notAfter: addMs(start, (day + 90) * DAY_MS) },
});
const old = certificate('OLD', 1);
const renewed = certificate('NEW', 60);
const known = (source: KnownCertificate['source'], entry = renewed, replaced = ['OLD']): KnownCertificate => ({
  ...{ source, replaced, certificate: entry },
});
const endpoint = (overrides: Partial<ComparedEndpoint>): ComparedEndpoint => ({
  ...{ served: [old], history: new Set(), known: [], onDisk: new Set() },
  ...overrides,
});
const stateOf = (overrides: Partial<ComparedEndpoint>) => decideDeployment(endpoint(overrides))?.state ?? null;

describe('decideDeployment', () => {
  it.each<[string, Partial<ComparedEndpoint>, string | null]>([
    ['nothing known', {}, null],
    ['a file that replaced it', { known: [known('file')] }, 'not_reloaded'],
    ['a file that replaced it, another that has it', { known: [known('file')], onDisk: new Set(['OLD']) }, 'not_deployed'],
    ['an upload that replaced it', { known: [known('upload')] }, 'not_deployed'],
    ['a server that moved on', { known: [known('server')] }, 'left_behind'],
    ['a file and a server', { known: [known('server'), known('file')] }, 'not_reloaded'],
    ['a file that never had it', { known: [known('file', renewed, ['OTHER'])] }, null],
    ['an older one in the file', { known: [known('file', certificate('OLDER', 0))] }, null],
    ['one of other names in the file', { known: [known('file', certificate('MAIL', 60, ['mail.test']))] }, null],
    ['one more name', { known: [known('file', certificate('MORE', 60, ['SHOP.test', 'b.test']))] }, 'not_reloaded'],
    ['served before', { known: [known('file', certificate('OLDER', 0), [])], history: new Set(['OLDER']) }, 'unknown'],
    ['a file that it never served', { known: [known('file', certificate('OLDER', 0), [])] }, null],
    [
      'served before, and on disk elsewhere',
      { known: [known('file', certificate('OLDER', 0), [])], history: new Set(['OLDER']), onDisk: new Set(['OLD']) },
      null,
    ],
  ])('knows %s', (_, overrides, state) => {
    expect(stateOf(overrides)).toBe(state);
  });

  it('names the newest that replaced it, and the one that is served of several', () => {
    const rsa = certificate('RSA', 2);
    const both = [known('file', certificate('NEWER', 70)), known('file')];
    expect(decideDeployment(endpoint({ served: [rsa, old], known: both }))).toEqual({
      state: 'not_reloaded',
      served: 'OLD',
      known: 'NEWER',
    });
  });
});

describe('deploymentAlertAt', () => {
  const facts = { state: 'not_reloaded' as const, since: start, notAfter: addMs(start, 30 * DAY_MS) };
  const settings = { checkIntervalHours: 6 };

  it('leaves an hour for a reload, and no more than the interval of checks', () => {
    expect(deploymentAlertAt(facts, settings)).toEqual(addMs(start, HOUR_MS));
    expect(deploymentAlertAt(facts, { checkIntervalHours: 0.25 })).toEqual(addMs(start, HOUR_MS / 4));
  });

  it('leaves two days for a rollout, and half of what is left of a short life', () => {
    expect(deploymentAlertAt({ ...facts, state: 'left_behind' }, settings)).toEqual(addMs(start, 2 * DAY_MS));
    const short = { ...facts, notAfter: addMs(start, DAY_MS) };
    expect(deploymentAlertAt({ ...short, state: 'not_deployed' }, settings)).toEqual(addMs(start, DAY_MS / 2));
    expect(deploymentAlertAt({ ...facts, state: 'not_deployed', notAfter: addMs(start, -DAY_MS) }, settings)).toEqual(start);
  });

  it('is never for what is only unknown', () => {
    expect(deploymentAlertAt({ ...facts, state: 'unknown' }, settings)).toBeNull();
  });
});

it('says how many servers lag', () => {
  const place = { path: '/etc/tls/a.pem', collector: 'Vault' };
  expect(deploymentSentence('not_reloaded', { deployed: 2, total: 5 }, place)).toBe(
    'Renewed, not reloaded. /etc/tls/a.pem (Vault) has a new certificate, but 3 of 5 servers still serve the old one.',
  );
  expect(deploymentSentence('left_behind', { deployed: 4, total: 5 }, null)).toBe(
    '4 of 5 servers serve the new certificate, one still serves the old one.',
  );
});

describe('reloadCommands', () => {
  const serversOf = (endpoint: Parameters<typeof reloadCommands>[0]) => reloadCommands(endpoint).map(({ server }) => server);

  it('are those that the file names, else those of protocol or port, else all', () => {
    expect(serversOf({ protocol: 'tls', port: 443, path: '/etc/nginx/tls/a.pem' })).toEqual(['nginx']);
    expect(serversOf({ protocol: 'tls', port: 6379, path: '/etc/ssl/a.pem' })).toEqual(['Redis']);
    expect(serversOf({ protocol: 'postgres', port: 5432, path: '/etc/ssl/a.pem' })).toEqual(['PostgreSQL']);
    expect(serversOf({ protocol: 'tls', port: 443, path: '/etc/ssl/a.pem' }).length).toBeGreaterThan(8);
  });

  it('quote paths for a shell', () => {
    const [redis] = reloadCommands({ protocol: 'tls', port: 6379, path: "/etc/redis/it's; rm.pem" });
    expect(redis?.command).toBe(String.raw`redis-cli --tls CONFIG SET tls-cert-file '/etc/redis/it'\''s; rm.pem'`);
  });
});
