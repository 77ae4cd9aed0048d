import { createHash } from 'node:crypto';
import { calendarCancellations, calendarFeeds, certificateRefusals, certificates, type Database, organizations } from '@notafter/db';
import { DomainError, networkOf, type OrganizationId } from '@notafter/domain';
import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { RequestContext } from '../../context.ts';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { EVENTS_MAX, firstShownExpiry } from './internal/calendar-window.ts';
import { comingDates } from './internal/coming-dates.ts';
import { type ExpiryEvent, type RefusalEvent, writeCalendar } from './internal/write-calendar.ts';

export interface CalendarFeed {
  /** Same as long as the calendar's content is the same; weak, since each response has a new timestamp. */
  readonly etag: string;
  /** Creates the iCalendar object (RFC 5545); not needed for a conditional request that matches. */
  write(): string;
}

interface NamedFeed {
  readonly orgId: OrganizationId;
  readonly name: string;
}

/** Limits guesses per network; requests for valid addresses are not limited by other people's guesses. */
const openFeed = async (ctx: RequestContext, secret: string): Promise<NamedFeed> => {
  const orgId = ctx.auth.readCalendarSecret(secret);
  if (orgId !== null) {
    const [feed] = await ctx.db
      .select({ name: organizations.name, disabled: organizations.disabled, rotation: calendarFeeds.rotation })
      .from(calendarFeeds)
      .innerJoin(organizations, eq(organizations.id, calendarFeeds.orgId))
      .where(eq(calendarFeeds.orgId, orgId));
    if (feed !== undefined && !feed.disabled && ctx.auth.isCalendarSecret(secret, orgId, feed.rotation)) return { orgId, name: feed.name };
  }
  await throttleOf(ctx).spend('calendarGuessFromNetwork', networkOf(ctx.origin.ip));
  throw new DomainError('not_found');
};

const readEvents = async (db: Database, orgId: OrganizationId, now: Date): Promise<ExpiryEvent[]> => {
  const shownFrom = firstShownExpiry(now);
  const present = await db
    .select({
      certificateId: certificates.id,
      domain: certificates.domain,
      notAfter: certificates.notAfter,
      issuer: certificates.issuer,
      sequence: certificates.expirySequence,
    })
    .from(certificates)
    .where(and(eq(certificates.orgId, orgId), gte(certificates.expiresAt, shownFrom), lt(certificates.expiresAt, sql`'infinity'`)))
    .orderBy(asc(certificates.expiresAt), asc(certificates.id))
    .limit(EVENTS_MAX);
  const { certificateId, domain, notAfter, sequence } = calendarCancellations;
  const cancelled = await db
    .select({ certificateId, domain, notAfter, sequence })
    .from(calendarCancellations)
    .where(and(eq(calendarCancellations.orgId, orgId), gte(calendarCancellations.cancelledAt, shownFrom)))
    .orderBy(desc(calendarCancellations.cancelledAt), asc(certificateId))
    .limit(EVENTS_MAX);
  return [
    ...present.flatMap((row) => (row.notAfter === null ? [] : { ...row, notAfter: row.notAfter, cancelled: false })),
    ...cancelled.map((row) => ({ ...row, issuer: null, cancelled: true })),
  ];
};

/** By client and date, with the certificates that are refused from then on. */
const readRefusals = async (db: Database, orgId: OrganizationId, now: Date): Promise<RefusalEvent[]> => {
  const { client, refusedFrom, certificateId } = certificateRefusals;
  const rows = await db
    .select({ client, from: refusedFrom, domain: certificates.domain })
    .from(certificateRefusals)
    .innerJoin(certificates, eq(certificates.id, certificateId))
    .where(and(eq(certificates.orgId, orgId), gte(refusedFrom, firstShownExpiry(now))))
    .orderBy(asc(refusedFrom), asc(client), asc(certificates.domain))
    .limit(EVENTS_MAX);
  const events = new Map<string, RefusalEvent>();
  for (const row of rows) {
    const key = `${row.client} ${row.from.toISOString()}`;
    const known = events.get(key);
    events.set(key, { client: row.client, from: row.from, domains: [...(known?.domains ?? []), row.domain] });
  }
  return [...events.values()];
};

/**
 * Returns the calendar of a secret address: one event per certificate at its expiry, which a renewal moves and a removal
 * cancels; the dates on which clients begin to refuse certificates; and those on which rules for all certificates change. Throws
 * `not_found` for any other address, and `rate_limited`.
 */
export const getCalendarFeed = useCase({
  name: 'certificates/get-calendar-feed',
  access: 'anyone',
})(async (ctx, { secret }: { readonly secret: string }): Promise<CalendarFeed> => {
  const { orgId, name } = await openFeed(ctx, secret);
  await throttleOf(ctx).spend('calendarFeed', orgId);
  const now = ctx.clock.now();
  const facts = {
    name: `${name}: certificate expiries`,
    publicUrl: ctx.config.publicUrl,
    events: await readEvents(ctx.db, orgId, now),
    refusals: await readRefusals(ctx.db, orgId, now),
    dates: comingDates(ctx.config.clientRules, firstShownExpiry(now)),
  };
  const etag = `W/"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url')}"`;
  return { etag, write: () => writeCalendar({ ...facts, now }) };
});
