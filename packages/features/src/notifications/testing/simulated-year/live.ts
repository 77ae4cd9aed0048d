import {
  alertDayRules,
  alertRouteChannels,
  alertRoutes,
  alertSnoozes,
  alerts,
  certificates,
  checkSchedule,
  deliveryQueues,
  maintenanceWindows,
  newId,
  organizations,
} from '@notafter/db';
import { type CertificateId, type ChannelId, channelTypes, type Observation, type OrganizationId, shardOf } from '@notafter/domain';
import { certificateFacts, makeUser, openAs, servedObservation, type TestSystemContext, unreachableObservation } from '@notafter/testing';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { checkDueSlice } from '../../../certificates/checks/check-due-slice.ts';
import { maintainChecks } from '../../../certificates/checks/maintain-checks.ts';
import { removeCertificate } from '../../../certificates/remove-certificate.ts';
import type { OrgContext } from '../../../context.ts';
import { requestReview, reviewAlertsJob } from '../../../request-review.ts';
import { deliverSlice } from '../../delivery/deliver-slice.ts';
import { listDueShards } from '../../delivery/internal/delivery-queues.ts';
import { acknowledgeAlerts } from '../../ledger/acknowledge-alerts.ts';
import { reviewAlerts } from '../../ledger/review-alerts.ts';
import { sweepAlerts } from '../../ledger/sweep-alerts.ts';
import { makeChannel, makeSettings } from '../delivery-fixtures.ts';
import { checksOf, DAY, foundAt, type SimulatedCertificate, type SimulatedOrg, START, type World } from './world.ts';

const instantOf = (minute: number): Date => new Date(START + minute * 60_000);
const NEVER = sql`'infinity'::timestamptz`;
/** Above the pace of every receiver, so that the second message of a minute is sent in that minute. */
const LONGEST_PACE_MS = 2000;

interface Lived {
  readonly id: CertificateId;
  readonly certificate: SimulatedCertificate;
}

/** The prober's observation of an endpoint in this minute. */
const observe = (certificate: SimulatedCertificate, minute: number): Observation => {
  const { domain } = certificate;
  const { generation, broken } = foundAt(certificate, minute);
  if (generation === null) return unreachableObservation(domain);
  const leaf = certificateFacts(`${domain} ${generation.certificate}`, {
    notBefore: instantOf(generation.endsAt - 200 * DAY),
    notAfter: instantOf(generation.endsAt),
    issuerOrganization: generation.issuer,
    san: [domain],
  });
  return servedObservation(domain, {}, { chain: [leaf], reasons: broken ? ['incomplete_chain'] : [] });
};

const found = async (ctx: TestSystemContext, org: SimulatedOrg): Promise<OrgContext> => {
  const id = newId<'organization'>();
  const now = ctx.clock.now();
  await ctx.db.insert(organizations).values({ id, name: org.name, plan: org.plan, createdAt: now });
  const channelIds = new Map<string, ChannelId>();
  for (const queue of new Set([...org.channels, ...org.routes.flatMap(({ channels }) => channels)])) {
    const type = channelTypes.find((each) => queue.startsWith(each)) ?? 'email';
    const inDefaultRoute = org.channels.some((channel) => channel === queue);
    channelIds.set(queue, await makeChannel(ctx, id, type, true, { queue, name: queue, inDefaultRoute }));
  }
  await makeSettings(ctx, id, {
    alertDays: org.days[0]?.days === null ? null : [...(org.days[0]?.days ?? [])],
    groupingEnabled: org.digestHours !== null,
    groupingIntervalHours: org.digestHours ?? 6,
    quietHours: org.quiet,
    escalationEnabled: org.escalationHours !== null,
    escalationDelayHours: org.escalationHours ?? 24,
    escalationEmail: org.escalationHours === null ? '' : 'manager@example.com',
    escalationEnabledAt: now,
  });
  for (const { tag, channels } of org.routes) {
    const routeId = newId<'alert-route'>();
    await ctx.db.insert(alertRoutes).values({ id: routeId, orgId: id, tag, createdAt: now });
    const chosen = channels.flatMap((queue) => channelIds.get(queue) ?? []);
    await ctx.db.insert(alertRouteChannels).values(chosen.map((channelId) => ({ routeId, channelId })));
  }
  for (const { tag, days } of org.tagRules) {
    await ctx.db.insert(alertDayRules).values({ id: newId<'alert-day-rule'>(), orgId: id, tag, days: [...days] });
  }
  for (const [index, window] of org.windows.entries()) {
    const span = { startsAt: instantOf(window.from), endsAt: instantOf(window.until) };
    await ctx.db.insert(maintenanceWindows).values({ id: newId<'maintenance-window'>(), orgId: id, name: `Window ${index}`, ...span });
  }
  return openAs(ctx, await makeUser(ctx, id));
};

/** Runs the product through a world's year, minute by minute where something may happen. */
export class LivedYear {
  readonly #ctx: TestSystemContext;
  readonly #people = new Map<string, OrgContext>();
  readonly #lived: Lived[] = [];
  readonly #checks = new Map<number, Lived[]>();
  readonly #deeds = new Map<number, (() => Promise<void>)[]>();

  constructor(ctx: TestSystemContext) {
    this.#ctx = ctx;
  }

  async begin({ orgs, certificates: planned }: World): Promise<void> {
    const { db } = this.#ctx;
    this.#ctx.clock.set(instantOf(0));
    await maintainChecks(this.#ctx);
    for (const org of orgs) this.#people.set(org.name, await found(this.#ctx, org));
    for (const certificate of planned) {
      const id = newId<'certificate'>();
      const { domain, tags, ownDays } = certificate;
      const orgId = this.#personOf(certificate.org).org.id;
      await db.insert(certificates).values({ id, orgId, host: domain, port: 443, domain, tags: { ...tags }, createdAt: instantOf(0) });
      await db.insert(checkSchedule).values({ certificateId: id, shard: shardOf(id), nextCheckAt: NEVER });
      if (ownDays !== null)
        await db.insert(alertDayRules).values({ id: newId<'alert-day-rule'>(), orgId, certificateId: id, days: [...ownDays] });
      this.#plan({ id, certificate }, orgId);
    }
    for (const org of orgs) this.#planSettings(org);
  }

  /** Every minute in which a person or a check does something. */
  get busyMinutes(): number[] {
    return [...this.#checks.keys(), ...this.#deeds.keys()];
  }

  /** One minute: people first, then checks, then sweeps, then deliveries. */
  async live(minute: number): Promise<void> {
    const ctx = this.#ctx;
    ctx.clock.set(instantOf(minute));
    if (minute % (10 * DAY) === 0) await this.#keepHouse();
    for (const deed of this.#deeds.get(minute) ?? []) await deed();
    await this.#review();
    await this.#check(minute);
    await sweepAlerts(ctx);
    await this.#deliver();
  }

  /** Work of daily jobs, and of autovacuum, which test databases do not have. */
  async #keepHouse(): Promise<void> {
    await maintainChecks(this.#ctx);
    await this.#ctx.db.execute(sql`vacuum (analyze)`);
  }

  #personOf({ name }: SimulatedOrg): OrgContext {
    const person = this.#people.get(name);
    if (person === undefined) throw new Error(`Nobody founded ${name}.`);
    return person;
  }

  #do(minute: number, deed: () => Promise<void>): void {
    this.#deeds.set(minute, [...(this.#deeds.get(minute) ?? []), deed]);
  }

  #plan(lived: Lived, orgId: OrganizationId): void {
    const { db } = this.#ctx;
    const { id, certificate } = lived;
    const { domain, snooze, acknowledgedAt, removedAt } = certificate;
    this.#lived.push(lived);
    this.#ctx.gateways.prober.answer(`${domain}:443`, () => observe(certificate, (this.#ctx.clock.now().getTime() - START) / 60_000));
    for (const minute of checksOf(certificate)) this.#checks.set(minute, [...(this.#checks.get(minute) ?? []), lived]);
    if (snooze !== null && (removedAt === null || snooze.from < removedAt)) {
      this.#do(snooze.from, async () => {
        await db.insert(alertSnoozes).values({ certificateId: id, orgId, until: instantOf(snooze.until) });
        await this.#askForReview(orgId);
      });
    }
    for (const minute of acknowledgedAt) this.#do(minute, () => this.#acknowledge(id));
    if (removedAt !== null) this.#do(removedAt, () => removeCertificate(this.#personOf(certificate.org), { id }));
  }

  #planSettings(org: SimulatedOrg): void {
    const orgId = this.#personOf(org).org.id;
    for (const { from, days } of org.days.slice(1)) {
      this.#do(from, async () => {
        await makeSettings(this.#ctx, orgId, { alertDays: days === null ? null : [...days] });
        await this.#askForReview(orgId);
      });
    }
    if (org.downgradedAt === null) return;
    this.#do(org.downgradedAt, async () => {
      await this.#ctx.db.update(organizations).set({ plan: 'Forever Free' }).where(eq(organizations.id, orgId));
      await this.#askForReview(orgId);
    });
  }

  async #askForReview(orgId: OrganizationId): Promise<void> {
    await this.#ctx.db.transaction((db) => requestReview({ ...this.#ctx, db }, orgId));
  }

  async #acknowledge(id: CertificateId): Promise<void> {
    const open = await this.#ctx.db
      .select({ id: alerts.id })
      .from(alerts)
      .where(and(eq(alerts.certificateId, id), isNull(alerts.resolvedAt), isNull(alerts.acknowledgedAt)));
    const ids = open.map((alert) => alert.id);
    await this.#ctx.db.transaction((db) => acknowledgeAlerts({ ...this.#ctx, db }, ids, 'ada@example.com'));
  }

  /** Runs the reviews that people's changes enqueued. */
  async #review(): Promise<void> {
    const asked = new Set(this.#ctx.jobs.payloadsOf(reviewAlertsJob).map(({ orgId }) => orgId));
    this.#ctx.jobs.clear();
    for (const orgId of asked) await reviewAlerts(this.#ctx, { orgId });
  }

  /** Only checks that find something are made: a year of the others changes nothing but the schedule. */
  async #check(minute: number): Promise<void> {
    const due = this.#checks.get(minute);
    if (due === undefined) return;
    const { db, clock } = this.#ctx;
    const ids = due.map(({ id }) => id);
    await db.update(checkSchedule).set({ nextCheckAt: clock.now() }).where(inArray(checkSchedule.certificateId, ids));
    for (const shard of new Set(ids.map(shardOf))) await checkDueSlice(this.#ctx, { shard });
    await db.update(checkSchedule).set({ nextCheckAt: NEVER }).where(sql`next_check_at < 'infinity'`);
    // Enough others answered in the meantime that one failure is not a mass outage.
    const isOutage = due.some(({ certificate }) => certificate.outage?.checks.includes(minute));
    if (isOutage) await db.update(checkSchedule).set({ lastCheckedAt: clock.now() }).where(eq(checkSchedule.fails, 0));
  }

  /** A second at a time while a receiver has a rate limit. */
  async #deliver(): Promise<void> {
    const { db, clock } = this.#ctx;
    for (let second = 0; second < 55; second += 1) {
      for (const shard of await listDueShards(db, clock.now())) await deliverSlice(this.#ctx, { shard });
      const [next] = await db
        .select({ at: sql<string | null>`min(greatest(${deliveryQueues.dueAt}, ${deliveryQueues.pausedUntil}))` })
        .from(deliveryQueues);
      if (next?.at === null || next?.at === undefined || next.at === 'infinity') return;
      if (new Date(next.at).getTime() > clock.now().getTime() + LONGEST_PACE_MS) return;
      clock.advance(1000);
    }
  }
}
