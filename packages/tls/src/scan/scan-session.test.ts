import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { createAuthority } from '../testing/authority.ts';
import { issueCertificate, keyPair } from '../testing/issue.ts';
import { startNodeServer } from '../testing/node-server.ts';
import { dial } from '../testing/scan.ts';
import { Inquirer } from './inquirer.ts';
import { type SessionFacts, scanSession } from './scan-session.ts';

const DELAY_MS = 200;

/** A distant server: its data arrives `DELAY_MS` late. */
const startFarServer = async (serverPort: number) => {
  const relay = createServer((client) => {
    const upstream = createConnection({ port: serverPort, host: '127.0.0.1' });
    client.on('error', () => upstream.destroy()).pipe(upstream);
    upstream
      .on('error', () => client.destroy())
      .on('data', (bytes: Buffer) => setTimeout(() => client.write(bytes), DELAY_MS))
      .once('close', () => setTimeout(() => client.destroy(), DELAY_MS));
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  const bound = relay.address();
  return { port: typeof bound === 'object' && bound !== null ? bound.port : 0, close: () => relay.close() };
};

it('waits for the tickets of a distant server', async () => {
  const key = keyPair('P-256');
  const { chainPem } = issueCertificate({ subject: { CN: 'scan.test' }, san: ['scan.test'], key }, createAuthority().root);
  const server = await startNodeServer({ cert: chainPem, key: key.privatePem, minVersion: 'TLSv1.3' });
  const far = await startFarServer(server.port);
  const limits = { totalTimeoutMs: 60_000, answerTimeoutMs: 20_000, minPatienceMs: 20_000, pauseMs: 0 };
  const inquirer = new Inquirer({ target: { host: '127.0.0.1', port: far.port }, servername: 'scan.test', dial, ...limits });
  const facts: SessionFacts = { hsts: { kind: 'not_tested' }, alpn: null, resumption: { tickets: null, sessionIds: null } };
  await scanSession(inquirer, { servername: 'scan.test', host: 'scan.test', asksHttp: false }, false, facts);
  expect(facts.resumption.tickets).toBe(true);
  far.close();
  await server.close();
});
