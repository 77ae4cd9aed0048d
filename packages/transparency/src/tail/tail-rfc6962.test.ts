import { type LogCursor, startOfLog } from '@notafter/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { overloaded, type ServerFault } from '../testing/faulty-server.ts';
import { createFiller } from '../testing/fill.ts';
import { createFollower } from '../testing/follow.ts';
import { type Rfc6962LocalLog, startRfc6962Log } from '../testing/rfc6962-log.ts';

const start = new Date('2026-11-20T12:00:00Z');
let clock = start;
const now = (): Date => clock;

let log: Rfc6962LocalLog;
let fill: (count: number) => void;
let add: (...names: readonly string[]) => void;
let bulk: ReturnType<typeof createFiller>['bulk'];
beforeEach(async () => {
  clock = start;
  log = await startRfc6962Log({ now });
  ({ fill, add, bulk } = createFiller(log));
});
afterEach(() => log.close());

const follower = (cursor: LogCursor | null = startOfLog, request = {}) => createFollower(log, ['example.com'], { now, cursor, ...request });
const later = (milliseconds: number): void => {
  clock = new Date(clock.getTime() + milliseconds);
};

describe('a download of many answers', () => {
  beforeEach(() => {
    log.entriesMax = 10;
    fill(2_500);
  });

  it('ends when the budget is used up', async () => {
    const { follow } = follower(startOfLog, { options: { downloadsAtOnce: 1 } });
    const { outcome, cursor } = await follow({ budgetBytes: 60_000 });
    const size = cursor?.size ?? 0;
    expect([outcome.kind, size > 10, size < 100]).toEqual(['behind', true, true]);
    expect(await follow({ budgetBytes: 0 })).toMatchObject({ cursor: { size: size + 10 } });
  });

  it('is verified before it is larger than one answer may be, and the log is read all the same', async () => {
    const run = follower(startOfLog, { options: { maxBytes: 100_000 } });
    const { outcome, cursor } = await run.follow();
    expect(outcome).toMatchObject({ kind: 'behind' });
    expect(cursor?.size).toBeLessThan(100);
    for (let last = 'behind', calls = 0; last === 'behind' && calls < 100; calls += 1) last = (await run.follow()).outcome.kind;
    expect(run.cursor?.size).toBe(2_500);
    expect(run.batches.reduce((sum, { scanned }) => sum + scanned, 0)).toBe(2_500);
  });
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

describe.each([0, 1, 2, 255, 1_024, 1_025, 3_000])('a log of %i entries', (size) => {
  it('is read exactly', async () => {
    fill(size);
    const { follow, found } = follower();
    const { outcome, scanned, cursor } = await follow();
    expect(outcome).toEqual({ kind: 'up_to_date' });
    expect([scanned, cursor?.size ?? 0, found]).toEqual([size, size, []]);
  });

  it('can be followed from its end', async () => {
    fill(size);
    const { follow, found } = follower(null);
    expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, scanned: 0, cursor: { size } });
    fill(5);
    add('new.example.com');
    expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, scanned: 6, cursor: { size: size + 6 } });
    expect(found.map(({ index }) => index)).toEqual([size + 5]);
  });
});

it('finds a precertificate and its certificate as one, with their chain', async () => {
  const of = bulk('www.example.com');
  log.append({ kind: 'precertificate', of }, { kind: 'certificate', of });
  const { follow, found } = follower();
  await follow();
  expect(found.map(({ tbsSha256, isPrecertificate, der }) => [tbsSha256, isPrecertificate, Buffer.from(der ?? [])])).toEqual([
    [of.tbsSha256, true, of.precertificate],
    [of.tbsSha256, false, of.certificate],
  ]);
  expect(found.map(({ chain }) => chain.length)).toEqual([1, 1]);
});

it.each([1, 7, 100])('reads a log that returns %i entries at once', async (entriesMax) => {
  log.entriesMax = entriesMax;
  fill(130);
  add('a.example.com');
  const { follow, found } = follower();
  expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, scanned: 131 });
  expect(found.map(({ index }) => index)).toEqual([130]);
});

it('ends at the budget with the number of entries left, and never without progress', async () => {
  fill(4_000);
  const { follow, batches } = follower();
  const left = [];
  for (let call = 0; call < 10; call += 1) {
    const { outcome } = await follow({ budgetBytes: 1, options: { downloadsAtOnce: 1 } });
    left.push(outcome);
    if (outcome.kind !== 'behind') break;
  }
  expect(left).toEqual([...[3_000, 2_000, 1_000].map((entries) => ({ kind: 'behind', entries })), { kind: 'up_to_date' }]);
  expect(batches.reduce((sum, { scanned }) => sum + scanned, 0)).toBe(4_000);
});

const faults: readonly (readonly [string, ServerFault, RegExp, object])[] = [
  ['a head that does not come', { kind: 'slow' }, /get-sth$/, { kind: 'unavailable', reason: expect.stringContaining('in time') }],
  ['an empty head', { kind: 'empty' }, /get-sth$/, { kind: 'invalid' }],
  ['a truncated head', { kind: 'truncated' }, /get-sth$/, { kind: 'unavailable' }],
  ['wrong JSON as head', { kind: 'body', body: '{"tree_size": "many"}' }, /get-sth$/, { kind: 'invalid' }],
  ['another head with the same signature', { kind: 'flipped', at: 14 }, /get-sth$/, { kind: 'bad_signature' }],
  [
    'a rate limit',
    { kind: 'status', status: 429, headers: { 'retry-after': '7' } },
    /get-entries/,
    { kind: 'throttled', retryAfterMs: 7_000 },
  ],
  ['503 with a web page', overloaded, /get-entries/, { kind: 'unavailable' }],
  ['a web page with 200', { kind: 'body', body: '<html></html>' }, /get-entries/, { kind: 'invalid' }],
  ['no entries', { kind: 'body', body: '{"entries":[]}' }, /get-entries/, { kind: 'invalid' }],
  ['entries in another form', { kind: 'body', body: '{"entries":[{"leaf_input":7}]}' }, /get-entries/, { kind: 'invalid' }],
  ['an entry with a flipped byte', { kind: 'flipped', at: 400 }, /get-entries/, { kind: 'invalid' }],
  ['half of the entries', { kind: 'half' }, /get-entries/, { kind: 'invalid' }],
  ['an answer of megabytes', { kind: 'body', body: ' '.repeat(6_000_000) }, /get-entries/, { kind: 'oversized' }],
  ['an answer that decompresses to far more', { kind: 'bomb', bytes: 6_000_000 }, /get-entries/, { kind: 'oversized' }],
  ['a consistency proof that does not prove the batch', { kind: 'body', body: '{"consistency":[]}' }, /consistency/, { kind: 'invalid' }],
];

describe.each(faults)('%s', (_, fault, path, outcome) => {
  it('has its outcome, moves the cursor only over what was verified, and is over when the fault is', async () => {
    fill(500);
    add('a.example.com');
    fill(2_000);
    add('b.example.com');
    log.misbehave(fault, path);
    const options = { maxBytes: 5_000_000, timeoutMs: fault.kind === 'slow' ? 300 : 30_000 };
    const { follow, found, batches } = follower(startOfLog, { options });
    expect((await follow()).outcome).toMatchObject(outcome);
    expect(batches).toEqual([]);
    log.misbehave({ kind: 'none' });
    expect((await follow({ options: { timeoutMs: 30_000 } })).outcome).toEqual({ kind: 'up_to_date' });
    expect(found.map(({ index }) => index)).toEqual([500, 2_501]);
  });
});

describe('a log that contradicts itself', () => {
  it.each([
    ['grew', 600],
    ['has as many entries', 0],
  ])('forked and %s', async (_name, more) => {
    fill(700);
    const { follow, found, batches } = follower();
    await follow();
    log.fork(650, { kind: 'certificate', of: bulk('hidden.example.com') });
    fill(more);
    expect((await follow()).outcome).toMatchObject({ kind: 'forked', known: { size: 700 }, found: { size: 700 + more } });
    expect([found, batches.length]).toEqual([[], 1]);
  });

  it('shrank', async () => {
    fill(700);
    const { follow } = follower();
    await follow();
    later(1_000);
    log.shrink(500);
    expect((await follow()).outcome).toMatchObject({ kind: 'shrunk', known: { size: 700 }, found: { size: 500 } });
  });

  it('serves other entries than it signed', async () => {
    fill(700);
    const { follow, batches } = follower();
    const entry = log.store.entries[300];
    const other = log.store.entries[301];
    if (entry !== undefined && other !== undefined) log.store.entries[300] = other;
    expect((await follow()).outcome).toMatchObject({ kind: 'invalid' });
    expect(batches).toEqual([]);
  });
});

it('is stale when it signs no new head within its maximum merge delay', async () => {
  fill(300);
  const { follow } = follower();
  await follow();
  const known = await (await fetch(`${log.url}/ct/v1/get-sth`)).text();
  log.misbehave({ kind: 'body', body: known }, /get-sth$/);
  later(86_400_000 + 10 * 60_000);
  expect((await follow()).outcome).toEqual({ kind: 'up_to_date' });
  later(1_000);
  expect((await follow()).outcome).toMatchObject({ kind: 'stale_head' });
});

it('counts and names entries of unknown types', async () => {
  fill(10);
  log.append({ kind: 'raw', type: 7, body: Buffer.alloc(50) }, { kind: 'raw', type: 7, body: Buffer.alloc(0) });
  log.append({ kind: 'raw', type: 0, body: Buffer.from([9, 9, 9, 1]) });
  add('a.example.com');
  const { follow, found, batches } = follower();
  expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, scanned: 14 });
  expect(found.map(({ index }) => index)).toEqual([13]);
  expect(batches.map(({ unknownTypes }) => [...unknownTypes])).toEqual([
    [
      ['entry type 7', 2],
      ['malformed leaf', 1],
    ],
  ]);
});

it('stores entries exactly once, whatever batch fails to be stored', async () => {
  for (let index = 0; index < 30; index += 1) {
    fill(199);
    add(`n${index}.example.com`);
  }
  const stored: number[] = [];
  let cursor: LogCursor = startOfLog;
  for (let failing = 0, outcome = ''; outcome !== 'up_to_date'; failing += 1) {
    let batch = 0;
    const { follow } = follower(cursor);
    const run = follow({
      budgetBytes: 6_000_000,
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
  expect(stored).toEqual(Array.from({ length: 30 }, (_, index) => index * 200 + 199));
});
