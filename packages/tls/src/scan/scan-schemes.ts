import { offeredSchemes, schemeName as probeSchemeName } from '../probe/protocol/signature-schemes.ts';

/** Schemes beyond a probe's offer: RFC 5246's weakest, SHA-224 and DSA, and the curves of RFC 8734 and RFC 8998. */
const more = new Map([
  [0x0301, 'rsa_pkcs1_sha224'],
  [0x0303, 'ecdsa_sha224'],
  [0x0101, 'rsa_pkcs1_md5'],
  [0x0202, 'dsa_sha1'],
  [0x0402, 'dsa_sha256'],
  [0x0708, 'sm2sig_sm3'],
  [0x081a, 'ecdsa_brainpoolP256r1tls13_sha256'],
  [0x081b, 'ecdsa_brainpoolP384r1tls13_sha384'],
  [0x081c, 'ecdsa_brainpoolP512r1tls13_sha512'],
  [0x0904, 'mldsa44'],
  [0x0905, 'mldsa65'],
  [0x0906, 'mldsa87'],
]);

export const schemeName = (id: number): string => more.get(id) ?? probeSchemeName(id);

const since13 = new Set([0x0708, 0x081a, 0x081b, 0x081c, 0x0904, 0x0905, 0x0906]);

export const scanSchemes: readonly number[] = [...offeredSchemes, ...more.keys()];
export const schemesBefore13: readonly number[] = scanSchemes.filter((id) => !since13.has(id));

/** TLS 1.3 schemes by key type: a server without such a key refuses the whole family at once. */
export const schemeFamilies13: readonly (readonly number[])[] = [
  [0x0403, 0x0503, 0x0603, 0x081a, 0x081b, 0x081c],
  [0x0804, 0x0805, 0x0806],
  [0x0809, 0x080a, 0x080b],
  [0x0807, 0x0808],
  [0x0904, 0x0905, 0x0906, 0x0708],
];
