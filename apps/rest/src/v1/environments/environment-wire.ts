import { z } from '@hono/zod-openapi';
import { ENVIRONMENT_DESCRIPTION_MAX_LENGTH, ENVIRONMENT_NAME_MAX_LENGTH, hasControlCharacters } from '@notafter/domain';
import { instant, lineField, rowId, savedBody } from '../../wire/fields.ts';

export const wireEnvironment = z
  .object({
    id: rowId(),
    name: z.string().openapi({ example: 'Production' }),
    description: z.string().nullable().openapi({ example: 'What customers see' }),
    certificate_count: z.int().openapi({ description: 'Certificates assigned to it.', example: 12 }),
    created_at: instant(),
  })
  .openapi('Environment');

export const environmentBody = savedBody(wireEnvironment, {
  name: lineField(ENVIRONMENT_NAME_MAX_LENGTH, 'Enter a name.').openapi({ description: 'Unique in any case.' }),
  description: z
    .string('must be a text')
    .trim()
    .max(ENVIRONMENT_DESCRIPTION_MAX_LENGTH, `has at most ${ENVIRONMENT_DESCRIPTION_MAX_LENGTH} characters`)
    .refine((text) => !hasControlCharacters(text), 'contains characters that are not allowed')
    .nullish(),
}).openapi('NewEnvironment');
