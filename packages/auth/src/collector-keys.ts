import { type KeyPair, sealingPairFrom, signingPairFrom } from '@notafter/bundles';
import { deriveKey } from './secret-key.ts';

export interface CollectorKeys {
  readonly sealing: KeyPair;
  readonly receipts: KeyPair;
}

/** Keys from SECRET_KEY, so that no row stores one. */
export const createCollectorKeys = (secretKey: string | Uint8Array): CollectorKeys => ({
  sealing: sealingPairFrom(deriveKey(secretKey, 'collector-sealing')),
  receipts: signingPairFrom(deriveKey(secretKey, 'collector-receipts')),
});
