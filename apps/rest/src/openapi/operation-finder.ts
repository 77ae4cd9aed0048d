import type { Declaration } from '@notafter/features';
import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import { useCaseOf } from './callers.ts';
import { documentModel, type OpenApiDocument } from './document-model.ts';

/** The part of an operation's description that is enforced before its own code runs. */
export interface Operation {
  readonly method: string;
  /** As the document writes it: `/v1/environments/{id}`. */
  readonly path: string;
  readonly id: string;
  readonly useCase: Declaration | null;
  readonly forMembers: boolean;
  readonly queryParameters: ReadonlySet<string>;
  readonly takesBody: boolean;
}

/** Answers the documented operation that a request has matched; null for a path outside the document. */
export type FindOperation = (c: Context) => Operation | null;

const routeOf = (method: string, path: string): string => `${method} ${path.replaceAll(/\{(.+?)\}/g, ':$1')}`;

/** Every operation of the document. */
export const operationsOf = (document: OpenApiDocument): readonly Operation[] =>
  Object.entries(documentModel.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, security, parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      id: operationId,
      useCase: useCaseOf(operationId),
      forMembers: security.length > 0 && security.every((one) => Object.keys(one).length > 0),
      queryParameters: new Set(parameters.filter((one) => one.in === 'query').map(({ name }) => name)),
      takesBody: requestBody !== undefined,
    })),
  );

export const createOperationFinder = (document: OpenApiDocument): FindOperation => {
  const operations = new Map(operationsOf(document).map((operation) => [routeOf(operation.method, operation.path), operation]));
  return (c) => {
    for (const { method, path } of matchedRoutes(c)) {
      const operation = operations.get(`${method} ${path}`);
      if (operation !== undefined) return operation;
    }
    return null;
  };
};
