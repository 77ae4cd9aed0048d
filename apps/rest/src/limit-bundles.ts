import { DomainError, networkOf } from '@notafter/domain';
import type { MiddlewareHandler } from 'hono';
import type { RestEnvironment } from './rest-environment.ts';

/** Anyone may send a bundle, and who it is from is known only once it is in memory: so many at a time, and from one network. */
const AT_ONCE = 32;
const AT_ONCE_FROM_NETWORK = 4;
const RETRY_SECONDS = 5;

/** Lets so many requests on to `next` at a time. Throws `unavailable` above it: a collector keeps its queue and sends again. */
export const limitBundles = (next: MiddlewareHandler<RestEnvironment>): MiddlewareHandler<RestEnvironment> => {
  const held = new Map<string, number>();
  return async (c, after) => {
    const network = networkOf(c.env.request.origin.ip);
    const own = held.get(network) ?? 0;
    const all = [...held.values()].reduce((sum, count) => sum + count, 0);
    if (all >= AT_ONCE || own >= AT_ONCE_FROM_NETWORK) throw new DomainError('unavailable', { retryAfterSeconds: RETRY_SECONDS });
    held.set(network, own + 1);
    try {
      return await next(c, after);
    } finally {
      const left = (held.get(network) ?? 0) - 1;
      if (left > 0) held.set(network, left);
      else held.delete(network);
    }
  };
};
