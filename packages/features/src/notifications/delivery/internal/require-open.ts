import { type DeliveryChannel, DomainError } from '@notafter/domain';
import type { SystemContext } from '../../../context.ts';
import { openDestination } from './destination.ts';
import type { QueueFacts } from './queue-facts.ts';

/** Throws `channel_incomplete` or `channel_broken` unless the queue can deliver now. */
export const requireOpen = (ctx: Pick<SystemContext, 'auth' | 'clock' | 'log'>, channel: DeliveryChannel, facts: QueueFacts): void => {
  const destination = openDestination(ctx, channel, facts, ctx.clock.now());
  if (destination.kind === 'unreadable') throw new DomainError('channel_incomplete');
  if (destination.kind === 'closed') throw new DomainError(destination.state === 'cancelled' ? 'channel_incomplete' : 'channel_broken');
};
