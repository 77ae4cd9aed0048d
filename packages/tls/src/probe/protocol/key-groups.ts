import { createECDH, diffieHellman, type ECDH, generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';
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

/** The groups offered, in this order. Shares are sent for the first two; any other costs a HelloRetryRequest. */
export const offeredGroups: readonly KeyGroup[] = [
  makeX25519(),
  makeCurve(0x0017, 'P-256', 256, 'prime256v1'),
  makeCurve(0x0018, 'P-384', 384, 'secp384r1'),
  makeCurve(0x0019, 'P-521', 521, 'secp521r1'),
];
export const sharedGroups = offeredGroups.slice(0, 2);

const byId = new Map(offeredGroups.map((group) => [group.id, group]));

export const groupOf = (id: number): KeyGroup | undefined => byId.get(id);
