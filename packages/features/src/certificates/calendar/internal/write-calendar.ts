import type { CertificateId } from '@notafter/domain';
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

interface CalendarFacts {
  readonly name: string;
  readonly publicUrl: string;
  readonly events: readonly ExpiryEvent[];
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

/** Returns a calendar of expiries (RFC 5545) for a subscription. */
export const writeCalendar = ({ name, publicUrl, events, now }: CalendarFacts): string => {
  const calendar = ical({
    name: escapeName(name),
    method: ICalCalendarMethod.PUBLISH,
    prodId: { company: 'Notafter', product: 'Certificate expiries', language: 'EN' },
    ttl: REFRESH_SECONDS,
  });
  for (const event of events) calendar.createEvent({ ...eventData(event, publicUrl), stamp: now });
  return calendar.toString();
};
