import { type CertificateId, type ClientId, type ComingDate, clientNames, firstOf, plural } from '@notafter/domain';
import ical, { ICalCalendarMethod, type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator';

export interface ExpiryEvent {
  readonly certificateId: CertificateId;
  readonly domain: string;
  readonly notAfter: Date;
  /** Null: its certificate was removed. */
  readonly issuer: string | null;
  readonly sequence: number;
  readonly cancelled: boolean;
}

/** Certificates that a client refuses from one instant on. */
export interface RefusalEvent {
  readonly client: ClientId;
  readonly from: Date;
  readonly domains: readonly string[];
}

interface CalendarFacts {
  readonly name: string;
  readonly publicUrl: string;
  readonly events: readonly ExpiryEvent[];
  readonly refusals: readonly RefusalEvent[];
  /** On which rules for all certificates change. */
  readonly dates: readonly ComingDate[];
  readonly now: Date;
}

/** Seconds between refreshes. */
const REFRESH_SECONDS = 6 * 3600;

/** ical-generator escapes the texts of events, but not a calendar's name. */
const escapeName = (name: string): string => name.replace(/[\\;,]/g, '\\$&');

const eventData = ({ certificateId, domain, notAfter, issuer, sequence, cancelled }: ExpiryEvent, publicUrl: string): ICalEventData => {
  const url = `${publicUrl}/certificates/${certificateId}`;
  return {
    // RFC 5545 3.8.4.7: constant for the life of the row, so that a renewal moves the event.
    id: `${certificateId}@notafter`,
    sequence,
    start: notAfter,
    summary: `Certificate of ${domain} expires`,
    description: cancelled ? 'It is no longer monitored.' : `${issuer === null ? '' : `Issued by ${issuer}\n`}${url}`,
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: ICalEventTransparency.TRANSPARENT,
    ...(cancelled ? {} : { url }),
  };
};

const DOMAINS_SHOWN = 20;

const refusalData = ({ client, from, domains }: RefusalEvent, publicUrl: string): ICalEventData => ({
  id: `refusal-${client}-${from.getTime()}@notafter`,
  start: from,
  summary: `${clientNames[client]} refuses ${plural(domains.length, 'certificate')} from now on`,
  description: `${firstOf(domains, DOMAINS_SHOWN)}\n${publicUrl}/certificates`,
  status: ICalEventStatus.CONFIRMED,
  transparency: ICalEventTransparency.TRANSPARENT,
});

const dateData = ({ on, text, source }: ComingDate): ICalEventData => ({
  id: `rule-${on}-${text.length}@notafter`,
  start: new Date(on),
  allDay: true,
  summary: text,
  description: source.url,
  status: ICalEventStatus.CONFIRMED,
  transparency: ICalEventTransparency.TRANSPARENT,
});

/** Returns a calendar of expiries, refusals and rule changes (RFC 5545) for a subscription. */
export const writeCalendar = ({ name, publicUrl, events, refusals, dates, now }: CalendarFacts): string => {
  const calendar = ical({
    name: escapeName(name),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Notafter', product: 'Certificate expiries', language: 'EN' },
    ttl: REFRESH_SECONDS,
  });
  for (const event of events) calendar.createEvent({ ...eventData(event, publicUrl), stamp: now });
  for (const refusal of refusals) calendar.createEvent({ ...refusalData(refusal, publicUrl), stamp: now });
  for (const date of dates) calendar.createEvent({ ...dateData(date), stamp: now });
  return calendar.toString();
};
