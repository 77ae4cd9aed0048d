import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../time.ts';
import { judgeDane } from './dane.ts';
import type { TlsaRecord } from './dns-facts.ts';
import type { DaneCertificate, DaneChain, DaneFacts } from './preflight-facts.ts';

const days = (count: number): Date => new Date(Date.UTC(2026, 10, 23) + count * DAY_MS);
/** Its digests are its name padded to their length. */
const certificate = (name: string, endsIn: number): DaneCertificate => ({
  notBefore: days(-10),
  notAfter: days(endsIn),
  digest: (selector, matching) => `${name}${selector}`.padEnd([10, 64, 128][matching] ?? 0, '0'),
});
const [leaf, issuer, root] = [certificate('1eaf', 80), certificate('1a', 2_000), certificate('7007', 4_000)];
const chain: DaneChain = { keyType: 'ECDSA', sent: [leaf, issuer], root, isTrusted: true, namesHost: true };
const record = (usage: number, selector: number, matching: number, of: DaneCertificate): TlsaRecord => ({
  usage,
  selector,
  matching,
  data: of.digest(selector, matching),
});
const facts = (
  values: readonly TlsaRecord[],
  chains: readonly DaneChain[] = [chain],
  protocol: DaneFacts['protocol'] = 'tls',
): DaneFacts => ({
  host: 'a.test',
  port: 443,
  protocol,
  looked: { kind: 'found', values, secure: true, alias: null },
  chains,
});
const codes = (values: readonly TlsaRecord[], chains?: readonly DaneChain[], protocol?: DaneFacts['protocol']): string[] =>
  judgeDane(facts(values, chains, protocol)).map(({ code }) => code);
const untrusted = { ...chain, isTrusted: false };

describe('a TLSA record', () => {
  it.each([
    ['0: an issuer of a trusted chain', record(0, 1, 1, issuer), chain, []],
    ['0: a root that was not sent', record(0, 1, 1, root), chain, []],
    ['0: an issuer of an untrusted chain', record(0, 1, 1, issuer), untrusted, ['dane_mismatch']],
    ['0: the leaf', record(0, 1, 1, leaf), chain, ['dane_mismatch']],
    ['1: the leaf of a trusted chain', record(1, 1, 1, leaf), chain, ['dane_pins_key']],
    ['1: the leaf of an untrusted chain', record(1, 1, 1, leaf), untrusted, ['dane_mismatch']],
    ['2: an issuer of a private chain', record(2, 0, 2, issuer), untrusted, []],
    ['2: a root that was not sent', record(2, 1, 1, root), untrusted, ['dane_mismatch']],
    ['2: for another host', record(2, 1, 1, issuer), { ...untrusted, namesHost: false }, ['dane_mismatch']],
    ['3: the leaf, whatever its chain', record(3, 1, 0, leaf), { ...untrusted, namesHost: false }, ['dane_pins_key']],
    ['3: the whole certificate', record(3, 0, 1, leaf), untrusted, ['dane_pins_certificate']],
    ['3: an issuer', record(3, 1, 1, issuer), chain, ['dane_mismatch']],
    ['of an unknown usage', record(4, 1, 1, leaf), chain, ['dane_unusable']],
    ['of an unknown selector', { ...record(3, 1, 1, leaf), selector: 2 }, chain, ['dane_unusable']],
    ['of an unknown digest', { ...record(3, 1, 1, leaf), matching: 3 }, chain, ['dane_unusable']],
  ])('%s', (_name, value, served, expected) => {
    expect(codes([value], [served])).toEqual(expected);
  });

  it('of web usages means nothing to mail servers', () => {
    expect(codes([record(1, 1, 1, leaf)], [chain], 'smtp')).toEqual(['dane_unusable']);
    expect(codes([record(1, 1, 1, leaf), record(2, 1, 1, issuer)], [chain], 'smtp')).toEqual([]);
  });

  it('needs to fit the chain of every key type', () => {
    const rsa = { ...chain, keyType: 'RSA', sent: [certificate('2eaf', 80), issuer] } as const;
    expect(codes([record(3, 1, 1, leaf)], [chain, rsa])).toEqual(['dane_pins_key', 'dane_mismatch']);
    expect(codes([record(2, 1, 1, issuer)], [chain, rsa])).toEqual([]);
  });

  it('that fits nothing yet silences findings about the next renewal', () => {
    expect(codes([record(3, 0, 1, leaf), record(3, 0, 1, certificate('3eaf', 160))])).toEqual([]);
  });

  it('of an issuer warns if the issuer ends before the next certificate would', () => {
    const ending = certificate('2a', 120);
    expect(codes([record(2, 1, 1, ending)], [{ ...chain, sent: [leaf, ending] }])).toEqual(['dane_issuer_ending']);
    expect(codes([record(2, 1, 1, ending), record(2, 1, 1, issuer)], [{ ...chain, sent: [leaf, ending, issuer] }])).toEqual([]);
  });
});

it('says nothing of an endpoint without records, or one that was not reached', () => {
  expect(judgeDane({ ...facts([]), looked: { kind: 'absent', secure: true, alias: null } })).toEqual([]);
  expect(codes([record(3, 1, 1, leaf)], [])).toEqual([]);
});
