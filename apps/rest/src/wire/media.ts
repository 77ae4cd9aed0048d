import type { z } from '@hono/zod-openapi';

interface Media<Schema> {
  readonly schema: Schema;
  readonly example?: unknown;
}

/** The answer of an operation that succeeds: always JSON, and for a file another form as well. */
export interface Answers<Answer> {
  readonly description: string;
  readonly headers?: Record<string, { readonly description: string; readonly schema: { readonly type: 'string' } }>;
  readonly content: {
    readonly 'application/json': Media<z.ZodType<Answer>>;
    readonly 'text/csv'?: Media<z.ZodType>;
    readonly 'text/plain'?: Media<z.ZodType>;
    readonly 'application/openmetrics-text'?: Media<z.ZodType>;
    readonly 'application/gzip'?: Media<z.ZodType>;
    readonly 'application/x-tar'?: Media<z.ZodType>;
  };
  /** The whole answer, if it is always the same text. */
  readonly text?: string;
}

/** The body of an operation: always JSON, and for a file other forms as well. */
export interface Takes<Schema extends z.ZodType> {
  readonly required?: boolean;
  readonly content: {
    readonly 'application/json': Media<Schema>;
    readonly 'text/csv'?: Media<z.ZodType>;
    readonly 'text/plain'?: Media<z.ZodType>;
  };
}

/** A JSON answer of an operation. */
export const answers = <Answer>(description: string, schema: z.ZodType<Answer>): Answers<Answer> => ({
  description,
  content: { 'application/json': { schema } },
});

/** A file, in JSON or CSV; `respond` of the operation streams it. */
export const answersFile = (schema: z.ZodType, csv: Media<z.ZodType>): Answers<unknown> => ({
  description: 'The file.',
  content: { 'application/json': { schema }, 'text/csv': csv },
});

/** The JSON body that an operation requires. */
export const takes = <Schema extends z.ZodType>(schema: Schema, example?: unknown): Takes<Schema> => ({
  required: true,
  content: { 'application/json': { schema, ...(example === undefined ? {} : { example }) } },
});

/** The same for a body that may be left out. */
export const mayTake = <Schema extends z.ZodType>(schema: Schema, example: unknown): Takes<Schema> => ({
  content: { 'application/json': { schema, example } },
});
