import { z } from '@hono/zod-openapi';

/** An answer that is only a text for the person who asked. */
const messageAnswer = z.object({ message: z.string() }).openapi('Message');

/** Response of an operation that returns only a text. */
export const saysMessage = (message: string) => ({
  description: 'Done; the message is for the person who asked.',
  content: { 'application/json': { schema: messageAnswer, example: { message } } },
});
