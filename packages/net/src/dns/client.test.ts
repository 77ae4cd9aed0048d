import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { startZoneServer, type ZoneServer } from '../testing/index.ts';
import { createDnsClient } from './client.ts';

const { signal } = new AbortController();
let server: ZoneServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

/** 244 letters: below this domain, longer names no longer fit. */
const long = `${'a'.repeat(62)}.${'b'.repeat(62)}.${'c'.repeat(62)}.${'d'.repeat(50)}.test`;

it('treats a name too long for a message as nonexistent', async () => {
  server = await startZoneServer({ apex: 'test', names: { [long]: { A: ['192.0.2.1'] } } });
  const client = createDnsClient({ servers: [server.address], timeoutMs: 10_000 });
  expect(await client.query(long, 'A', signal)).toMatchObject({ kind: 'answer', rcode: 0 });
  expect(await client.query(`_autodiscover._tcp.${long}`, 'SRV', signal)).toMatchObject({ kind: 'answer', rcode: 3, records: [] });
  expect(server.asked).toEqual([`${long}/A`]);
});

it('accepts a CNAME loop and a thousand addresses', async () => {
  const addresses = Array.from({ length: 1_000 }, (_, index) => `192.0.${index >> 8}.${index & 255}`);
  server = await startZoneServer({
    apex: 'zone.test',
    names: { 'a.zone.test': { CNAME: ['b.zone.test'] }, 'b.zone.test': { CNAME: ['a.zone.test'] }, 'many.zone.test': { A: addresses } },
  });
  const client = createDnsClient({ servers: [server.address], timeoutMs: 10_000 });
  expect(await client.query('a.zone.test', 'A', signal)).toMatchObject({ rcode: 0, records: [{ type: 'CNAME', value: 'b.zone.test' }] });
  expect(server.asked).toEqual(['a.zone.test/A']);
  const many = await client.query('many.zone.test', 'A', signal);
  expect(many.kind === 'answer' ? many.records.length : 0).toBe(1_000);
});

/** A server that sends a forged answer from `forge` for each query, then the real one. */
const startForger = async (
  forge: (query: Buffer, socket: Socket, port: number) => void,
): Promise<{ address: string; close: () => void }> => {
  const socket = createSocket('udp4');
  socket.on('message', (query, { port }) => {
    forge(query, socket, port);
    const truth = Buffer.concat([query.subarray(0, 2), Buffer.from('8180', 'hex'), query.subarray(4, 6), Buffer.from([0, 1, 0, 0, 0, 0])]);
    const record = Buffer.from('c00c00010001000000000004c0000201', 'hex');
    socket.send(Buffer.concat([truth, query.subarray(12, query.length - 11), record]), port);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
};
const lie = (query: Buffer): Buffer =>
  Buffer.concat([
    query.subarray(0, 2),
    Buffer.from('81800001000100000000', 'hex'),
    query.subarray(12, query.length - 11),
    Buffer.from('c00c000100010000000000047f000001', 'hex'),
  ]);

it('ignores answers with another id or from another address', async () => {
  const elsewhere = createSocket('udp4').bind(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const forger = await startForger((query, socket, port) => {
    const wrong = lie(query);
    wrong.writeUInt16BE(wrong.readUInt16BE(0) ^ 1, 0);
    socket.send(wrong, port);
    elsewhere.send(lie(query), port, '127.0.0.1');
  });
  const client = createDnsClient({ servers: [forger.address], timeoutMs: 10_000 });
  const reply = await client.query('www.zone.test', 'A', signal);
  forger.close();
  elsewhere.close();
  expect(reply).toMatchObject({ kind: 'answer', records: [{ value: '192.0.2.1' }] });
});

it('gives up on a server that floods it with invalid answers', async () => {
  const forger = await startForger((query, socket, port) => {
    // The real answer may be lost in the flood or not; either way the query ends.
    for (let packet = 0; packet < 500; packet += 1) socket.send(Buffer.concat([query.subarray(0, 2), Buffer.alloc(1_200, packet)]), port);
  });
  const client = createDnsClient({ servers: [forger.address], timeoutMs: 200 });
  const reply = await client.query('www.zone.test', 'A', signal);
  forger.close();
  expect(['answer', 'silent']).toContain(reply.kind);
});

it.each(['255.255.255.255', '[2001:db8::1]'])('treats an unreachable server, such as %s, as silent', async (unreachable) => {
  const client = createDnsClient({ servers: [unreachable], timeoutMs: 200 });
  expect(await client.query('www.zone.test', 'A', signal)).toEqual({ kind: 'silent' });
});
