import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Operation } from '../operation.ts';

/** Returns the operation that a request has matched; null for a path outside the document. */
export type FindOperation = (c: Context) => Operation | null;

const routeOf = (method: string, path: string): string => `${method} ${path.replaceAll(/\{(.+?)\}/g, ':$1')}`;

export const createOperationFinder = (operations: readonly Operation[]): FindOperation => {
  const byRoute = new Map(operations.map((operation) => [routeOf(operation.method, operation.path), operation]));
  return (c) => {
    for (const { method, path } of matchedRoutes(c)) {
      const operation = byRoute.get(`${method} ${path}`);
      if (operation !== undefined) return operation;
    }
    return null;
  };
};
