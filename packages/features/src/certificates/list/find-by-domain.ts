import type { OrgContext } from '../../context.ts';
import { findPage } from './internal/certificate-page.ts';
import { findNarrowedPage, unnarrowed } from './internal/narrowed-page.ts';
import type { Stretch } from './paging.ts';

interface ByDomain {
  readonly order: 'asc' | 'desc';
  /** The number of accessible endpoints. */
  readonly total: number;
  readonly now: Date;
}

/** Returns a stretch of the accessible endpoints in the order of their domains. */
export const findByDomain = async ({ db, reach }: OrgContext, { after, take }: Stretch<'certificate'>, { order, total, now }: ByDomain) => {
  const request = { orgId: reach.orgId, filter: { search: '', status: 'all' }, now, sort: 'domain', order, after, take } as const;
  if (reach.scope === null) return findPage(db, request, total);
  return findNarrowedPage(db, { ...request, reach, narrowing: unnarrowed });
};
