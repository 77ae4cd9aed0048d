import { describe, expect, it } from 'vitest';
import { caTrust } from './ca-trust.ts';

describe('caTrust', () => {
  it.each([
    ["Let's Encrypt", 95, 'Excellent'],
    ['Let\u2019s Encrypt', 95, 'Excellent'],
    ["(STAGING) Let's Encrypt", 95, 'Excellent'],
    ['DigiCert Inc', 98, 'Excellent'],
    ['digicert global', 98, 'Excellent'],
    ['Cloudflare, Inc.', 92, 'Good'],
    ['Sectigo Limited', 85, 'Fair'],
    ['', 85, 'Fair'],
  ])('scores %s with %i, %s', (issuer, score, label) => {
    expect(caTrust(issuer)).toEqual({ score, label });
  });
});
