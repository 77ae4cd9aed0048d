import { z } from 'zod';
import { parseMarkup } from '../markup.ts';
import { httpLink, json, readBody, type Vendor } from '../vendor.ts';

const tags = new Set(['b', 'i', 'u', 's', 'a', 'font', 'br', 'time']);
const markup = z.string().refine((text) => 'text' in parseMarkup(text, tags), 'is not the markup of a card');
const openLink = z.strictObject({ openLink: z.strictObject({ url: httpLink }) });
const widget = z.union([
  z.strictObject({ textParagraph: z.strictObject({ text: markup }) }),
  z.strictObject({
    decoratedText: z.strictObject({
      topLabel: z.string().optional(),
      text: markup,
      wrapText: z.boolean().optional(),
      onClick: openLink.optional(),
    }),
  }),
  z.strictObject({
    buttonList: z.strictObject({ buttons: z.array(z.strictObject({ text: z.string().min(1), onClick: openLink })).min(1) }),
  }),
]);
const card = z.strictObject({
  header: z.strictObject({ title: z.string().min(1) }),
  sections: z.array(z.strictObject({ widgets: z.array(widget).min(1).max(100) })).min(1),
});
const payload = z.strictObject({
  fallbackText: z.string().min(1),
  thread: z.strictObject({ threadKey: z.string().min(1).max(4000) }),
  cardsV2: z.array(z.strictObject({ cardId: z.string().min(1), card })).length(1),
});

const failure = (code: number, status: string, problems: readonly string[]) =>
  json(code, { error: { code, message: problems.join(', '), status } }, { problems });

/** Incoming webhooks with cards v2. */
export const googleChat: Vendor = {
  accept: (request) => {
    const { query } = request;
    if (!/^\/v1\/spaces\/\w+\/messages$/.test(request.path)) return failure(404, 'NOT_FOUND', ['no such space']);
    if (!query.has('key') || !query.has('token')) return failure(401, 'UNAUTHENTICATED', ['key and token are missing']);
    const read = readBody(payload, request);
    if ('problems' in read) return failure(400, 'INVALID_ARGUMENT', read.problems);
    if (Buffer.byteLength(request.body) > 32_000) return failure(400, 'INVALID_ARGUMENT', ['the message is larger than 32,000 bytes']);
    return json(200, { name: 'spaces/S/messages/M', thread: { name: 'spaces/S/threads/T' } });
  },
};
