import type { Database } from '@notafter/db';
import type { IssuedPlan } from './issued-plan.ts';

export interface Judged {
  /** Those of the plan that are stored with all of their places. */
  readonly stored: number;
  readonly alerts: number;
  /** Everything that is not as it should be. */
  readonly problems: readonly string[];
}

/** The same entry is in two logs, as precertificate and certificate. */
const PLACES = 4;

interface Row {
  readonly tbs: string;
  readonly name: string;
  readonly rows: number;
  readonly places: number;
  readonly entries: number;
  readonly state: string;
  readonly is_precertificate: boolean;
  readonly unknown_alerts: number;
  readonly other_alerts: number;
  readonly deliveries: number;
}

const read = ({ $client: sql }: Database): Promise<Row[]> => sql<Row[]>`
  with alerted as (
    select alerts.certificate_id, count(distinct alerts.id) filter (where rule = 'unknown_issuance')::int as unknown_alerts,
      count(distinct alerts.id) filter (where rule = 'issuance_not_served')::int as other_alerts, count(deliveries.id)::int as deliveries
    from alerts left join deliveries on deliveries.alert_id = alerts.id and deliveries.kind = 'alert'
    group by alerts.certificate_id)
  select tbs_sha256 as tbs, names[1] as name, count(*) over (partition by tbs_sha256)::int as rows, jsonb_array_length(found) as places,
    (select count(distinct (place ->> 'log', place ->> 'index'))::int from jsonb_array_elements(found) as place) as entries,
    state, is_precertificate, coalesce(unknown_alerts, 0) as unknown_alerts, coalesce(other_alerts, 0) as other_alerts,
    coalesce(deliveries, 0) as deliveries
  from issuances left join alerted on alerted.certificate_id = issuances.id`;

/** Compares what is stored with what was issued: each once with all of its places, one alert for each that nobody ordered, and no other. */
export const judgeIssued = async (db: Database, { renewals, unknowns }: IssuedPlan): Promise<Judged> => {
  const rows = await read(db);
  const byTbs = new Map(rows.map((row) => [row.tbs, row]));
  const planned = new Set([...renewals, ...unknowns].map(({ tbsSha256 }) => tbsSha256));
  const problems: string[] = [];
  for (const { tbs, name } of rows) if (!planned.has(tbs)) problems.push(`${name}: nobody issued it`);
  let stored = 0;
  const compare = (tbs: string, name: string, state: string, alerts: number): void => {
    const row = byTbs.get(tbs);
    if (row === undefined) {
      problems.push(`${name}: not stored`);
      return;
    }
    const { rows: times, places, entries, state: found, is_precertificate, unknown_alerts, other_alerts, deliveries } = row;
    if (times !== 1) problems.push(`${name}: stored ${times} times`);
    if (places !== PLACES || entries !== PLACES || is_precertificate)
      problems.push(`${name}: ${places} places, ${entries} of them different`);
    else stored += 1;
    if (found !== state) problems.push(`${name}: ${found} instead of ${state}`);
    if (unknown_alerts !== alerts || other_alerts !== 0)
      problems.push(`${name}: ${unknown_alerts + other_alerts} alerts instead of ${alerts}`);
    if (deliveries !== alerts) problems.push(`${name}: ${deliveries} deliveries instead of ${alerts}`);
  };
  for (const { tbsSha256, names } of renewals) compare(tbsSha256, names.join(' '), 'expected', 0);
  for (const { tbsSha256, names } of unknowns) compare(tbsSha256, names.join(' '), 'unknown', 1);
  return { stored, alerts: rows.reduce((sum, { unknown_alerts }) => sum + unknown_alerts, 0), problems };
};
