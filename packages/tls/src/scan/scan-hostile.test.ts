import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { TlsFault } from '../probe/protocol/tls-fault.ts';
import { type Misbehavior, startMisconfiguredServer } from '../testing/misconfigured-servers.ts';
import { dial, scanLocal } from '../testing/scan.ts';
import { startScriptedTls } from '../testing/scripted-tls.ts';
import { AnswerReader } from './server-answer.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Answers the first bytes of every connection this way; counts connections. */
const startTcp = async (answer: (socket: Socket, bytes: Buffer, count: number) => void): Promise<{ port: number; count(): number }> => {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    const mine = count;
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    socket.once('data', (bytes) => answer(socket, bytes, mine));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  const bound = server.address();
  return { port: typeof bound === 'object' && bound !== null ? bound.port : 0, count: () => count };
};

/** Limits for silent servers; other servers end a scan by their answers. */
const hasty = { totalTimeoutMs: 1_500, answerTimeoutMs: 400 };

describe('servers that do not speak TLS', () => {
  it.each<[Misbehavior, string, number]>([
    ['silent', 'timeout', 4],
    ['drip', 'timeout', 4],
    ['reset', 'reset', 30],
    ['hang-up', 'reset', 30],
    ['http', 'not_tls', 1],
    ['ssh', 'not_tls', 1],
    ['smtp', 'not_tls', 1],
    ['garbage', 'not_tls', 1],
    ['unrecognized-name', 'alert', 12],
  ])('%s: %s, after a few connections', async (misbehavior, reason, mostConnections) => {
    const server = await startMisconfiguredServer(misbehavior);
    closers.push(server.close);
    const limits = reason === 'timeout' ? hasty : {};
    expect(await scanLocal(server.port, limits)).toMatchObject({ kind: 'unreachable', reason, detail: expect.stringMatching(/\.$/) });
    expect(server.connections()).toBeLessThanOrEqual(mostConnections);
  });

  it('nothing listens: refused', async () => {
    const server = await startMisconfiguredServer('silent');
    await server.close();
    expect(await scanLocal(server.port)).toMatchObject({ kind: 'unreachable', reason: 'refused' });
  });

  it('refused by the guard: not_allowed, without dialing', async () => {
    const result = await scanLocal(443, { dial: () => Promise.resolve({ problem: { kind: 'not_allowed' } }) });
    expect(result).toMatchObject({ kind: 'unreachable', reason: 'not_allowed' });
  });
});

const record = (type: number, body: Buffer): Buffer => {
  const head = Buffer.from([type, 3, 3, 0, 0]);
  head.writeUInt16BE(body.length, 3);
  return Buffer.concat([head, body]);
};
const floods: Readonly<Record<string, Buffer>> = {
  'endless warnings': Buffer.concat(Array.from({ length: 5_000 }, () => record(21, Buffer.from([1, 112])))),
  'empty records': Buffer.concat(Array.from({ length: 5_000 }, () => record(22, Buffer.alloc(0)))),
  'endless HelloRequests': Buffer.concat(Array.from({ length: 5_000 }, () => record(22, Buffer.alloc(4)))),
  'a message of 16 MB': record(22, Buffer.from('02ffffff', 'hex')),
  'application data': record(23, Buffer.alloc(64)),
  'a ServerHello cut short': record(22, Buffer.from('02000003030303', 'hex')),
  'a version that does not exist': record(
    22,
    Buffer.concat([Buffer.from('020000260377', 'hex'), Buffer.alloc(32), Buffer.from('00c02f00', 'hex')]),
  ),
};

describe('floods and garbage', () => {
  it.each(Object.entries(floods))('%s: not a TLS server', async (_name, bytes) => {
    const { port } = await startTcp((socket) => socket.write(bytes));
    expect(await scanLocal(port)).toMatchObject({ kind: 'unreachable', reason: expect.stringMatching(/not_tls|reset/) });
  });
});

/** A TLS 1.2 ServerHello that chooses this suite. */
const choosing = (suite: string): Buffer =>
  record(22, Buffer.concat([Buffer.from('020000260303', 'hex'), Buffer.alloc(32), Buffer.from(`00${suite}00`, 'hex')]));

describe('servers that lie', () => {
  it('ignores a suite that was not offered', async () => {
    const { port, count } = await startTcp((socket) => socket.write(choosing('1301')));
    expect(await scanLocal(port)).toMatchObject({ kind: 'unreachable', reason: 'not_tls' });
    expect(count()).toBeLessThan(8);
  });

  it('stops when the same suite is chosen again', async () => {
    const { port, count } = await startTcp((socket) => socket.write(choosing('c02f')));
    const result = await scanLocal(port);
    expect(result).toMatchObject({
      kind: 'scanned',
      facts: { protocols: [{ version: 'TLSv1.2', suites: ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'] }] },
    });
    expect(count()).toBeLessThan(40);
  });

  it('keeps results and reports what is missing when a server stops answering', async () => {
    const script = await startScriptedTls({ suites: { 'TLSv1.2': [0xc02f, 0xc030] }, groups: [0x001d] });
    closers.push(script.close);
    const { port } = await startTcp(() => undefined);
    let connections = 0;
    const result = await scanLocal(script.port, {
      answerTimeoutMs: 4_000,
      dial: (host, _port, connectLimits) => {
        connections += 1;
        return dial(host, connections > 3 ? port : script.port, connectLimits);
      },
    });
    expect(result).toMatchObject({ kind: 'scanned', facts: { protocols: [{ version: 'TLSv1.2' }] } });
    if (result.kind !== 'scanned') throw new Error(result.detail);
    expect(result.facts.unfinished).toContain('cipher suites of TLS 1.2 (the server stopped answering)');
  });

  it('does the same when a server stops accepting connections', async () => {
    const script = await startScriptedTls({ suites: { 'TLSv1.2': [0xc02f, 0xc030] }, groups: [0x001d] });
    closers.push(script.close);
    let connections = 0;
    const result = await scanLocal(script.port, {
      dial: (host, port, connectLimits) => {
        connections += 1;
        if (connections > 3) return Promise.resolve({ problem: { kind: 'refused', address: host } });
        return dial(host, port, connectLimits);
      },
    });
    expect(result).toMatchObject({
      kind: 'scanned',
      facts: { connections: 4, unfinished: expect.arrayContaining(['SSL 2 (the server stopped accepting connections)']) },
    });
  });
});

it('pauses between connections and opens one at a time', async () => {
  const times: number[] = [];
  const { port } = await startTcp((socket) => {
    times.push(performance.now());
    socket.end(Buffer.from('15030100020228', 'hex'));
  });
  const open: Socket[] = [];
  let most = 0;
  await scanLocal(port, {
    pauseMs: 40,
    dial: async (...asked) => {
      const dialed = await dial(...asked);
      if ('socket' in dialed) open.push(dialed.socket);
      most = Math.max(most, open.filter(({ destroyed }) => !destroyed).length);
      return dialed;
    },
  });
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(30);
  expect(most).toBe(1);
});

it('throws only its own fault for any bytes', () => {
  const flight = Buffer.concat([
    choosing('c02f'),
    record(22, Buffer.from('0c000006030017026162', 'hex')),
    record(22, Buffer.from('0e000000', 'hex')),
  ]);
  const mutated = fc.record({
    at: fc.array(fc.tuple(fc.nat(flight.length - 1), fc.nat(255)), { maxLength: 6 }),
    cuts: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 8 }),
    waits: fc.boolean(),
  });
  fc.assert(
    fc.property(mutated, ({ at, cuts, waits }) => {
      const bytes = Buffer.from(flight);
      for (const [place, value] of at) bytes[place] = value;
      const reader = new AnswerReader(waits);
      let start = 0;
      try {
        for (const size of [...cuts, bytes.length]) {
          reader.push(bytes.subarray(start, start + size));
          start += size;
        }
      } catch (error) {
        expect(error).toBeInstanceOf(TlsFault);
      }
    }),
    { numRuns: 3_000 },
  );
});
