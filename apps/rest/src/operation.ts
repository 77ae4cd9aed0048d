import type { RouteConfig, z } from '@hono/zod-openapi';
import { type ErrorCode, invalidInput, type JobId, planGates } from '@notafter/domain';
import type { Declaration, OrgContext, RequestContext, UseCase } from '@notafter/features';
import type { Context, MiddlewareHandler } from 'hono';
import { bodyErrors, errorResponses, memberErrors } from './errors/error-responses.ts';
import { refuseBadInput, refuseBadInputOr } from './errors/input-problems.ts';
import { callersOf } from './openapi/callers.ts';
import { orgOf, type RestContext, type RestEnvironment, type RestRouter } from './rest-environment.ts';
import { acceptedJob, answerStarted } from './v1/long-work/job-wire.ts';
import type { Answers, Takes } from './wire/media.ts';
import { type DomainOf, type Given, givenIn, mapperTo, refusalInWireNames, wireNameIn } from './wire/names.ts';
import { bodyIfAny } from './wire/optional-body.ts';

/** An operation of `/v1`: how it is served, and what is enforced before its own code runs. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** As the document writes it: `/v1/environments/{id}`. */
  readonly path: string;
  readonly useCase: Declaration | null;
  readonly forMembers: boolean;
  readonly queryParameters: ReadonlySet<string>;
  readonly takesBody: boolean;
  serve(app: RestRouter): void;
}

type Schema = z.ZodType | undefined;
type Output<Of extends Schema> = Of extends z.ZodType ? z.output<Of> : unknown;
type GivenTo<Params extends Schema, Query extends Schema, Body extends Schema> = Given<Output<Params> & Output<Query> & Output<Body>>;

/** A route, as far as its use case does not declare it. */
interface Route<Params extends Schema, Query extends Schema, Body extends Schema, Answer> {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: `/v1/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The operation's id, if it is not the name of its use case. */
  readonly id?: string;
  readonly params?: Params & z.ZodObject;
  readonly query?: Query & z.ZodObject;
  readonly body?: Takes<Body & z.ZodType>;
  readonly answers: Answers<Answer>;
  /** Answered for a path of the wrong form, and for a row that is not there. */
  readonly missing?: ErrorCode;
  /** Codes of the use case itself. Those of sign-in, role, plan, body and form are added. */
  readonly errors?: readonly ErrorCode[];
  /** It also answers without a session, and does nothing then. */
  readonly sessionOptional?: true;
  /** The wire's name of a field that the use case refuses, if the request does not have it in snake_case. */
  readonly fieldName?: (path: string) => string;
  /** The documented request is wider than the declared input, with more rows at once or fields left out. Its schema has the rules then. */
  readonly isWider?: true;
  /** A GET that stores something although it leaves no audit row: HEAD must not run it. */
  readonly writes?: true;
}

/** How a request becomes the argument of the use case. Left out, it is the fields that were given, if they fit. */
type FromRequest<Args extends readonly unknown[], Fields> = Args extends readonly []
  ? unknown
  : [Fields] extends [Args[0]]
    ? { readonly input?: (given: Fields, c: RestContext) => Args[0] | Promise<Args[0]> }
    : { readonly input: (given: Fields, c: RestContext) => Args[0] | Promise<Args[0]> };

/** How the result becomes the answer. Left out, it is written as it is, if it fits. */
type ToAnswer<Result, Answer, Fields> = [Result] extends [DomainOf<Answer>]
  ? { readonly view?: (result: Result, given: Fields, c: RestContext) => DomainOf<Answer> }
  : { readonly view: (result: Result, given: Fields, c: RestContext) => DomainOf<Answer> };

interface Extras<Args extends readonly unknown[], Result, Fields> {
  /** The second argument of the use case. */
  readonly options?: (c: RestContext) => Args[1];
  /** Answers 201 for what was created. */
  readonly created?: (result: Result) => boolean;
  /** The job that it starts: named in `Location`, and answered with 202 to callers that prefer that. */
  readonly job?: (result: Result) => JobId;
  /** Takes the place of the JSON answer: a file, or one that sets a cookie. */
  readonly respond?: (result: Result, given: Fields, c: RestContext) => Response | Promise<Response>;
}

interface AnyUseCase {
  (ctx: RequestContext | OrgContext, ...args: unknown[]): Promise<unknown>;
  readonly declaration: Declaration;
}
type AnyRoute = Route<z.ZodObject, z.ZodObject, z.ZodType, unknown> & {
  readonly input?: (given: object, c: RestContext) => unknown;
  readonly view?: (result: unknown, given: object, c: RestContext) => unknown;
  readonly options?: (c: RestContext) => unknown;
  readonly created?: (result: unknown) => boolean;
  readonly job?: (result: unknown) => JobId;
  readonly respond?: (result: unknown, given: object, c: RestContext) => Response | Promise<Response>;
};

/** The rules of a use case for its input hold here too: the body's schema says only what the wire looks like. Throws `invalid_input`. */
const asDeclared = ({ input }: Declaration, given: unknown): unknown => {
  const parsed = input?.safeParse(given);
  if (parsed === undefined) return given;
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
};

const idOf = ({ name }: Declaration): string => name.replace(/^.*\//, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** In the order of the document: body, caller, role, origin, plan, then what the use case itself refuses. */
const errorsOf = (declaration: Declaration, { method, query, body, missing, errors = [] }: AnyRoute): ErrorCode[] => {
  const { access, plan } = declaration;
  const isWrite = method !== 'get';
  const byAccess: Record<Declaration['access'], readonly ErrorCode[]> = {
    ...{ anyone: [], system: [], member: memberErrors },
    ...{ admin: [...memberErrors, 'forbidden'], platform: [...memberErrors, 'platform_admin_required'] },
  };
  const callers = byAccess[access];
  return [
    ...(body === undefined ? [] : bodyErrors),
    ...(query === undefined ? [] : (['invalid_input'] as const)),
    ...callers,
    ...(isWrite && access !== 'anyone' ? (['cross_site'] as const) : []),
    ...(plan === undefined ? [] : [planGates[plan].code]),
    ...(missing === undefined ? [] : [missing]),
    ...errors,
  ];
};

const securityOf = (declaration: Declaration, sessionOptional: true | undefined): Pick<RouteConfig, 'security'> => {
  if (sessionOptional === true) return { security: [{ session: [] }, {}] };
  const callers = callersOf(declaration);
  return callers === 'anyone' ? {} : { security: callers.security };
};

/** HEAD, which Hono answers by the same handler, ends here for a GET that stores something. */
export const headStoresNothing: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'HEAD') return c.body(null, 200);
  return next();
};

/** A JSON body that is not required may be left out whatever its content type says. An import takes text as well. */
const mayLackBody = ({ body }: AnyRoute): boolean => body !== undefined && body.required !== true && Object.keys(body.content).length === 1;

const middlewareOf = ({ audit }: Declaration, route: AnyRoute): MiddlewareHandler[] => [
  ...(route.method === 'get' && (audit !== undefined || route.writes === true) ? [headStoresNothing] : []),
  ...(mayLackBody(route) ? [bodyIfAny] : []),
];

const routeOf = (id: string, declaration: Declaration, route: AnyRoute): RouteConfig => {
  const { method, path, tag, summary, description, params, query, body, answers, created, job } = route;
  const { text: _written, ...success } = answers;
  return {
    method,
    path,
    operationId: id,
    tags: [tag],
    summary,
    ...(description === undefined ? {} : { description }),
    ...securityOf(declaration, route.sessionOptional),
    middleware: middlewareOf(declaration, route),
    request: { ...(params && { params }), ...(query && { query }), ...(body && { body }) },
    responses: {
      200: success,
      ...(created === undefined ? {} : { 201: { ...success, description: 'Added.' } }),
      ...(job === undefined ? {} : acceptedJob),
      ...errorResponses(...errorsOf(declaration, route)),
    },
  };
};

/** The parts of a request that `app.openapi` has validated; one that the route does not name is absent. */
type Validated = { out: { param: object; query: object; json: object } };

/**
 * Declares an operation from its use case. Security, role, plan and the standard errors derive from the use case's declaration
 * and from what the route takes. Fields go in and out under the names of the domain; the schemas have those of the wire.
 */
export function operation<
  Declared extends Declaration,
  Args extends readonly unknown[],
  Result,
  Answer,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(
  useCase: UseCase<Declared, Args, Result>,
  route: Route<Params, Query, Body, Answer> &
    FromRequest<Args, GivenTo<Params, Query, Body>> &
    ToAnswer<Result, Answer, GivenTo<Params, Query, Body>> &
    Extras<Args, Result, GivenTo<Params, Query, Body>>,
): Operation;
export function operation(useCase: AnyUseCase, route: AnyRoute): Operation {
  const { declaration } = useCase;
  const { method, path, answers, missing, query, body } = route;
  const id = route.id ?? idOf(declaration);
  const forMembers = declaration.access !== 'anyone';
  const write = mapperTo(answers.content['application/json'].schema);

  const answer = async (c: Context<RestEnvironment, string, Validated>): Promise<Response> => {
    const parts = [c.req.valid('param'), c.req.valid('query'), c.req.valid('json')];
    const given = givenIn(...parts);
    const run = async () => {
      const input = (await route.input?.(given, c)) ?? given;
      return useCase(
        forMembers ? orgOf(c) : c.env.request,
        route.isWider === true ? input : asDeclared(declaration, input),
        route.options?.(c),
      );
    };
    const result = await run().catch((error: unknown) => {
      throw refusalInWireNames(error, route.fieldName ?? wireNameIn(...parts));
    });
    if (route.respond !== undefined) return route.respond(result, given, c);
    const view = answers.text === undefined ? (route.view?.(result, given, c) ?? result) : { message: answers.text };
    const written = () => c.json(write(view), route.created?.(result) === true ? 201 : 200);
    return route.job === undefined ? written() : answerStarted(c, route.job(result), written);
  };
  return {
    id,
    method: method.toUpperCase(),
    path,
    useCase: declaration,
    forMembers,
    queryParameters: new Set(Object.keys(query?.shape ?? {})),
    takesBody: body !== undefined,
    serve: (app) => {
      app.openapi<RouteConfig, Validated, string>(
        routeOf(id, declaration, route),
        answer,
        missing === undefined ? refuseBadInput : refuseBadInputOr(missing),
      );
    },
  };
}
