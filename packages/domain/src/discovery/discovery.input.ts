import { z } from 'zod';
import { idInput } from '../id.input.ts';
import { discoveryLists, RESULT_SEARCH_MAX_LENGTH } from './views.ts';

export const DISCOVERY_PAGE_DEFAULT = 10;
export const DISCOVERY_PAGE_MAX = 500;

/** The use case validates it, with a text that says what to enter. */
export const startDiscoveryInput = z.object({
  domain: z.string().max(2000),
  /** Queries certificate logs even if they answered a search of this domain recently. */
  fresh: z.boolean().optional(),
});
export type StartDiscoveryInput = z.infer<typeof startDiscoveryInput>;

export const discoveryIdInput = z.object({ id: idInput<'discovery-job'>() });
export type DiscoveryIdInput = z.infer<typeof discoveryIdInput>;

export const getDiscoveryInput = discoveryIdInput.extend({
  list: z.enum(discoveryLists).default('all'),
  /** Only names that contain it. */
  search: z.string().trim().max(RESULT_SEARCH_MAX_LENGTH).optional(),
  offset: z.int().min(0).max(1_000_000).default(0),
  limit: z.int().min(1).max(DISCOVERY_PAGE_MAX).default(DISCOVERY_PAGE_DEFAULT),
});
export type GetDiscoveryInput = z.infer<typeof getDiscoveryInput>;

export const listDiscoveriesInput = z.object({
  /** Runs of this domain only, as typed. */
  domain: z.string().max(2000).optional(),
  limit: z.int().min(1).max(100).default(20),
  cursor: z.string().max(1000).optional(),
});
export type ListDiscoveriesInput = z.infer<typeof listDiscoveriesInput>;
