import { certificateRenewals, certificates } from '@notafter/db';
import type { RenewalFactsOfEndpoint } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';

/** To a tenth. `extract` would compute in decimals, at several times the cost. */
const daysOf = (from: SQL, until: SQL): SQL => sql`round(date_part('epoch', ${until} - ${from}) / 8640) / 10`;

/** Endpoints that were reached, each with its plan of the next renewal, if it has one. */
export const reachedEndpoints = sql`
  ${certificates} left join ${certificateRenewals} on ${certificateRenewals.certificateId} = ${certificates.id}`;
export const wasReached = sql`${certificates.notAfter} is not null and ${certificates.notBefore} is not null`;

/** The columns of `RenewalFactsOfEndpoint`. A certificate that no check has judged for clients is public unless an own anchor signed it. */
export const renewalFacts = sql`
  ${certificates.issuer} as issuer,
  coalesce(jsonb_array_length(${certificates.clientFacts} -> 'paths') > 0, ${certificates.anchorFingerprint256} is null) as "isPublic",
  coalesce((${certificates.clientFacts} ->> 'clientAuth')::boolean, false) as "clientAuth",
  ${daysOf(sql`${certificates.notBefore}`, sql`${certificates.notAfter}`)} as "lifeDays",
  case when ${certificateRenewals.basis} = 'rhythm' then ${daysOf(sql`${certificates.notBefore}`, sql`${certificateRenewals.dueAt}`)} end as "rhythmDays"`;

/** A row of `renewalFacts`. */
export type RenewalFactsRow = { readonly [Name in keyof RenewalFactsOfEndpoint]: RenewalFactsOfEndpoint[Name] };
