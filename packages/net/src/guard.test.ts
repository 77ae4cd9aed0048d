import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAddressPolicy } from './address-policy.ts';
import { createGuard, type Guard } from './guard.ts';
import type { AddressResolver } from './resolver.ts';

const limits = { connectTimeoutMs: 10_000, totalTimeoutMs: 15_000 };

const resolverOf = (answer: (name: string) => readonly string[]): AddressResolver => ({
  resolve: (name) => Promise.resolve({ kind: 'found', addresses: answer(name) }),
});
const guardOf = (addresses: readonly string[], allow: readonly string[] = []): Guard =>
  createGuard(
    resolverOf(() => addresses),
    createAddressPolicy({ allow }),
  );

const servers: Server[] = [];
const listen = async (address: string, port = 0): Promise<number> => {
  const server = createServer((socket) => socket.on('error', () => undefined).end(address));
  servers.push(server);
  server.listen(port, address);
  await once(server, 'listening');
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
};
afterAll(() => {
  for (const server of servers) server.close();
});

describe('judging a host', () => {
  it('passes a name whose addresses are all public', async () => {
    expect(await guardOf(['93.184.216.34', '2606:2800::1']).resolveAllowed('a.test')).toEqual({
      addresses: ['93.184.216.34', '2606:2800::1'],
    });
  });

  it.each([
    ['10.0.0.1', '93.184.216.34'],
    ['93.184.216.34', '::1'],
    ['93.184.216.34', '169.254.169.254', '1.1.1.1'],
  ])('refuses a name with one private address among public ones: %s, %s', async (...addresses) => {
    expect(await guardOf(addresses).resolveAllowed('mixed.test')).toEqual({ problem: { kind: 'not_allowed' } });
  });

  it.each(['127.0.0.1', '::1', '[::1]', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', 'a.0x7f', '1.2.3.4.5', '127.0.0.1.'])(
    'refuses the literal %s without asking DNS',
    async (host) => {
      const guard = createGuard(
        resolverOf(() => {
          throw new Error('asked');
        }),
        createAddressPolicy({ allow: [] }),
      );
      expect(await guard.resolveAllowed(host)).toEqual({ problem: { kind: 'not_allowed' } });
    },
  );

  it.each(['', 'a b', 'a/b', 'a\0b', '127。0。0。1', '１27.0.0.1', 'fe80::1%eth0x', '-'])('rejects %j as a name', async (host) => {
    expect(await guardOf(['93.184.216.34']).resolveAllowed(host)).toHaveProperty('problem');
  });
});

describe('dialling', () => {
  let port = 0;
  beforeAll(async () => {
    port = await listen('127.0.0.11');
  });

  it('dials the address it checked and queries DNS only once, so a second answer cannot matter', async () => {
    const answers = [['127.0.0.11'], ['127.0.0.12']];
    let asked = 0;
    const rebinding = resolverOf(() => {
      asked += 1;
      return answers[asked - 1] ?? [];
    });
    const guard = createGuard(rebinding, createAddressPolicy({ allow: ['127.0.0.11'] }));
    const connection = await guard.guardedConnect('rebind.test', port, limits);
    expect(connection).toHaveProperty('address', '127.0.0.11');
    expect(asked).toBe(1);
    if ('socket' in connection) {
      expect(connection.socket.remoteAddress).toBe('127.0.0.11');
      connection.socket.destroy();
    }
    expect(await guard.guardedConnect('rebind.test', port, limits)).toEqual({ problem: { kind: 'not_allowed' } });
  });

  it('tries the next address when one refuses', async () => {
    const connection = await guardOf(['127.0.0.12', '127.0.0.11'], ['127.0.0.0/8']).guardedConnect('two.test', port, limits);
    expect(connection).toHaveProperty('address', '127.0.0.11');
    if ('socket' in connection) connection.socket.destroy();
  });

  it('names the address that refused', async () => {
    expect(await guardOf(['127.0.0.12'], ['127.0.0.0/8']).guardedConnect('one.test', port, limits)).toEqual({
      problem: { kind: 'refused', address: '127.0.0.12' },
    });
  });

  it('opens no connection to a refused address', async () => {
    let connections = 0;
    servers.at(-1)?.on('connection', () => {
      connections += 1;
    });
    await guardOf(['127.0.0.11']).guardedConnect('private.test', port, limits);
    await guardOf(['127.0.0.11', '93.184.216.34']).guardedConnect('mixed.test', port, limits);
    expect(connections).toBe(0);
  });

  it('gives up on a resolver that never answers after the total timeout', async () => {
    const guard = createGuard({ resolve: () => new Promise(() => undefined) }, createAddressPolicy({ allow: [] }));
    expect(await guard.guardedConnect('slow.test', 443, { connectTimeoutMs: 50, totalTimeoutMs: 50 })).toEqual({
      problem: { kind: 'dns_timeout' },
    });
  });
});
