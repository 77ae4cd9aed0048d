import type { DatedLimit, Linter } from '@notafter/domain';
import type { TrustStore } from '../judge/trust-store.ts';
import { createChainJudge } from '../judge/verify-chain.ts';
import { pemBlocks } from '../x509/pem.ts';
import { lintPath } from './lint-path.ts';

/** Larger certificates are not linted: the cost grows with the number of names, and this runs between requests. */
const MAX_LINTED_BYTES = 65_536;

/**
 * Creates a linter that builds the path to a root of `store` itself. Some two milliseconds for a chain. `lifetimes` are maximum
 * validities by issue date, of the built-in table by default.
 */
export const createLinter = (store: TrustStore, lifetimes?: readonly DatedLimit[]): Linter => {
  const judge = createChainJudge(store);
  return {
    lint(chain) {
      const ders = chain.flatMap(pemBlocks);
      const certificates = ders.every((der) => der.length <= MAX_LINTED_BYTES) ? judge.readChain(ders) : undefined;
      if (certificates === undefined) return [];
      // The instant does not matter: a linter does not judge.
      const { path, root } = judge.verifyChain({ chain: certificates, host: null, now: new Date(certificates[0].notBefore || 0) });
      return lintPath({ path, isPublic: root !== null && store.isPublic(root), lifetimes });
    },
  };
};
