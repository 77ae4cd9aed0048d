import { type DeliveryOutcome, SECOND_MS } from '@notafter/domain';
import type { SystemContext } from '../../../context.ts';
import type { Work } from './compose-work.ts';

/** Above every channel's own timeout. With the grace, and the time to write an outcome, below the queue's lease. */
const DEADLINE_MS = 35 * SECOND_MS;
/** An aborted gateway may still know the outcome: a message that was never sent has no lost answer. */
const GRACE_MS = 5 * SECOND_MS;

const unknown = (answer: string): DeliveryOutcome => ({
  kind: 'retry',
  status: null,
  answer,
  retryAfterSeconds: null,
  outcomeUnknown: true,
});

const hand = (
  { channels, eventPosts, statusPages }: SystemContext['gateways'],
  work: Work,
  signal: AbortSignal,
): Promise<DeliveryOutcome> => {
  switch (work.kind) {
    case 'message':
      return channels.send(work.outgoing, signal);
    case 'event':
      return eventPosts.post(work.event, signal);
    case 'open':
      return statusPages.open(work.page, work.incident);
    case 'resolve':
      return statusPages.resolve(work.page, work.incident);
  }
};

/** Hands a message out and answers what became of it, in bounded time whatever the gateway does. */
export const sendWork = async (
  { gateways, log }: Pick<SystemContext, 'gateways' | 'log'>,
  work: Work,
  { deadlineMs = DEADLINE_MS, graceMs = GRACE_MS }: { readonly deadlineMs?: number; readonly graceMs?: number } = {},
): Promise<DeliveryOutcome> => {
  const late = Promise.withResolvers<DeliveryOutcome>();
  const aborting = new AbortController();
  const timers = [
    setTimeout(() => aborting.abort(), deadlineMs),
    setTimeout(() => late.resolve(unknown(`No answer within ${deadlineMs / SECOND_MS} s.`)), deadlineMs + graceMs),
  ];
  try {
    return await Promise.race([hand(gateways, work, aborting.signal), late.promise]);
  } catch (err) {
    log.error({ err }, 'sending through a channel failed');
    return unknown('This server failed while it was sending.');
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
};
