import { once } from 'node:events';
import { createServer } from 'node:http';
import { caIssuers, createAuthority, startTlsFarm } from '@notafter/tls/testing';
import { afterAll, expect, it } from 'vitest';
import { patient, runNotafter } from '../testing/run-notafter.ts';
import { makeScratchFolder } from '../testing/scratch-folder.ts';

const scratch = makeScratchFolder();
const authority = createAuthority();
const ca = scratch.write('ca.pem', authority.root.pem);
const server = createServer((_, response) => response.end(authority.intermediate.pem)).listen(0, '127.0.0.1');
await once(server, 'listening');
const bound = server.address();
const url = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}/r1.cer`;
const issued = authority.issue('lone.farm.test', { extensions: [caIssuers(url)] });
const farm = await startTlsFarm({ authority, certificates: { 'lone.farm.test': { ...issued, chainPem: issued.pem } } });
afterAll(async () => {
  server.close();
  await farm.close();
  scratch.remove();
});

it('names the certificate that the server does not send, and where to get it', async () => {
  const { code, stdout } = await runNotafter([
    'check',
    `lone.farm.test:${farm.port}`,
    '--connect',
    '127.0.0.1',
    '--ca',
    ca,
    ...patient,
    '--json',
  ]);
  expect(code).toBe(2);
  const document: unknown = JSON.parse(stdout);
  expect(document).toMatchObject({
    reasons: ['incomplete_chain'],
    detail: expect.stringContaining(`It is "Notafter Farm R1", available at ${url}. With it, the chain is trusted.`),
  });
});
