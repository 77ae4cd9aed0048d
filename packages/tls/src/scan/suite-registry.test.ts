import { suiteTraits } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { suiteName, suitesBefore12, suitesOf12, suitesOf13 } from './suite-registry.ts';

const all = [...suitesOf12, ...suitesOf13];

describe('cipher suites', () => {
  it.each([
    [0x0005, 'TLS_RSA_WITH_RC4_128_SHA'],
    [0x000a, 'TLS_RSA_WITH_3DES_EDE_CBC_SHA'],
    [0x0016, 'TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA'],
    [0x001b, 'TLS_DH_anon_WITH_3DES_EDE_CBC_SHA'],
    [0x0035, 'TLS_RSA_WITH_AES_256_CBC_SHA'],
    [0x006b, 'TLS_DHE_RSA_WITH_AES_256_CBC_SHA256'],
    [0x009f, 'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384'],
    [0xc014, 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA'],
    [0xc02b, 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256'],
    [0xc061, 'TLS_ECDHE_RSA_WITH_ARIA_256_GCM_SHA384'],
    [0xc08b, 'TLS_ECDHE_RSA_WITH_CAMELLIA_256_GCM_SHA384'],
    [0xc0af, 'TLS_ECDHE_ECDSA_WITH_AES_256_CCM_8'],
    [0xccaa, 'TLS_DHE_RSA_WITH_CHACHA20_POLY1305_SHA256'],
    [0x1303, 'TLS_CHACHA20_POLY1305_SHA256'],
    [0xfefe, '0xFEFE'],
  ])('%i is %s', (id, name) => {
    expect(suiteName(id)).toBe(name);
  });

  it('have unique names and numbers, and a strength', () => {
    expect(new Set(all).size).toBe(all.length);
    expect(new Set(all.map(suiteName)).size).toBe(all.length);
    expect(all.filter((id) => suiteTraits(suiteName(id)) === null).map(suiteName)).toEqual([]);
  });

  it('are offered with good ones first, and before TLS 1.2 only those that existed', () => {
    expect(suiteName(suitesOf12[0] ?? 0)).toBe('TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256');
    expect(suitesBefore12.every((id) => /_(?:MD5|SHA)$/.test(suiteName(id)))).toBe(true);
    expect(suitesBefore12.length).toBeLessThan(120);
  });
});
