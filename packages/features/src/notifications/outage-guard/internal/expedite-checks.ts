import type { Database } from '@notafter/db';
import { FAILS_TO_ALERT } from '@notafter/domain';
import { sql } from 'drizzle-orm';

/** Enough to distinguish a tenth from a third, and no burden for the servers. */
const SAMPLE = 300;
/** Checks of unreachable endpoints are spread over this, by the random part of their ids. */
const SPREAD = sql`interval '5 minutes'`;

/** Schedules some endpoints that were not checked since for now, those with the next turn first: any of them is as good a sample. */
export const expediteSample = async (db: Database, since: Date, now: Date): Promise<void> => {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    with sample as (
      select certificate_id from check_schedule
      where next_check_at > ${at} and next_check_at < 'infinity' and last_checked_at < ${since.toISOString()}::timestamptz
      order by next_check_at limit ${SAMPLE}
      for update skip locked
    )
    update check_schedule as schedule set next_check_at = ${at} from sample where schedule.certificate_id = sample.certificate_id`);
};

/** Schedules unreachable endpoints for a check soon, regardless of their back-off. */
export const expediteSilent = async (db: Database, now: Date): Promise<void> => {
  const soon = sql`${now.toISOString()}::timestamptz + ${SPREAD} * (get_byte(uuid_send(certificate_id), 14) / 256.0)`;
  await db.execute(sql`
    with silent as (
      select certificate_id, ${soon} as soon from check_schedule
      where fails >= ${sql.raw(String(FAILS_TO_ALERT))} and next_check_at > ${soon}
      for update skip locked
    )
    update check_schedule as schedule set next_check_at = silent.soon from silent where schedule.certificate_id = silent.certificate_id`);
};
