import { z } from 'zod';
import { parseMarkup } from '../markup.ts';
import { json, readBody, type Vendor, type VendorAnswer } from '../vendor.ts';

const payload = z.strictObject({
  chat_id: z.union([z.string().regex(/^(?:-?\d+|@\w+)$/), z.number()]),
  text: z.string(),
  parse_mode: z.literal('HTML'),
  disable_notification: z.boolean().optional(),
  link_preview_options: z.strictObject({ is_disabled: z.boolean() }).optional(),
});
const tags = new Set(['b', 'strong', 'i', 'em', 'u', 's', 'a', 'code', 'pre', 'blockquote']);

const failure = (error_code: number, description: string): VendorAnswer =>
  json(error_code, { ok: false, error_code, description }, { problems: [description] });

/** sendMessage of the Bot API. */
export const telegram: Vendor = {
  accept: (request) => {
    if (!/^\/bot\d+:[\w-]+\/sendMessage$/.test(request.path)) return failure(404, 'Not Found');
    const read = readBody(payload, request);
    if ('problems' in read) return failure(400, `Bad Request: ${read.problems.join(', ')}`);
    const parsed = parseMarkup(read.value.text, tags);
    if ('problem' in parsed) return failure(400, `Bad Request: can't parse entities: ${parsed.problem}`);
    if (parsed.text.trim() === '') return failure(400, 'Bad Request: message text is empty');
    if (parsed.text.length > 4096) return failure(400, 'Bad Request: message is too long');
    return json(200, { ok: true, result: { message_id: 1 } });
  },
  rateLimited: (seconds) =>
    json(429, {
      ok: false,
      error_code: 429,
      description: `Too Many Requests: retry after ${seconds}`,
      parameters: { retry_after: seconds },
    }),
};
