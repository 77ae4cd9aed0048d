import { certificates, checkSchedule, type Transaction } from '@notafter/db';
import { addMs, type CertificateId, MINUTE_MS } from '@notafter/domain';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { instantArray, plainArray } from '../../internal/sql-arrays.ts';
import { digestOf, loadSets } from './sets-in-force.ts';

/** Fifty a second: what many endpoints add to the checks that are due anyway. */
const APART_MS = 20;
const SPREAD_MS = 5 * MINUTE_MS;

/** Anchors change nothing for a chain that public roots vouch for, at every address. */
const dependsOnAnchors = sql<boolean>`not (${certificates.reasons} = '{}' and ${certificates.others} is null
  and coalesce(jsonb_array_length(${certificates.clientFacts} -> 'paths'), 0) > 0)`;

/**
 * Makes those of these endpoints due whose verdicts were judged by other anchors than the ones in force; `before` of the same
 * change were made due earlier. Returns how many. Stored verdicts stay until then: the chains of other addresses are not stored.
 */
export const recheckOutdated = async (
  db: Transaction,
  ids: readonly CertificateId[],
  { now, before = 0 }: { readonly now: Date; readonly before?: number },
): Promise<number> => {
  const inForce = await loadSets(db, ids);
  const rows = await db
    .select({ id: checkSchedule.certificateId, judgedBy: checkSchedule.anchorsDigest })
    .from(checkSchedule)
    .innerJoin(certificates, eq(certificates.id, checkSchedule.certificateId))
    .where(and(inArray(checkSchedule.certificateId, [...ids]), dependsOnAnchors))
    .orderBy(asc(checkSchedule.certificateId))
    .for('no key update', { of: checkSchedule });
  const outdated = rows.filter(({ id, judgedBy }) => judgedBy !== digestOf(inForce.of(id))).map(({ id }) => id);
  if (outdated.length === 0) return 0;
  const dueAt = outdated.map((_id, index) => addMs(now, ((before + index) * APART_MS) % SPREAD_MS));
  await db.execute(sql`
    update check_schedule as schedule set next_check_at = outdated.due_at
    from unnest(${plainArray(outdated)}::uuid[], ${instantArray(dueAt)}::timestamptz[]) as outdated (id, due_at)
    where schedule.certificate_id = outdated.id and schedule.next_check_at > outdated.due_at and schedule.next_check_at < 'infinity'`);
  return outdated.length;
};
