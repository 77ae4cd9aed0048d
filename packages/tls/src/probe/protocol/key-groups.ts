import { createECDH, decapsulate, diffieHellman, type ECDH, generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
import { importX25519, X25519_BYTES } from './x25519-key.ts';

/** A key exchange group. The private key is generated once per process: 20 us less per check, and checks have no secrets. */
export interface KeyGroup {
  readonly id: number;
  readonly name: string;
  readonly bits: number;
  /** This side's public value as encoded in a key share. */
  publicValue(): Buffer;
  /** Returns the shared secret; throws if the other side's value is not a point of the group. */
  agree(peer: Buffer): Buffer;
}

const makeX25519 = (): KeyGroup => {
  let pair: KeyPairKeyObjectResult | undefined;
  let own: Buffer | undefined;
  const keys = (): KeyPairKeyObjectResult => {
    pair ??= generateKeyPairSync('x25519');
    return pair;
  };
  return {
    id: 0x001d,
    name: 'X25519',
    bits: 253,
    publicValue() {
      if (own !== undefined) return own;
      const made = keys().publicKey.export({ type: 'spki', format: 'der' }).subarray(-X25519_BYTES);
      own = made;
      return made;
    },
    agree(peer) {
      if (peer.length !== X25519_BYTES) throw new RangeError('An X25519 value has 32 bytes.');
      return diffieHellman({ privateKey: keys().privateKey, publicKey: importX25519(peer) });
    },
  };
};

const makeCurve = (id: number, name: string, bits: number, curve: string): KeyGroup => {
  let key: ECDH | undefined;
  let own: Buffer | undefined;
  const keys = (): ECDH => {
    if (key === undefined) {
      key = createECDH(curve);
      own = key.generateKeys();
    }
    return key;
  };
  return {
    id,
    name,
    bits,
    publicValue() {
      const made = keys();
      return own ?? made.getPublicKey();
    },
    agree: (peer) => keys().computeSecret(peer),
  };
};

const MLKEM768_PUBLIC_BYTES = 1_184;
const MLKEM768_CIPHERTEXT_BYTES = 1_088;

/**
 * ML-KEM-768 and then X25519, in shares and secrets alike (draft-ietf-tls-ecdhe-mlkem section 4). Needs Node 24: the command line
 * also runs on older ones, and does not offer it.
 */
const makeX25519Mlkem768 = (x25519: KeyGroup): KeyGroup => {
  let pair: KeyPairKeyObjectResult | undefined;
  const keys = (): KeyPairKeyObjectResult => {
    pair ??= generateKeyPairSync('ml-kem-768');
    return pair;
  };
  return {
    id: 0x11ec,
    name: 'X25519MLKEM768',
    bits: 768,
    publicValue: () =>
      Buffer.concat([keys().publicKey.export({ type: 'spki', format: 'der' }).subarray(-MLKEM768_PUBLIC_BYTES), x25519.publicValue()]),
    agree(peer) {
      if (peer.length !== MLKEM768_CIPHERTEXT_BYTES + X25519_BYTES) throw new RangeError('An X25519MLKEM768 value has 1,120 bytes.');
      const secret = decapsulate(keys().privateKey, peer.subarray(0, MLKEM768_CIPHERTEXT_BYTES));
      return Buffer.concat([secret, x25519.agree(peer.subarray(MLKEM768_CIPHERTEXT_BYTES))]);
    },
  };
};

const x25519 = makeX25519();

/** The groups offered, in this order. Shares are sent for the first two; any other costs a HelloRetryRequest. */
export const offeredGroups: readonly KeyGroup[] = [
  x25519,
  makeCurve(0x0017, 'P-256', 256, 'prime256v1'),
  makeCurve(0x0018, 'P-384', 384, 'secp384r1'),
  makeCurve(0x0019, 'P-521', 521, 'secp521r1'),
];
export const sharedGroups = offeredGroups.slice(0, 2);

/** With the group that current browsers prefer, in front. Offered without shares, so that every server has to name its choice. */
export const hybridGroups: readonly KeyGroup[] = [makeX25519Mlkem768(x25519), ...offeredGroups];

const byId = new Map(hybridGroups.map((group) => [group.id, group]));

export const groupOf = (id: number): KeyGroup | undefined => byId.get(id);
