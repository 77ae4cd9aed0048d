import { createHash, type KeyObject, sign, verify } from 'node:crypto';
import { publicKeyOf } from './keys.ts';

/** A call of a collector, signed with its key. */
export interface SignedRequest {
  readonly collectorId: string;
  readonly method: string;
  readonly path: string;
  /** By the collector's clock. */
  readonly at: Date;
  readonly body: Uint8Array;
}

const toSign = ({ collectorId, method, path, at, body }: SignedRequest): Buffer =>
  Buffer.from(
    ['notafter-request', collectorId, method, path, at.toISOString(), createHash('sha256').update(body).digest('base64url')].join('\n'),
  );

/** Returns the Ed25519 signature of a call, Base64url. */
export const signRequest = (request: SignedRequest, key: KeyObject): string => sign(null, toSign(request), key).toString('base64url');

/** Whether the collector with this key signed the call. */
export const verifyRequest = (request: SignedRequest, signature: string, publicKey: string): boolean =>
  verify(null, toSign(request), publicKeyOf('Ed25519', publicKey), Buffer.from(signature, 'base64url'));
