import { type ErrorCode, errorCatalogue } from '@notafter/domain';
import { data, redirect } from '@remix-run/react';
import { problemOf } from './problem.ts';

/** Becomes a page with the catalog's status and text. */
const pageCodes = [
  'not_found',
  'certificate_not_found',
  'forbidden',
  'organization_disabled',
  'unavailable',
] as const satisfies ErrorCode[];

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
    // An id of the wrong form is in nobody's list.
    const code = problem.code === 'invalid_input' ? 'not_found' : pageCodes.find((one) => one === problem.code);
    if (code === undefined) throw error;
    throw data({ message: problem.message }, { status: errorCatalogue[code].status });
  }
}
