import { z } from '@hono/zod-openapi';
import type { Answers } from './media.ts';

/** An answer that is only a text for the person who asked. */
const messageAnswer = z.object({ message: z.string() }).openapi('Message');

/** The text that the use case returns; `message` is an example of it. */
export const saysMessage = (message: string): Answers<{ message: string }> => ({
  description: 'Done; the message is for the person who asked.',
  content: { 'application/json': { schema: messageAnswer, example: { message } } },
});

/** Always this text, whatever the use case returns. */
export const says = (text: string): Answers<unknown> => ({ ...saysMessage(text), text });
