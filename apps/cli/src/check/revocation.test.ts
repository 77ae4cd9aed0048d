import { once } from 'node:events';
import { createServer } from 'node:http';
import { createAuthority, crlDistributionPoints, issueCrl, startTlsFarm } from '@notafter/tls/testing';
import { afterAll, expect, it } from 'vitest';
import { schemaFaults } from '../testing/documented-schemas.ts';
import { patient, runNotafter } from '../testing/run-notafter.ts';
import { makeScratchFolder } from '../testing/scratch-folder.ts';

const scratch = makeScratchFolder();
const authority = createAuthority();
const farm = await startTlsFarm({ authority });
const ca = scratch.write('ca.pem', farm.ca);
const serial = Buffer.from('4e0102030405060708', 'hex');
const thisUpdate = new Date('2026-01-02T03:04:05Z');
/** How long the tool waited for the CRL that never arrives. */
const held = Promise.withResolvers<number>();
const lists = createServer(({ url }, response) => {
  if (url === '/revoked') response.end(issueCrl(authority.intermediate, { revoked: [serial], thisUpdate }));
  else if (url === '/good') response.end(issueCrl(authority.intermediate));
  else if (url === '/gone') response.writeHead(404).end();
  else {
    const askedAt = performance.now();
    response.once('close', () => held.resolve(performance.now() - askedAt));
  }
}).listen(0, '127.0.0.1');
await once(lists, 'listening');
const bound = lists.address();
const port = typeof bound === 'object' && bound !== null ? bound.port : 0;

afterAll(async () => {
  scratch.remove();
  lists.closeAllConnections();
  lists.close();
  await farm.close();
});

const checked = async (name: string, ...options: string[]) => {
  const certificate = authority.issue(`${name}.test`, {
    serial,
    extensions: [crlDistributionPoints(`http://127.0.0.1:${port}/${name}`)],
  });
  farm.swap(`${name}.test`, certificate);
  return runNotafter(['check', `${name}.test:${farm.port}`, '--connect', '127.0.0.1', '--ca', ca, ...options]);
};

it.each([
  ['good', 0, { verdict: 'valid', reasons: [], warnings: [], revocation: { status: 'good', source: 'crl', detail: 'Not revoked.' } }],
  [
    'revoked',
    2,
    {
      verdict: 'invalid',
      reasons: ['revoked'],
      detail: 'Revoked on 2026-01-02: key compromise.',
      revocation: { status: 'revoked', source: 'crl', detail: 'Revoked on 2026-01-02: key compromise.' },
    },
  ],
  ['gone', 0, { verdict: 'valid', warnings: ['revocation_unknown'], revocation: { status: 'unknown', source: 'crl' } }],
])("checks the certificate's CRL: %s", async (name, code, expected) => {
  const run = await checked(name, '--json', ...patient);
  expect({ code: run.code, stderr: run.stderr }).toEqual({ code, stderr: '' });
  const document: unknown = JSON.parse(run.stdout);
  expect(schemaFaults('check', document)).toEqual([]);
  expect(document).toMatchObject(expected);
});

it('prints the result and does not wait for a CRL that never arrives', async () => {
  expect((await checked('good', ...patient)).stdout).toContain('not revoked, according to its CRL');
  expect((await checked('revoked', ...patient)).stdout).toContain('Replace the certificate and its key now.');
  const silent = await checked('silent');
  expect(silent.stdout).toContain('unknown: The CRL has not arrived yet.');
  expect(silent.code).toBe(0);
  // The fetch itself would take ten seconds.
  expect(await held.promise).toBeLessThan(8_000);
});
