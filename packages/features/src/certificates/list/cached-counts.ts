import type { Database } from '@notafter/db';
import { MINUTE_MS } from '@notafter/domain';
import type { CertificateReach } from '../../certificate-reach.ts';
import type { OrgContext } from '../../context.ts';

/** Up to this many certificates, figures are computed each time, which takes a few milliseconds. */
const LIVE_MAX = 10_000;
const CACHED_MS = 5 * MINUTE_MS;
const ORGANIZATIONS_MAX = 200;

interface Cached<Figures> {
  readonly computedAt: Date;
  readonly figures: Promise<Figures>;
}

/** Wraps a computation over every accessible certificate: run each time, or cached for five minutes for a large organization. */
export const cacheFigures = <Figures>(compute: (db: Database, reach: CertificateReach, now: Date) => Promise<Figures>) => {
  const cachedOf = new WeakMap<Database, Map<string, Cached<Figures>>>();
  /** `total` is the number of accessible certificates. */
  return async ({ db, reach, clock }: Pick<OrgContext, 'db' | 'reach' | 'clock'>, total: number): Promise<Figures> => {
    const now = clock.now();
    if (total <= LIVE_MAX) return compute(db, reach, now);
    const key = JSON.stringify([reach.orgId, reach.scope]);
    const cached = cachedOf.get(db) ?? new Map<string, Cached<Figures>>();
    cachedOf.set(db, cached);
    const known = cached.get(key);
    if (known !== undefined && now.getTime() - known.computedAt.getTime() < CACHED_MS) return known.figures;
    const figures = compute(db, reach, now);
    cached.delete(key);
    cached.set(key, { computedAt: now, figures });
    for (const oldest of cached.keys()) if (cached.size > ORGANIZATIONS_MAX) cached.delete(oldest);
    figures.catch(() => cached.delete(key));
    return figures;
  };
};
