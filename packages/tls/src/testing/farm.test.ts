import { once } from 'node:events';
import { connect } from 'node:tls';
import { createAddressPolicy, createGuard, createGuardedFetch, createResolver } from '@notafter/net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAuthority } from './authority.ts';
import { type DnsServer, startDnsServer, startTlsFarm, type TlsFarm } from './index.ts';

let farm: TlsFarm;
let dns: DnsServer;
beforeAll(async () => {
  farm = await startTlsFarm();
  dns = await startDnsServer({ '*.farm.test': ['127.0.0.1'] });
});
afterAll(async () => {
  await Promise.all([farm.close(), dns.close()]);
});

it('issues 2,000 distinct certificates that a strict client accepts', async () => {
  const authority = createAuthority();
  const pems = new Set(Array.from({ length: 2_000 }, (_, n) => authority.issue(`n${n}.test`).pem));
  expect(pems.size).toBe(2_000);
  const socket = connect({ port: farm.port, host: '127.0.0.1', servername: 'strict.farm.test', ca: farm.ca });
  await once(socket, 'secureConnect');
  expect(socket.authorized).toBe(true);
  socket.destroy();
});

it('lets the guarded fetch call https only if the certificate is trusted and matches the name', async () => {
  const guard = createGuard(createResolver({ servers: [dns.address], timeoutMs: 20_000 }), createAddressPolicy({ allow: ['127.0.0.1'] }));
  const limits = { maxBytes: 100, totalTimeoutMs: 20_000 };
  const url = `https://hook.farm.test:${farm.port}/`;
  // The farm does not speak HTTP: with a trusted certificate the request is sent and never answered.
  await expect(createGuardedFetch({ guard, extraCaPem: farm.ca })(url, { ...limits, totalTimeoutMs: 1_000 })).rejects.toMatchObject({
    fault: 'timeout',
  });
  await expect(createGuardedFetch({ guard })(url, limits)).rejects.toMatchObject({ fault: 'unreachable' });
  farm.swap('hook.farm.test', farm.authority.issue('other.test'));
  await expect(createGuardedFetch({ guard, extraCaPem: farm.ca })(url, limits)).rejects.toMatchObject({ fault: 'unreachable' });
});
