import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDates, writeDates } from './wire-dates.ts';

const overTheWire = (value: unknown): unknown => readDates(JSON.parse(JSON.stringify(writeDates(value))));

const leaf = fc.oneof(
  fc.string(),
  fc.string().map((text) => `~${text}`),
  fc.date({ noInvalidDate: true }).map((date) => `~${date.toISOString()}`),
  fc.date({ noInvalidDate: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const answers = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('any')),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__'), fc.constant('toJSON')), tie('any'), { noNullPrototype: true }),
  ),
})).any;

it('brings every answer over the wire as it was, Dates as Dates and texts as texts', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      expect(overTheWire(answer)).toStrictEqual(answer);
    }),
  );
});

it.each(['2026-11-20T08:00:00.000Z', '~2026-11-20T08:00:00.000Z', '~', '~~', '~~2026-11-20T08:00:00.000Z', ''])(
  'the text %j stays a text, regardless of its author',
  (text) => {
    expect(overTheWire({ tags: { team: text }, san: [text] })).toEqual({ tags: { team: text }, san: [text] });
  },
);

it('a name of __proto__ is a name like others', () => {
  const answer: unknown = JSON.parse('{"tags":{"__proto__":{"admin":true}}}');
  expect(JSON.stringify(overTheWire(answer))).toBe('{"tags":{"__proto__":{"admin":true}}}');
  expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
});

it('leaves what it was given as it was', () => {
  const answer = { at: new Date(0), rows: [{ at: new Date(1) }] };
  writeDates(answer);
  expect(answer).toEqual({ at: new Date(0), rows: [{ at: new Date(1) }] });
});

it('leaves out what is undefined, and says undefined where nothing is answered', () => {
  expect(overTheWire({ a: undefined, b: 1 })).toEqual({ b: 1 });
  expect(writeDates(undefined)).toBeUndefined();
  expect(readDates(undefined)).toBeUndefined();
});

it.each(['~', '~soon', '~2026-13-01T00:00:00.000Z'])('refuses %j, which is neither an instant nor a marked text', (text) => {
  expect(() => readDates({ at: [text] })).toThrow(SyntaxError);
});

it('refuses what is nested without end, without exhausting the stack', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  expect(() => readDates(deep)).toThrow(SyntaxError);
});

it.each([[new Map([[1, 2]])], [new Set([1])], [new URL('https://example.com')], [new Date(Number.NaN)]])(
  'refuses %o, which JSON would lose in silence',
  (value) => {
    expect(() => writeDates({ value })).toThrow();
  },
);
