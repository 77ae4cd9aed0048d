import { z } from 'zod';
import { idInput, lineInput } from '../id.input.ts';
import { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from '../list-limits.ts';
import { BUNDLE_MAX_BYTES } from './bundle.ts';
import { COLLECTOR_NAME_MAX_LENGTH } from './collectors.ts';

const name = lineInput(COLLECTOR_NAME_MAX_LENGTH).min(1, 'Enter a name.');
/** Between an hour and a year. */
const carriedEverySeconds = z.int().min(3_600).max(31_536_000).nullable();

export const addCollectorInput = z.object({ name, carriedEverySeconds: carriedEverySeconds.default(null) });
export type AddCollectorInput = z.infer<typeof addCollectorInput>;

export const collectorIdInput = z.object({ id: idInput<'collector'>() });
export type CollectorIdInput = z.infer<typeof collectorIdInput>;

export const updateCollectorInput = collectorIdInput.extend({ name, carriedEverySeconds });
export type UpdateCollectorInput = z.infer<typeof updateCollectorInput>;

export const askCollectorInput = collectorIdInput.extend({ domain: z.string().max(900) });
export type AskCollectorInput = z.infer<typeof askCollectorInput>;

export const listCollectorFilesInput = collectorIdInput.extend({
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_DEFAULT),
  cursor: z.string().max(8_000).nullish(),
  /** Only files that could not be read. */
  problems: z.boolean().default(false),
});
export type ListCollectorFilesInput = z.infer<typeof listCollectorFilesInput>;

/** Bundles as text: a bundle is two lines of it. */
export const importBundlesInput = z.object({
  bundles: z
    .array(z.object({ name: lineInput(255), content: z.string().max(BUNDLE_MAX_BYTES) }))
    .min(1, 'Choose at least one file.')
    .max(500, 'Import at most 500 bundles at once.'),
});
export type ImportBundlesInput = z.infer<typeof importBundlesInput>;
