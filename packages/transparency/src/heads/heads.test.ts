import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLogKey } from '../log-signature.ts';
import { createFiller } from '../testing/fill.ts';
import { type StaticLocalLog, startStaticLog } from '../testing/static-log.ts';
import { originOf, readCheckpoint } from './checkpoint.ts';
import { readSignedTreeHead } from './signed-tree-head.ts';

const at = new Date('2026-11-20T12:00:00Z');
let log: StaticLocalLog;
let text = '';
beforeAll(async () => {
  log = await startStaticLog({ now: () => at });
  createFiller(log).fill(12);
  text = await (await fetch(`${log.url}/checkpoint`)).text();
});
afterAll(() => log.close());

const keyOf = () => {
  const key = readLogKey(log.log.key);
  if (key === null) throw new Error('The log has no key.');
  return key;
};
const read = (changed: string | Buffer) => readCheckpoint(Buffer.from(changed), log.log.submissionUrl, keyOf());

it.each([
  ['https://rome.ct.example.com/2024h1/', 'rome.ct.example.com/2024h1'],
  ['https://log.example', 'log.example'],
])('a log at %s is called %s', (url, origin) => {
  expect(originOf(url)).toBe(origin);
});

describe('a checkpoint', () => {
  it('is read with its time, and kept as evidence', () => {
    const root = log.store.tree.root().toString('hex');
    expect(read(text)).toEqual({ kind: 'signed', head: { size: 12, root, signedAt: at.getTime(), text } });
  });

  it('is read with up to 64 signatures of others, and ignores them', () => {
    const [line = ''] = text.split('\n').filter((each) => each.includes('witness'));
    expect(read(text.replace(line, Array(60).fill(line).join('\n'))).kind).toBe('signed');
    expect(read(text.replace(line, Array(64).fill(line).join('\n'))).kind).toBe('invalid');
    expect(read(text.replace(`${line}\n`, '')).kind).toBe('signed');
  });

  it.each<[string, (whole: string) => string | Buffer, string]>([
    ['nothing', () => '', 'invalid'],
    ['a page', () => '<html></html>', 'invalid'],
    ['no signature', (whole) => whole.slice(0, whole.indexOf('\n\n') + 2), 'invalid'],
    ['a cut signature', (whole) => whole.slice(0, -9), 'invalid'],
    ['an extension line', (whole) => whole.replace('\n\n', '\nmore\n\n'), 'invalid'],
    ['a size with a zero before it', (whole) => whole.replace('\n12\n', '\n012\n'), 'invalid'],
    ['a negative size', (whole) => whole.replace('\n12\n', '\n-12\n'), 'invalid'],
    ['a huge size', (whole) => whole.replace('\n12\n', '\n9999999999999999\n'), 'invalid'],
    ['another size', (whole) => whole.replace('\n12\n', '\n13\n'), 'bad_signature'],
    ['another origin', (whole) => whole.replaceAll('2026h2', '2026h1'), 'bad_signature'],
    ['another origin in its text only', (whole) => whole.replace('2026h2', '2026h1'), 'bad_signature'],
    ['control characters', (whole) => whole.replace('12', '12\r'), 'invalid'],
    ['bytes that are not UTF-8', (whole) => Buffer.concat([Buffer.from([0xff]), Buffer.from(whole)]), 'invalid'],
    [
      'another key ID',
      (whole) => whole.replace(/(2026h2 )(..)([^\n]*\n)$/, (_, name, two, rest) => `${name}${two === 'AA' ? 'BB' : 'AA'}${rest}`),
      'bad_signature',
    ],
  ])('with %s is refused', (_, change, kind) => {
    expect(read(change(text)).kind).toBe(kind);
  });
});

describe('a signed tree head', () => {
  const signed = (change: object = {}): Buffer => {
    const { store } = log;
    const root = store.tree.root();
    const signature = store.signHead(12, root, at.getTime()).toString('base64');
    const head = { tree_size: 12, timestamp: at.getTime(), sha256_root_hash: root.toString('base64'), tree_head_signature: signature };
    return Buffer.from(JSON.stringify({ ...head, ...change }));
  };

  it('is read', () => {
    expect(readSignedTreeHead(signed(), keyOf())).toMatchObject({ kind: 'signed', head: { size: 12, signedAt: at.getTime() } });
  });

  it.each([
    [{ tree_size: 13 }, 'bad_signature'],
    [{ timestamp: 1 }, 'bad_signature'],
    [{ tree_head_signature: '' }, 'bad_signature'],
    [{ tree_head_signature: Buffer.from([4, 3, 0, 0]).toString('base64') }, 'bad_signature'],
    [{ sha256_root_hash: 'AAAA' }, 'invalid'],
    [{ tree_size: -1 }, 'invalid'],
    [{ tree_size: 1.5 }, 'invalid'],
    [{ tree_size: '12' }, 'invalid'],
  ])('with %j is %s', (change, kind) => {
    expect(readSignedTreeHead(signed(change), keyOf()).kind).toBe(kind);
  });

  it.each(['', '[]', 'null', '<html>', '{'])('%j is not one', (body) => {
    expect(readSignedTreeHead(Buffer.from(body), keyOf()).kind).toBe('invalid');
  });
});

it('refuses keys that logs cannot have', () => {
  for (const key of ['', 'AAAA', hash('sha256', 'x', 'base64')]) expect(readLogKey(key)).toBeNull();
});
