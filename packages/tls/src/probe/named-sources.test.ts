import { once } from 'node:events';
import { createServer } from 'node:http';
import { createResolver } from '@notafter/net';
import { afterAll, expect, it } from 'vitest';
import { crlDistributionPoints } from '../testing/extensions.ts';
import { createAuthority } from '../testing/index.ts';
import { issueCrl } from '../testing/revocation.ts';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';
import { createNamedSources } from './named-sources.ts';

const authority = createAuthority();
const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end(request.url === '/ca.cer' ? pemBlocks(authority.intermediate.pem)[0] : issueCrl(authority.intermediate));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => server.close());
const bound = server.address();
const base = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;

const certificateOf = (pem: string): Certificate => new Certificate(pemBlocks(pem)[0] ?? Buffer.alloc(0));
const leaf = certificateOf(authority.issue('a.test', { extensions: [crlDistributionPoints(`${base}/ca.crl`)] }).pem);
const issuer = certificateOf(authority.intermediate.pem);

const sourcesOf = createNamedSources({
  resolver: createResolver({ servers: [], timeoutMs: 5_000 }),
  targetAllow: ['0.0.0.0/0', '::/0'],
  publicTargetAllow: [],
});
const ask = async (dialed: string) => {
  const { crls, issuers } = sourcesOf(dialed);
  const now = new Date();
  return [(await crls.check(leaf, issuer, now)).status, (await issuers.obtain(`${base}/ca.cer`, now, 30_000)) !== null];
};

it('a server in public space cannot make us call an address in private space', async () => {
  for (const dialed of ['93.184.216.34', '2606:4700::1111']) expect(await ask(dialed)).toEqual(['unknown', false]);
  expect(asked).toEqual([]);
});

it('a server in private space can, whatever was requested for another one before', async () => {
  expect(await ask('127.0.0.1')).toEqual(['good', true]);
  expect(asked).toEqual(['/ca.crl', '/ca.cer']);
});
