import type { KeyObject } from 'node:crypto';
import { createBundle, type SealedBundle } from '@notafter/bundles';
import type { BundleContent } from '@notafter/domain';

/** The end of a chain of bundles. */
export interface ChainEnd {
  readonly sequence: number;
  readonly hash: string | null;
}

export interface Sealing {
  readonly collectorId: string;
  readonly signingKey: KeyObject;
  /** The server's X25519 key. */
  readonly sealingKey: string;
}

/** Seals contents as the next bundles of a chain. */
export const sealBundles = async (
  contents: readonly BundleContent[],
  { sequence, hash }: ChainEnd,
  { collectorId, signingKey, sealingKey }: Sealing,
  createdAt: Date,
): Promise<readonly SealedBundle[]> => {
  const sealed: SealedBundle[] = [];
  for (const content of contents) {
    const head = { collectorId, sequence: sequence + sealed.length + 1, previous: sealed.at(-1)?.hash ?? hash, createdAt };
    sealed.push(await createBundle({ head, content, signingKey, serverKey: sealingKey }));
  }
  return sealed;
};
