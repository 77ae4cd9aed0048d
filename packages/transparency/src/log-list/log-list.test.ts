import { createPublicKey, generateKeyPairSync, hash, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FaultyServer, overloaded, startFaultyServer } from '../testing/faulty-server.ts';
import { loopbackFetch } from '../testing/follow.ts';
import { fetchLogList, judgeLogList } from './fetch-log-list.ts';
import { googleLogListKey } from './google-key.ts';

const now = new Date('2026-11-20T12:00:00Z');
const logKey = (): string =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const idOf = (key: string): string => hash('sha256', Buffer.from(key, 'base64'), 'base64');
const [oldKey, tiledKey, frozenKey] = [logKey(), logKey(), logKey()];
const root = Buffer.alloc(32, 5);
const signers = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
};
const pemOf = (kind: keyof typeof signers): string => signers[kind].publicKey.export({ type: 'spki', format: 'pem' }).toString();

const usable = { usable: { timestamp: '2025-01-01T00:00:00Z' } };
const interval = { start_inclusive: '2026-07-01T00:00:00Z', end_exclusive: '2027-01-01T00:00:00Z' };
const listOf = (operators: readonly object[], timestamp = '2026-11-20T01:00:00Z'): Buffer =>
  Buffer.from(JSON.stringify({ version: '87.1', log_list_timestamp: timestamp, operators }));
const operators = [
  {
    name: 'One',
    email: ['one@example.com'],
    logs: [
      { description: 'Old', log_id: idOf(oldKey), key: oldKey, url: 'https://old.test/ct/', mmd: 86_400, state: usable, log_type: 'prod' },
    ],
    tiled_logs: [
      {
        description: 'Tiled 2026h2',
        log_id: idOf(tiledKey),
        key: tiledKey,
        submission_url: 'https://tiled.test/2026h2/',
        monitoring_url: 'https://mon.tiled.test/2026h2/',
        mmd: 60,
        state: { qualified: { timestamp: '2026-01-01T00:00:00Z' } },
        temporal_interval: interval,
      },
    ],
  },
  {
    name: 'Two',
    logs: [
      {
        log_id: idOf(frozenKey),
        key: frozenKey,
        url: 'https://frozen.test',
        mmd: 86_400,
        state: {
          readonly: { timestamp: '2026-01-01T00:00:00Z', final_tree_head: { tree_size: 9, sha256_root_hash: root.toString('base64') } },
        },
      },
    ],
  },
];

const signed = (list: Buffer, kind: keyof typeof signers = 'rsa'): Buffer => sign('sha256', list, signers[kind].privateKey);
const judge = (list: Buffer, signature: Buffer | null = signed(list)) => judgeLogList(list, signature, now, pemOf('rsa'));

it('reads logs of both kinds with their operators, states and final heads', () => {
  const outcome = judge(listOf(operators));
  expect(outcome).toMatchObject({ kind: 'current', ageDays: 0, list: { version: '87.1', skipped: 0 } });
  expect('list' in outcome && outcome.list.logs).toEqual([
    {
      id: idOf(oldKey),
      kind: 'rfc6962',
      description: 'Old',
      operator: 'One',
      key: oldKey,
      mmdSeconds: 86_400,
      url: 'https://old.test/ct',
      submissionUrl: 'https://old.test/ct',
      state: 'usable',
      interval: null,
      finalHead: null,
    },
    {
      id: idOf(tiledKey),
      kind: 'static',
      description: 'Tiled 2026h2',
      operator: 'One',
      key: tiledKey,
      mmdSeconds: 60,
      url: 'https://mon.tiled.test/2026h2',
      submissionUrl: 'https://tiled.test/2026h2',
      state: 'qualified',
      interval: { start: new Date(interval.start_inclusive), end: new Date(interval.end_exclusive) },
      finalHead: null,
    },
    expect.objectContaining({ state: 'readonly', finalHead: { size: 9, root: root.toString('hex') }, operator: 'Two', description: '' }),
  ]);
});

it('skips and counts logs that cannot be read', () => {
  const [log] = operators[0]?.logs ?? [];
  const logs = [
    { ...log, log_id: idOf(tiledKey) },
    { ...log, key: 'AAAA' },
    { ...log, state: { unheard: {} } },
    { ...log, url: 'ftp://old.test/' },
    { ...log, mmd: -1 },
    7,
    log,
  ];
  expect(judge(listOf([{ name: 'One', logs }]))).toMatchObject({ kind: 'current', list: { skipped: 6, logs: [{ id: idOf(oldKey) }] } });
});

it.each([
  ['70 days old', '2026-09-11T12:00:00Z', { kind: 'current', ageDays: 70 }],
  ['over 70 days old', '2026-09-11T11:59:59Z', { kind: 'outdated', ageDays: 70 }],
  ['71 days old', '2026-09-10T11:00:00Z', { kind: 'outdated', ageDays: 71 }],
  ['dated ahead', '2026-11-22T12:00:00Z', { kind: 'invalid' }],
  ['of no date', 'yesterday', { kind: 'invalid' }],
])('a list that is %s', (_, timestamp, outcome) => {
  expect(judge(listOf(operators, timestamp))).toMatchObject(outcome);
});

it.each<[string, (list: Buffer) => Buffer | null, string]>([
  ['none', () => null, 'unsigned'],
  ['an empty one', () => Buffer.alloc(0), 'unsigned'],
  ['that of another list', () => signed(listOf([])), 'wrongly_signed'],
  ['that of another key', (list) => signed(list, 'ec'), 'wrongly_signed'],
  ['garbage', () => Buffer.alloc(256, 1), 'wrongly_signed'],
])('a list whose signature is %s', (_, signature, kind) => {
  const list = listOf(operators);
  expect(judge(list, signature(list)).kind).toBe(kind);
});

it('is not parsed before its signature is verified', () => {
  expect(judge(Buffer.from('{'), Buffer.alloc(256)).kind).toBe('wrongly_signed');
  for (const text of ['{', '[]', '{"operators":[]}']) expect(judge(Buffer.from(text)).kind).toBe('invalid');
});

it("has Google's key by default", () => {
  expect(createPublicKey(googleLogListKey).asymmetricKeyDetails?.modulusLength).toBe(4096);
  const list = listOf(operators);
  expect(judgeLogList(list, signed(list), now).kind).toBe('wrongly_signed');
});

describe('over HTTP', () => {
  let server: FaultyServer;
  let signature: Buffer | null = null;
  const list = listOf(operators);
  beforeAll(async () => {
    server = await startFaultyServer((path) => {
      if (path === 'v3/log_list.json') return { body: list };
      return path === 'v3/log_list.sig' && signature !== null ? { body: signature } : null;
    });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    signature = signed(list, 'ec');
    server.misbehave({ kind: 'none' });
  });
  const ask = (timeoutMs = 30_000) =>
    fetchLogList({
      fetch: loopbackFetch(),
      userAgent: 'Notafter',
      url: `${server.url}/v3/log_list.json`,
      publicKey: pemOf('ec'),
      now: () => now,
      signal: new AbortController().signal,
      options: { timeoutMs, tries: 1, backOffMs: 1 },
    });

  it('is fetched with its signature', async () => {
    expect(await ask()).toMatchObject({ kind: 'current', list: { logs: { length: 3 } } });
  });

  it('is unsigned without a signature file', async () => {
    signature = null;
    expect((await ask()).kind).toBe('unsigned');
  });

  it.each([
    ['slow', { kind: 'slow' }, 'unavailable'],
    ['503', overloaded, 'unavailable'],
    ['429', { kind: 'status', status: 429 }, 'unavailable'],
    ['missing', { kind: 'status', status: 404 }, 'unavailable'],
    ['truncated', { kind: 'truncated' }, 'unavailable'],
    ['half', { kind: 'half' }, 'wrongly_signed'],
    ['flipped', { kind: 'flipped', at: 100 }, 'wrongly_signed'],
    ['a bomb', { kind: 'bomb', bytes: 20_000_000 }, 'invalid'],
  ] as const)('is %s', async (_, fault, kind) => {
    server.misbehave(fault, /json$/);
    const outcome = await ask(fault.kind === 'slow' ? 300 : 30_000);
    expect(outcome).toMatchObject({ kind, reason: expect.stringMatching(/log.list/) });
  });
});
