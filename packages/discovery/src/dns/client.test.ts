import { afterEach, expect, it } from 'vitest';
import { startZoneServer, type ZoneServer } from '../testing/index.ts';
import { createDnsClient } from './client.ts';

const { signal } = new AbortController();
let server: ZoneServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** 244 letters: a domain, below which longer names no longer fit. */
const long = `${'a'.repeat(62)}.${'b'.repeat(62)}.${'c'.repeat(62)}.${'d'.repeat(50)}.test`;

it('takes a name that fits into no message for one that does not exist', async () => {
  server = await startZoneServer({ apex: 'test', names: { [long]: { A: ['192.0.2.1'] } } });
  const client = createDnsClient({ servers: [server.address], timeoutMs: 500 });
  expect(await client.query(long, 'A', signal)).toMatchObject({ kind: 'answer', rcode: 0 });
  expect(await client.query(`_autodiscover._tcp.${long}`, 'SRV', signal)).toMatchObject({ kind: 'answer', rcode: 3, records: [] });
  expect(server.asked).toEqual([`${long}/A`]);
});

it.each(['255.255.255.255', '[2001:db8::1]'])(
  'takes a server to which nothing can be sent, such as %s, for a silent one',
  async (unreachable) => {
    const client = createDnsClient({ servers: [unreachable], timeoutMs: 200 });
    expect(await client.query('www.zone.test', 'A', signal)).toEqual({ kind: 'silent' });
  },
);
