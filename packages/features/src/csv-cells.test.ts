import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCsv, writeCsv } from './csv-cells.ts';

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', "'=1"])('%j begins no formula in a spreadsheet', (cell) => {
  expect(writeCsv([[cell]])).toMatch(/^"?'/);
});

it('follows RFC 4180', () => {
  expect(writeCsv([['a', 'b,c', 'say "hi"', '', 'two\nlines']])).toBe('a,"b,c","say ""hi""",,"two\nlines"\r\n');
  expect(writeCsv([])).toBe('');
});

it('brings back every trimmed cell that was written', () => {
  const cell = fc
    .oneof(fc.string({ maxLength: 12 }), fc.constantFrom('=1', "'", "''=x", "'-", '"', ',', ';', 'a\r\nb', '\u20ac'))
    .filter((text) => text.trim() === text && !text.includes('\u0000'));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
      expect(
        readCsv(writeCsv(rows), 'a,b,c')
          ?.slice(0, -1)
          .map(({ cells }) => cells),
      ).toEqual(rows);
    }),
  );
});
