import { type ChannelType, channelTypes, followsAlerts, traitsOf } from '@notafter/domain';
import type { Ledger } from './ledger.ts';
import type { FaultPlan, PlannedOrganization } from './plan.ts';
import type { ReceivedLog, ReceivedMessage } from './received.ts';

export interface ChannelFigures {
  readonly channel: ChannelType;
  /** Certificates that had to be told of. */
  readonly expected: number;
  /** Of them, those that the receiver was told of. */
  readonly sent: number;
  readonly lost: number;
  /** Messages shown once too often, each time counted. */
  readonly duplicates: number;
  /** Sends whose outcome could not be known. */
  readonly cutOff: number;
  /** Of them, those that were under way when their worker or its database died. */
  readonly crashed: number;
  /** Messages that the ledger marks as perhaps repeated. */
  readonly marked: number;
}

export interface Reconciled {
  readonly channels: readonly ChannelFigures[];
  /** What is not as it has to be, a sentence each; none in a good run. */
  readonly problems: readonly string[];
}

/** Receivers that know a repetition by its key. */
const isIdempotent = (channel: ChannelType): boolean => traitsOf(channel).idempotent;

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

interface Reported {
  readonly told: number;
  /** Certificates that two messages tell of. */
  readonly twice: number;
}

/** How many of an organisation's certificates these messages tell of. A long digest names the first ones and counts them all. */
const deliveredBy = (
  { grouped, certificates }: PlannedOrganization,
  channel: ChannelType,
  messages: Iterable<ReceivedMessage>,
): Reported => {
  const expected = new Set(certificates.map(({ text }) => text));
  const own = [...messages].filter(({ texts }) => [...texts].some((text) => expected.has(text)));
  const named = own.flatMap(({ texts }) => [...texts]);
  const twice = named.length - new Set(named).size;
  if (!grouped || followsAlerts(channel)) return { told: [...new Set(named)].filter((text) => expected.has(text)).length, twice };
  const told = sum(own.map(({ covers }) => covers));
  return { told: Math.min(told, expected.size), twice: twice + Math.max(0, told - expected.size) };
};

const reconcileChannel = (plan: FaultPlan, received: ReceivedLog, ledger: Ledger, channel: ChannelType): [ChannelFigures, string[]] => {
  const messages = received.byChannel.get(channel) ?? new Map<string, ReceivedMessage>();
  const expected = sum(plan.organizations.map(({ certificates }) => certificates.length));
  const told = plan.organizations.map((organization) => deliveredBy(organization, channel, messages.values()));
  const sent = sum(told.map((one) => one.told));
  const repeated = sum([...messages.values()].map(({ shown }) => Math.max(0, shown - 1)));
  const twice = sum(told.map((one) => one.twice));
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
    if (known === undefined) return [`${channel}: the ledger knows nothing of message ${key}`];
    if (shown <= 1) return [];
    const said = `${channel}: message ${key} was shown ${shown} times`;
    if (known.unknown < shown - 1) return [`${said}, and ${known.unknown} of its sends were cut off`];
    return known.marked ? [] : [`${said}, and is not marked`];
  });
  const falselyMarked = own.filter(([, { marked, unknown }]) => marked && (unknown === 0 || isIdempotent(channel)));
  return [
    figures,
    [
      ...(figures.lost > 0 ? [`${channel}: ${figures.lost} lost`] : []),
      ...(twice > 0 ? [`${channel}: ${twice} certificates are told of by two messages`] : []),
      ...(isIdempotent(channel) && figures.duplicates > 0 ? [`${channel}: ${figures.duplicates} duplicates`] : []),
      ...falselyMarked.map(([key]) => `${channel}: message ${key} is marked although nothing was cut off`),
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
    ...(openAttempts > 0 ? [`${openAttempts} attempts are without an outcome`] : []),
  ];
};

const unexpected = ({ organizations }: FaultPlan, { byChannel }: ReceivedLog): string[] => {
  const expected = new Set(organizations.flatMap(({ certificates }) => certificates.map(({ text }) => text)));
  return [...byChannel].flatMap(([channel, messages]) =>
    [...messages.values()].flatMap(({ texts }) => {
      const strange = [...texts].filter((text) => !expected.has(text));
      return texts.size === 0 ? [`${channel}: a message is about nothing`] : strange.map((text) => `${channel}: nobody expected: ${text}`);
    }),
  );
};

/** What the receivers have and what the ledger says, against what the plan demands. */
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
