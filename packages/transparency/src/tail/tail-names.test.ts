import { startOfLog } from '@notafter/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFiller } from '../testing/fill.ts';
import { createFollower } from '../testing/follow.ts';
import { type StaticLocalLog, startStaticLog } from '../testing/static-log.ts';
import type { TailRequest } from './tail-log.ts';

const now = (): Date => new Date('2026-11-20T12:00:00Z');
const never = (): boolean => false;
let log: StaticLocalLog;
let fill: (count: number) => void;
let add: (...names: readonly string[]) => void;
beforeEach(async () => {
  log = await startStaticLog({ now });
  ({ fill, add } = createFiller(log));
});
afterEach(() => log.close());

const follower = (request: Partial<TailRequest> = {}) =>
  createFollower(log, ['example.com'], { now, cursor: startOfLog, mode: 'names', isAudited: never, ...request });
const dataTiles = (): string[] => log.asked.filter((path) => path.startsWith('tile/data/')).toSorted();

it('reads data tiles only for matches, and proves these', async () => {
  fill(300);
  add('WWW.example.com');
  fill(300);
  add('*.example.com');
  fill(20);
  const { follow, found, batches } = follower();
  expect(await follow()).toMatchObject({ outcome: { kind: 'up_to_date' }, scanned: 622, cursor: { size: 622 } });
  expect(found.map(({ index, names }) => [index, names])).toEqual([
    [300, ['www.example.com']],
    [601, ['*.example.com']],
  ]);
  expect(found.map(({ der }) => der?.length ?? 0).every((bytes) => bytes > 500)).toBe(true);
  expect(dataTiles()).toEqual(['tile/data/001', 'tile/data/002.p/110']);
  expect(batches.reduce((sum, { scanned }) => sum + scanned, 0)).toBe(622);
});

it('finds the same as the data tiles', async () => {
  for (let index = 0; index < 12; index += 1) {
    fill(90);
    add(`n${index}.example.com`, 'x.test');
  }
  const byNames = follower();
  const byData = follower({ mode: 'data' });
  await byNames.follow();
  await byData.follow();
  expect(byNames.found).toEqual(byData.found);
  expect(byNames.found).toHaveLength(12);
});

it('compares one tile in 200 with its data tile, at random', async () => {
  fill(256 * 30);
  const audited: number[] = [];
  const { follow, batches } = follower({
    isAudited: (tile) => {
      audited.push(tile);
      return tile === 7;
    },
  });
  expect((await follow()).outcome).toEqual({ kind: 'up_to_date' });
  // Several tiles are downloaded at once.
  expect(audited.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, index) => index));
  expect(dataTiles()).toEqual(['tile/data/007']);
  expect(batches.reduce((sum, { auditedTiles }) => sum + auditedTiles, 0)).toBe(1);
});

describe('a names tile that omits a name', () => {
  it('is found out by an audit, and the entry is found all the same', async () => {
    fill(300);
    add('hidden.example.com', 'shown.other.test');
    fill(300);
    log.omitted.add('hidden.example.com');
    const { follow, found } = follower({ isAudited: (tile) => tile === 1 });
    const { outcome, cursor } = await follow();
    expect(outcome).toMatchObject({ kind: 'omitted', tile: 1, names: ['hidden.example.com'] });
    expect([found.map(({ index }) => index), cursor?.size]).toEqual([[300], 512]);
    expect((await follow()).outcome).toEqual({ kind: 'up_to_date' });
  });

  it('is found out beside a name that matches', async () => {
    fill(10);
    add('hidden.example.com');
    add('shown.example.com');
    log.omitted.add('hidden.example.com');
    const { follow, found } = follower();
    expect((await follow()).outcome).toMatchObject({ kind: 'omitted', tile: 0, names: ['hidden.example.com'] });
    expect(found.map(({ index }) => index)).toEqual([10, 11]);
  });
});

describe('the data tile is read instead', () => {
  const lines = (count: number): string => Array(count).fill('{"Timestamp":1,"DNS":["other.test"]}').join('\n');

  it.each([
    ['the log has no names tiles', null],
    ['a line is missing, as logs leave out what they cannot parse', `${lines(255)}\n`],
    ['a line and the end of the last one are missing', lines(255)],
  ])('if %s', async (_name, body) => {
    fill(100);
    add('a.example.com');
    fill(200);
    if (body === null) log.hasNamesTiles = false;
    else log.misbehave({ kind: 'body', body }, /names\/000$/);
    const { follow, found } = follower();
    expect((await follow()).outcome).toEqual({ kind: 'up_to_date' });
    expect(found.map(({ index }) => index)).toEqual([100]);
  });

  it.each([
    ['empty', ''],
    ['a web page', '<html></html>'],
    ['not JSON', '{"DNS":[\n'.repeat(256)],
    ['other JSON', '{"DNS":"x"}\n'.repeat(256)],
  ])('if the names tile is %s', async (_name, body) => {
    fill(100);
    add('a.example.com');
    fill(200);
    log.misbehave({ kind: 'body', body }, /names\/000$/);
    const { follow, found } = follower();
    expect((await follow()).outcome).toEqual({ kind: 'up_to_date' });
    expect(found.map(({ index }) => index)).toEqual([100]);
  });
});

it('does not believe a name that the data tile lacks', async () => {
  fill(256);
  log.misbehave({ kind: 'body', body: '{"Timestamp":1,"DNS":["a.example.com"]}\n'.repeat(256) }, /names\/000$/);
  const { follow, found } = follower();
  // The names of its data tile are missing, too.
  expect((await follow()).outcome).toMatchObject({ kind: 'omitted', tile: 0 });
  expect(found).toEqual([]);
});

it('is oversized for a names tile that decompresses to far more', async () => {
  fill(300);
  log.misbehave({ kind: 'bomb', bytes: 4_000_000 }, /names\/000$/);
  expect((await follower({ options: { maxBytes: 3_000_000 } }).follow()).outcome).toMatchObject({ kind: 'oversized' });
});

it('still refuses a forked log', async () => {
  fill(300);
  const { follow } = follower();
  await follow();
  log.fork(20, { kind: 'raw', type: 9, body: Buffer.alloc(3) });
  fill(10);
  expect((await follow()).outcome).toMatchObject({ kind: 'forked' });
});
