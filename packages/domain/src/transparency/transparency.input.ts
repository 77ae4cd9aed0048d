import { z } from 'zod';
import { idInput } from '../id.input.ts';
import { issuanceStates, issuanceVerdicts } from './issuance-state.ts';

export const ISSUANCE_PAGE_DEFAULT = 50;
export const ISSUANCE_PAGE_MAX = 200;
const ISSUERS_MAX = 50;

/** Organizations of issuers, as in their certificates: `Let's Encrypt`. */
export const allowedIssuersInput = z.array(z.string().trim().min(1).max(200)).max(ISSUERS_MAX);

/** The use case validates the domain, with a text that says what to enter. */
export const watchDomainInput = z.object({ domain: z.string().max(2000), allowedIssuers: allowedIssuersInput.optional() });
export const watchedDomainIdInput = z.object({ id: idInput<'watched-domain'>() });
export const updateWatchedDomainInput = watchedDomainIdInput.extend({ allowedIssuers: allowedIssuersInput });

/** `open`: unknown, found after the learning phase, and not judged. */
export const issuanceFilters = ['open', ...issuanceStates, ...issuanceVerdicts] as const;
export type IssuanceFilter = (typeof issuanceFilters)[number];

export const listIssuancesInput = z.object({
  filter: z.enum(issuanceFilters).optional(),
  domainId: idInput<'watched-domain'>().optional(),
  /** Only those with a name that contains it. */
  search: z.string().trim().max(255).optional(),
  cursor: z.string().max(500).nullish(),
  limit: z.int().min(1).max(ISSUANCE_PAGE_MAX).default(ISSUANCE_PAGE_DEFAULT),
});
export const issuanceIdInput = z.object({ id: idInput<'issuance'>() });
export const judgeIssuanceInput = issuanceIdInput.extend({
  /** Null takes a verdict back. */
  verdict: z.enum(issuanceVerdicts).nullable(),
});
