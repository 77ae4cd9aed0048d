import type { z } from '@hono/zod-openapi';

/** A JSON answer of an operation. */
export const answers = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { 'application/json': { schema } },
});

/** The JSON body that an operation requires. */
export const takes = <Schema extends z.ZodType>(schema: Schema, example: unknown) => ({
  required: true,
  content: { 'application/json': { schema, example } },
});
