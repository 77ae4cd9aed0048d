import type { KeyObject } from 'node:crypto';
import { BundleFault } from '@notafter/domain';
import { CompactSign, compactVerify } from 'jose';
import { publicKeyOf } from './keys.ts';

const TYPE = 'notafter-receipt';

/** The server's word that it has a collector's bundles: the collector may delete them. */
export interface Receipt {
  readonly collectorId: string;
  /** The last bundle it has; 0 for none. */
  readonly through: number;
  /** The hash of that bundle; null for none. */
  readonly hash: string | null;
  /** By the server's clock. */
  readonly issuedAt: Date;
  /** Endpoints that the collector is asked to probe, as `formatTarget` writes them. Its own list decides whether it does. */
  readonly targets: readonly string[];
  /** It was revoked: the server takes nothing more. */
  readonly isRevoked: boolean;
  /** Its key was copied: the server takes nothing more from either program. */
  readonly isForked: boolean;
  /** The server misses findings: the next bundle has to be complete. */
  readonly wantsComplete: boolean;
}

export const createReceipt = (receipt: Receipt, key: KeyObject): Promise<string> => {
  const { collectorId, through, hash, issuedAt, targets, isRevoked, isForked, wantsComplete } = receipt;
  const claims = {
    ...{ collector: collectorId, through, hash, issued: issuedAt.toISOString(), targets, revoked: isRevoked },
    ...(isForked ? { forked: true } : {}),
    ...(wantsComplete ? { complete: true } : {}),
  };
  return new CompactSign(Buffer.from(JSON.stringify(claims))).setProtectedHeader({ alg: 'EdDSA', typ: TYPE }).sign(key);
};

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Verifies a receipt against the server's Ed25519 key, raw in Base64url. Throws `bad_signature` or `malformed`. */
export const readReceipt = async (text: string, serverKey: string): Promise<Receipt> => {
  let claims: Readonly<Record<string, unknown>>;
  try {
    const { payload, protectedHeader } = await compactVerify(text.trim(), publicKeyOf('Ed25519', serverKey), { algorithms: ['EdDSA'] });
    if (protectedHeader.typ !== TYPE) throw new Error('Another kind of document.');
    claims = JSON.parse(Buffer.from(payload).toString());
  } catch (cause) {
    throw new BundleFault('bad_signature', 'This is not a receipt of the server that this collector belongs to.', { cause });
  }
  const { collector, through, hash, issued, targets, revoked, forked = false, complete = false } = claims;
  if (
    typeof collector !== 'string' ||
    typeof through !== 'number' ||
    (hash !== null && typeof hash !== 'string') ||
    typeof issued !== 'string' ||
    !isTexts(targets) ||
    typeof revoked !== 'boolean' ||
    typeof forked !== 'boolean' ||
    typeof complete !== 'boolean'
  )
    throw new BundleFault('malformed', 'The receipt is of another version.');
  return {
    collectorId: collector,
    through,
    hash,
    issuedAt: new Date(issued),
    targets,
    isRevoked: revoked,
    isForked: forked,
    wantsComplete: complete,
  };
};
