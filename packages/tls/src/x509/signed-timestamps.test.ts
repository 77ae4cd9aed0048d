import { expect, it } from 'vitest';
import { signedTimestamps, timestampList } from '../testing/signed-timestamps.ts';
import { DerReader } from './der.ts';
import { type ReadTimestamp, readEmbeddedTimestamps, readStapledTimestamps, readTimestampList } from './signed-timestamps.ts';

const first = { log: Buffer.alloc(32, 1).toString('base64'), at: '2025-07-31T23:59:59.999Z' };
const second = { log: Buffer.alloc(32, 2).toString('base64'), at: '2026-01-02T03:04:05.006Z' };
const factsOf = (timestamps: readonly ReadTimestamp[]) => timestamps.map(({ fact }) => fact);
const list = timestampList([first, second]);

it('reads the log and the instant of each timestamp', () => {
  expect(factsOf(readTimestampList(list, 'tls'))).toEqual([
    { ...first, by: 'tls' },
    { ...second, by: 'tls' },
  ]);
});

it('reads the extension of a certificate', () => {
  // The value of the extension, after its identifier.
  const value = signedTimestamps([second]);
  const reader = new DerReader(value);
  reader.expect(0x30);
  const extension = reader.inside();
  extension.expect(0x06);
  extension.expect(0x04);
  expect(factsOf(readEmbeddedTimestamps(new DerReader(value, extension.start, extension.stop)))).toEqual([{ ...second, by: 'embedded' }]);
  expect(readEmbeddedTimestamps(undefined)).toEqual([]);
});

it('leaves out what it cannot read, and never throws', () => {
  for (let length = 0; length < list.length; length += 1) {
    expect(readTimestampList(list.subarray(0, length), 'tls').length).toBeLessThan(2);
    expect(readEmbeddedTimestamps(new DerReader(list.subarray(0, length)))).toEqual([]);
  }
  const otherVersion = Buffer.from(list);
  otherVersion[4] = 1;
  expect(factsOf(readTimestampList(otherVersion, 'tls'))).toEqual([{ ...second, by: 'tls' }]);
  const farFuture = Buffer.from(list);
  farFuture[4 + 33] = 0xff;
  expect(factsOf(readTimestampList(farFuture, 'tls'))).toEqual([{ ...second, by: 'tls' }]);
});

it('finds the timestamps in an OCSP response', () => {
  expect(readStapledTimestamps(Buffer.from('30030a0100', 'hex'))).toBeNull();
  const inner = Buffer.concat([Buffer.from([0x04, 0x81, list.length]), list]);
  const staple = Buffer.concat([Buffer.from('060a2b06010401d679020405', 'hex'), Buffer.from([0x04, 0x81, inner.length]), inner]);
  expect(factsOf(readStapledTimestamps(staple) ?? []).map(({ by, at }) => [by, at])).toEqual([
    ['ocsp', first.at],
    ['ocsp', second.at],
  ]);
  for (let length = 12; length < staple.length; length += 1) expect(readStapledTimestamps(staple.subarray(0, length))).toEqual([]);
});

it('reads the first twenty of a thousand timestamps', () => {
  const many = timestampList(Array.from({ length: 1000 }, () => first));
  expect(readTimestampList(many, 'tls')).toHaveLength(20);
});
