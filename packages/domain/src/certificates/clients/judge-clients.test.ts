import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMs, DAY_MS, SECOND_MS } from '../../time.ts';
import type { ClientFacts, SctDelivery, SctFact, TrustPath } from './client-facts.ts';
import type { ClientId, ClientRules, RootRule, SctPolicy } from './client-rules.ts';
import { successorNotes, verdictText } from './client-text.ts';
import { type ClientSubject, type ClientVerdict, judgeClients, rankOf, refusalsOf } from './judge-clients.ts';

const source = { url: 'https://example.com/policy', readOn: '2026-11-23' };
const now = new Date('2026-11-23T12:00:00Z');
const [OLD, NEW, CROSS] = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
const path = (anchor: string, until = '2040-01-01T00:00:00.000Z'): TrustPath => ({
  anchor,
  anchorName: `Root ${anchor[0]}`,
  until,
  endsWith: `Intermediate ${anchor[0]}`,
});

const clientOf = (id: ClientId, fetchesIntermediates = true) => ({ id, fetchesIntermediates, alerts: id !== 'android7' });
const empty: ClientRules = {
  version: 'test',
  clients: [clientOf('chrome'), clientOf('apple'), clientOf('mozilla'), clientOf('java', false), clientOf('android7', false)],
  roots: [
    { sha256: OLD ?? '', name: 'Root a', key: '2008-06-01' },
    { sha256: NEW ?? '', name: 'Root b', key: '2020-02-29' },
  ],
  rootRules: [],
  stores: [],
  sctPolicies: [],
  ctLogs: {
    lists: { chrome: { listedOn: '2026-11-01', source }, apple: { listedOn: '2026-11-01', source } },
    logs: [
      { id: 'a1', name: 'A 1', operator: 'A', chrome: 'usable', apple: 'usable' },
      { id: 'a2', name: 'A 2', operator: 'A', chrome: 'usable', apple: 'usable' },
      { id: 'b1', name: 'B 1', operator: 'B', chrome: 'usable', apple: 'usable' },
      { id: 'c1', name: 'C 1', operator: 'C', chrome: '2026-10-01T00:00:00Z', apple: 'usable' },
      { id: 'd1', name: 'D 1', operator: 'D', apple: 'usable' },
    ],
    keys: [],
  },
  lifetimes: { limits: [{ from: '2026-03-15', days: 200 }], source },
  validationReuse: { limits: [{ from: '2026-03-15', days: 200 }], source },
  clientAuthEnds: { on: '2027-03-15', source },
  dates: [],
  renewalInfo: [],
};

const subjectOf = (overrides: Partial<Omit<ClientSubject, 'facts'>> & { readonly facts?: Partial<ClientFacts> } = {}): ClientSubject => {
  const { facts, ...rest } = overrides;
  const notBefore = rest.notBefore ?? new Date('2026-10-15T00:00:00Z');
  return {
    notBefore,
    notAfter: addMs(notBefore, 90 * DAY_MS - SECOND_MS),
    missingIssuer: null,
    facts: { paths: [path(OLD ?? '')], scts: [], clientAuth: false, ...facts },
    ...rest,
  };
};

const verdictOf = (client: ClientId, subject: ClientSubject, rules: ClientRules): ClientVerdict => {
  const row = judgeClients(subject, rules)?.find((each) => each.client === client);
  if (row === undefined) throw new Error(`${client} has no row.`);
  return row.verdict;
};

const textOf = (client: ClientId, subject: ClientSubject, rules: ClientRules): string => {
  const row = judgeClients(subject, rules)?.find((each) => each.client === client);
  return row === undefined ? '' : verdictText(row.name, row.verdict, now);
};

const withRule = (rule: RootRule): ClientRules => ({ ...empty, rootRules: [rule] });
const base = { client: 'chrome', source } as const;
const roots = [OLD ?? ''];
const sct = (at: string, log = 'a1', by: SctDelivery = 'embedded'): SctFact => ({ log, at, by });

describe('a distrust by SCT', () => {
  const rules = withRule({ ...base, kind: 'sct_after', at: '2025-07-31T23:59:59Z', roots });
  it.each([
    ['2025-07-31T23:59:58.000Z', 'accepts'],
    ['2025-07-31T23:59:59.000Z', 'accepts'],
    ['2025-07-31T23:59:59.001Z', 'refuses'],
    ['2025-08-01T00:00:00.000Z', 'refuses'],
  ])('with its earliest SCT at %s: %s', (at, kind) => {
    const facts = { scts: [sct('2025-08-02T00:00:00.000Z', 'b1'), sct(at)] };
    expect(verdictOf('chrome', subjectOf({ facts }), rules)).toMatchObject({ kind });
    expect(verdictOf('apple', subjectOf({ facts }), rules)).toEqual({ kind: 'accepts' });
  });

  it('names both dates, and begins with the certificate', () => {
    const subject = subjectOf({ facts: { scts: [sct('2025-08-02T00:00:00.000Z')] } });
    expect(textOf('chrome', subject, rules)).toBe(
      'Chrome refuses it: under Root a, Chrome trusts only certificates with an SCT from July 31, 2025 or earlier, and its earliest is from August 2, 2025.',
    );
    expect(verdictOf('chrome', subject, rules)).toMatchObject({ from: subject.notBefore, source, alerts: true });
    expect(textOf('chrome', subjectOf(), rules)).toMatch(/ or earlier, and it has none\.$/);
  });
});

it.each([
  ['2024-11-15T23:59:59Z', 'accepts'],
  ['2024-11-16T00:00:00Z', 'refuses'],
])('a distrust by issue date, issued at %s: %s', (issued, kind) => {
  const rules = withRule({ client: 'apple', source, kind: 'issued_after', at: '2024-11-15T23:59:59Z', roots });
  const subject = subjectOf({ notBefore: new Date(issued) });
  expect(verdictOf('apple', subject, rules)).toMatchObject({ kind });
  if (kind === 'refuses') {
    expect(textOf('apple', subject, rules)).toBe(
      'Apple refuses it: under Root a, Apple trusts only certificates issued on November 15, 2024 or earlier.',
    );
  }
});

describe('a removal', () => {
  const rules = withRule({ ...base, kind: 'removed', at: '2027-01-10T00:00:00Z', roots });
  it.each([
    ['2027-01-09T23:59:58Z', 'accepts'],
    ['2027-01-09T23:59:59Z', 'accepts'],
    ['2027-01-10T00:00:00Z', 'refuses'],
  ])('of the root of a certificate that expires at %s: %s', (notAfter, kind) => {
    const subject = subjectOf({ notAfter: new Date(notAfter) });
    expect(verdictOf('chrome', subject, rules)).toMatchObject({ kind });
  });

  it('is a date ahead, then a date behind', () => {
    expect(textOf('chrome', subjectOf(), rules)).toBe("Chrome refuses it from January 10, 2027: its root Root a leaves Chrome's store.");
    const past = withRule({ ...base, kind: 'removed', at: '2026-11-23T12:00:00Z', roots });
    expect(textOf('chrome', subjectOf(), past)).toBe("Chrome has refused it since November 23, 2026: its root Root a left Chrome's store.");
    const ahead = withRule({ ...base, kind: 'removed', at: '2026-11-23T12:00:01Z', roots });
    expect(textOf('chrome', subjectOf(), ahead)).toMatch(/^Chrome refuses it from November 23, 2026: /);
  });
});

it.each([
  ['2007-12-31', '2008-01-01', 'accepts'],
  ['2008-06-01', '2008-06-01', 'refuses'],
  ['2008-05-31', '2008-06-02', 'refuses'],
  ['2008-06-02', '2009-12-31', 'accepts'],
])('a term for keys from %s to %s', (keyFrom, keyUntil, kind) => {
  const rule = { ...base, kind: 'term', at: '2027-01-10T00:00:00Z', keyFrom, keyUntil, except: [] } as const;
  expect(verdictOf('chrome', subjectOf(), withRule(rule))).toMatchObject({ kind });
  expect(verdictOf('chrome', subjectOf(), withRule({ ...rule, except: roots }))).toEqual({ kind: 'accepts' });
});

it('the age of a key ends its root on the same day of the year', () => {
  const rules = withRule({ ...base, kind: 'key_age', years: 15, keyAfter: '2014-04-14' });
  const young = (notBefore: string) => subjectOf({ notBefore: new Date(notBefore), facts: { paths: [path(NEW ?? '')] } });
  expect(verdictOf('chrome', young('2035-02-01T00:00:00Z'), rules)).toMatchObject({ from: new Date('2035-03-01T00:00:00Z') });
  expect(verdictOf('chrome', subjectOf({ notBefore: new Date('2035-02-01T00:00:00Z') }), rules)).toEqual({ kind: 'accepts' });
});

describe('a root that a store lacks', () => {
  const rules = {
    ...empty,
    stores: [{ client: 'android7', store: 'the root store of Android 7.0', alerts: true, source, lacks: roots }],
  } as const;
  it('is refused from the beginning, without an alert for a client that has none', () => {
    expect(textOf('android7', subjectOf(), rules)).toBe('Android 7.0 refuses it: its root Root a is not in the root store of Android 7.0.');
    expect(refusalsOf(judgeClients(subjectOf(), rules))).toEqual([]);
  });

  it('does not matter if another path leads to a root that it has', () => {
    const subject = subjectOf({ facts: { paths: [path(OLD ?? ''), path(CROSS ?? '')] } });
    expect(verdictOf('android7', subject, rules)).toEqual({ kind: 'accepts' });
  });

  it('is refused when the only other path ends', () => {
    const subject = subjectOf({ facts: { paths: [path(OLD ?? ''), path(CROSS ?? '', '2026-12-01T00:00:00.000Z')] } });
    expect(verdictOf('android7', subject, rules)).toMatchObject({ kind: 'refuses', from: new Date('2026-12-01T00:00:01Z') });
    expect(textOf('android7', subject, rules)).toBe(
      "Android 7.0 refuses it from December 1, 2026: Intermediate c in its chain expires, and the server sends no other chain to a root in Android 7.0's store.",
    );
    expect(verdictOf('chrome', subject, rules)).toEqual({ kind: 'accepts' });
  });
});

describe('SCTs', () => {
  const twoOrThree = [
    { upToDays: 180, scts: 2, perOperator: null },
    { upToDays: null, scts: 3, perOperator: null },
  ];
  const chrome: SctPolicy = {
    client: 'chrome',
    list: 'chrome',
    embedded: twoOrThree,
    delivered: { scts: 2, ocsp: false, countsEmbedded: false },
    operators: 2,
    countsLastSecond: false,
    source,
  };
  const apple: SctPolicy = {
    client: 'apple',
    list: 'apple',
    embedded: [
      { upToDays: 180, scts: 2, perOperator: 1 },
      { upToDays: null, scts: 3, perOperator: 2 },
    ],
    delivered: { scts: 2, ocsp: true, countsEmbedded: true },
    operators: 1,
    countsLastSecond: true,
    source,
  };
  const rules: ClientRules = { ...empty, sctPolicies: [chrome, apple] };
  const early = '2026-09-30T23:59:59.999Z';
  const kinds = (scts: readonly SctFact[], days = 90, secondsMore = -1): string => {
    const notBefore = new Date('2026-10-15T00:00:00Z');
    const subject = subjectOf({ notBefore, notAfter: addMs(notBefore, days * DAY_MS + secondsMore * SECOND_MS), facts: { scts } });
    return `${verdictOf('chrome', subject, rules).kind} ${verdictOf('apple', subject, rules).kind}`;
  };
  const at = '2026-10-15T00:00:00.000Z';
  const embedded = (...logs: string[]) => logs.map((log) => sct(at, log));

  it.each([
    ['none', [], 90, -1, 'refuses refuses'],
    ['one', embedded('a1'), 90, -1, 'refuses refuses'],
    ['two of one operator', embedded('a1', 'a2'), 90, -1, 'refuses refuses'],
    ['the same log twice', embedded('a1', 'a1'), 90, -1, 'refuses refuses'],
    ['two of two operators', embedded('a1', 'b1'), 90, -1, 'accepts accepts'],
    ['two for 180 days', embedded('a1', 'b1'), 180, -1, 'accepts accepts'],
    ['two for 180 days and the second of notAfter', embedded('a1', 'b1'), 180, 0, 'accepts refuses'],
    ['two for 180 days and two seconds', embedded('a1', 'b1'), 180, 1, 'refuses refuses'],
    ['three of two operators for 181 days', embedded('a1', 'a2', 'b1'), 181, -1, 'accepts accepts'],
    ['one of a log that only Apple lists', embedded('a1', 'd1'), 90, -1, 'unknown accepts'],
    ['one of a log that nobody lists', embedded('a1', 'x1'), 90, -1, 'unknown unknown'],
    ['enough beside one of a log that nobody lists', embedded('a1', 'b1', 'x1'), 90, -1, 'accepts accepts'],
    ['one of a log that was retired later', [sct(early, 'a1'), sct(early, 'c1')], 90, -1, 'accepts accepts'],
    ['one of a log that was retired before', embedded('a1', 'c1'), 90, -1, 'refuses accepts'],
    ['two with the handshake', [sct(at, 'a1', 'tls'), sct(at, 'b1', 'tls')], 90, -1, 'accepts accepts'],
    ['two with the handshake for 398 days', [sct(at, 'a1', 'tls'), sct(at, 'b1', 'tls')], 398, -1, 'accepts accepts'],
    ['two in the OCSP response', [sct(at, 'a1', 'ocsp'), sct(at, 'b1', 'ocsp')], 90, -1, 'refuses accepts'],
    ['one embedded and one with the handshake', [sct(at, 'a1'), sct(at, 'b1', 'tls')], 90, -1, 'refuses accepts'],
    ['two retired ones with the handshake', [sct(early, 'a1', 'tls'), sct(early, 'c1', 'tls')], 90, -1, 'refuses accepts'],
  ])('%s', (_name, scts, days, secondsMore, expected) => {
    expect(kinds(scts, days, secondsMore)).toBe(expected);
  });

  it('count only with a signature that nothing is wrong with', () => {
    const [first, second] = embedded('a1', 'b1');
    if (first === undefined || second === undefined) throw new Error('No SCTs.');
    expect(kinds([{ ...first, signature: 'valid' }, second])).toBe('accepts accepts');
    expect(kinds([first, { ...second, signature: 'invalid' }])).toBe('refuses refuses');
    const subject = subjectOf({ facts: { scts: [first, { ...second, signature: 'invalid' }] } });
    expect(textOf('chrome', subject, rules)).toBe(
      'Chrome refuses it: it needs 2 SCTs from 2 log operators, and has 1 accepted SCT from 1 operator. 1 SCT has an invalid signature.',
    );
    const limited = withRule({ ...base, kind: 'sct_after', at: '2025-07-31T23:59:59Z', roots });
    const forged = { ...sct('2025-01-01T00:00:00.000Z'), signature: 'invalid' } as const;
    expect(verdictOf('chrome', subjectOf({ facts: { scts: [forged, first] } }), limited)).toMatchObject({ kind: 'refuses' });
  });

  it('are counted in the sentence', () => {
    const subject = subjectOf({ facts: { scts: embedded('a1', 'a2') } });
    expect(textOf('chrome', subject, rules)).toBe(
      'Chrome refuses it: it needs 2 SCTs from 2 log operators, and has 2 accepted SCTs from 1 operator.',
    );
    expect(textOf('apple', subjectOf({ facts: { scts: embedded('a1') } }), rules)).toBe(
      'Apple refuses it: it needs 2 SCTs from 2 log operators, and has 1 accepted SCT from 1 operator.',
    );
    expect(textOf('chrome', subjectOf({ facts: { scts: embedded('a1', 'x1') } }), rules)).toBe(
      "Chrome's verdict is unknown: SCTs come from 1 log that the log list of November 1, 2026 does not contain.",
    );
  });
});

describe('a chain', () => {
  it('of a private CA is not judged', () => {
    expect(judgeClients(subjectOf({ facts: { paths: [] } }), empty)).toBeNull();
  });

  it('without its intermediate is refused by clients that do not fetch it', () => {
    const subject = subjectOf({ missingIssuer: 'R12', facts: { paths: [] } });
    expect(textOf('java', subject, empty)).toBe(
      'Java refuses it: the server does not send the intermediate certificate R12, and Java does not fetch it.',
    );
    expect(textOf('chrome', subject, empty)).toBe(
      'Chrome accepts it only if it can fetch the intermediate certificate R12, which the server does not send.',
    );
    expect(refusalsOf(judgeClients(subject, empty))).toEqual([]);
  });
});

describe('successors', () => {
  const rules = withRule({ ...base, kind: 'sct_after', at: '2027-01-31T23:59:59Z', roots });
  const notesOf = (subject: ClientSubject, of: ClientRules) => successorNotes(subject, judgeClients(subject, of) ?? [], of, now);
  const logged = { scts: [sct('2026-10-15T00:00:00.000Z')] };

  it('are refused by a date that comes before they would expire', () => {
    expect(notesOf(subjectOf({ facts: logged }), rules)).toEqual([
      {
        on: new Date('2027-01-31T23:59:59Z'),
        text: 'Chrome refuses certificates under Root a that are issued after January 31, 2027. Renew from another root or CA.',
        source,
      },
    ]);
    expect(notesOf(subjectOf({ facts: logged }), withRule({ ...base, kind: 'removed', at: '2028-01-01T00:00:00Z', roots }))).toEqual([]);
  });

  it('cannot be client certificates', () => {
    expect(notesOf(subjectOf({ facts: { clientAuth: true } }), empty).map(({ text }) => text)).toEqual([
      'It is also a client certificate. Public CAs stop issuing such certificates by March 15, 2027: move client authentication to a private CA.',
    ]);
  });
});

it('a further rule never makes a verdict better', () => {
  const anchors = fc.constantFrom(OLD ?? '', NEW ?? '', CROSS ?? '');
  const instants = fc
    .date({ min: new Date('2024-01-01'), max: new Date('2029-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString());
  const client = fc.constantFrom<ClientId>('chrome', 'apple', 'mozilla', 'java', 'android7');
  const named = fc.uniqueArray(anchors, { maxLength: 3 });
  const rule = fc.oneof(
    fc.record({
      kind: fc.constantFrom('sct_after', 'issued_after', 'removed'),
      client,
      at: instants,
      roots: named,
      source: fc.constant(source),
    }),
    fc.record({
      kind: fc.constant('term'),
      client,
      at: instants,
      keyFrom: fc.constant('2006-01-01'),
      keyUntil: fc.constantFrom('2007-01-01', '2009-01-01', '2021-01-01'),
      except: named,
      source: fc.constant(source),
    }),
    fc.record({
      kind: fc.constant('key_age'),
      client,
      years: fc.integer({ min: 1, max: 20 }),
      keyAfter: fc.constant('2007-01-01'),
      source: fc.constant(source),
    }),
  ) satisfies fc.Arbitrary<RootRule>;
  const store = fc.record({ client, store: fc.constant('its store'), alerts: fc.boolean(), source: fc.constant(source), lacks: named });
  const policy = fc.record({
    client,
    list: fc.constantFrom('chrome', 'apple'),
    embedded: fc.tuple(fc.record({ upToDays: fc.constantFrom(null, 100), scts: fc.nat(3), perOperator: fc.constantFrom(null, 1, 2) })),
    delivered: fc.record({ scts: fc.nat(3), ocsp: fc.boolean(), countsEmbedded: fc.boolean() }),
    operators: fc.nat(3),
    countsLastSecond: fc.boolean(),
    source: fc.constant(source),
  }) satisfies fc.Arbitrary<SctPolicy>;
  const facts = fc.record({
    paths: fc.array(
      fc.tuple(anchors, instants).map(([anchor, until]) => path(anchor, until)),
      { minLength: 1, maxLength: 3 },
    ),
    scts: fc.array(
      fc.record({
        log: fc.constantFrom('a1', 'a2', 'b1', 'c1', 'd1', 'x1'),
        at: instants,
        by: fc.constantFrom<SctDelivery>('embedded', 'tls', 'ocsp'),
      }),
      { maxLength: 4 },
    ),
    clientAuth: fc.boolean(),
  });
  const further = fc.oneof(
    rule.map(
      (each) =>
        (rules: ClientRules): ClientRules => ({ ...rules, rootRules: [...rules.rootRules, each] }),
    ),
    store.map(
      (each) =>
        (rules: ClientRules): ClientRules => ({ ...rules, stores: [...rules.stores, each] }),
    ),
    policy.map(
      (each) =>
        (rules: ClientRules): ClientRules => ({ ...rules, sctPolicies: [...rules.sctPolicies, each] }),
    ),
  );
  fc.assert(
    fc.property(facts, instants, fc.nat(400), fc.array(further, { maxLength: 6 }), further, (found, from, days, some, one) => {
      const notBefore = new Date(from);
      const subject = { notBefore, notAfter: addMs(notBefore, days * DAY_MS), facts: found, missingIssuer: null };
      const rules = some.reduce((all, add) => add(all), empty);
      const before = judgeClients(subject, rules) ?? [];
      const after = judgeClients(subject, one(rules)) ?? [];
      expect(after.length).toBe(before.length);
      for (const [index, row] of after.entries()) {
        const known = before[index];
        if (known !== undefined) expect(rankOf(row.verdict)).toBeLessThanOrEqual(rankOf(known.verdict));
      }
    }),
    { numRuns: 500 },
  );
});
