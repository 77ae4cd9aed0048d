import { z } from 'zod';
import { type FileReading, problemCodes, type ReadRequest } from '../reading.ts';

/** The request to the reader: one JSON value. */
const requestSchema = z.object({
  files: z.array(
    z.object({
      pattern: z.string(),
      password: z.union([z.object({ file: z.string() }), z.object({ variable: z.string() })]).exactOptional(),
    }),
  ),
  kubernetes: z.array(
    z.object({
      kubeconfig: z.string(),
      namespaces: z.union([z.array(z.string()), z.literal('all')]),
      labelSelector: z.string().exactOptional(),
    }),
  ),
  /** Paths that an earlier reader has read. */
  skip: z.array(z.string()),
});

const bytes = z.string().transform((text) => Buffer.from(text, 'base64'));

/** A message of the reader: one JSON value a line. */
const messageSchema = z.union([
  z.object({ at: z.string() }),
  z.object({
    reading: z.object({
      path: z.string(),
      format: z.enum(['pem', 'der', 'pkcs12', 'jks', 'kubeconfig', 'kubernetes']).nullable(),
      certificates: z.array(
        z.object({
          alias: z.string().nullable(),
          role: z.enum(['certificate', 'authority']),
          der: bytes,
          chain: z.array(bytes),
          hasKey: z.boolean(),
        }),
      ),
      problem: z.object({ code: z.enum(problemCodes), message: z.string() }).nullable(),
    }),
  }),
  z.object({ done: z.literal(true) }),
]);

export type ReaderRequest = ReadRequest & { readonly skip: readonly string[] };
export type ReaderMessage = { readonly at: string } | { readonly reading: FileReading } | { readonly done: true };

export const writeRequest = (request: ReaderRequest): string => JSON.stringify(request);
export const readRequest = (text: string): ReaderRequest => requestSchema.parse(JSON.parse(text));

const base64 = (der: Buffer): string => der.toString('base64');

const withBase64 = (reading: FileReading): object => ({
  ...reading,
  certificates: reading.certificates.map((each) => ({ ...each, der: base64(each.der), chain: each.chain.map(base64) })),
});

/** Returns one line, with bytes in base64. */
export const writeMessage = (message: ReaderMessage): string =>
  `${JSON.stringify('reading' in message ? { reading: withBase64(message.reading) } : message)}\n`;

export const readMessage = (line: string): ReaderMessage => messageSchema.parse(JSON.parse(line));
