import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { der } from '../testing/der.ts';
import { DerError, DerReader } from './der.ts';

interface Element {
  readonly tag: number;
  readonly content: Buffer | readonly Element[];
}

const primitive = fc.record({
  tag: fc.constantFrom(0x02, 0x04, 0x06, 0x0c, 0x80, 0x82),
  content: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});
const { element } = fc.letrec<{ element: Element }>((tie) => ({
  element: fc.oneof(
    { maxDepth: 5 },
    primitive,
    fc.record({ tag: fc.constantFrom(0x30, 0x31, 0xa0, 0xa3), content: fc.array(tie('element'), { maxLength: 4 }) }),
  ),
}));

const write = ({ tag, content }: Element): Buffer => der(tag, ...(Buffer.isBuffer(content) ? [content] : content.map(write)));
const isNested = (tag: number): boolean => (tag & 0x20) !== 0;
const read = (reader: DerReader): Element[] => {
  const elements: Element[] = [];
  while (reader.more) {
    const tag = reader.next();
    elements.push({ tag, content: isNested(tag) ? read(reader.inside()) : Buffer.from(reader.contents()) });
  }
  return elements;
};

describe('the DER reader', () => {
  it('reads back everything that was written, and reports none of it as BER', () => {
    fc.assert(
      fc.property(element, (tree) => {
        const reader = new DerReader(write(tree));
        expect(read(reader)).toEqual([tree]);
        expect(reader.longLengths).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('throws only its own error on any bytes, and never reads outside of them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const reader = new DerReader(Buffer.from(bytes));
        try {
          while (reader.more) {
            reader.next();
            expect(reader.start).toBeGreaterThan(0);
            expect(reader.stop).toBeLessThanOrEqual(bytes.length);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(DerError);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['3080020101', 'A length is indefinite.'],
    ['300000', 'An element has trailing bytes.'],
    ['1f01', 'A tag takes more than one byte.'],
    ['3085000000000100', 'A length is too long.'],
    ['3003020101ff', 'An element has trailing bytes.'],
    ['3004020101', 'An element ends outside its parent.'],
    ['30', 'An element is truncated.'],
    ['308201', 'A length is too long.'],
  ])('%s: %s', (hex, message) => {
    const reader = new DerReader(Buffer.from(hex, 'hex'));
    expect(() => {
      reader.next();
      reader.finish();
    }).toThrow(message);
  });

  it.each(['308103020101', '30820003020101'])('%s is readable and reported as BER', (hex) => {
    const reader = new DerReader(Buffer.from(hex, 'hex'));
    reader.enter(0x30);
    expect(reader.longLengths).toBe(true);
    expect(reader.next()).toBe(2);
  });
});
