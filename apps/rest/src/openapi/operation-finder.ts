import type { UseCaseName } from '@notafter/domain';
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { useCaseOf } from './callers.ts';
import { documentModel, type OpenApiDocument } from './document-model.ts';

/** The part of an operation's description that is enforced before its own code runs. */
export interface Operation {
  readonly id: string;
  readonly useCase: UseCaseName | null;
  readonly forMembers: boolean;
  readonly queryParameters: ReadonlySet<string>;
  readonly takesBody: boolean;
}

/** Answers the documented operation that a request has matched; null for a path outside the document. */
export type FindOperation = (c: Context) => Operation | null;

const routeOf = (method: string, path: string): string => `${method.toUpperCase()} ${path.replaceAll(/\{(.+?)\}/g, ':$1')}`;

export const createOperationFinder = (document: OpenApiDocument): FindOperation => {
  const operations = new Map<string, Operation>();
  for (const [path, methods] of Object.entries(documentModel.parse(document).paths)) {
    for (const [method, { operationId, security, parameters, requestBody }] of Object.entries(methods)) {
      operations.set(routeOf(method, path), {
        id: operationId,
        useCase: useCaseOf(operationId),
        forMembers: security.length > 0 && security.every((one) => Object.keys(one).length > 0),
        queryParameters: new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name)),
        takesBody: requestBody !== undefined,
      });
    }
  }
  return (c) => {
    for (const { method, path } of matchedRoutes(c)) {
      const operation = operations.get(`${method} ${path}`);
      if (operation !== undefined) return operation;
    }
    return null;
  };
};
