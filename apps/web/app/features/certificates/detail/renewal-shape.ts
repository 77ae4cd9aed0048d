import { DAY_MS } from '@notafter/domain';
import type { Renewal } from '../types.ts';

/** A stretch of the axis, in percent of its width. */
export interface Stretch {
  readonly at: number;
  readonly width: number;
}

export interface RenewalLine {
  /** Issue to `notAfter`. */
  readonly life: Stretch;
  /** While the endpoint served it, up to its expiry. */
  readonly served: Stretch;
  /** Served after its expiry; null if it was replaced in time. */
  readonly overrun: Stretch | null;
  /** From now to its expiry; null unless it is the present one and still valid. */
  readonly left: Stretch | null;
}

export interface RenewalAxis {
  readonly from: Date;
  readonly to: Date;
  readonly nowAt: number;
  readonly lines: readonly RenewalLine[];
}

const startOf = ({ notBefore, servedFrom }: Renewal): number => Math.min((notBefore ?? servedFrom).getTime(), servedFrom.getTime());

/** All certificates of an endpoint on one linear axis, from the first issue to the last end or now. */
export function renewalAxis(renewals: readonly Renewal[], now: Date): RenewalAxis {
  const nowMs = now.getTime();
  const from = Math.min(nowMs - DAY_MS, ...renewals.map(startOf));
  const to = Math.max(nowMs, ...renewals.map(({ notAfter }) => notAfter.getTime()));
  const at = (instant: number): number => Math.round(((instant - from) / (to - from)) * 10_000) / 100;
  const stretch = (start: number, end: number): Stretch => ({ at: at(start), width: Math.max(0, at(end) - at(start)) });
  return {
    from: new Date(from),
    to: new Date(to),
    nowAt: at(nowMs),
    lines: renewals.map((renewal) => {
      const { servedFrom, servedUntil, notAfter } = renewal;
      const end = notAfter.getTime();
      const last = (servedUntil ?? now).getTime();
      return {
        life: stretch(startOf(renewal), end),
        served: stretch(Math.min(servedFrom.getTime(), end), Math.min(last, end)),
        overrun: last > end ? stretch(end, last) : null,
        left: servedUntil === null && end > nowMs ? stretch(nowMs, end) : null,
      };
    }),
  };
}

/** `29 d before expiry`, `3 d after expiry`, `present` */
export function replacedText({ servedUntil, notAfter }: Pick<Renewal, 'servedUntil' | 'notAfter'>): string {
  if (servedUntil === null) return 'present';
  const days = Math.floor((notAfter.getTime() - servedUntil.getTime()) / DAY_MS);
  return days < 0 ? `${-days} d after expiry` : `${days} d before expiry`;
}
