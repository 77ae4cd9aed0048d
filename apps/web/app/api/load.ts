import type { ErrorCode, errorCatalogue } from '@notafter/domain';
import { data, redirect } from '@remix-run/react';
import { problemOf } from './problem.ts';

/** Become a page with this status. The types keep them equal to the catalogue's, which the first page does not load. */
const pageStatuses = {
  not_found: 404,
  certificate_not_found: 404,
  service_not_found: 404,
  collector_not_found: 404,
  forbidden: 403,
  organization_disabled: 403,
  unavailable: 503,
} as const satisfies { readonly [Code in ErrorCode]?: (typeof errorCatalogue)[Code]['status'] };

const statusOf = new Map<string, number>(Object.entries(pageStatuses));

/**
 * Runs a loader's calls: a session that ended leads to `/`, what is not there (or not yours) becomes a 404 page, a
 * database that cannot be used a 503 page, and anything else stays an error for the boundary.
 */
export async function load<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    if (problem.code === 'unauthenticated') throw redirect('/');
    // An id of the wrong form is in nobody's list, and its address is not a request that a person made.
    if (problem.code === 'invalid_input') throw data({}, { status: pageStatuses.not_found });
    const status = statusOf.get(problem.code);
    if (status === undefined) throw error;
    throw data({ message: problem.message }, { status });
  }
}
