import { toSnakeCase, wireDates } from '@notafter/domain';
import { type Declaration, declarations } from '@notafter/features';
import { operations as listed, type Operation } from '@notafter/rest';
import type { TestUser } from '@notafter/testing';
import { procedures as listedProcedures } from '@notafter/trpc';
import { sampleOf } from './samples.ts';
import type { World } from './world.ts';

export interface Request {
  readonly path: string;
  readonly method: string;
  readonly json?: unknown;
}

interface WayIn {
  readonly useCase: Declaration;
  /** As tests name it: a procedure, or an operation as the OpenAPI document writes it. */
  readonly words: string;
  readonly isWrite: boolean;
  /** A request that succeeds for allowed callers. `caller` is the person behind it; the admin if no person is. */
  readonly request: (world: World, caller: TestUser) => Request;
  /** The same with an input that cannot be right. */
  readonly wrong: (world: World, caller: TestUser) => Request;
}

/** How a use case is reached from outside. */
export type Way =
  | (WayIn & { readonly kind: 'trpc' | 'page' })
  | (WayIn & { readonly kind: 'rest'; readonly method: string; readonly route: string });

const procedures: readonly Way[] = listedProcedures.map(({ path: procedure, type, useCase: name }) => {
  const useCase = declarations.get(name);
  if (useCase === undefined) throw new Error(`${procedure} names no use case.`);
  const path = `/api/trpc/${procedure}`;
  const isWrite = type === 'mutation';
  const requestWith = (input: unknown): Request => {
    if (isWrite) return { path, method: 'POST', json: input ?? null };
    return { path: input === undefined ? path : `${path}?input=${encodeURIComponent(JSON.stringify(input))}`, method: 'GET' };
  };
  const none = useCase.input === undefined ? undefined : {};
  return {
    kind: 'trpc',
    useCase,
    words: `tRPC ${procedure}`,
    isWrite,
    request: (world, caller) => requestWith(wireDates.serialize(sampleOf(useCase.name).input?.(world, caller) ?? none)),
    wrong: () => requestWith(['wrong']),
  };
});

const wireOf = (useCase: string, world: World, caller: TestUser): Readonly<Record<string, unknown>> | readonly unknown[] => {
  const { wire, input } = sampleOf(useCase);
  if (wire !== undefined) return wire(world, caller);
  return Object.fromEntries(Object.entries(input?.(world, caller) ?? {}).map(([name, value]) => [toSnakeCase(name), value]));
};

/** Operations that answer everyone the same fixed text. */
export const withoutUseCase = listed.filter(({ useCase }) => useCase === null).map(({ method, path }) => `${method} ${path}`);

const requestTo = ({ method, path: route, takesBody }: Operation, wire: ReturnType<typeof wireOf>): Request => {
  if (Array.isArray(wire)) return { path: route, method, json: wire };
  const rest = new Map(Object.entries(wire));
  const path = route.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  if (takesBody) return { path, method, json: Object.fromEntries(rest) };
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]));
  return { path: query.size === 0 ? path : `${path}?${query}`, method };
};

const operations: readonly Way[] = listed.flatMap((operation): Way[] => {
  const { method, path: route, useCase, takesBody } = operation;
  if (useCase === null) return [];
  const request = (world: World, caller: TestUser) => requestTo(operation, wireOf(useCase.name, world, caller));
  return [
    {
      kind: 'rest',
      useCase,
      words: `${method} ${route}`,
      method,
      route,
      isWrite: method !== 'GET',
      request,
      wrong: (world, caller) => {
        const [path] = request(world, caller).path.split('?');
        return { path: `${path}?surprise=1`, method, ...(takesBody ? { json: { surprise: true } } : {}) };
      },
    },
  ];
});

const pages: readonly Way[] = [...declarations.values()].flatMap((useCase): Way[] => {
  const { page } = sampleOf(useCase.name);
  if (page === undefined) return [];
  const request = (world: World, caller: TestUser): Request => ({ path: page(world, caller), method: 'GET' });
  return [{ kind: 'page', useCase, words: 'a page', isWrite: false, request, wrong: request }];
});

/** Every way in: procedures and operations as they are, and the few pages. */
export const ways: readonly Way[] = [...procedures, ...operations, ...pages];

/** The ways to one use case, with the words that name each. */
export const waysOf = (useCase: string): readonly (readonly [string, Way])[] =>
  ways.filter((way) => way.useCase.name === useCase).map((way) => [way.words, way]);
