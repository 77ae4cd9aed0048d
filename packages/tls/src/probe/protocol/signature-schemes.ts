import { constants, type KeyObject, verify } from 'node:crypto';
import type { KeyKind } from '@notafter/domain';

/** The key whose possession a server proves. */
export interface ProvingKey {
  readonly key: KeyObject;
  /** `P-256` and the like; null for a key without a named curve. */
  readonly curve: string | null;
}

interface Scheme {
  readonly name: string;
  readonly keyTypes: readonly string[];
  readonly digest: string | null;
  /** RSASSA-PSS, whose salt is as long as the digest. */
  readonly pss: boolean;
  /** ECDSA in TLS 1.3 is bound to one curve. */
  readonly curve: string | null;
  /** RSA PKCS #1 and SHA-1 are not allowed in TLS 1.3 handshakes (RFC 8446 section 4.2.3). */
  readonly inTls13: boolean;
}

const ec = (name: string, digest: string, curve: string): Scheme => ({ name, keyTypes: ['ec'], digest, pss: false, curve, inTls13: true });
const rsaPss = (name: string, keyType: string, digest: string): Scheme => ({
  name,
  keyTypes: [keyType],
  digest,
  pss: true,
  curve: null,
  inTls13: true,
});
const old = (name: string, keyType: string, digest: string): Scheme => ({
  name,
  keyTypes: [keyType],
  digest,
  pss: false,
  curve: null,
  inTls13: false,
});
const edwards = (name: string): Scheme => ({ name, keyTypes: [name], digest: null, pss: false, curve: null, inTls13: true });

/** Offered in this order; the last two only so that weak servers answer and can be judged. */
const schemes = new Map<number, Scheme>([
  [0x0403, ec('ecdsa_secp256r1_sha256', 'sha256', 'P-256')],
  [0x0804, rsaPss('rsa_pss_rsae_sha256', 'rsa', 'sha256')],
  [0x0401, old('rsa_pkcs1_sha256', 'rsa', 'sha256')],
  [0x0503, ec('ecdsa_secp384r1_sha384', 'sha384', 'P-384')],
  [0x0807, edwards('ed25519')],
  [0x0805, rsaPss('rsa_pss_rsae_sha384', 'rsa', 'sha384')],
  [0x0501, old('rsa_pkcs1_sha384', 'rsa', 'sha384')],
  [0x0603, ec('ecdsa_secp521r1_sha512', 'sha512', 'P-521')],
  [0x0806, rsaPss('rsa_pss_rsae_sha512', 'rsa', 'sha512')],
  [0x0601, old('rsa_pkcs1_sha512', 'rsa', 'sha512')],
  [0x0808, edwards('ed448')],
  [0x0809, rsaPss('rsa_pss_pss_sha256', 'rsa-pss', 'sha256')],
  [0x080a, rsaPss('rsa_pss_pss_sha384', 'rsa-pss', 'sha384')],
  [0x080b, rsaPss('rsa_pss_pss_sha512', 'rsa-pss', 'sha512')],
  [0x0203, old('ecdsa_sha1', 'ec', 'sha1')],
  [0x0201, old('rsa_pkcs1_sha1', 'rsa', 'sha1')],
]);

export const offeredSchemes: readonly number[] = [...schemes.keys()];

/** The schemes of one kind of key; `ECDSA` includes EdDSA, the other kind that is not RSA. */
export const schemesFor = (keyKind: KeyKind): readonly number[] =>
  [...schemes].flatMap(([id, { name }]) => (name.startsWith('rsa') === (keyKind === 'RSA') ? [id] : []));

export const schemeName = (id: number): string => schemes.get(id)?.name ?? `0x${id.toString(16)}`;

/** Returns whether `key` made `signature` over `data` in a scheme that was offered and fits the version. Never throws. */
export const isSigned = (
  id: number,
  version: 'TLSv1.2' | 'TLSv1.3',
  { key, curve }: ProvingKey,
  data: Buffer,
  signature: Buffer,
): boolean => {
  const scheme = schemes.get(id);
  if (scheme === undefined || !scheme.keyTypes.includes(key.asymmetricKeyType ?? '')) return false;
  if (version === 'TLSv1.3') {
    if (!scheme.inTls13) return false;
    if (scheme.curve !== null && curve !== scheme.curve) return false;
  }
  try {
    if (!scheme.pss) return verify(scheme.digest, data, key, signature);
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    return verify(scheme.digest, data, { key, padding, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }, signature);
  } catch {
    return false;
  }
};
