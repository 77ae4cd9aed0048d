import { describe, expect, it } from 'vitest';
import { suiteTraits } from './suite-traits.ts';

const flags = (name: string): string => {
  const traits = suiteTraits(name);
  if (traits === null) return 'unknown';
  const { bits, isForwardSecret, isAead, isAnonymous, isExport, isRc4, has64BitBlock } = traits;
  return [
    bits,
    isForwardSecret && 'fs',
    isAead && 'aead',
    isAnonymous && 'anon',
    isExport && 'export',
    isRc4 && 'rc4',
    has64BitBlock && 'block64',
  ]
    .filter((flag) => flag !== false)
    .join(' ');
};

describe('a suite name', () => {
  it.each([
    ['TLS_AES_128_GCM_SHA256', '128 fs aead'],
    ['TLS_AES_128_CCM_8_SHA256', '128 fs aead'],
    ['TLS_CHACHA20_POLY1305_SHA256', '256 fs aead'],
    ['TLS_SM4_GCM_SM3', '128 fs aead'],
    ['TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384', '256 fs aead'],
    ['TLS_DHE_RSA_WITH_CAMELLIA_256_CBC_SHA', '256 fs'],
    ['TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256', '256 fs aead'],
    ['TLS_ECDH_RSA_WITH_AES_128_CBC_SHA', '128'],
    ['TLS_DH_RSA_WITH_ARIA_128_GCM_SHA256', '128 aead'],
    ['TLS_RSA_WITH_AES_128_CCM', '128 aead'],
    ['TLS_RSA_WITH_3DES_EDE_CBC_SHA', '112 block64'],
    ['TLS_RSA_WITH_DES_CBC_SHA', '56 block64'],
    ['TLS_RSA_WITH_IDEA_CBC_SHA', '128 block64'],
    ['TLS_RSA_WITH_SEED_CBC_SHA', '128'],
    ['TLS_RSA_WITH_RC4_128_MD5', '128 rc4'],
    ['TLS_RSA_EXPORT_WITH_RC4_40_MD5', '40 export rc4'],
    ['TLS_RSA_EXPORT_WITH_RC2_CBC_40_MD5', '40 export block64'],
    ['TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA', '40 fs export block64'],
    ['TLS_RSA_EXPORT1024_WITH_RC4_56_SHA', '56 export rc4'],
    ['TLS_DH_anon_WITH_AES_128_CBC_SHA', '128 fs anon'],
    ['TLS_RSA_WITH_NULL_SHA', '0'],
    ['TLS_GOSTR341112_256_WITH_28147_CNT_IMIT', '256 block64'],
    ['AES128-SHA', 'unknown'],
    ['unknown', 'unknown'],
  ])('%s: %s', (name, expected) => {
    expect(flags(name)).toBe(expected);
  });
});
