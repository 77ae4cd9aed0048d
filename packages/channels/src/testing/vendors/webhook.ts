import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { json, readBody, type Vendor } from '../vendor.ts';

const payload = z.object({ type: z.string().min(1), timestamp: z.iso.datetime(), data: z.record(z.string(), z.unknown()) });

const problemOf = (secret: string, body: string, headers: Record<string, string>): string | null => {
  try {
    new Webhook(secret).verify(body, headers);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'the signature is wrong';
  }
};

/** A receiver that verifies with the specification's library and recognizes a message by its webhook-id. */
export const webhookWith = (secret: string | null): Vendor => ({
  accept: (request) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const id = headers['webhook-id'];
    if (id === undefined) return json(400, { error: 'webhook-id is missing' }, { problems: ['webhook-id is missing'] });
    const problem = secret === null ? null : problemOf(secret, request.body, headers);
    if (problem !== null) return json(401, { error: problem }, { problems: [problem] });
    const read = readBody(payload, request);
    if ('problems' in read) return json(400, { error: read.problems }, { problems: read.problems });
    if (Buffer.byteLength(request.body) > 20_000) return json(413, { error: 'too large' }, { problems: ['the body is larger than 20 KB'] });
    return { status: 204, body: '', vendorKey: id };
  },
});
