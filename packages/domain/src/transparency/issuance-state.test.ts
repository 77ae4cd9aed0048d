import { describe, expect, it } from 'vitest';
import { addMs, DAY_MS, HOUR_MS } from '../time.ts';
import { type IssuanceEvidence, judgeIssuance, type Precedent } from './issuance-state.ts';

const day = (days: number): Date => addMs(new Date('2026-01-01T00:00:00Z'), days * DAY_MS);
const certificate = (notBefore: Date, more: Partial<Precedent> = {}): Precedent => ({
  issuerOrganization: "Let's Encrypt",
  names: ['shop.test', 'www.shop.test'],
  notBefore,
  notAfter: addMs(notBefore, 90 * DAY_MS),
  ...more,
});
const judge = (issuance: Precedent, more: Partial<IssuanceEvidence> = {}) =>
  judgeIssuance(
    { ...issuance, isMalformed: false },
    { isServed: false, hasKnownKey: false, allowedIssuers: [], precedents: [certificate(day(0))], ...more },
  );

describe('an issued certificate', () => {
  it('that an endpoint serves is served, unless its issuer is not allowed', () => {
    const foreign = certificate(day(1), { issuerOrganization: 'Other CA' });
    expect(judge(foreign, { isServed: true })).toEqual({ state: 'served', reason: null });
    expect(judge(foreign, { isServed: true, allowedIssuers: [["Let's Encrypt"]] })).toEqual({ state: 'unknown', reason: 'issuer' });
  });

  it('with a known key is that of somebody who holds the key, unless its issuer is not allowed', () => {
    expect(judge(certificate(day(1)), { hasKnownKey: true })).toEqual({ state: 'known_key', reason: null });
    expect(judge(certificate(day(1)), { hasKnownKey: true, allowedIssuers: [['Other CA']] })).toEqual({
      state: 'unknown',
      reason: 'issuer',
    });
  });

  it('is expected after a third of the last one’s life, with the same issuer and names, or fewer', () => {
    expect(judge(certificate(day(30)))).toEqual({ state: 'expected', reason: null });
    expect(judge(certificate(day(60), { names: ['shop.test'] }))).toEqual({ state: 'expected', reason: null });
    expect(judge(certificate(day(60), { issuerOrganization: "LET'S ENCRYPT" }))).toEqual({ state: 'expected', reason: null });
  });

  it('is unknown too early, with another issuer, with another name, and without anything before', () => {
    expect(judge(certificate(day(29)))).toEqual({ state: 'unknown', reason: 'rhythm' });
    expect(judge(certificate(day(60), { issuerOrganization: 'Other CA' }))).toEqual({ state: 'unknown', reason: 'new_issuer' });
    expect(judge(certificate(day(60), { issuerOrganization: null }))).toEqual({ state: 'unknown', reason: 'new_issuer' });
    expect(judge(certificate(day(60), { names: ['shop.test', 'admin.shop.test'] }))).toEqual({ state: 'unknown', reason: 'names' });
    expect(judge(certificate(day(60)), { precedents: [] })).toEqual({ state: 'unknown', reason: 'names' });
  });

  it('that is malformed is unknown, unless it is served or has a known key', () => {
    const evidence = { isServed: false, hasKnownKey: false, allowedIssuers: [], precedents: [certificate(day(0))] };
    const malformed = [
      { ...certificate(day(60)), isMalformed: true },
      { ...certificate(day(60)), notBefore: null, isMalformed: false },
      { ...certificate(day(60)), notAfter: null, isMalformed: false },
    ];
    for (const issuance of malformed) {
      expect(judgeIssuance(issuance, evidence)).toEqual({ state: 'unknown', reason: 'malformed' });
      expect(judgeIssuance(issuance, { ...evidence, hasKnownKey: true })).toEqual({ state: 'known_key', reason: null });
      expect(judgeIssuance(issuance, { ...evidence, isServed: true })).toEqual({ state: 'served', reason: null });
    }
  });

  it('of an issuer that is allowed and new is judged by names and rhythm', () => {
    const allowed = { allowedIssuers: [['other ca', "Let's Encrypt"]] };
    expect(judge(certificate(day(60), { issuerOrganization: 'Other CA' }), allowed)).toEqual({ state: 'expected', reason: null });
    expect(judge(certificate(day(1), { issuerOrganization: 'Other CA' }), allowed)).toEqual({ state: 'unknown', reason: 'rhythm' });
    expect(judge(certificate(day(60), { issuerOrganization: 'Third CA' }), allowed)).toEqual({ state: 'unknown', reason: 'issuer' });
  });

  it('may come in an order as large as one before, and not in a larger one', () => {
    const pair = [certificate(day(0)), certificate(addMs(day(0), HOUR_MS))];
    const first = certificate(day(60));
    const second = certificate(addMs(day(60), HOUR_MS));
    expect(judge(first, { precedents: pair })).toEqual({ state: 'expected', reason: null });
    expect(judge(second, { precedents: [...pair, first] })).toEqual({ state: 'expected', reason: null });
    expect(judge(second, { precedents: [certificate(day(0)), first] })).toEqual({ state: 'unknown', reason: 'rhythm' });
    expect(judge(certificate(addMs(day(60), 2 * HOUR_MS)), { precedents: [...pair, first, second] })).toEqual({
      state: 'unknown',
      reason: 'rhythm',
    });
  });

  it('is judged alike when it is found before others that were issued earlier', () => {
    const later = certificate(day(120));
    expect(judge(certificate(day(60)), { precedents: [certificate(day(0)), later] })).toEqual({ state: 'expected', reason: null });
  });
});
