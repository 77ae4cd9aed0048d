import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { decodeAnswer, encodeQuery } from './message.ts';

const question = { id: 0x1234, name: 'zone.test', type: 'A' } as const;
const head = (answers: number, flags = 0x8180, id = 0x1234): string =>
  `${id.toString(16).padStart(4, '0')}${flags.toString(16).padStart(4, '0')}0001${answers.toString(16).padStart(4, '0')}00000000`;
const asked = '047a6f6e65047465737400' + '00010001';
const decode = (...parts: string[]) => decodeAnswer(Buffer.from(parts.join(''), 'hex'), question);
const aRecord = 'c00c' + '0001' + '0001' + '00000000' + '0004' + 'c0000201';

describe('an answer', () => {
  it('is parsed with compressed names', () => {
    expect(decode(head(1), asked, aRecord)).toEqual({
      rcode: 0,
      truncated: false,
      authenticated: false,
      errors: [],
      records: [{ owner: 'zone.test', type: 'A', value: '192.0.2.1' }],
    });
  });

  it('is skipped if its type is unknown', () => {
    const hinfo = 'c00c' + '000d' + '0001' + '00000000' + '0003' + '026869';
    expect(decode(head(2), asked, hinfo, aRecord)?.records).toHaveLength(1);
  });

  it('escapes bytes that host names cannot contain', () => {
    const cname = 'c00c' + '0005' + '0001' + '00000000' + '0009' + '03612e62' + 'c00c' + '000000';
    expect(decode(head(1), asked, cname)?.records[0]).toMatchObject({ value: 'a\\046b.zone.test' });
  });

  it.each([
    [
      'CAA',
      `0101000100000000000d8005${Buffer.from('issue').toString('hex')}${Buffer.from('ca.exa').toString('hex')}`,
      { critical: true, tag: 'issue', value: 'ca.exa' },
    ],
    ['TXT', '0010' + '0001' + '00000000' + '0006' + '02613d' + '026263', { value: 'a=bc' }],
    ['TLSA', '0034' + '0001' + '00000000' + '0005' + '030101' + 'abcd', { usage: 3, selector: 1, matching: 1, data: 'abcd' }],
  ])('has the fields of a %s record', (type, record, fields) => {
    expect(decode(head(1), asked, `c00c${record}`)?.records).toEqual([{ owner: 'zone.test', type, ...fields }]);
  });

  it('says that it was verified, and explains a failure (RFC 8914)', () => {
    expect(decode(head(0, 0x81a0), asked)).toMatchObject({ authenticated: true, errors: [] });
    const opt = '00' + '0029' + '04d0' + '00000000' + '000d' + '000a0000' + '000f0005' + '0007' + '6f6c64';
    const failed = `12348182000100000000${'0001'}`;
    expect(decode(failed, asked, opt)).toMatchObject({ rcode: 2, errors: [{ code: 7, text: 'old' }] });
    expect(decode(failed, asked, opt.slice(0, -4))).toMatchObject({ rcode: 2, errors: [] });
  });
});

describe('rejects', () => {
  it.each([
    ['another query’s', [head(1, 0x8180, 0x9999), asked, aRecord]],
    ['a query', [head(1, 0x0100), asked, aRecord]],
    ['the answer to another name', [head(1), '047a6f6e6504746573720000010001', aRecord]],
    ['a message without a question', [`${head(1).slice(0, 8)}000000010000000000`, aRecord]],
    ['a name that points to itself', [head(1), asked, 'c01b000100010000000000047f000001']],
    ['names that point to each other', [head(1), asked, 'c01dc01b00010001000000000004c0000201']],
    ['a record longer than the message', [head(1), asked, 'c00c00010001000000ffffffc0000201']],
    ['fewer records than announced', [head(9), asked, aRecord]],
    ['nothing', ['']],
  ])('%s', (_, parts) => {
    expect(decode(...parts)).toBeNull();
  });

  it('any garbage, and always ends', () => {
    for (let round = 0; round < 2_000; round += 1) {
      const noise = createHash('shake256', { outputLength: 1 + (round % 200) })
        .update(String(round))
        .digest();
      expect(() => decodeAnswer(Buffer.concat([Buffer.from(head(5) + asked, 'hex'), noise]), question)).not.toThrow();
      expect(decodeAnswer(noise, question)).toBeNull();
    }
  });
});

it('a query has one name, and requests DNSSEC records only with NSEC or when asked to', () => {
  expect(encodeQuery(question).toString('hex')).toBe(`123401000001000000000001${asked}00002904d0000000000000`);
  expect(encodeQuery({ ...question, type: 'NSEC' }).toString('hex')).toContain('00002904d0000080000000');
  const unchecked = encodeQuery({ ...question, dnssec: true, checkingDisabled: true }).toString('hex');
  expect(unchecked).toBe(`123401100001000000000001${asked}00002904d0000080000000`);
  expect(() => encodeQuery({ ...question, name: `${'a'.repeat(64)}.test` })).toThrow(RangeError);
});
