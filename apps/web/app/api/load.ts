import { data, redirect } from '@remix-run/react';
import { problemOf } from './problem.ts';

const statusOfCode: Readonly<Record<string, number>> = {
  not_found: 404,
  certificate_not_found: 404,
  forbidden: 403,
  organization_disabled: 403,
  unavailable: 503,
};

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
    const status = statusOfCode[problem.code] ?? (problem.code === 'invalid_input' ? 404 : null);
    if (status === null) throw error;
    throw data({ message: problem.message }, { status });
  }
}
