import {
  type Channels,
  type ChannelType,
  type DeliveryOutcome,
  type EventPosts,
  MailError,
  type Mailer,
  type OutgoingEvent,
  type OutgoingMessage,
  type StatusPages,
} from '@notafter/domain';
import type { GuardedFetch } from '@notafter/net';
import type { HttpChannel, Unsendable } from './channel.ts';
import { alertmanager } from './channels/alertmanager.ts';
import { email } from './channels/email.ts';
import { googleChat } from './channels/google-chat.ts';
import { pagerduty } from './channels/pagerduty.ts';
import { slack } from './channels/slack.ts';
import { splunk } from './channels/splunk.ts';
import { teams } from './channels/teams.ts';
import { telegram } from './channels/telegram.ts';
import { readWebhook, signedRequest, webhook } from './channels/webhook.ts';
import { zapier } from './channels/zapier.ts';
import type { ChannelEndpoints } from './endpoints.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { secretsOf, secretsOfEvent, withoutSecrets } from './secrets.ts';
import { createStatusPages } from './status-pages.ts';

const TIMEOUT_MS = 15_000;

interface ChannelsOptions {
  /** Every address that a person typed is called through it. */
  readonly guardedFetch: GuardedFetch;
  readonly sendMail: Mailer['send'];
  readonly endpoints: ChannelEndpoints;
  readonly now?: () => Date;
  /** For one request and its complete response; 15 s, as vendors advise. Mail has a separate deadline. */
  readonly timeoutMs?: number;
}

const unsendable = ({ kind, problem }: Unsendable): DeliveryOutcome => ({ kind, status: null, answer: problem });

const sendHttp = async (channel: HttpChannel, exchange: Exchange, outgoing: OutgoingMessage, now: () => Date, signal?: AbortSignal) => {
  const request = channel.render(outgoing, now());
  if ('problem' in request) return unsendable(request);
  // Receivers that support the header can detect a repetition by it; others ignore it.
  const headers = { ...request.headers, 'idempotency-key': outgoing.message.idempotencyKey };
  const exchanged = await exchange({ ...request, headers }, { signal });
  if ('failure' in exchanged) return exchanged.failure;
  // Before it is shortened, so that no start of a secret remains at its end.
  const { answer } = exchanged;
  return channel.read({ ...answer, body: withoutSecrets(answer.body, secretsOf(outgoing)) }, now());
};

const postEvent = async (exchange: Exchange, event: OutgoingEvent, now: () => Date, signal?: AbortSignal): Promise<DeliveryOutcome> => {
  const { id, type, at, data } = event;
  const request = signedRequest({ ...event, body: JSON.stringify({ type, timestamp: at.toISOString(), data }) }, now());
  if ('problem' in request) return unsendable(request);
  const exchanged = await exchange({ ...request, headers: { ...request.headers, 'idempotency-key': id } }, { signal });
  const secrets = secretsOfEvent(event);
  const outcome =
    'failure' in exchanged
      ? exchanged.failure
      : readWebhook({ ...exchanged.answer, body: withoutSecrets(exchanged.answer.body, secrets) }, now());
  return { ...outcome, answer: withoutSecrets(outcome.answer, secrets) };
};

const sendByMail = async (
  sendMail: Mailer['send'],
  outgoing: OutgoingMessage,
  now: () => Date,
  signal?: AbortSignal,
): Promise<DeliveryOutcome> => {
  const request = email.render(outgoing, now());
  if ('problem' in request) return unsendable(request);
  try {
    return email.read(await sendMail(request.mail, request.idempotencyKey, signal), now());
  } catch (error) {
    if (error instanceof MailError) return email.read(error, now());
    throw error;
  }
};

/** Sends everything that leaves as an alert. A receiver's failure is an outcome, never an exception. */
export const createChannels = ({
  guardedFetch,
  sendMail,
  endpoints,
  now = () => new Date(),
  timeoutMs = TIMEOUT_MS,
}: ChannelsOptions): {
  readonly channels: Channels;
  readonly eventPosts: EventPosts;
  readonly statusPages: StatusPages;
} => {
  const exchange = createExchange(guardedFetch, timeoutMs);
  const byType: Record<Exclude<ChannelType, 'email'>, HttpChannel> = {
    slack,
    telegram: telegram(endpoints.telegram),
    google_chat: googleChat,
    teams,
    pagerduty: pagerduty(endpoints.pagerduty),
    splunk: splunk(endpoints.splunk),
    zapier,
    webhook,
    alertmanager,
  };
  return {
    eventPosts: { post: (event, signal) => postEvent(exchange, event, now, signal) },
    channels: {
      send: async (outgoing, signal) => {
        const { type } = outgoing;
        const outcome =
          type === 'email'
            ? await sendByMail(sendMail, outgoing, now, signal)
            : await sendHttp(byType[type], exchange, outgoing, now, signal);
        return { ...outcome, answer: withoutSecrets(outcome.answer, secretsOf(outgoing)) };
      },
    },
    statusPages: createStatusPages({ exchange, baseUrl: endpoints.statuspage, now }),
  };
};
