import { z } from 'zod';
import { idInput } from '../id.input.ts';
import { TAG_NAME_MAX_LENGTH, TAG_VALUE_MAX_LENGTH } from './tags.ts';

const ENVIRONMENT_MAX_LENGTH = 100;

/** Which endpoints Prometheus reads. A blank filter is none. */
export const prometheusFilterInput = z.object({
  /** The whole name of an environment, in any case. */
  environment: z.string().trim().max(ENVIRONMENT_MAX_LENGTH).optional(),
  /** A tag's value, its name, or `name=value`, in any case. */
  tag: z
    .string()
    .trim()
    .max(TAG_NAME_MAX_LENGTH + 1 + TAG_VALUE_MAX_LENGTH)
    .optional(),
});
export type PrometheusFilterInput = z.infer<typeof prometheusFilterInput>;

/** The next page of the targets. */
export const scrapeTargetsInput = prometheusFilterInput.extend({
  /** The last target before it. */
  after: z.object({ domain: z.string().max(1000), id: idInput<'certificate'>() }).optional(),
});
export type ScrapeTargetsInput = z.infer<typeof scrapeTargetsInput>;
