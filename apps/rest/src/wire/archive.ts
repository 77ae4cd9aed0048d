import { z } from '@hono/zod-openapi';
import type { Answers } from './media.ts';

const types = { gz: 'application/gzip', tar: 'application/x-tar' } as const;
type ArchiveType = keyof typeof types;

/** The parameter that asks for a tar archive instead of JSON. */
export const archiveParameter = (description: string) =>
  z.enum(['json', 'archive'], 'must be json or archive').optional().openapi({ description });

/** JSON, or a tar archive; `respond` of the operation sends the archive with `archiveHeaders`. */
export const answersArchive = (description: string, schema: z.ZodType, type: ArchiveType): Answers<unknown> => ({
  description,
  content: { 'application/json': { schema }, [types[type]]: { schema: z.string().openapi({ format: 'binary' }) } },
});

/** The archive is saved under `fileName`. */
export const archiveHeaders = (fileName: string, type: ArchiveType) => ({
  'Content-Type': types[type],
  'Content-Disposition': `attachment; filename="${fileName}"`,
});
