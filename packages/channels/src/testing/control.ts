import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { type BehaviorPlan, behaviors } from './behaviors.ts';
import type { ReceivedLog } from './received-log.ts';

const order = z.strictObject({
  channels: z.array(z.string()).min(1),
  next: z.array(z.enum(behaviors)).optional(),
  mix: z.partialRecord(z.enum(behaviors), z.number().nonnegative()).optional(),
  seed: z.number().int().optional(),
});

const answer = (response: ServerResponse, status: number, contentType: string, body: string): void => {
  response.writeHead(status, { 'content-type': contentType }).end(body);
};

/**
 * Lets another process steer the stand-ins: `POST /_behave` with an order, `GET /_counts` by channel, `GET /_received` (NDJSON
 * of the entries in memory, `?channel=` for one channel).
 */
export const createControl =
  (planOf: (channel: string) => BehaviorPlan, log: ReceivedLog) =>
  ({ method, url = '/' }: IncomingMessage, response: ServerResponse, body: string): void => {
    const { pathname, searchParams } = new URL(url, 'http://stand-in');
    if (method === 'GET' && pathname === '/_counts') {
      answer(response, 200, 'application/json', JSON.stringify(Object.fromEntries(log.counts)));
      return;
    }
    if (method === 'GET' && pathname === '/_received') {
      const channel = searchParams.get('channel');
      const entries = log.entries.filter((entry) => channel === null || entry.channel === channel);
      answer(response, 200, 'application/x-ndjson', entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      return;
    }
    const parsed = order.safeParse(method === 'POST' && pathname === '/_behave' ? JSON.parse(body) : null);
    if (!parsed.success) {
      answer(response, 400, 'text/plain', parsed.error.message);
      return;
    }
    const { channels, next = [], mix, seed } = parsed.data;
    for (const channel of channels) {
      planOf(channel).next(...next);
      if (mix !== undefined) planOf(channel).mix(mix, seed);
    }
    answer(response, 200, 'application/json', '{}');
  };
