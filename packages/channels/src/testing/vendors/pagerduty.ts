import { z } from 'zod';
import { Incidents } from '../incidents.ts';
import { httpLink, json, readBody, type Vendor } from '../vendor.ts';

const common = {
  routing_key: z.string().length(32, "Length of 'routing_key' is incorrect (should be 32 characters)"),
  dedup_key: z.string().min(1).max(255),
};
const trigger = z.strictObject({
  ...common,
  event_action: z.literal('trigger'),
  payload: z.strictObject({
    summary: z.string().min(1).max(1024),
    source: z.string().min(1),
    severity: z.enum(['critical', 'error', 'warning', 'info']),
    timestamp: z.iso.datetime().optional(),
    component: z.string().optional(),
    group: z.string().optional(),
    class: z.string().optional(),
    custom_details: z.record(z.string(), z.unknown()).optional(),
  }),
  links: z.array(z.strictObject({ href: httpLink, text: z.string() })).optional(),
  client: z.string().optional(),
  client_url: httpLink.optional(),
});
const event = z.discriminatedUnion('event_action', [
  trigger,
  z.strictObject({ ...common, event_action: z.literal('acknowledge') }),
  z.strictObject({ ...common, event_action: z.literal('resolve') }),
]);

const failure = (errors: readonly string[]) =>
  json(400, { status: 'invalid event', message: 'Event object is invalid', errors }, { problems: errors });

/** Events API v2. An event with the key of an open incident joins it. */
export const createPagerduty = (incidents = new Incidents()): Vendor => ({
  accept: (request) => {
    if (request.path !== '/v2/enqueue') return json(404, { status: 'not found' }, { problems: ['no such path'] });
    const read = readBody(event, request);
    if ('problems' in read) return failure(read.problems);
    if (Buffer.byteLength(request.body) > 512 * 1024) return failure(['the event is larger than 512 KB']);
    const { dedup_key, event_action } = read.value;
    return json(202, { status: 'success', message: 'Event processed', dedup_key }, { vendorKey: incidents.keyOf(dedup_key, event_action) });
  },
});
