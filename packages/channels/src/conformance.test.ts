import { type ChannelType, channelTypes, type DeliveryOutcome, type Log, traitsOf } from '@notafter/domain';
import { createMailer } from '@notafter/mail';
import { createAddressPolicy, createGuard, createGuardedFetch } from '@notafter/net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChannels } from './create-channels.ts';
import {
  type Behavior,
  behaviors,
  RETRY_AFTER_SECONDS,
  STAND_IN_SIGNING_SECRET,
  type StandIns,
  startStandIns,
  takes,
} from './testing/index.ts';
import { sampleDigest, sampleItem, sampleMessage } from './testing/messages.ts';

/** The deadline for a receiver that answers; a busy machine is not a silent receiver. */
const PATIENT_MS = 20_000;
/** Enough for a message to arrive, too. */
const HASTY_MS = 5_000;
const silent: Log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

let standIns: StandIns;
type Send = (type: ChannelType, message?: ReturnType<typeof sampleMessage>, settings?: Record<string, string>) => Promise<DeliveryOutcome>;
let send: Send;
/** By the deadline for receivers that never answer. */
let sendHastily: Send;
/** Over a new connection: nodemailer itself retries a message lost on a reused one. */
let sendFreshly: Send;
let close: () => Promise<void>;

const startSending = (timeoutMs: number): { readonly send: Send; readonly close: () => void } => {
  const mailer = createMailer({
    smtpUrl: standIns.smtpUrl,
    mailFrom: 'Notafter <notafter@notafter.example>',
    dataDir: '/nowhere',
    log: silent,
    timeoutMs,
  });
  const guard = createGuard({ resolve: async () => ({ kind: 'not_found' }) }, createAddressPolicy({ allow: ['127.0.0.1'] }));
  const { channels } = createChannels({
    guardedFetch: createGuardedFetch({ guard }),
    sendMail: mailer.send,
    endpoints: standIns.endpoints,
    timeoutMs,
  });
  const send: Send = (type, message = sampleMessage(), settings = {}) =>
    channels.send({ type, settings: { ...standIns.settings[type], ...settings }, signingSecrets: [STAND_IN_SIGNING_SECRET], message });
  return { send, close: () => mailer.close() };
};

beforeAll(async () => {
  standIns = await startStandIns({ pieceMs: 20 });
  const patient = startSending(PATIENT_MS);
  const hasty = startSending(HASTY_MS);
  send = patient.send;
  sendHastily = hasty.send;
  sendFreshly = async (...what) => {
    const fresh = startSending(PATIENT_MS);
    return fresh.send(...what).finally(fresh.close);
  };
  close = async () => {
    patient.close();
    hasty.close();
    await standIns.close();
  };
});
afterAll(() => close());

/** Alertmanager keeps incidents too, but receives many at once. */
const receivesOneByOne = (type: ChannelType): boolean => traitsOf(type).incidents && traitsOf(type).refreshMs === undefined;

/** The name under which a channel's stand-in counts. */
const standInOf = (type: ChannelType): string => type.replace('_', '-');
const lastAt = (type: ChannelType) => standIns.received.findLast(({ channel }) => channel === standInOf(type));

type Expected = { readonly kind: DeliveryOutcome['kind']; readonly outcomeUnknown?: boolean; readonly retryAfterSeconds?: unknown };
const certainRetry = { kind: 'retry', outcomeUnknown: false } as const;
const unsureRetry = { kind: 'retry', outcomeUnknown: true } as const;
const soon = { asymmetricMatch: (value: unknown) => typeof value === 'number' && value > 0 && value <= 61 };

/** The outcome of each behavior for every channel; exceptions are below. */
const expected: Readonly<Record<Behavior, Expected>> = {
  ok: { kind: 'delivered' },
  'rate-limited': { ...certainRetry, retryAfterSeconds: RETRY_AFTER_SECONDS },
  'rate-limited-until': { ...certainRetry, retryAfterSeconds: soon },
  'server-error': certainRetry,
  'unavailable-html': certainRetry,
  timeout: unsureRetry,
  'reset-before-reading': unsureRetry,
  'reset-after-reading': unsureRetry,
  'slow-body': { kind: 'delivered' },
  'broken-body': unsureRetry,
  'huge-body': { kind: 'delivered' },
  gone: { kind: 'broken' },
  unauthorized: { kind: 'broken' },
  forbidden: { kind: 'broken' },
  'not-found': { kind: 'broken' },
  redirect: certainRetry,
  moved: { kind: 'broken' },
};
const refused = { kind: 'refused' } as const;
const exceptions: Readonly<Partial<Record<ChannelType, Partial<Record<Behavior, Expected>>>>> = {
  email: {
    'rate-limited': certainRetry,
    'rate-limited-until': certainRetry,
    // A mail's content has not been sent yet when the server hangs up after MAIL FROM.
    'reset-before-reading': certainRetry,
    gone: refused,
    unauthorized: refused,
    forbidden: refused,
    'not-found': refused,
    redirect: refused,
    moved: refused,
  },
  // Their body says more than their status, and this body is not theirs.
  slack: { 'huge-body': unsureRetry },
  telegram: { 'huge-body': unsureRetry },
  webhook: { unauthorized: certainRetry, forbidden: certainRetry, 'not-found': certainRetry, moved: certainRetry },
};

const expectOutcome = async (type: ChannelType, behavior: Behavior, sendBy: Send): Promise<void> => {
  const before = lastAt(type);
  standIns.behaveNext(standInOf(type), behavior);
  const outcome = await sendBy(type);
  expect(outcome).toMatchObject(exceptions[type]?.[behavior] ?? expected[behavior]);
  const arrived = lastAt(type);
  expect(arrived).not.toBe(before);
  expect(arrived).toMatchObject({ behavior, problems: [], taken: takes(behavior) });
  // A message that arrived and is sent again must announce it.
  if (outcome.kind !== 'delivered' && takes(behavior)) expect(outcome).toMatchObject({ outcomeUnknown: true });
};

it.concurrent.each(channelTypes)('%s reports the outcome of a receiver that never answers', (type) =>
  expectOutcome(type, 'timeout', sendHastily),
);

describe.each(channelTypes)('%s', (type) => {
  it.each(behaviors.filter((behavior) => behavior !== 'timeout'))('reports the outcome of a receiver that behaves as %s', (behavior) =>
    expectOutcome(type, behavior, behavior === 'reset-before-reading' ? sendFreshly : send),
  );

  it('accepts every kind of message', async () => {
    const incidents = receivesOneByOne(type);
    const messages = [
      sampleMessage({ kind: 'escalation' }),
      sampleMessage({ kind: 'resolved', severity: 'info' }),
      sampleMessage({ kind: 'acknowledged' }),
      sampleMessage({ kind: 'test', items: [], severity: 'info' }),
      sampleMessage({ items: [sampleItem({ expiresAt: null, daysLeft: null, issuer: null, fingerprint256: null, acknowledgeUrl: null })] }),
      ...(incidents ? [] : [sampleDigest(1), sampleDigest(5), sampleDigest(3000)]),
    ];
    for (const message of messages) {
      expect(await send(type, message)).toMatchObject({ kind: 'delivered' });
      expect(lastAt(type)).toMatchObject({ taken: true, problems: [], repeated: false });
    }
  });
});

describe.each(channelTypes)('%s, given the same message twice', (type) => {
  it(traitsOf(type).idempotent ? 'lets its receiver recognize it' : 'sends the same key, although its receiver ignores it', async () => {
    const message = sampleMessage();
    await send(type, message);
    expect(lastAt(type)).toMatchObject({ repeated: false, recognized: false, key: message.idempotencyKey });
    await send(type, message);
    expect(lastAt(type)).toMatchObject({ repeated: true, recognized: traitsOf(type).idempotent });
  });
});

describe.each(channelTypes.filter((type) => traitsOf(type).incidents))('%s', (type) => {
  // An acknowledged alert is the same open alert there.
  const ignoresAcknowledgments = traitsOf(type).refreshMs !== undefined;
  it('receives one incident from trigger to resolution, and the next one separately', async () => {
    const items = [sampleItem({ incidentKey: `story-${type}`, certificateId: `story-${type}` })];
    for (const kind of ['alert', 'acknowledged', 'resolved', 'alert'] as const) {
      await send(type, sampleMessage({ kind, items }));
      expect(lastAt(type)).toMatchObject({ taken: true, recognized: kind === 'acknowledged' && ignoresAcknowledgments });
      expect(lastAt(type)?.body).toContain(`story-${type}`);
    }
    await send(type, sampleMessage({ kind: 'escalation', items }));
    expect(lastAt(type)).toMatchObject({ recognized: true });
  });
});

describe.each(channelTypes.filter(receivesOneByOne))('%s', (type) => {
  it('refuses a digest', async () => {
    const before = lastAt(type);
    expect(await send(type, sampleDigest(2))).toMatchObject({
      kind: 'refused',
      answer: 'Incidents are sent one at a time, not as a digest.',
    });
    expect(lastAt(type)).toBe(before);
  });
});

it.each([
  ['pagerduty', { integration_key: 'R-too-short' }, "Length of 'routing_key' is incorrect"],
  ['telegram', { chat_id: '-1', token: 'not-a-bot' }, 'Not Found'],
  ['splunk', { api_key: 'short' }, 'no such integration'],
  ['email', { email: 'unknown@example.com' }, 'No such user here'],
] as const)('breaks %s for a key that the vendor does not know, with the text of the vendor', async (type, settings, words) => {
  expect(await send(type, sampleMessage(), settings)).toMatchObject({ kind: 'broken', answer: expect.stringContaining(words) });
});
