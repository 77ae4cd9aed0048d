import type { Database } from '@notafter/db';
import { MINUTE_MS, type OrganizationId } from '@notafter/domain';
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
export const keepFigures = <Figures>(compute: (db: Database, orgId: OrganizationId, now: Date) => Promise<Figures>) => {
  const keptOf = new WeakMap<Database, Map<OrganizationId, Kept<Figures>>>();
  /** `total` is how many certificates the organisation has. */
  return async ({ db, org, clock }: Pick<OrgContext, 'db' | 'org' | 'clock'>, total: number): Promise<Figures> => {
    const now = clock.now();
    if (total <= LIVE_MAX) return compute(db, org.id, now);
    const kept = keptOf.get(db) ?? new Map<OrganizationId, Kept<Figures>>();
    keptOf.set(db, kept);
    const known = kept.get(org.id);
    if (known !== undefined && now.getTime() - known.computedAt.getTime() < KEPT_MS) return known.figures;
    const figures = compute(db, org.id, now);
    kept.delete(org.id);
    kept.set(org.id, { computedAt: now, figures });
    for (const oldest of kept.keys()) if (kept.size > ORGANIZATIONS_KEPT) kept.delete(oldest);
    figures.catch(() => kept.delete(org.id));
    return figures;
  };
};
