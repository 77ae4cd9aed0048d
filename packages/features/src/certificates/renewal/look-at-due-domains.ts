import { renewalPreflights } from '@notafter/db';
import { addMs, MINUTE_MS } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { type LookTarget, lookAtDomain } from './internal/look-at-domain.ts';

/** Longer than any look takes. */
const LEASE_MS = 15 * MINUTE_MS;
/** Few, because each asks DNS and the domain's servers a dozen questions at once. */
const AT_ONCE = 4;

const claimDue = async ({ db, clock }: SystemContext): Promise<LookTarget[]> => {
  const now = clock.now();
  const rows = await db.execute<{ org_id: LookTarget['orgId']; domain: string }>(sql`
    with due as (
      select preflight.org_id, preflight.domain from ${renewalPreflights} as preflight
      join organizations on organizations.id = preflight.org_id and not organizations.disabled
      where preflight.next_look_at <= ${now.toISOString()}::timestamptz
      order by preflight.next_look_at limit ${AT_ONCE} for update of preflight skip locked
    )
    update ${renewalPreflights} as preflight set next_look_at = ${addMs(now, LEASE_MS).toISOString()}::timestamptz
    from due where preflight.org_id = due.org_id and preflight.domain = due.domain
    returning preflight.org_id, preflight.domain`);
  return rows.map(({ org_id, domain }) => ({ orgId: org_id, domain }));
};

/** Job: looks at the domains that are due, and returns how many. A failing one does not stop the others. */
export const lookAtDueDomains = useCase({
  name: 'certificates/look-at-due-domains',
  access: 'system',
})(async (ctx, { signal }: { readonly signal?: AbortSignal } = {}): Promise<number> => {
  let looked = 0;
  while (signal?.aborted !== true) {
    const claimed = await claimDue(ctx);
    if (claimed.length === 0) break;
    const results = await Promise.allSettled(claimed.map((target) => lookAtDomain(ctx, target, signal)));
    for (const [index, result] of results.entries()) {
      if (result.status === 'rejected') ctx.log.error({ err: result.reason, domain: claimed[index]?.domain }, 'look at a domain failed');
    }
    looked += claimed.length;
  }
  return looked;
});
