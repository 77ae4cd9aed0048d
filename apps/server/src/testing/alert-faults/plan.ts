import { type ChannelType, channelTypes, DAY_MS, followsAlerts } from '@notafter/domain';
import { createRandom } from '../random.ts';

export interface FaultSize {
  readonly certificates: number;
  readonly organizations: number;
  readonly workers: number;
  /** Number of workers killed with kill -9. */
  readonly kills: number;
  /** Number of PostgreSQL restarts, every other one by a crash. */
  readonly restarts: number;
  /** The time within which the certificates cross their thresholds, on the machine's clock. */
  readonly crossingMs: number;
  /** The speed of the workers' clock. */
  readonly speed: number;
  /** Receivers can also be silent, for as long as a sender waits. */
  readonly timeouts: boolean;
  readonly seed: number;
}

export interface PlannedCertificate {
  readonly domain: string;
  /** The threshold that it crosses, in days. */
  readonly threshold: number;
  /** On the workers' clock. */
  readonly crossesAfterMs: number;
  /** Text that every message about it contains. */
  readonly text: string;
}

export interface PlannedOrganization {
  readonly name: string;
  readonly alertDays: readonly number[];
  /** Its mails and chats are sent in digests. */
  readonly grouped: boolean;
  readonly certificates: readonly PlannedCertificate[];
}

export interface Strike {
  /** When receivers have accepted this share of all messages, so that each fault hits running work. */
  readonly atShare: number;
  readonly kind: 'kill' | 'restart' | 'crash';
}

export interface FaultPlan {
  readonly organizations: readonly PlannedOrganization[];
  /** The number of messages, without digests. */
  readonly messages: number;
  /** In order of occurrence. */
  readonly strikes: readonly Strike[];
  /** The behavior of receivers during the faults, in parts of their sum, by channel. */
  readonly mixes: ReadonlyMap<ChannelType, Readonly<Record<string, number>>>;
}

/** The part of a body that a stand-in records: the sentence about a certificate, or the number of alerts in a digest. */
export const NOTED = '\\bc\\d+\\.fault\\.test expires in \\d+ day|\\b\\d+ SSL certificate alerts';

/** Certificates cross the first one during the run, and the nearer ones later. */
const alertDays = [[30, 7], [14, 1], [7], [1]] as const;
const GROUPED_EVERY = 10;
const GROUPED_AT = 3;
const FIRST_SHARE = 0.02;
const LAST_SHARE = 0.9;

const mixOf = (random: () => number, timeouts: boolean): Record<string, number> => ({
  ok: 84 + Math.round(4 * random()),
  'slow-body': 4,
  'server-error': 3,
  'unavailable-html': 1,
  'rate-limited': 2,
  'reset-after-reading': 3,
  'reset-before-reading': 1,
  'broken-body': 1,
  timeout: timeouts ? 0.5 : 0,
});

/** Every event of a run and every expected message, from the seed alone. */
export const planFaults = ({
  certificates,
  organizations,
  kills,
  restarts,
  crossingMs,
  speed,
  timeouts,
  seed,
}: Omit<FaultSize, 'workers'>): FaultPlan => {
  const random = createRandom(seed);
  const planned = Array.from({ length: organizations }, (_, index): PlannedOrganization => {
    const days = alertDays[Math.floor(random() * alertDays.length)] ?? alertDays[0];
    const [threshold] = days;
    const count = Math.floor(certificates / organizations) + (index < certificates % organizations ? 1 : 0);
    const own = Array.from({ length: count }, (_, nth): PlannedCertificate => {
      const domain = `c${index + nth * organizations}.fault.test`;
      const text = `${domain} expires in ${threshold} day`;
      return { domain, threshold, crossesAfterMs: Math.round(random() * crossingMs * speed), text };
    });
    return { name: `Organization ${index}`, alertDays: days, grouped: index % GROUPED_EVERY === GROUPED_AT, certificates: own };
  });
  const shareAt = (place: number): number => FIRST_SHARE + place * (LAST_SHARE - FIRST_SHARE);
  const killing = Array.from({ length: kills }, (): Strike => ({ atShare: shareAt(random()), kind: 'kill' }));
  const restarting = Array.from(
    { length: restarts },
    (_, nth): Strike => ({
      // Spread out, so that each fault hits running work.
      atShare: shareAt((nth + 0.3 + 0.4 * random()) / restarts),
      kind: nth % 2 === 0 ? 'restart' : 'crash',
    }),
  );
  const messagesOf = ({ grouped, certificates: own }: PlannedOrganization): number =>
    own.length * channelTypes.filter((type) => !grouped || followsAlerts(type)).length;
  return {
    organizations: planned,
    messages: planned.reduce((sum, organization) => sum + messagesOf(organization), 0),
    strikes: [...killing, ...restarting].sort((one, other) => one.atShare - other.atShare),
    mixes: new Map(channelTypes.map((type) => [type, mixOf(random, timeouts)])),
  };
};

/** Returns the expiry date of a certificate that crosses its threshold at that time. */
export const endOf = ({ threshold, crossesAfterMs }: PlannedCertificate, from: Date): Date =>
  new Date(from.getTime() + (threshold + 1) * DAY_MS + crossesAfterMs);
