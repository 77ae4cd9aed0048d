import { DETAILS_MAX, DomainError, type FieldProblem, fieldName } from '@notafter/domain';
import { openOrganization, requirePermission } from '@notafter/features';
import type { Context, MiddlewareHandler } from 'hono';
import type { FindOperation } from './openapi/operation-finder.ts';
import type { RestEnvironment } from './rest-environment.ts';

/**
 * Runs before anything is read of the input: 401, then the role's 403, then the plan's 403. A caller who may not make the
 * call learns nothing about the form of its input.
 */
export const admitCaller =
  (findOperation: FindOperation): MiddlewareHandler<RestEnvironment> =>
  async (c, next) => {
    const operation = findOperation(c);
    if (operation?.forMembers === true) {
      const org = await openOrganization(c.env.request);
      if (operation.useCase !== null) requirePermission(org, operation.useCase);
      c.set('org', org);
    }
    await next();
  };

const isJson = (contentType: string | undefined): boolean => /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType ?? '');

/** The field names of a body that its operation never reads. Anything but a JSON object has none. */
const fieldsOf = async (c: Context): Promise<readonly string[]> => {
  if (!isJson(c.req.header('Content-Type'))) return [];
  try {
    const body: unknown = JSON.parse((await c.req.text()) || 'null');
    return typeof body === 'object' && body !== null ? Object.keys(body) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
};

const refuse = (names: readonly string[], message: string): void => {
  if (names.length === 0) return;
  const details = names.map((name): FieldProblem => ({ path: fieldName([name]), message }));
  throw new DomainError('invalid_input', { details: details.slice(0, DETAILS_MAX) });
};

/** A misspelt parameter would otherwise be dropped in silence and, for a filter, answer more than was asked for. */
export const refuseUnknownInput =
  (findOperation: FindOperation): MiddlewareHandler<RestEnvironment> =>
  async (c, next) => {
    const operation = findOperation(c);
    if (operation !== null) {
      const asked = Object.keys(c.req.queries());
      refuse(
        asked.filter((name) => !operation.queryParameters.has(name)),
        'is not a known parameter',
      );
      if (!operation.takesBody) refuse(await fieldsOf(c), 'is not a known field');
    }
    await next();
  };
