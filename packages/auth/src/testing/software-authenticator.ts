import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyAssertion, PasskeyRegistration } from '@notafter/domain';

interface Deviation {
  /** Overrides of the browser's and authenticator's data. */
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly userVerified?: boolean;
  readonly userPresent?: boolean;
  /** The signature counter; some authenticators always send 0. */
  readonly counter?: number;
  readonly userHandle?: string;
  /** The attestation format. */
  readonly format?: string;
}

interface CreationOptions {
  readonly challenge: string;
  readonly rp: { readonly id?: string | undefined };
  readonly user: { readonly id: string };
}

interface RequestOptions {
  readonly challenge: string;
  readonly rpId?: string | undefined;
}

export interface SoftwareAuthenticator {
  /** Returns the result of `navigator.credentials.create`. */
  create(options: CreationOptions, deviation?: Deviation): PasskeyRegistration;
  /** Returns the result of `navigator.credentials.get` with the credential created last. */
  get(options: RequestOptions, deviation?: Deviation): PasskeyAssertion;
}

/** Encodes the CBOR (RFC 8949) that WebAuthn needs: small integers, byte strings, texts and maps. */
const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.from([(major << 5) | value])
    : value < 256
      ? Buffer.from([(major << 5) | 24, value])
      : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
type Cbor = number | string | Buffer | readonly (readonly [number | string, Cbor])[];
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.length), ...value.flatMap(([key, inner]) => [cbor(key), cbor(inner)])]);
};

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** Encodes the public key as COSE (RFC 9053, ES256 on P-256). */
const coseKeyOf = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
};

/** A software authenticator and its browser, whose data can be made invalid. Implements the standard without the library that verifies it. */
export const createSoftwareAuthenticator = (origin: string): SoftwareAuthenticator => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  let owner = '';
  let counter = 0;

  const clientData = (type: string, challenge: string, deviation: Deviation): Buffer =>
    Buffer.from(JSON.stringify({ type: deviation.type ?? type, challenge, origin: deviation.origin ?? origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, deviation: Deviation, attested: Buffer | null): Buffer => {
    const { userPresent = true, userVerified = true } = deviation;
    const flags = (userPresent ? 1 : 0) | (userVerified ? 4 : 0) | (attested === null ? 0 : 64);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(deviation.counter ?? counter);
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  };
  const named = { id: credentialId.toString('base64url'), rawId: credentialId.toString('base64url'), type: 'public-key' } as const;

  return {
    create: ({ challenge, rp, user }, deviation = {}) => {
      owner = user.id;
      const idLength = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), idLength, credentialId, coseKeyOf(publicKey)]);
      const authData = authenticatorData(rp.id ?? new URL(origin).hostname, deviation, attested);
      const attestationObject = cbor([
        ['fmt', deviation.format ?? 'none'],
        ['attStmt', []],
        ['authData', authData],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, deviation).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get: ({ challenge, rpId }, deviation = {}) => {
      counter += 1;
      const data = clientData('webauthn.get', challenge, deviation);
      const authData = authenticatorData(rpId ?? new URL(origin).hostname, deviation, null);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...named,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: deviation.userHandle ?? owner,
        },
      };
    },
  };
};
