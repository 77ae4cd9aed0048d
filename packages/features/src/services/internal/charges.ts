import { type Executor, serviceCharges, type Transaction } from '@notafter/db';
import { type Clock, type ServiceId, type ServicePlanName, servicePlan } from '@notafter/domain';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';

interface Tx {
  readonly db: Transaction;
  readonly clock: Clock;
}

/** Ends what a service costs; a second time changes nothing. */
export const endCharge = async ({ db, clock }: Tx, serviceId: ServiceId): Promise<void> => {
  await db
    .update(serviceCharges)
    .set({ until: clock.now() })
    .where(and(eq(serviceCharges.serviceId, serviceId), isNull(serviceCharges.until)));
};

/** From now on a service costs what its plan costs; a second time changes nothing. */
export const beginCharge = async (tx: Tx, serviceId: ServiceId, plan: ServicePlanName): Promise<void> => {
  const { hourlyUsd } = servicePlan(plan);
  const open = and(eq(serviceCharges.serviceId, serviceId), isNull(serviceCharges.until), eq(serviceCharges.hourlyUsd, hourlyUsd));
  if ((await tx.db.$count(serviceCharges, open)) > 0) return;
  await endCharge(tx, serviceId);
  await tx.db
    .insert(serviceCharges)
    .values({ serviceId, since: tx.clock.now(), hourlyUsd })
    .onConflictDoUpdate({ target: [serviceCharges.serviceId, serviceCharges.since], set: { hourlyUsd, until: null } });
};

export interface ServiceCost {
  readonly soFarUsd: number;
  /** Since the first of this month (UTC). */
  readonly monthUsd: number;
  /** Of this whole month, if it goes on like now. */
  readonly monthForecastUsd: number;
}

/** Sums over charges in US dollars; every begun second counts. `aheadUsd`: until the end of the month, if all goes on like now. */
export const costColumns = (at: Date) => {
  const now = sql`${at.toISOString()}::timestamptz`;
  const month = sql`date_trunc('month', ${now}, 'UTC')`;
  const hours = (from: unknown, to: unknown) => sql`greatest(0, extract(epoch from ${to} - ${from}) / 3600)`;
  const end = sql`coalesce(${serviceCharges.until}, ${now})`;
  return {
    soFarUsd: sql<number>`coalesce(sum(${serviceCharges.hourlyUsd} * ${hours(serviceCharges.since, end)}), 0)::float8`,
    monthUsd: sql<number>`coalesce(sum(${serviceCharges.hourlyUsd} * ${hours(sql`greatest(${serviceCharges.since}, ${month})`, end)}), 0)::float8`,
    aheadUsd: sql<number>`coalesce(sum(${serviceCharges.hourlyUsd} * ${hours(now, sql`${month} + interval '1 month'`)}) filter (where ${serviceCharges.until} is null), 0)::float8`,
  };
};

/** From a row of `costColumns`; nothing without one. */
export const costOf = (
  row: { readonly soFarUsd: number; readonly monthUsd: number; readonly aheadUsd: number } | undefined,
): ServiceCost => {
  const { soFarUsd, monthUsd, aheadUsd } = row ?? { soFarUsd: 0, monthUsd: 0, aheadUsd: 0 };
  return { soFarUsd, monthUsd, monthForecastUsd: monthUsd + aheadUsd };
};

/** The cost of each service. */
export const costsOf = async (
  { db, clock }: { readonly db: Executor; readonly clock: Clock },
  ids: readonly ServiceId[],
): Promise<(id: ServiceId) => ServiceCost> => {
  const rows = await db
    .select({ id: serviceCharges.serviceId, ...costColumns(clock.now()) })
    .from(serviceCharges)
    .where(inArray(serviceCharges.serviceId, [...ids]))
    .groupBy(serviceCharges.serviceId);
  const found = new Map(rows.map((row) => [row.id, row]));
  return (id) => costOf(found.get(id));
};
