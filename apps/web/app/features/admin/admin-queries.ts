import { tableSizes } from '../../ui/pager/use-pages.ts';

/** Spec 2 section 9: the first entries only. */
export const activityInput = { limit: 10 } as const;
/** The first page, as the route asks for it. */
export const firstOrganizations = { search: '', limit: tableSizes[0] } as const;
