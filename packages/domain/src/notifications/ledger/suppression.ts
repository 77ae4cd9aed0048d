import { HOUR_MS } from '../../time.ts';
import type { DeliverySuppression } from '../delivery/delivery.ts';
import { type QuietHours, quietUntil } from '../routing/quiet-hours.ts';

export interface SuppressionFacts {
  readonly quietHours: QuietHours | null;
  /** The latest end of the maintenance windows that are open; null without any. */
  readonly maintenanceUntil: Date | null;
  /** Of the certificate. */
  readonly snoozedUntil: Date | null;
}

export interface Suppression {
  readonly heldFor: Exclude<DeliverySuppression, 'digest'>;
  readonly until: Date;
}

/** The suppression of a certificate's alerts at `now`, and until when at least; of several the one that ends last. */
export const suppressionAt = ({ quietHours, maintenanceUntil, snoozedUntil }: SuppressionFacts, now: Date): Suppression | null => {
  const ends = [
    { heldFor: 'snooze', until: snoozedUntil },
    { heldFor: 'maintenance', until: maintenanceUntil },
    { heldFor: 'quiet_hours', until: quietHours === null ? null : quietUntil(quietHours, now) },
  ] as const;
  return ends.reduce<Suppression | null>(
    (last, { heldFor, until }) => (until !== null && until > now && (last === null || until > last.until) ? { heldFor, until } : last),
    null,
  );
};

/** When the digest goes out that takes what comes up now: the next multiple of the interval since 1970, so that all of one interval meet. */
export const digestAt = (now: Date, intervalHours: number): Date => {
  const intervalMs = intervalHours * HOUR_MS;
  return new Date((Math.floor(now.getTime() / intervalMs) + 1) * intervalMs);
};
