import { z } from 'zod';
import { parseScopeTag } from '../accounts/api-key-limits.ts';
import { lineInput } from '../id.input.ts';
import { STATUS_ADDRESS, STATUS_TITLE_MAX_LENGTH } from './public-status.ts';

const TAG_MAX_LENGTH = 513;

export const statusAddressInput = z.object({ address: z.string().regex(STATUS_ADDRESS, 'must have 3 to 40 of a to z, 0 to 9 and -') });

export const savePublicStatusInput = z.object({
  enabled: z.boolean('must be true or false'),
  title: lineInput(STATUS_TITLE_MAX_LENGTH).min(1, 'is required'),
  /** Null: the present one, or a random one. */
  address: statusAddressInput.shape.address.nullable(),
  tag: z
    .string()
    .trim()
    .max(TAG_MAX_LENGTH)
    .refine((text) => parseScopeTag(text) !== null, 'must be name=value'),
});
