import { z } from 'zod';
import { idInput } from '../id.input.ts';
import { LIST_LIMIT_MAX } from '../list-limits.ts';
import { addressRangeInput } from '../settings/credentials.input.ts';
import { cloudSlugs } from './clouds.ts';
import { solutionSlugs } from './solutions.ts';

const NAME_MAX = 60;
const resourceId = z.string().max(NAME_MAX);
/** A plan's name or instance type, and a region of the cloud: `deploymentProblems` knows them. */
const plan = z.string().max(NAME_MAX);
/** Old clients name the cloud and the region too: a service that is elsewhere is not theirs. */
const place = { cloud: z.string().max(NAME_MAX).optional(), region: z.string().max(NAME_MAX).optional() };

export const serviceRefInput = z.object({ resourceId, ...place });

export const deployServiceInput = z.object({
  cloud: z.enum(cloudSlugs),
  /** The solution's slug. */
  database: z.enum(solutionSlugs),
  plan,
  region: z.string().max(NAME_MAX),
  /** The account that pays; left out, the operator's, or the only one that there is. */
  account: idInput<'cloud-account'>().optional(),
  /** Of the first user, for solutions in which people define it. */
  user: z.string().trim().max(254).optional(),
  password: z.string().max(128).optional(),
});

export const resizeServiceInput = z.object({ resourceId, ...place, plan });

/** One label or several, without a wildcard and never an address. */
const serviceName = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/, 'must be a DNS name')
  .regex(/(^|\.)[a-z0-9-]*[a-z-][a-z0-9-]*$/, 'must be a name, not an address');

export const SERVICE_NAMES_MAX = 10;
export const nameServiceInput = z.object({
  resourceId,
  names: z.array(serviceName).max(SERVICE_NAMES_MAX, `must be at most ${SERVICE_NAMES_MAX}`),
});

export const ALLOWLIST_MAX = 32;
export const setAllowlistInput = z.object({
  resourceId,
  ranges: z
    .array(addressRangeInput)
    .max(ALLOWLIST_MAX, `must be at most ${ALLOWLIST_MAX}`)
    .transform((ranges) => [...new Set(ranges.map((range) => range.toLowerCase()))]),
});

export const protectServiceInput = z.object({ resourceId, isProtected: z.boolean() });

/** The specification lists all: as many as a page may have, unless asked for fewer. */
export const listServicesInput = z.object({
  limit: z.int().min(1).max(LIST_LIMIT_MAX).default(LIST_LIMIT_MAX),
  cursor: z.string().max(1000).optional(),
});
