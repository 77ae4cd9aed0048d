import { z } from 'zod';
import { httpLink, readBody, type Vendor } from '../vendor.ts';

const plain = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(max), emoji: z.boolean().optional() });
const anyText = (max: number) => z.union([plain(max), z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(max) })]);
const button = z.strictObject({
  type: z.literal('button'),
  text: plain(75),
  url: httpLink.max(3000),
  action_id: z.string().min(1).max(255),
});
const block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: plain(150) }),
  z
    .strictObject({
      type: z.literal('section'),
      text: anyText(3000).optional(),
      fields: z.array(anyText(2000)).min(1).max(10).optional(),
      accessory: button.optional(),
    })
    .refine(({ text, fields }) => text !== undefined || fields !== undefined, 'a section has text or fields'),
  z.strictObject({ type: z.literal('context'), elements: z.array(anyText(2000)).min(1).max(10) }),
  z.strictObject({ type: z.literal('actions'), elements: z.array(button).min(1).max(25) }),
]);
const payload = z.strictObject({
  text: z.string().min(1).max(40_000),
  blocks: z.array(block).min(1).max(50),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
});

/** Incoming webhooks. */
export const slack: Vendor = {
  accept: (request) => {
    if (!/^\/services\/T\w+\/B\w+\/\w+$/.test(request.path)) return { status: 404, body: 'no_service', problems: ['no such hook'] };
    const read = readBody(payload, request);
    return 'problems' in read ? { status: 400, body: 'invalid_blocks', problems: read.problems } : { status: 200, body: 'ok' };
  },
};
