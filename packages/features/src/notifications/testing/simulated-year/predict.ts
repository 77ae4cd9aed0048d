// Predicts every alert from the documented promises, without product code: thresholds are crossed at the first instant with at
// most so many whole days left, 0 always counts, expired is one further alert; of several crossed thresholds the tightest alerts;
// saved days that a plan does not include become the nearest; held alerts are sent once when the last hold ends; a certificate
// that comes back alerts each time, unless it already alerted and this is its third time within 30 days.
import {
  checksOf,
  DAY,
  DOWNTIME,
  foundAt,
  HOUR,
  type SimulatedCertificate,
  type SimulatedChannel,
  type SimulatedOrg,
  type Span,
  START,
  YEAR,
} from './world.ts';

export interface PredictedAlert {
  readonly domain: string;
  readonly rule: 'expiry' | 'expired' | 'failing' | 'invalid' | 'changed';
  readonly threshold: number;
  readonly raisedAt: number;
  /** `Generation.certificate`; -1 where the alert is not about one. */
  readonly about: number;
  endedAt: number | null;
  ending: 'renewed' | 'recovered' | 'removed' | 'superseded' | null;
  acknowledgedAt: number | null;
  escalatedAt: number | null;
  readonly sent: PredictedDelivery[];
}

export interface PredictedDelivery {
  readonly channel: string;
  readonly kind: 'alert' | 'escalation' | 'acknowledged' | 'resolved';
  readonly state: 'sent' | 'cancelled' | 'pending';
  /** Null where it was not sent. */
  readonly at: number | null;
}

const soldDays: Record<string, readonly number[]> = {
  Enterprise: [30, 14, 7, 1],
  Team: [30, 14, 7, 1],
  Essentials: [14, 7, 1],
  Starter: [14, 7, 1],
  'Forever Free': [1],
};
const soldChannels: Record<string, readonly string[]> = {
  Enterprise: ['email', 'slack', 'pagerduty', 'webhook'],
  Team: ['email', 'slack', 'pagerduty'],
  Essentials: ['email', 'slack'],
  Starter: ['email'],
  'Forever Free': ['email'],
};
const smartPlans = ['Team', 'Enterprise'];

const planAt = (org: SimulatedOrg, minute: number): string =>
  org.downgradedAt !== null && minute >= org.downgradedAt ? 'Forever Free' : org.plan;
const isSmart = (org: SimulatedOrg, minute: number): boolean => smartPlans.includes(planAt(org, minute));
const sells = (org: SimulatedOrg, channel: string, minute: number): boolean =>
  (soldChannels[planAt(org, minute)] ?? []).includes(channel.split(':')[0] ?? '');

/** The installation processes at its first minute back what happened while it was down. */
const whenUp = (minute: number): number => (minute >= DOWNTIME.from && minute < DOWNTIME.until ? DOWNTIME.until : minute);
const covers = (span: Span | null, minute: number): boolean => span !== null && minute >= span.from && minute < span.until;

const nearestOf = (day: number, offered: readonly number[]): number => {
  if (offered.includes(day)) return day;
  const byDistance = [...offered].sort((one, other) => Math.abs(one - day) - Math.abs(other - day) || other - one);
  return byDistance[0] ?? 1;
};

const tagsOf = ({ tags }: SimulatedCertificate): string[] => Object.entries(tags).map(([name, value]) => `${name}=${value}`.toLowerCase());

/** The channels of every route that matches, or without one those that need no route. */
const channelsOf = (certificate: SimulatedCertificate): readonly SimulatedChannel[] => {
  const { routes, channels } = certificate.org;
  const matching = routes.filter(({ tag }) => tagsOf(certificate).includes(tag));
  return matching.length === 0 ? channels : [...new Set(matching.flatMap((route) => route.channels))];
};

const daysFor = (certificate: SimulatedCertificate, minute: number): number[] => {
  const { org, ownDays } = certificate;
  const worn = tagsOf(certificate);
  const ofTags = org.tagRules.filter(({ tag }) => worn.includes(tag)).flatMap(({ days }) => days);
  const saved = org.days.findLast(({ from }) => from <= minute)?.days ?? [1];
  const chosen = ownDays ?? (ofTags.length > 0 ? ofTags : saved);
  return [...chosen.map((day) => nearestOf(day, soldDays[planAt(org, minute)] ?? [1])), 0];
};

const wallHours = new Map<string, number>();
/** All quiet hours of this world start and end on the hour, in zones that are whole hours from UTC. */
const wallHour = (minute: number, timeZone: string): number => {
  const hour = Math.floor(minute / HOUR);
  const key = `${timeZone} ${hour}`;
  const known = wallHours.get(key);
  if (known !== undefined) return known;
  const text = new Date(START + hour * HOUR * 60_000).toLocaleString('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' });
  wallHours.set(key, Number(text));
  return Number(text);
};

const isQuiet = ({ quiet }: SimulatedOrg, minute: number): boolean => {
  if (quiet === null) return false;
  const [from, until, hour] = [Number(quiet.from.slice(0, 2)), Number(quiet.until.slice(0, 2)), wallHour(minute, quiet.timeZone)];
  return from < until ? hour >= from && hour < until : hour >= from || hour < until;
};

const isHeld = ({ org, snooze }: SimulatedCertificate, minute: number): boolean =>
  covers(snooze, minute) || org.windows.some((window) => covers(window, minute)) || (isSmart(org, minute) && isQuiet(org, minute));

/** Returns the first minute from `from` on in which the installation runs and nothing holds the certificate's alerts. */
const firstFree = (certificate: SimulatedCertificate, from: number): number => {
  let minute = whenUp(from);
  while (minute < YEAR && isHeld(certificate, minute)) minute = whenUp(minute + 1);
  return minute;
};

const scheduleDelivery = (certificate: SimulatedCertificate, channel: string, raisedAt: number): number => {
  const { org } = certificate;
  const grouped = org.digestHours !== null && isSmart(org, raisedAt) && channel !== 'pagerduty' && channel !== 'webhook';
  const interval = (org.digestHours ?? 0) * HOUR;
  const planned = grouped ? (Math.floor(raisedAt / interval) + 1) * interval : raisedAt;
  // A plan without digests and quiet hours releases what waits for them.
  const digest = org.downgradedAt !== null && raisedAt < org.downgradedAt && planned > org.downgradedAt ? org.downgradedAt : planned;
  const leaves = firstFree(certificate, digest);
  return leaves;
};

const daysLeftAt = (endsAt: number, minute: number): number => Math.floor((endsAt - minute) / DAY);

/** Every minute in which its state may change by a check, a person, or time alone. */
const turningPoints = (certificate: SimulatedCertificate): number[] => {
  const { generations, org, acknowledgedAt, removedAt } = certificate;
  const crossings = generations.flatMap(({ endsAt }) => [30, 14, 7, 1, 0, -1].map((day) => endsAt - (day + 1) * DAY + 1));
  const settings = [...org.days.map(({ from }) => from), ...(org.downgradedAt === null ? [] : [org.downgradedAt])];
  const all = [...crossings, ...settings, ...acknowledgedAt, ...checksOf(certificate), ...(removedAt === null ? [] : [removedAt])];
  return [...new Set(all.filter((minute) => minute >= 0 && minute < YEAR).map(whenUp))].sort((one, other) => one - other);
};

/** Alerts of one certificate, and how each ends; not yet their deliveries. */
const raiseAll = (certificate: SimulatedCertificate): PredictedAlert[] => {
  const { generations, org, acknowledgedAt, removedAt, domain } = certificate;
  const alerts: PredictedAlert[] = [];
  const alerted = new Map<number, number>();
  const checks = new Set(checksOf(certificate));
  const outage = new Set(certificate.outage?.checks ?? []);
  let place = -1;
  let fails = 0;
  const open = (...rules: PredictedAlert['rule'][]): PredictedAlert[] =>
    alerts.filter(({ rule, endedAt }) => endedAt === null && rules.includes(rule));
  const raise = (rule: PredictedAlert['rule'], threshold: number, raisedAt: number, about: number): void => {
    const fresh = { endedAt: null, ending: null, acknowledgedAt: null, escalatedAt: null, sent: [] };
    alerts.push({ domain, rule, threshold, raisedAt, about, ...fresh });
  };
  const end = (ended: readonly PredictedAlert[], endedAt: number, ending: PredictedAlert['ending']): void => {
    for (const alert of ended) Object.assign(alert, { endedAt, ending });
  };
  const takesTurns = (about: number, minute: number): boolean => {
    const times = generations.filter(({ certificate, seenAt }) => certificate === about && seenAt <= minute && seenAt > minute - 30 * DAY);
    return times.length >= 3 && alerts.some((alert) => alert.rule === 'changed' && alert.about === about);
  };
  const judgeEnd = (minute: number): void => {
    const present = generations[place];
    if (present === undefined) return;
    const left = daysLeftAt(present.endsAt, minute);
    const crossed = left < 0 ? -1 : Math.min(...daysFor(certificate, minute).filter((day) => left <= day));
    if (crossed === Number.POSITIVE_INFINITY || crossed >= (alerted.get(present.certificate) ?? Number.POSITIVE_INFINITY)) return;
    alerted.set(present.certificate, crossed);
    end(open('expiry'), minute, 'superseded');
    raise(crossed < 0 ? 'expired' : 'expiry', crossed, minute, present.certificate);
  };
  const check = (minute: number): void => {
    const found = foundAt(certificate, minute);
    if (found.generation === null) {
      fails += 1;
      if (fails === 3) raise('failing', 0, minute, -1);
      return;
    }
    fails = 0;
    end(open('failing'), minute, 'recovered');
    if (!found.broken) end(open('invalid'), minute, 'recovered');
    const before = generations[place];
    if (found.place !== place) {
      end(open('expiry', 'expired', 'changed'), minute, 'renewed');
      place = found.place;
      const earlier = before !== undefined && found.generation.endsAt < before.endsAt;
      const { certificate, issuer } = found.generation;
      const isSurprise = before !== undefined && (before.issuer !== issuer || earlier);
      if (isSurprise && !takesTurns(certificate, minute)) raise('changed', 0, minute, certificate);
    }
    if (found.broken && open('invalid').length === 0) raise('invalid', 0, minute, -1);
  };
  for (const minute of turningPoints(certificate)) {
    if (minute === removedAt) {
      end(
        alerts.filter(({ endedAt }) => endedAt === null),
        minute,
        'removed',
      );
      return alerts;
    }
    if (acknowledgedAt.includes(minute))
      for (const alert of alerts) if (alert.endedAt === null && alert.acknowledgedAt === null) alert.acknowledgedAt = minute;
    if (minute === org.downgradedAt || org.days.some(({ from }) => from === minute)) judgeEnd(minute);
    if (checks.has(minute) || outage.has(minute)) check(minute);
    judgeEnd(minute);
  }
  return alerts;
};

const quietedAt = ({ endedAt, acknowledgedAt }: PredictedAlert): number => Math.min(endedAt ?? YEAR, acknowledgedAt ?? YEAR);

const stateAt = (org: SimulatedOrg, channel: string, at: number, until: number): Pick<PredictedDelivery, 'state' | 'at'> => {
  if (until <= at && until < YEAR) return { state: 'cancelled', at: null };
  if (at >= YEAR) return { state: 'pending', at: null };
  return sells(org, channel, at) ? { state: 'sent', at } : { state: 'cancelled', at: null };
};

const sendAlert = (certificate: SimulatedCertificate, alert: PredictedAlert): void => {
  const { org } = certificate;
  for (const channel of channelsOf(certificate).filter((each) => sells(org, each, alert.raisedAt))) {
    const leaves = scheduleDelivery(certificate, channel, alert.raisedAt);
    // Deliveries to a channel outside the plan are canceled.
    const lost = org.downgradedAt !== null && leaves >= org.downgradedAt && !sells(org, channel, leaves) ? org.downgradedAt : YEAR;
    const until = Math.min(quietedAt(alert), lost);
    alert.sent.push({ channel, kind: 'alert', ...stateAt(org, channel, leaves, until) });
  }
};

/** The manager is notified of alerts that were not acknowledged for that long after the team was notified. */
const escalate = (certificate: SimulatedCertificate, alert: PredictedAlert): void => {
  const { org, snooze } = certificate;
  if (org.escalationHours === null) return;
  const departures = channelsOf(certificate)
    .filter((each) => sells(org, each, alert.raisedAt))
    .map((channel) => scheduleDelivery(certificate, channel, alert.raisedAt));
  const notifiedAt = Math.min(...departures);
  const held = departures.filter((at) => at > alert.raisedAt);
  let at = notifiedAt + org.escalationHours * HOUR;
  if (held.length > 0) at = Math.max(at, Math.max(...held) + 1);
  at = whenUp(at);
  while (at < YEAR && covers(snooze, at)) at = whenUp(at + 1);
  const over = quietedAt(alert);
  if (at >= YEAR || over <= at || !isSmart(org, at)) return;
  alert.escalatedAt = at;
  const leaves = firstFree(certificate, at);
  const plan = org.downgradedAt !== null && leaves >= org.downgradedAt ? org.downgradedAt : YEAR;
  const until = Math.min(over, plan);
  if (until <= leaves && until < YEAR) alert.sent.push({ channel: 'escalation', kind: 'escalation', state: 'cancelled', at: null });
  else if (leaves >= YEAR) alert.sent.push({ channel: 'escalation', kind: 'escalation', state: 'pending', at: null });
  else alert.sent.push({ channel: 'escalation', kind: 'escalation', state: 'sent', at: leaves });
};

const isOfEnd = ({ rule }: PredictedAlert): boolean => rule === 'expiry' || rule === 'expired';
const arrivalOn = (receiver: string, { sent }: PredictedAlert): number =>
  sent.find(({ channel, kind }) => channel === receiver && kind === 'alert')?.at ?? YEAR;
const newsAt = (org: SimulatedOrg, receiver: string, minute: number): Pick<PredictedDelivery, 'state' | 'at'> =>
  sells(org, receiver, minute) ? { state: 'sent', at: minute } : { state: 'cancelled', at: null };

/** The alerts about one expiry that replaced each other, up to this one. */
const storyUpTo = (alerts: readonly PredictedAlert[], alert: PredictedAlert): PredictedAlert[] =>
  alerts.filter(
    (each) => each === alert || (isOfEnd(alert) && isOfEnd(each) && each.ending === 'superseded' && each.about === alert.about),
  );

/** A webhook gets acknowledgments and resolutions if it got the alert or one before it. */
const predictWebhook = ({ org }: SimulatedCertificate, alerts: readonly PredictedAlert[], alert: PredictedAlert): void => {
  const heardBy = (minute: number): boolean => storyUpTo(alerts, alert).some((each) => arrivalOn('webhook', each) < minute);
  const { acknowledgedAt, endedAt, ending } = alert;
  if (acknowledgedAt !== null && heardBy(acknowledgedAt))
    alert.sent.push({ channel: 'webhook', kind: 'acknowledged', ...newsAt(org, 'webhook', acknowledgedAt) });
  if (endedAt === null || ending === 'superseded' || !heardBy(endedAt)) return;
  // A successor that expires soon, or is a surprise, also continues the thread: one per endpoint and rule.
  const sameStory = (each: PredictedAlert): boolean => each.rule === alert.rule || (isOfEnd(each) && isOfEnd(alert));
  const goesOn = alerts.some((each) => sameStory(each) && each.raisedAt === endedAt && each !== alert && (each.endedAt ?? YEAR) > endedAt);
  alert.sent.push({
    channel: 'webhook',
    kind: 'resolved',
    ...(goesOn ? { state: 'cancelled', at: null } : newsAt(org, 'webhook', endedAt)),
  });
};

/** For PagerDuty each alert is an incident: open until the tighter one was delivered, or until it is over. */
const incidentEndOf = (alerts: readonly PredictedAlert[], alert: PredictedAlert): number => {
  if (alert.ending !== 'superseded') return alert.endedAt ?? YEAR;
  const followers = alerts.filter(
    (each) => isOfEnd(each) && each.about === alert.about && (each.raisedAt > alert.raisedAt || each.threshold < alert.threshold),
  );
  const last = followers.find(({ ending }) => ending !== 'superseded');
  return Math.min(last?.endedAt ?? YEAR, ...followers.map((each) => arrivalOn('pagerduty', each)));
};

const predictPagerduty = ({ org }: SimulatedCertificate, alerts: readonly PredictedAlert[]): void => {
  const stands = (alert: PredictedAlert, minute: number): boolean =>
    arrivalOn('pagerduty', alert) < minute && minute < incidentEndOf(alerts, alert);
  for (const alert of alerts) {
    const { acknowledgedAt } = alert;
    if (acknowledgedAt === null) continue;
    for (const each of storyUpTo(alerts, alert).filter((one) => stands(one, acknowledgedAt)))
      if (!each.sent.some(({ channel, kind }) => channel === 'pagerduty' && kind === 'acknowledged'))
        each.sent.push({ channel: 'pagerduty', kind: 'acknowledged', ...newsAt(org, 'pagerduty', acknowledgedAt) });
  }
  for (const alert of alerts) {
    const end = incidentEndOf(alerts, alert);
    if (end < YEAR && arrivalOn('pagerduty', alert) < end)
      alert.sent.push({ channel: 'pagerduty', kind: 'resolved', ...newsAt(org, 'pagerduty', end) });
  }
};

/** PagerDuty and webhooks track alerts. */
const sendNews = (certificate: SimulatedCertificate, alerts: readonly PredictedAlert[]): void => {
  const channels = channelsOf(certificate);
  if (channels.includes('pagerduty')) predictPagerduty(certificate, alerts);
  if (channels.includes('webhook')) for (const alert of alerts) predictWebhook(certificate, alerts, alert);
};

/** Returns every alert of a certificate's year with its deliveries. */
export const predict = (certificate: SimulatedCertificate): PredictedAlert[] => {
  const alerts = raiseAll(certificate);
  for (const alert of alerts) {
    sendAlert(certificate, alert);
    escalate(certificate, alert);
  }
  sendNews(certificate, alerts);
  return alerts;
};
