import { cpSync } from 'node:fs';
import { createReceipt, signingPairFrom } from '@notafter/bundles';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Identity, openSpool, type Spool } from '../spool/spool.ts';
import { type CollectorFolder, makeCollectorFolder } from '../testing/collector-folder.ts';
import { type StandInServer, startStandInServer } from '../testing/stand-in-server.ts';
import { pollServer, type SendContext, sendQueue } from './send-queue.ts';
import { createCollectorServer } from './server.ts';

let server: StandInServer;
let folder: CollectorFolder;
let spool: Spool;
let context: SendContext;

beforeEach(async () => {
  server = await startStandInServer();
  folder = makeCollectorFolder();
  folder.configure({});
  await folder.run(['enroll', server.token]);
  spool = openSpool(folder.dataDir);
  const identity = spool.findIdentity();
  if (identity === null) throw new Error('Not enrolled.');
  context = contextOf(identity);
});
afterEach(async () => {
  spool.close();
  folder.remove();
  await server.close();
});

const contextOf = (identity: Identity): SendContext => {
  const { signal } = new AbortController();
  const now = (): Date => new Date();
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  return { identity, spool, server: createCollectorServer({ identity, dnsServers: [], caPem: null, now, signal }), log, now, signal };
};

describe('a poll', () => {
  it('is signed, and brings the endpoints that the server asks for', async () => {
    server.targets = ['a.test', 'b.test'];
    expect(await pollServer(context)).toEqual({ kind: 'sent' });
    expect([server.counts.polls, spool.findState().targets]).toEqual([1, ['a.test', 'b.test']]);
  });

  it('asks for a complete scan if the server misses findings', async () => {
    await folder.run(['run', '--once', '--complete']);
    expect(spool.findState().needsComplete).toBe(false);
    server.wantsComplete = true;
    await pollServer(context);
    expect(spool.findState().needsComplete).toBe(true);
  });

  it('ends a collector that was revoked', async () => {
    server.isRevoked = true;
    expect(await pollServer(context)).toEqual({ kind: 'stopped' });
    expect(spool.findState().stop).toBe('revoked');
  });

  it.each(['collector_not_found', 'collector_revoked', 'bundle_fork', 'bundle_signature', 'enrollment_refused'])(
    'does not believe an answer that nobody signed: %s',
    async (code) => {
      server.faults.push({ status: 404, code });
      expect(await pollServer(context)).toEqual({ kind: 'again', afterMs: 900_000 });
      await folder.run(['run', '--once']);
      server.faults.push({ status: 404, code }, { status: 404, code });
      expect(spool.findState()).toMatchObject({ stop: null });
      expect(await pollServer(context)).toEqual({ kind: 'again', afterMs: 900_000 });
      expect(await sendQueue(context)).toEqual({ kind: 'sent' });
    },
  );

  it('ends a collector whose bundle was refused, as a receipt says that it was revoked', async () => {
    server.faults.push({ status: 503 });
    await folder.run(['run', '--once']);
    server.isRevoked = true;
    expect(await sendQueue(context)).toEqual({ kind: 'stopped' });
    expect(spool.findState().stop).toBe('revoked');
  });

  it('ends a collector whose key was copied', async () => {
    const copy = makeCollectorFolder();
    copy.configure({});
    cpSync(folder.dataDir, copy.dataDir, { recursive: true });
    await folder.run(['run', '--once']);
    await copy.run(['run', '--once']);
    copy.remove();
    expect(await pollServer(context)).toEqual({ kind: 'stopped' });
    expect(spool.findState().stop).toBe('fork');
  });

  it('takes no receipt that another server signed', async () => {
    const { privateKey } = signingPairFrom(Buffer.alloc(32, 7));
    const { collectorId } = context.identity;
    const forged = await createReceipt(
      {
        collectorId,
        through: 1,
        hash: null,
        issuedAt: new Date(),
        targets: ['169.254.169.254'],
        isRevoked: true,
        isForked: false,
        wantsComplete: false,
      },
      privateKey,
    );
    const impostor = { ...context, server: { ...context.server, poll: async () => ({ kind: 'receipt', receipt: forged }) as const } };
    expect(await pollServer(impostor)).toEqual({ kind: 'again', afterMs: null });
    expect(spool.findState()).toMatchObject({ stop: null, targets: [], problem: expect.stringContaining('not a receipt of the server') });
  });
});

describe('a server that asks to wait', () => {
  it.each([429, 503])('is asked again after the time it says (%d)', async (status) => {
    await folder.run(['run', '--once']);
    server.faults.push({ status, retryAfter: '120' });
    expect(await pollServer(context)).toEqual({ kind: 'again', afterMs: 120_000 });
  });

  it('follows no redirect', async () => {
    server.faults.push({ status: 307, retryAfter: '1' });
    expect(await pollServer(context)).toEqual({ kind: 'again', afterMs: 1_000 });
  });
});

it('sends nothing if the queue is empty', async () => {
  const before = server.counts.bundles;
  expect(await sendQueue(context)).toEqual({ kind: 'sent' });
  expect(server.counts.bundles).toBe(before);
});
