import { type ChannelType, channelTypes, followsAlerts, traitsOf } from '@notafter/domain';
import type { Ledger } from './ledger.ts';
import type { FaultPlan, PlannedOrganization } from './plan.ts';
import type { ReceivedLog, ReceivedMessage } from './received.ts';

export interface ChannelFigures {
  readonly channel: ChannelType;
  /** Certificates with an expected alert. */
  readonly expected: number;
  /** Those whose alert the receiver got. */
  readonly sent: number;
  readonly lost: number;
  /** Unexpected repetitions, each one counted. */
  readonly duplicates: number;
  /** Sends with an unknown outcome. */
  readonly cutOff: number;
  /** Those that were running when their worker or its database died. */
  readonly crashed: number;
  /** Messages that the ledger marks as possibly repeated. */
  readonly marked: number;
}

export interface Reconciled {
  readonly channels: readonly ChannelFigures[];
  /** One sentence per problem; none in a good run. */
  readonly problems: readonly string[];
}

/** Receivers that recognize a repetition by its key. */
const isIdempotent = (channel: ChannelType): boolean => traitsOf(channel).idempotent;

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

interface Reported {
  readonly count: number;
  /** Certificates in two messages. */
  readonly twice: number;
}

/** Returns the number of an organization's certificates in these messages. A long digest names the first ones and counts them all. */
const deliveredBy = (
  { grouped, certificates }: PlannedOrganization,
  channel: ChannelType,
  messages: Iterable<ReceivedMessage>,
): Reported => {
  const expected = new Set(certificates.map(({ text }) => text));
  const own = [...messages].filter(({ texts }) => [...texts].some((text) => expected.has(text)));
  const named = own.flatMap(({ texts }) => [...texts]);
  const twice = named.length - new Set(named).size;
  if (!grouped || followsAlerts(channel)) return { count: [...new Set(named)].filter((text) => expected.has(text)).length, twice };
  const count = sum(own.map(({ covers }) => covers));
  return { count: Math.min(count, expected.size), twice: twice + Math.max(0, count - expected.size) };
};

/** The messages of one channel. The ledger does not have refreshes of open alerts: a refresh is not a delivery. */
const messagesOf = ({ byChannel }: ReceivedLog, { byMessage }: Ledger, channel: ChannelType): ReadonlyMap<string, ReceivedMessage> => {
  const messages = byChannel.get(channel) ?? new Map<string, ReceivedMessage>();
  return traitsOf(channel).refreshMs === undefined ? messages : new Map([...messages].filter(([key]) => byMessage.has(key)));
};

const reconcileChannel = (plan: FaultPlan, received: ReceivedLog, ledger: Ledger, channel: ChannelType): [ChannelFigures, string[]] => {
  const messages = messagesOf(received, ledger, channel);
  const expected = sum(plan.organizations.map(({ certificates }) => certificates.length));
  const delivered = plan.organizations.map((organization) => deliveredBy(organization, channel, messages.values()));
  const sent = sum(delivered.map((one) => one.count));
  const repeated = sum([...messages.values()].map(({ shown }) => Math.max(0, shown - 1)));
  const twice = sum(delivered.map((one) => one.twice));
  const own = [...ledger.byMessage].filter(([, message]) => message.channel === channel);
  const figures: ChannelFigures = {
    channel,
    expected,
    sent,
    lost: expected - sent,
    duplicates: repeated + twice,
    cutOff: sum(own.map(([, { unknown }]) => unknown)),
    crashed: sum(own.map(([, { crashed }]) => crashed)),
    marked: own.filter(([, { marked }]) => marked).length,
  };
  const unexcused = [...messages].flatMap(([key, { shown }]) => {
    const known = ledger.byMessage.get(key);
    if (known === undefined) return [`${channel}: the ledger lacks message ${key}`];
    if (shown <= 1) return [];
    const said = `${channel}: message ${key} was shown ${shown} times`;
    if (known.unknown < shown - 1) return [`${said}, and ${known.unknown} of its sends were interrupted`];
    return known.marked ? [] : [`${said}, and is not marked`];
  });
  const falselyMarked = own.filter(([, { marked, unknown }]) => marked && (unknown === 0 || isIdempotent(channel)));
  return [
    figures,
    [
      ...(figures.lost > 0 ? [`${channel}: ${figures.lost} lost`] : []),
      ...(twice > 0 ? [`${channel}: ${twice} certificates are in two messages`] : []),
      ...(isIdempotent(channel) && figures.duplicates > 0 ? [`${channel}: ${figures.duplicates} duplicates`] : []),
      ...falselyMarked.map(([key]) => `${channel}: message ${key} is marked although no send was interrupted`),
      ...unexcused,
    ],
  ];
};

const ledgerProblems = ({ organizations }: FaultPlan, { alerts, deliveries, openAttempts }: Ledger): string[] => {
  const planned = organizations.flatMap(({ certificates }) => certificates);
  const wanted = new Map(planned.map(({ domain, threshold }) => [domain, `expiry ${threshold}`]));
  const wrong = alerts.filter(({ domain, rule, threshold }) => wanted.get(domain) !== `${rule} ${threshold}`);
  const states = JSON.stringify(deliveries);
  return [
    ...(alerts.length === planned.length ? [] : [`the ledger has ${alerts.length} alerts instead of ${planned.length}`]),
    ...wrong.map(({ domain, rule, threshold }) => `${domain} was alerted as ${rule} ${threshold}`),
    ...(states === JSON.stringify({ 'alert sent': planned.length * channelTypes.length }) ? [] : [`the ledger has deliveries ${states}`]),
    ...(openAttempts > 0 ? [`${openAttempts} attempts have no outcome`] : []),
  ];
};

const unexpected = ({ organizations }: FaultPlan, { byChannel }: ReceivedLog): string[] => {
  const expected = new Set(organizations.flatMap(({ certificates }) => certificates.map(({ text }) => text)));
  return [...byChannel].flatMap(([channel, messages]) =>
    [...messages.values()].flatMap(({ texts }) => {
      const strange = [...texts].filter((text) => !expected.has(text));
      return texts.size === 0 ? [`${channel}: a message contains no alert`] : strange.map((text) => `${channel}: unexpected: ${text}`);
    }),
  );
};

/** Compares the receivers and the ledger with the plan. */
export const reconcile = (plan: FaultPlan, received: ReceivedLog, ledger: Ledger): Reconciled => {
  const reconciled = channelTypes.map((channel) => reconcileChannel(plan, received, ledger, channel));
  return {
    channels: reconciled.map(([figures]) => figures),
    problems: [
      ...reconciled.flatMap(([, problems]) => problems),
      ...ledgerProblems(plan, ledger),
      ...unexpected(plan, received),
      ...received.faulty.map((problem) => `refused: ${problem}`),
    ],
  };
};
