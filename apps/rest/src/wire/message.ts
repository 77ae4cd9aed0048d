import { z } from '@hono/zod-openapi';

/** An answer that is only a text for the person who asked. */
const messageAnswer = z.object({ message: z.string() }).openapi('Message');

/** What an operation answers with 200 when all it has to say is one text. */
export const saysMessage = (message: string) => ({
  description: 'Done; the message is for the person who asked.',
  content: { 'application/json': { schema: messageAnswer, example: { message } } },
});
