import { z } from 'zod';
import { brandId, type Id, isUuid } from './ids.ts';

/** A row's id as it arrives at an edge; anything but a UUID gets the 404 of a missing row. */
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

const FIRST_INSTANT = new Date('0001-01-01T00:00:00Z');
const LAST_INSTANT = new Date('9999-12-31T23:59:59.999Z');

/** An instant of a year with four digits; PostgreSQL cannot read how others are written. */
export const instantInput = (message = 'must be an instant') => z.date(message).min(FIRST_INSTANT, message).max(LAST_INSTANT, message);
