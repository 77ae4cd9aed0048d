import { describe, expect, it } from 'vitest';
import { brandId } from '../../ids.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../time.ts';
import type { ClientFacts, SctFact } from '../clients/client-facts.ts';
import { decideCheck, type EndpointState } from './check-outcome.ts';
import type { CertificateFacts, RevocationFact, ServedObservation, UnreachableObservation } from './observation.ts';

const now = new Date('2026-11-10T12:00:00Z');
const target = { host: 'a.example', port: 443 };
const facts = (fingerprint256: string): CertificateFacts => ({
  subject: 'CN=a.example',
  issuer: 'CN=R12',
  subjectCommonName: 'a.example',
  issuerCommonName: 'R12',
  issuerOrganization: null,
  notBefore: addMs(now, -DAY_MS),
  notAfter: addMs(now, 60 * DAY_MS),
  serialNumber: '01',
  fingerprint: 'AA',
  fingerprint256,
  san: ['a.example'],
  keyType: 'EC',
  keyBits: 256,
  curve: 'P-256',
  signatureAlgorithm: null,
  isCa: false,
  pem: '',
});
const served = (overrides: Partial<ServedObservation> = {}): ServedObservation => ({
  kind: 'served',
  target,
  address: '192.0.2.1',
  chain: [facts('LEAF'), facts('INTERMEDIATE')],
  root: facts('ROOT'),
  reasons: ['expired', 'weak_key'],
  warnings: ['missing_sct'],
  revocation: { status: 'good', source: 'crl', detail: 'Not revoked.', checkedAt: now },
  protocol: 'TLSv1.3',
  cipher: 'TLS_AES_128_GCM_SHA256',
  handshakeMs: 9,
  ...overrides,
});
const unreachable = (overrides: Partial<UnreachableObservation> = {}): UnreachableObservation => ({
  kind: 'unreachable',
  target,
  reason: 'refused',
  detail: 'Connection refused.',
  address: null,
  ...overrides,
});
/** The stored state after `served()`, an hour ago. */
const known: EndpointState = {
  id: brandId('01928374-5566-7788-99aa-000000000000'),
  fingerprint256: 'LEAF',
  chain: ['LEAF', 'INTERMEDIATE'],
  rootFingerprint256: 'ROOT',
  anchorFingerprint256: null,
  reasons: ['weak_key'],
  warnings: ['missing_sct'],
  others: null,
  missingIssuer: null,
  clientFacts: null,
  revocation: { status: 'good', source: 'crl', detail: 'Not revoked.', checkedAt: addMs(now, -60 * MINUTE_MS) },
  address: '192.0.2.1',
  protocol: 'TLSv1.3',
  cipher: 'TLS_AES_128_GCM_SHA256',
  keyExchange: 'X25519',
  unreachableReason: null,
  unreachableDetail: null,
  fails: 0,
  lastRecordedAt: addMs(now, -60 * MINUTE_MS),
};
const revoked: RevocationFact = { status: 'revoked', source: 'crl', detail: 'Revoked on 2026-11-01.', checkedAt: now };
const unproven: RevocationFact = { status: 'unknown', source: 'crl', detail: 'The CRL has not arrived yet.', checkedAt: now };
const wasRevoked: EndpointState = { ...known, revocation: revoked, reasons: ['revoked', 'weak_key'] };
const down: EndpointState = { ...known, fails: 2, unreachableReason: 'refused', unreachableDetail: 'Connection refused.' };
const never: EndpointState = { ...known, fingerprint256: null, chain: [], rootFingerprint256: null, reasons: [], lastRecordedAt: null };
const decide = (before: EndpointState, observation: ServedObservation | UnreachableObservation, askedByPerson = false) =>
  decideCheck(before, observation, { now, askedByPerson, checkIntervalHours: 6 });

describe('a certificate that is served', () => {
  it.each<[string, EndpointState, ServedObservation, boolean, string | null, boolean]>([
    ['the same as before: touches only the schedule', known, served(), false, null, false],
    ['the same as before, a person asked: leaves an entry', known, served(), true, 'checked', false],
    ['the same for a day: leaves an entry', { ...known, lastRecordedAt: addMs(now, -DAY_MS) }, served(), false, 'checked', false],
    ['for the first time: is added', never, served(), false, 'added', true],
    ['with another leaf: is renewed', known, served({ chain: [facts('NEXT'), facts('INTERMEDIATE')] }), false, 'renewed', true],
    ['with another intermediate: is stored', known, served({ chain: [facts('LEAF'), facts('OTHER')] }), false, null, true],
    ['with fewer intermediates: is stored', known, served({ chain: [facts('LEAF')] }), false, null, true],
    ['under another root: is stored', known, served({ root: null }), false, null, true],
    ['with another verdict: is stored', known, served({ reasons: ['untrusted_root', 'weak_key'] }), false, null, true],
    ['past a date: does not change it, dates are evaluated when read', known, served({ reasons: ['weak_key'] }), false, null, false],
    ['over another protocol: is stored', known, served({ protocol: 'TLSv1.2' }), false, null, true],
    ['with another cipher: is stored', known, served({ cipher: 'TLS_AES_256_GCM_SHA384' }), false, null, true],
    ['with another warning: is stored', known, served({ warnings: [] }), false, null, true],
    ['revoked: is stored', known, served({ revocation: revoked, reasons: ['revoked', 'weak_key'] }), false, null, true],
    ['not proven good any more: is stored', known, served({ revocation: unproven }), false, null, true],
    [
      'with what it leaves out found: is stored',
      known,
      served({ missingIssuer: { name: 'R12', url: 'http://r12.test', leadsToRoot: true } }),
      false,
      null,
      true,
    ],
    [
      'with the first facts for clients: is stored',
      known,
      served({ clientFacts: { paths: [], scts: [], clientAuth: false } }),
      false,
      null,
      true,
    ],
    ['with revocation never asked before: is stored', { ...known, revocation: null }, served(), false, null, true],
    ['proven good after it was revoked: is stored', wasRevoked, served(), false, null, true],
    ['from another address: is not stored by itself', known, served({ address: '192.0.2.2' }), false, null, false],
    ['from another address with an entry: is stored', known, served({ address: '192.0.2.2' }), true, 'checked', true],
    ['after it did not answer: clears the trouble', down, served(), false, null, true],
  ])('%s', (_promise, before, observation, asked, recorded, stored) => {
    const outcome = decide(before, observation, asked);
    expect(outcome).toMatchObject({ recorded, fails: 0, unreachable: null });
    expect(outcome.served).toBe(stored ? observation : null);
  });
});

describe('a certificate that was revoked', () => {
  it.each(['unknown', 'not_checked'] as const)('stays so while the answer is %s', (status) => {
    expect(decide(wasRevoked, served({ revocation: { ...unproven, status } })).served).toBeNull();
    const moved = decide(wasRevoked, served({ revocation: { ...unproven, status }, protocol: 'TLSv1.2' })).served;
    expect(moved).toMatchObject({ reasons: ['expired', 'revoked', 'weak_key'], revocation: revoked, protocol: 'TLSv1.2' });
  });

  it('ends once another certificate replaces it', () => {
    const renewed = served({ revocation: unproven, chain: [facts('NEXT'), facts('INTERMEDIATE')] });
    expect(decide(wasRevoked, renewed).served).toBe(renewed);
  });
});

describe('an endpoint that does not answer', () => {
  it('counts the failure, is tried again soon and leaves no entry, even where a person asked', () => {
    const outcome = decide(known, unreachable(), true);
    expect(outcome).toMatchObject({ recorded: null, fails: 1, served: null, nextCheckAt: addMs(now, 5 * MINUTE_MS) });
    expect(outcome.unreachable).toEqual(unreachable());
  });

  it('is written once while its trouble stays the same', () => {
    expect(decide(down, unreachable())).toMatchObject({ fails: 3, unreachable: null });
    expect(decide(down, unreachable({ reason: 'timeout', detail: 'Timed out.' })).unreachable).not.toBeNull();
  });

  it('never counts past what the column holds', () => {
    expect(decide({ ...down, fails: 32_767 }, unreachable()).fails).toBe(32_767);
  });
});

describe('signatures of SCTs', () => {
  const sct = (at: string, signature?: SctFact['signature']): SctFact => ({
    log: 'a1',
    at,
    by: 'tls',
    ...(signature === undefined ? {} : { signature }),
  });
  const of = (...scts: SctFact[]): ClientFacts => ({ paths: [], scts, clientAuth: false });
  const decide = (stored: ClientFacts, seen: ClientFacts, more: Partial<ServedObservation> = {}) =>
    decideCheck({ ...known, clientFacts: stored }, served({ clientFacts: seen, ...more }), {
      now,
      askedByPerson: false,
      checkIntervalHours: 6,
    }).served?.clientFacts?.scts;

  it('are not forgotten by a check that does not check them, and change nothing', () => {
    expect(decide(of(sct('one', 'invalid')), of(sct('one')))).toBeUndefined();
  });

  it('stay with their SCT if something else changes, or another SCT comes', () => {
    expect(decide(of(sct('one', 'invalid')), of(sct('one')), { protocol: 'TLSv1.2' })).toEqual([sct('one', 'invalid')]);
    expect(decide(of(sct('one', 'invalid')), of(sct('two'), sct('one')))).toEqual([sct('two'), sct('one', 'invalid')]);
  });

  it('are stored when a check has them', () => {
    expect(decide(of(sct('one')), of(sct('one', 'valid')))).toEqual([sct('one', 'valid')]);
    expect(decide(of(sct('one', 'valid')), of(sct('one', 'invalid')))).toEqual([sct('one', 'invalid')]);
  });
});
