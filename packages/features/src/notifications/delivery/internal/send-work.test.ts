import type { DeliveryOutcome, OutgoingMessage } from '@notafter/domain';
import { createRecordingLog, createTestGateways } from '@notafter/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendWork } from './send-work.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const outgoing: OutgoingMessage = {
  type: 'email',
  settings: {},
  signingSecrets: [],
  message: {
    kind: 'test',
    idempotencyKey: 'key',
    organization: 'Acme',
    severity: 'info',
    title: 'A test',
    text: 'A test',
    items: [],
    notificationsUrl: 'https://notafter.example/notifications',
    at: new Date(0),
  },
};
const never = new Promise<DeliveryOutcome>(() => undefined);

/** The log entry of a send to a gateway that behaves like this. */
const outcomeOf = async (send: (signal: AbortSignal | undefined) => Promise<DeliveryOutcome>): Promise<DeliveryOutcome> => {
  const gateways = { ...createTestGateways(), channels: { send: (_: OutgoingMessage, signal?: AbortSignal) => send(signal) } };
  const sending = sendWork({ gateways, log: createRecordingLog() }, { kind: 'message', outgoing });
  await vi.advanceTimersByTimeAsync(60_000);
  return sending;
};

it('calls off what takes too long, and believes a gateway that knows that nothing went out', async () => {
  const busy: DeliveryOutcome = { kind: 'retry', status: null, answer: 'busy', retryAfterSeconds: null, outcomeUnknown: false };
  const outcome = await outcomeOf(
    (signal) => new Promise((resolve) => signal?.addEventListener('abort', () => setImmediate(() => resolve(busy)), { once: true })),
  );
  expect(outcome).toEqual(busy);
});

it('takes the outcome of a gateway that says nothing for unknown, before the lease of its queue ends', async () => {
  expect(await outcomeOf(() => never)).toMatchObject({ kind: 'retry', outcomeUnknown: true, answer: 'No answer within 35 s.' });
});

it('takes the outcome of a gateway that fails for unknown', async () => {
  expect(await outcomeOf(() => Promise.reject(new Error('bug')))).toMatchObject({ kind: 'retry', outcomeUnknown: true });
});

it('gives up within the patience of a person who waits', async () => {
  const gateways = { ...createTestGateways(), channels: { send: () => never } };
  const sending = sendWork({ gateways, log: createRecordingLog() }, { kind: 'message', outgoing }, { deadlineMs: 7000, graceMs: 1000 });
  await vi.advanceTimersByTimeAsync(8000);
  expect(await sending).toMatchObject({ kind: 'retry', answer: 'No answer within 7 s.' });
});
