import { type LogCursor, startOfLog } from '@notafter/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bulkCertificate } from '../testing/bulk-certificates.ts';
import { overloaded, type ServerFault } from '../testing/faulty-server.ts';
import { createFiller } from '../testing/fill.ts';
import { createFollower } from '../testing/follow.ts';
import { type StaticLocalLog, startStaticLog } from '../testing/static-log.ts';
import { defaultTailOptions } from './tail-log.ts';

const start = new Date('2026-11-20T12:00:00Z');
let clock = start;
const now = (): Date => clock;
const passMs = (milliseconds: number): void => {
  clock = new Date(clock.getTime() + milliseconds);
};

let log: StaticLocalLog;
let fill: (count: number) => void;
let add: (...names: readonly string[]) => void;
let bulk: ReturnType<typeof createFiller>['bulk'];
beforeEach(async () => {
  clock = start;
  log = await startStaticLog({ now });
  ({ fill, add, bulk } = createFiller(log));
});
afterEach(() => log.close());

const watched = ['example.com', 'shop.example.net'];
const follower = (cursor: LogCursor | null = startOfLog, request = {}) => createFollower(log, watched, { now, cursor, ...request });

describe.each([0, 1, 255, 256, 257, 700, 1_100])('a log of %i entries', (size) => {
  it('is read exactly', async () => {
    fill(size);
    const { follow, found, batches } = follower();
    const result = await follow();
    expect(result).toMatchObject({ outcome: { kind: 'up_to_date' }, scanned: size, cursor: { size } });
    expect(found).toEqual([]);
    expect(batches.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(result.bytes);
  });
});

it('finds a precertificate and its certificate as one, with all of its facts', async () => {
  fill(300);
  const of = bulkCertificate({ serial: 77, names: ['www.EXAMPLE.com.', '*.example.com', 'unrelated.test'], notBefore: start, days: 90 });
  log.append({ kind: 'precertificate', of });
  fill(10);
  log.append({ kind: 'certificate', of });
  const { follow, found } = follower();
  await follow();
  expect(found.map(({ index, isPrecertificate }) => [index, isPrecertificate])).toEqual([
    [300, true],
    [311, false],
  ]);
  for (const entry of found) {
    expect(entry).toMatchObject({
      tbsSha256: of.tbsSha256,
      names: ['www.example.com', '*.example.com', 'unrelated.test'],
      nameCount: 3,
      watched: ['example.com'],
      issuer: 'CN=BT1, O=Bulk Trust, C=US',
      issuerOrganization: 'Bulk Trust',
      issuerCommonName: 'BT1',
      serialNumber: '11111111111111111111111100000000004D'.slice(0, 36),
      notBefore: start,
      notAfter: new Date(start.getTime() + 90 * 86_400_000),
      spkiSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      unreadable: null,
      loggedAt: start.getTime(),
      chain: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    });
  }
  expect(found.map(({ der }) => Buffer.from(der ?? []))).toEqual([of.precertificate, of.certificate]);
});

it('finds an entry of an impossible time, and says that it is malformed', async () => {
  log.store.clockOffsetMs = 2 ** 63;
  add('www.example.com');
  log.store.clockOffsetMs = 0;
  add('shop.example.com');
  const { follow, found, batches } = follower();
  expect((await follow()).outcome).toEqual({ kind: 'up_to_date' });
  expect(found).toMatchObject([
    { names: ['www.example.com'], loggedAt: null, unreadable: 'The log took it at an impossible time.' },
    { names: ['shop.example.com'], loggedAt: start.getTime(), unreadable: null },
  ]);
  expect(batches.reduce((sum, { malformed }) => sum + malformed, 0)).toBe(1);
});

it('skips a backlog only up to a head that continues the known one', async () => {
  fill(400);
  const { follow, found, batches } = follower();
  await follow();
  fill(300);
  add('skipped.example.com');
  expect(await follow({ skipsBacklog: true })).toMatchObject({ outcome: { kind: 'up_to_date' }, scanned: 0, cursor: { size: 701 } });
  add('read.example.com');
  expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, scanned: 1 });
  expect(found.map(({ names }) => names[0])).toEqual(['read.example.com']);
  log.fork(20, { kind: 'raw', type: 9, body: Buffer.alloc(3) });
  fill(10);
  const read = batches.length;
  expect((await follow({ skipsBacklog: true })).outcome).toMatchObject({ kind: 'forked' });
  expect(batches).toHaveLength(read);
});

it('starts at the current head without a cursor, and reads what comes after', async () => {
  fill(400);
  add('old.example.com');
  const { follow, found, batches } = follower(null);
  expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, scanned: 0, cursor: { size: 401 } });
  expect(batches).toHaveLength(1);
  add('new.example.com');
  fill(300);
  add('last.example.com');
  expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, scanned: 302 });
  expect(found.flatMap(({ names }) => names)).toEqual(['new.example.com', 'last.example.com']);
  expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, scanned: 0 });
  expect(batches).toHaveLength(2);
});

it('says who asks, and asks for nothing but the log', async () => {
  fill(300);
  await follower().follow();
  expect([...log.userAgents]).toEqual(['Notafter (+mailto:ops@example.com)']);
  expect(log.asked.toSorted()).toEqual(['checkpoint', 'tile/0/001.p/44', 'tile/1/000.p/1', 'tile/data/000', 'tile/data/001.p/44']);
});

describe('an incomplete tile', () => {
  it('waits until its entries are due, without stopping the head', async () => {
    fill(300);
    add('a.example.com');
    const { follow, found } = follower(startOfLog, { options: { partialAfterMs: 30_000 } });
    expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, cursor: { size: 256, head: { size: 301 } } });
    passMs(20_000);
    fill(5);
    expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, cursor: { size: 256, head: { size: 306 } } });
    passMs(10_000);
    expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, cursor: { size: 306, partialSince: null } });
    expect(found.map(({ index }) => index)).toEqual([300]);
  });

  it('is read at the second of two looks that are 20 s apart, whose time differs a little', async () => {
    fill(300);
    add('a.example.com');
    const { partialAfterMs } = defaultTailOptions;
    const { follow, found } = follower(startOfLog, { options: { partialAfterMs } });
    await follow();
    expect(found).toEqual([]);
    passMs(19_000);
    await follow();
    expect(found.map(({ index }) => index)).toEqual([300]);
  });

  it('is read as the complete one once the log dropped it', async () => {
    fill(300);
    add('a.example.com');
    const { follow, found } = follower(startOfLog, { options: { partialAfterMs: 30_000 } });
    await follow();
    log.hasPartialTiles = false;
    passMs(40_000);
    expect((await follow()).outcome).toEqual({ kind: 'up_to_date' });
    expect(found).toHaveLength(1);
  });

  it('that disappeared between checkpoint and tile is read from the complete one', async () => {
    fill(255);
    add('a.example.com');
    const checkpoint = await (await fetch(`${log.url}/checkpoint`)).text();
    fill(300);
    log.hasPartialTiles = false;
    log.misbehave({ kind: 'body', body: checkpoint }, /^checkpoint$/);
    const { follow, found } = follower();
    expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, cursor: { size: 256 } });
    expect(found).toHaveLength(1);
  });
});

describe('the budget', () => {
  it('ends a call with the number of entries left, and never without progress', async () => {
    fill(1_500);
    const { follow, batches } = follower();
    const left = [];
    for (let call = 0; call < 10; call += 1) {
      const { outcome } = await follow({ budgetBytes: 1, options: { downloadsAtOnce: 1 } });
      left.push(outcome);
      if (outcome.kind !== 'behind') break;
    }
    expect(left).toEqual([...[1_244, 988, 732, 476, 220].map((entries) => ({ kind: 'behind', entries })), { kind: 'up_to_date' }]);
    expect(batches.reduce((sum, { scanned }) => sum + scanned, 0)).toBe(1_500);
  });
});

const faults: readonly (readonly [string, ServerFault, RegExp, object])[] = [
  [
    'a checkpoint that does not come',
    { kind: 'slow' },
    /^checkpoint$/,
    { kind: 'unavailable', reason: expect.stringContaining('in time') },
  ],
  ['an empty checkpoint', { kind: 'empty' }, /^checkpoint$/, { kind: 'invalid' }],
  ['a truncated checkpoint', { kind: 'truncated' }, /^checkpoint$/, { kind: 'unavailable' }],
  ['half a checkpoint', { kind: 'half' }, /^checkpoint$/, { kind: 'invalid' }],
  [
    'another checkpoint with the same signature',
    { kind: 'flipped', at: 'bulk.log.test/2026h2\n'.length },
    /^checkpoint$/,
    { kind: 'bad_signature' },
  ],
  ['a rate limit', { kind: 'status', status: 429, headers: { 'retry-after': '120' } }, /./, { kind: 'throttled', retryAfterMs: 120_000 }],
  ['a rate limit at the tiles', { kind: 'status', status: 429 }, /data/, { kind: 'throttled', retryAfterMs: null }],
  ['503 with a web page', overloaded, /data/, { kind: 'unavailable', reason: expect.stringContaining('status 503 with a web page') }],
  ['a web page as checkpoint', { kind: 'body', body: '<html>Sorry</html>' }, /^checkpoint$/, { kind: 'invalid' }],
  [
    'a redirect',
    { kind: 'status', status: 302, headers: { location: '/tile/data/000' } },
    /data\/001$/,
    { kind: 'unavailable', reason: expect.stringContaining('status 302') },
  ],
  ['an empty data tile', { kind: 'empty' }, /data\/001$/, { kind: 'invalid' }],
  ['half a data tile', { kind: 'half' }, /data\/001$/, { kind: 'invalid' }],
  ['a truncated data tile', { kind: 'truncated' }, /data\/001$/, { kind: 'unavailable' }],
  ['a data tile with a flipped byte', { kind: 'flipped', at: 500 }, /data\/001$/, { kind: 'invalid' }],
  ['an incomplete data tile with a flipped byte', { kind: 'flipped', at: 500 }, /data\/002\.p/, { kind: 'invalid' }],
  ['a hash tile with a flipped byte', { kind: 'flipped', at: 40 }, /tile\/[01]\//, { kind: 'invalid' }],
  ['half a hash tile', { kind: 'half' }, /tile\/0\//, { kind: 'invalid' }],
  ['a data tile that decompresses to far more', { kind: 'bomb', bytes: 4_000_000 }, /data\/001$/, { kind: 'oversized' }],
  ['a checkpoint of megabytes', { kind: 'body', body: 'x'.repeat(1_000_000) }, /^checkpoint$/, { kind: 'oversized' }],
  [
    'a log without the tile',
    { kind: 'status', status: 404 },
    /data\/001$/,
    { kind: 'unavailable', reason: expect.stringContaining('does not have') },
  ],
];

describe.each(faults)('%s', (_, fault, path, outcome) => {
  it('has its outcome, moves the cursor only over what was verified, and is over when the fault is', async () => {
    fill(256);
    add('a.example.com');
    fill(300);
    add('b.example.com');
    log.misbehave(fault, path);
    const options = { maxBytes: 3_000_000, timeoutMs: fault.kind === 'slow' ? 300 : 30_000 };
    const { follow, found, batches } = follower(startOfLog, { options });
    expect((await follow()).outcome).toMatchObject(outcome);
    for (const { cursor } of batches) expect([0, 256, 512]).toContain(cursor.size);
    log.misbehave({ kind: 'none' });
    expect((await follow({ options: { timeoutMs: 30_000 } })).outcome).toEqual({ kind: 'up_to_date' });
    expect(found.map(({ index }) => index)).toEqual([256, 557]);
    expect(batches.reduce((sum, { scanned }) => sum + scanned, 0)).toBe(558);
  });
});

describe('a log that contradicts itself', () => {
  it.each([
    ['grew', 600],
    ['has as many entries', 0],
  ])('forked and %s', async (_name, more) => {
    fill(700);
    const { follow, found, cursor } = await reading();
    log.fork(650, { kind: 'certificate', of: bulk('hidden.example.com') });
    fill(more);
    const { outcome, cursor: after } = await follow();
    expect(outcome).toMatchObject({ kind: 'forked', known: { size: 700 }, found: { size: 700 + more } });
    expect('known' in outcome && outcome.known.text).toContain('bulk.log.test');
    expect([after, found]).toEqual([cursor(), []]);
  });

  it('shrank', async () => {
    fill(700);
    const { follow } = await reading();
    passMs(1_000);
    log.shrink(500);
    expect((await follow()).outcome).toMatchObject({ kind: 'shrunk', known: { size: 700 }, found: { size: 500 } });
  });

  const reading = async () => {
    const reader = follower();
    await reader.follow();
    return { follow: reader.follow, found: reader.found, cursor: () => reader.cursor };
  };

  it('serves another tree than it signed', async () => {
    fill(700);
    const signed = await (await fetch(`${log.url}/checkpoint`)).text();
    log.fork(20, { kind: 'certificate', of: bulk('other.example.com') });
    log.misbehave({ kind: 'body', body: signed }, /^checkpoint$/);
    const { follow, batches } = follower();
    expect((await follow()).outcome).toMatchObject({ kind: 'invalid', reason: expect.stringContaining('root of the signed head') });
    expect(batches).toEqual([]);
  });

  it('does not when a cache still has an older checkpoint', async () => {
    fill(300);
    const older = await (await fetch(`${log.url}/checkpoint`)).text();
    passMs(1_000);
    fill(300);
    const { follow } = await reading();
    log.misbehave({ kind: 'body', body: older }, /^checkpoint$/);
    expect((await follow()).outcome).toEqual({ kind: 'up_to_date' });
  });

  it('is stale when it signs no new head in time', async () => {
    fill(300);
    const { follow } = await reading();
    const known = await (await fetch(`${log.url}/checkpoint`)).text();
    log.misbehave({ kind: 'body', body: known }, /^checkpoint$/);
    passMs(11 * 60_000);
    expect((await follow()).outcome).toEqual({ kind: 'up_to_date' });
    passMs(1_000);
    expect((await follow()).outcome).toMatchObject({ kind: 'stale_head', head: { size: 300 } });
  });

  it('is invalid when it signs for the future', async () => {
    fill(300);
    log.store.clockOffsetMs = 2 * 60 * 60_000;
    expect((await follower().follow()).outcome).toMatchObject({ kind: 'invalid' });
  });
});

it('is frozen when a read-only log is read to its final head', async () => {
  fill(300);
  const finalHead = { size: 300, root: log.store.tree.root().toString('hex') };
  const frozen = { ...log.log, state: 'readonly' as const, finalHead };
  passMs(86_400_000);
  expect((await follower().follow({ log: frozen })).outcome).toEqual({ kind: 'frozen' });
  const other = { ...frozen, finalHead: { ...finalHead, root: 'ab'.repeat(32) } };
  expect((await follower().follow({ log: other })).outcome).toMatchObject({ kind: 'forked' });
});

it('does not read a log with another key, or another log under its name', async () => {
  fill(10);
  const stranger = await startStaticLog({ now });
  const { key, id } = stranger.log;
  expect((await follower().follow({ log: { ...log.log, key, id } })).outcome).toMatchObject({ kind: 'bad_signature' });
  expect((await follower().follow({ log: { ...log.log, key } })).outcome).toMatchObject({ kind: 'bad_signature' });
  const submissionUrl = 'https://bulk.log.test/2027h1';
  expect((await follower().follow({ log: { ...log.log, submissionUrl } })).outcome).toMatchObject({ kind: 'bad_signature' });
  await stranger.close();
});

describe('an entry of an unknown type', () => {
  it('is counted and named, and the entries behind it are read', async () => {
    fill(40);
    log.append({ kind: 'raw', type: 7, body: Buffer.alloc(300, 1) });
    add('a.example.com');
    log.append({ kind: 'raw', type: 7, body: Buffer.alloc(0) }, { kind: 'raw', type: 32_768, body: Buffer.alloc(9) });
    add('b.example.com');
    fill(300);
    const { follow, found, batches } = follower();
    expect((await follow()).outcome).toEqual({ kind: 'up_to_date' });
    expect(found.map(({ index }) => index)).toEqual([41, 44]);
    expect(batches.reduce((sum, { scanned }) => sum + scanned, 0)).toBe(345);
  });

  it('is verified: a known type that was changed on the way is not one', async () => {
    fill(300);
    log.misbehave({ kind: 'flipped', at: 8 }, /data\/000$/);
    expect((await follower().follow()).outcome).toMatchObject({ kind: 'invalid' });
  });
});

describe('entries are stored exactly once', () => {
  it('whatever batch fails to be stored', async () => {
    for (let index = 0; index < 40; index += 1) {
      fill(97);
      add(`n${index}.example.com`);
    }
    const stored: number[] = [];
    let cursor: LogCursor = startOfLog;
    for (let failing = 0, outcome = ''; outcome !== 'up_to_date'; failing += 1) {
      let batch = 0;
      const { follow } = follower(cursor);
      const run = follow({
        budgetBytes: 400_000,
        onBatch: async (got) => {
          if (batch++ === failing % 2) throw new Error('The database is away.');
          cursor = got.cursor;
          stored.push(...got.entries.map(({ index }) => index));
        },
      });
      outcome = await run.then(
        (result) => result.outcome.kind,
        (error: Error) => error.message,
      );
      expect(failing).toBeLessThan(50);
    }
    expect(stored).toEqual(Array.from({ length: 40 }, (_, index) => index * 98 + 97));
  });

  it('when the caller ends the call', async () => {
    fill(3_000);
    const ending = new AbortController();
    const { follow, batches } = follower();
    const { outcome, cursor } = await follow({
      signal: ending.signal,
      onBatch: async (batch) => {
        batches.push(batch);
        ending.abort();
      },
    });
    expect(outcome).toEqual({ kind: 'aborted' });
    expect(cursor).toEqual(batches.at(-1)?.cursor);
  });
});
