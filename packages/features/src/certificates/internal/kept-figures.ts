import type { Database } from '@notafter/db';
import { MINUTE_MS } from '@notafter/domain';
import type { CertificateReach } from '../../certificate-reach.ts';
import type { OrgContext } from '../../context.ts';

/** Up to this many certificates figures are always worked out anew: that takes a few milliseconds. */
const LIVE_MAX = 10_000;
const KEPT_MS = 5 * MINUTE_MS;
const ORGANIZATIONS_KEPT = 200;

interface Kept<Figures> {
  readonly computedAt: Date;
  readonly figures: Promise<Figures>;
}

/** For figures that every row of an organisation goes into: worked out anew, or for a large one up to five minutes old. */
export const keepFigures = <Figures>(compute: (db: Database, reach: CertificateReach, now: Date) => Promise<Figures>) => {
  const keptOf = new WeakMap<Database, Map<string, Kept<Figures>>>();
  /** `total` is how many certificates are within reach. */
  return async ({ db, reach, clock }: Pick<OrgContext, 'db' | 'reach' | 'clock'>, total: number): Promise<Figures> => {
    const now = clock.now();
    if (total <= LIVE_MAX) return compute(db, reach, now);
    const key = JSON.stringify([reach.orgId, reach.scope]);
    const kept = keptOf.get(db) ?? new Map<string, Kept<Figures>>();
    keptOf.set(db, kept);
    const known = kept.get(key);
    if (known !== undefined && now.getTime() - known.computedAt.getTime() < KEPT_MS) return known.figures;
    const figures = compute(db, reach, now);
    kept.delete(key);
    kept.set(key, { computedAt: now, figures });
    for (const oldest of kept.keys()) if (kept.size > ORGANIZATIONS_KEPT) kept.delete(oldest);
    figures.catch(() => kept.delete(key));
    return figures;
  };
};
