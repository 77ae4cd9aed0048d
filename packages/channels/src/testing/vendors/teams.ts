import { z } from 'zod';
import { httpLink, readBody, type Vendor } from '../vendor.ts';

const openUrl = z.strictObject({ type: z.literal('Action.OpenUrl'), title: z.string().min(1).optional(), url: httpLink });
const run = z.strictObject({
  type: z.literal('TextRun'),
  text: z.string().min(1),
  weight: z.enum(['Lighter', 'Default', 'Bolder']).optional(),
  size: z.enum(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge']).optional(),
  selectAction: openUrl.optional(),
});
const element = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.array(run).min(1) }),
  z.strictObject({ type: z.literal('TextBlock'), text: z.string().min(1), wrap: z.boolean().optional(), weight: z.string().optional() }),
]);
const card = z.strictObject({
  $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
  type: z.literal('AdaptiveCard'),
  version: z.enum(['1.0', '1.1', '1.2', '1.3', '1.4']),
  msteams: z.strictObject({ width: z.literal('Full') }).optional(),
  fallbackText: z.string().optional(),
  body: z.array(element).min(1),
  actions: z
    .array(openUrl.required({ title: true }))
    .max(6)
    .optional(),
});
const attachment = z.strictObject({
  contentType: z.literal('application/vnd.microsoft.card.adaptive'),
  contentUrl: z.null(),
  content: card,
});
const payload = z.strictObject({ type: z.literal('message'), attachments: z.array(attachment).length(1) });

const failure = (status: number, code: string, problems: readonly string[]) => ({
  status,
  body: JSON.stringify({ error: { code, message: problems.join(', ') } }),
  contentType: 'application/json',
  problems,
});

/** Workflows: an HTTP trigger that queues. */
export const teams: Vendor = {
  accept: (request) => {
    if (!/^\/workflows\/\w+\/triggers\/manual\/paths\/invoke$/.test(request.path))
      return failure(404, 'WorkflowNotFound', ['no such workflow']);
    if (!request.query.has('sig')) return failure(401, 'DirectApiAuthorizationRequired', ['sig is missing']);
    const read = readBody(payload, request);
    if ('problems' in read) return failure(400, 'TriggerInputSchemaMismatch', read.problems);
    if (Buffer.byteLength(request.body) > 21_000) return failure(413, 'RequestEntityTooLarge', ['the card is too large']);
    return { status: 202, body: '' };
  },
};
