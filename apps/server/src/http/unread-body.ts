import { IncomingMessage } from 'node:http';
import { SECOND_MS } from '@notafter/domain';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './identify.ts';

/** Clients that send before they read must be able to send this much, or their system discards the response along with the connection. */
const DRAIN_MAX_BYTES = 16 * 1024 * 1024;
const DRAIN_MAX_MS = 2 * SECOND_MS;

/** Resolves when the rest of the body has arrived, or too much of it, or none for too long. */
const drain = (incoming: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    let bytes = 0;
    const end = (): void => {
      clearTimeout(timer);
      incoming.off('data', count).off('end', end).off('close', end).off('error', end);
      resolve();
    };
    const count = (chunk: Buffer): void => {
      bytes += chunk.length;
      if (bytes > DRAIN_MAX_BYTES) end();
    };
    const timer = setTimeout(end, DRAIN_MAX_MS);
    // A reader that gave up, such as the limit of a body, would pause what it no longer reads.
    incoming.removeAllListeners('data');
    incoming.on('data', count).on('end', end).on('close', end).on('error', end);
    incoming.resume();
  });

/**
 * A response before the body was read closes its connection and says so: a client that kept the connection would send its next
 * request into the rest of that body.
 */
export const closeUnreadBody: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next();
  // This server does not speak HTTP/2, whose connections are multiplexed.
  const incoming = c.env.incoming instanceof IncomingMessage ? c.env.incoming : undefined;
  const hasBody = incoming?.headers['transfer-encoding'] !== undefined || Number(incoming?.headers['content-length'] ?? 0) > 0;
  if (incoming === undefined || !hasBody || incoming.readableEnded) return;
  c.header('Connection', 'close');
  if (!incoming.destroyed) await drain(incoming);
};
