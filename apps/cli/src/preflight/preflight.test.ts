import { startZoneServer, type ZoneServer } from '@notafter/net/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFaults } from '../testing/documented-schemas.ts';
import { runNotafter } from '../testing/run-notafter.ts';

let zone: ZoneServer;
beforeAll(async () => {
  zone = await startZoneServer({
    apex: 'test',
    names: {
      'open.test': { CAA: ['issue letsencrypt.org'] },
      'shut.test': { CAA: ['issue digicert.com'] },
      'inside.test': { A: ['10.0.0.7'] },
    },
  });
});
afterAll(() => zone.close());

const preflight = (...args: string[]) => runNotafter(['preflight', ...args, '--resolver', zone.address]);
const unknownDnssec = (domain: string): string =>
  `  notice    Whether DNSSEC of ${domain} is valid is unknown: the DNS resolver does not validate. Set DNS_SERVERS to a validating resolver.\n`;

describe('preflight', () => {
  it('finds nothing that stops a renewal, and exits with 0', async () => {
    const { code, stdout } = await preflight('open.test', '--issuer', 'letsencrypt.org');
    expect(stdout).toBe(`● ready  open.test  by Let’s Encrypt\n${unknownDnssec('open.test')}`);
    expect(code).toBe(0);
  });

  it('names what blocks it, and exits with 2 for the worst of several names', async () => {
    const { code, stdout } = await preflight('open.test', '*.shut.test', '--issuer', 'letsencrypt.org');
    expect(stdout).toContain(
      '✖ not ready  *.shut.test  by Let’s Encrypt\n  blocking  The CAA records of shut.test do not allow Let’s Encrypt to issue for *.shut.test. Add the record: shut.test CAA 0 issue "letsencrypt.org".\n',
    );
    expect(code).toBe(2);
  });

  it('skips a name in private space with the reason', async () => {
    const { code, stdout } = await preflight('inside.test', '--issuer', 'letsencrypt.org');
    expect(stdout).toBe(
      '○ skipped  inside.test  by Let’s Encrypt\n  skipped   inside.test resolves to the private address 10.0.0.7 here, so what a public CA sees is unknown.\n',
    );
    expect(code).toBe(0);
  });

  it('prints documents as documented', async () => {
    const { stdout } = await preflight('open.test', 'shut.test', 'inside.test', '--issuer', 'letsencrypt.org', '--json');
    const documents: unknown[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(documents.flatMap((document) => schemaFaults('preflight', document))).toEqual([]);
    expect(documents[1]).toMatchObject({
      name: 'shut.test',
      issuer: { name: 'Let’s Encrypt', caa_identifiers: ['letsencrypt.org'] },
      findings: [{ code: 'caa_forbids', severity: 'blocking' }, { code: 'dnssec_unknown' }],
    });
  });

  it.each([
    [[], 'preflight requires at least one NAME.'],
    [['192.0.2.1'], "'192.0.2.1': preflight expects a name, not an address."],
    [['a.test', '--issuer', '192.0.2.1'], "--issuer expects a CAA identifier such as letsencrypt.org, not '192.0.2.1'."],
    [['a.test', '--resolver', 'dns.test'], "--resolver expects an address such as 192.0.2.53 or 192.0.2.53:5353, not 'dns.test'."],
  ])('explains a wrong command line: %j', async (args, message) => {
    const { code, stderr } = await runNotafter(['preflight', ...args]);
    expect(stderr).toContain(`notafter: ${message}\n`);
    expect(code).toBe(3);
  });
});
