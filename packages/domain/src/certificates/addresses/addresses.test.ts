import { describe, expect, it } from 'vitest';
import { addMs, DAY_MS, HOUR_MS } from '../../time.ts';
import type { AddressObservation, CertificateFacts, ServedObservation, VerdictReason } from '../checks/observation.ts';
import { judgeWithOthers, knownAddresses, othersOf } from './addresses.ts';

const now = new Date('2026-11-10T12:00:00Z');
const facts = (fingerprint256: string, days: number): CertificateFacts => ({
  subject: 'CN=a.example',
  issuer: 'CN=R12',
  subjectCommonName: 'a.example',
  issuerCommonName: 'R12',
  issuerOrganization: null,
  notBefore: addMs(now, (days - 90) * DAY_MS),
  notAfter: addMs(now, days * DAY_MS),
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
const own: ServedObservation = {
  kind: 'served',
  target: { host: 'a.example', port: 443 },
  address: '192.0.2.1',
  chain: [facts('OWN', 60)],
  root: null,
  reasons: [],
  warnings: ['missing_sct'],
  revocation: { status: 'good', source: 'crl', detail: 'Not revoked.', checkedAt: now },
  protocol: 'TLSv1.3',
  cipher: 'TLS_AES_128_GCM_SHA256',
  handshakeMs: 9,
};
const at = (last: number, certificate: CertificateFacts, reasons: readonly VerdictReason[] = []): AddressObservation => ({
  kind: 'served',
  address: `192.0.2.${last}`,
  certificate,
  reasons,
});
const closed: AddressObservation = { kind: 'unreachable', address: '192.0.2.9', reason: 'refused', detail: 'Connection refused.' };
const judge = (...seen: AddressObservation[]) => {
  const others = othersOf(own, { set: 'set', seen, group: null });
  return { others, judged: judgeWithOthers(own, others) };
};
const same = at(1, facts('OWN', 60));

describe('the addresses behind a name', () => {
  it('add nothing where they serve the same, or do not answer', () => {
    const { others, judged } = judge(same, at(2, facts('OWN', 60)), closed);
    expect(others).toBeNull();
    expect(judged).toEqual({ reasons: [], warnings: ['missing_sct'], notBefore: own.chain[0].notBefore, notAfter: own.chain[0].notAfter });
  });

  it('end with the certificate that ends first, whichever serves it', () => {
    const soon = facts('SOON', 3);
    const { judged } = judge(same, at(2, facts('LATER', 80)), at(3, soon));
    expect(judged).toMatchObject({
      notBefore: soon.notBefore,
      notAfter: soon.notAfter,
      warnings: ['missing_sct', 'different_certificates'],
    });
    const later = judge(same, at(2, facts('LATER', 80))).judged;
    expect(later).toMatchObject({ notAfter: own.chain[0].notAfter, warnings: ['missing_sct', 'different_certificates'] });
  });

  it('fail for what is wrong at any of them, dates aside', () => {
    const wrong = judge(same, at(2, facts('WRONG', 80), ['expired', 'hostname_mismatch']), at(3, facts('WEAK', 80), ['weak_key']));
    expect(wrong.judged.reasons).toEqual(['hostname_mismatch', 'weak_key']);
    const cut = judge(same, at(2, facts('OWN', 60), ['incomplete_chain']));
    expect(cut.judged).toMatchObject({ reasons: ['incomplete_chain'], warnings: ['missing_sct'] });
  });

  it('keep their part of the verdict between two looks, and the end follows a renewal', () => {
    const { others } = judge(same, at(2, facts('OTHER', 30)));
    const renewed = { ...own, chain: [facts('NEXT', 85)] } as const;
    expect(judgeWithOthers(renewed, others).notAfter).toEqual(addMs(now, 30 * DAY_MS));
    const shorter = { ...own, chain: [facts('NEXT', 6)] } as const;
    expect(judgeWithOthers(shorter, others).notAfter).toEqual(addMs(now, 6 * DAY_MS));
  });
});

it('a scheduled check looks at all of them once a day: with four checks a day at each fourth', () => {
  const looked = { addressSet: 'set', fingerprint256: 'OWN' };
  expect(knownAddresses({ ...looked, addressesAt: null }, now)).toBeNull();
  const dueAfter = [6, 12, 18, 24].map((hours) => knownAddresses({ ...looked, addressesAt: addMs(now, -hours * HOUR_MS + 60_000) }, now));
  const known = { set: 'set', fingerprint256: 'OWN' };
  expect(dueAfter).toEqual([known, known, known, null]);
});
