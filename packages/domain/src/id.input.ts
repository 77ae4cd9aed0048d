import { z } from 'zod';
import { brandId, type Id, isUuid } from './ids.ts';

/** A row's id as it arrives at an edge; what is no UUID can be nobody's row, so the caller gets the 404 of a missing one. */
export const idInput = <Kind extends string>() =>
  z
    .string()
    .refine(isUuid, 'is not a valid id')
    .transform((text): Id<Kind> => brandId(text));

/** A line of text a person typed: trimmed, no control characters, bounded. */
export const lineInput = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `has at most ${max} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'contains characters that are not allowed');
