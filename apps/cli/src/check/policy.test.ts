import { createAuthority, keyPair, startTlsFarm } from '@notafter/tls/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { schemaFaults } from '../testing/documented-schemas.ts';
import { patient, runNotafter } from '../testing/run-notafter.ts';
import { makeScratchFolder } from '../testing/scratch-folder.ts';
import { parsePolicy } from './policy.ts';

const HOUR_MS = 3_600_000;
const inDays = (days: number): Date => new Date(Date.now() + days * 24 * HOUR_MS + HOUR_MS);

const scratch = makeScratchFolder();
const authority = createAuthority();
const extra = authority.issue('extra.test', { notAfter: inDays(80) });
const farm = await startTlsFarm({
  authority,
  certificates: {
    'good.test': authority.issue('good.test', { notAfter: inDays(80), key: keyPair('RSA-2048') }),
    'extra.test': { ...extra, chainPem: extra.chainPem + createAuthority({ name: 'Stranger' }).root.pem },
    'expired.test': authority.issue('expired.test', { notAfter: inDays(-4) }),
  },
});
const ca = scratch.write('ca.pem', farm.ca);

afterAll(async () => {
  scratch.remove();
  await farm.close();
});

const check = (policy: unknown, names: readonly string[] = ['good'], options: readonly string[] = ['--json']) => {
  const file = scratch.write('policy.json', typeof policy === 'string' ? policy : JSON.stringify(policy));
  const targets = names.map((name) => `${name}.test:${farm.port}`);
  return runNotafter(['check', ...targets, '--connect', '127.0.0.1', '--ca', ca, ...patient, '--policy', file, ...options]);
};

describe('a policy', () => {
  it('that is met changes nothing', async () => {
    const run = await check({ min_days_left: 30, protocols: ['TLSv1.3'], keys: { RSA: 2048 }, max_lifetime_days: 10_000 });
    const document: unknown = JSON.parse(run.stdout);
    expect(schemaFaults('check', document)).toEqual([]);
    expect([run.code, document]).toMatchObject([0, { verdict: 'valid', policy: [] }]);
  });

  it.each([
    [{ min_days_left: 81 }, 'min_days_left', '80 days are left; at least 81 are required.'],
    [{ max_lifetime_days: 10 }, 'max_lifetime_days', /^The certificate is valid for \d+ days; at most 10 are allowed\.$/],
    [{ protocols: ['TLSv1.2'] }, 'protocols', 'The protocol TLSv1.3 is not among TLSv1.2.'],
    [{ cipher_suites: ['X'] }, 'cipher_suites', /^The cipher suite TLS_\w+ is not among X\.$/],
    [{ keys: { RSA: 3072, EC: 256 } }, 'keys', 'The key has 2048 bits; at least 3072 are required.'],
    [{ keys: { EC: 256 } }, 'keys', 'The key is RSA; allowed are EC.'],
    [{ signatures: ['ed25519'] }, 'signatures', /^The signature \S+ is not among ed25519\.$/],
    [{ issuers: ["Let's Encrypt"] }, 'issuers', /^The issuer is .*; allowed are Let's Encrypt\.$/],
    [{ min_score: 101 }, 'min_score', /^The score is \d+; at least 101 is required\.$/],
  ])('that is missed is critical: %j', async (policy, rule, text) => {
    const run = await check(policy);
    const document: unknown = JSON.parse(run.stdout);
    expect(schemaFaults('check', document)).toEqual([]);
    expect(document).toMatchObject({
      verdict: 'valid',
      policy: [{ rule, text: typeof text === 'string' ? text : expect.stringMatching(text) }],
    });
    expect(run.code).toBe(2);
  });

  it('refuses the warnings that it names, and no others', async () => {
    const refused = await check({ refused_warnings: ['extra_certificate', 'must_staple'] }, ['extra']);
    expect(JSON.parse(refused.stdout)).toMatchObject({
      verdict: 'valid',
      policy: [{ rule: 'refused_warnings', text: 'The server sent certificates that the chain does not need.' }],
    });
    const passed = await check({ refused_warnings: ['must_staple'] }, ['extra']);
    expect([passed.code, JSON.parse(passed.stdout)]).toMatchObject([0, { warnings: ['extra_certificate'], policy: [] }]);
  });

  it('says in the text what is missed, and counts it; what is worse keeps its word', async () => {
    const run = await check({ protocols: ['TLSv1.2'] }, ['good', 'expired'], []);
    expect(run.stdout).toMatch(/✖ policy\s+good\.test:\d+\s+The protocol TLSv1\.3 is not among TLSv1\.2\./);
    expect(run.stdout).toMatch(/■ expired/);
    expect(run.stdout).toContain('2 checked: 1 policy, 1 expired');
    expect(run.code).toBe(2);
  });
});

describe('a policy file that cannot be used', () => {
  it.each([
    ['{', /cannot be used/],
    ['[]', /expected an object with rules/],
    [{ protocol: ['TLSv1.3'] }, /"protocol" is not a rule\. The rules are min_days_left, /],
    [
      { min_days_left: -1, keys: {}, issuers: 'x' },
      /"min_days_left" expects a whole number\. "keys" expects an object.*"issuers" expects a list of names\./,
    ],
    [{ refused_warnings: ['nothing'] }, /"refused_warnings" expects a list of warnings: chain_order, /],
  ])('is a usage error with every fault: %j', async (policy, message) => {
    const run = await check(policy);
    expect([run.code, run.stdout]).toEqual([3, '']);
    expect(run.stderr.replaceAll('\n', ' ')).toMatch(message);
  });

  it('is one too if it is missing', async () => {
    const run = await runNotafter(['check', 'good.test', '--policy', scratch.path('missing.json')]);
    expect([run.code, run.stderr]).toEqual([3, expect.stringContaining('no such file or directory')]);
  });
});

it('an empty policy requires nothing', () => {
  expect(parsePolicy('{}', 'f')).toEqual({});
});
