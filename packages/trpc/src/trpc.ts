import {
  DomainError,
  type ErrorCode,
  type ErrorEnvelope,
  type ErrorStatus,
  invalidInput,
  toErrorEnvelope,
  wireDates,
} from '@notafter/domain';
import {
  type Declaration,
  documentedErrorOf,
  type InputOf,
  openOrganization,
  type RequestContext,
  requirePermission,
  type SessionCookies,
  type SystemContext,
  type UseCase,
  type UseCaseName,
} from '@notafter/features';
import { initTRPC, TRPCError, type TRPCMutationProcedure, type TRPCQueryProcedure } from '@trpc/server';
import { ZodError, type z } from 'zod';

/** Passed by a transport to every procedure: the request and the cookies of the response. */
export interface TrpcContext {
  readonly request: RequestContext;
  /** Adds one `Set-Cookie` value to the answer. */
  readonly session: SessionCookies;
}

const codeOfStatus = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorStatus, TRPCError['code']>;

/** The documented error behind whatever a procedure threw; unknown faults become `internal` and never show their text. */
const domainErrorOf = (error: TRPCError): DomainError => {
  const documented = documentedErrorOf(error.cause);
  if (documented !== null) return documented;
  if (error.cause instanceof ZodError) return invalidInput(error.cause);
  if (error.code === 'PARSE_ERROR' || error.cause instanceof SyntaxError) return new DomainError('malformed_json');
  if (error.code === 'NOT_FOUND') return new DomainError('not_found');
  if (error.code === 'PAYLOAD_TOO_LARGE') return new DomainError('body_too_large');
  if (error.code === 'METHOD_NOT_SUPPORTED') return new DomainError('method_not_allowed');
  if (error.code === 'UNSUPPORTED_MEDIA_TYPE') return new DomainError('unsupported_media_type');
  return new DomainError(error.code === 'BAD_REQUEST' ? 'invalid_input' : 'internal');
};

/** Error data as the browser sees it: the same envelope as `/v1`, and the wait, if any. */
export interface TrpcErrorData extends ErrorEnvelope {
  readonly code: ErrorCode;
  readonly httpStatus: number;
  readonly retryAfterSeconds: number | null;
}

/** Which use case a procedure runs; the tests that compare the transports read it. */
export interface ProcedureMeta {
  readonly useCase: UseCaseName;
}

const t = initTRPC
  .context<TrpcContext>()
  .meta<ProcedureMeta>()
  .create({
    transformer: wireDates,
    errorFormatter: ({ shape, error, ctx }) => {
      const known = domainErrorOf(error);
      const data: TrpcErrorData = {
        ...toErrorEnvelope(known, ctx?.request.requestId),
        httpStatus: known.status,
        retryAfterSeconds: known.retryAfterSeconds,
      };
      return { ...shape, message: known.message, data };
    },
  });

const translate = t.middleware(async ({ next, ctx, path }) => {
  const result = await next();
  if (result.ok) return result;
  const known = domainErrorOf(result.error);
  const expected = result.error.cause instanceof DomainError || known.status < 500;
  if (!expected) ctx.request.log.error({ err: result.error.cause ?? result.error, path }, 'procedure failed');
  return { ...result, error: new TRPCError({ code: codeOfStatus[known.status], message: known.message, cause: known }) };
});

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Refuses in the order of every transport: sign-in, role, plan, and only then what is wrong with the input. */
const procedureFor = (declaration: Declaration) => {
  const admitted = t.procedure
    .meta({ useCase: declaration.name })
    .use(translate)
    .use(async ({ ctx, next }) => {
      if (declaration.access === 'anyone') return next({ ctx: { caller: ctx.request } });
      const org = await openOrganization(ctx.request);
      requirePermission(org, declaration);
      return next({ ctx: { caller: org } });
    });
  return declaration.input === undefined ? admitted : admitted.input(declaration.input);
};

type Reachable = Declaration & { readonly access: 'anyone' | 'member' | 'admin' | 'platform' };

/** A use case whose function takes what its declared input parses to. */
type Procedural<Declared extends Reachable, Args extends readonly unknown[], Result> = UseCase<Declared, Args, Result> &
  (InputOf<Declared> extends Args ? unknown : never);

interface TypesOf<Declared extends Declaration, Answer> {
  readonly input: Declared extends { input: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;
  readonly output: Answer;
  readonly meta: ProcedureMeta;
  readonly errorShape: unknown;
}

interface AnyUseCase {
  (ctx: SystemContext, input: unknown): Promise<unknown>;
  readonly declaration: Declaration;
}
type Answering = (result: unknown, ctx: TrpcContext) => unknown;
interface Call {
  readonly ctx: TrpcContext & { readonly caller: RequestContext };
  readonly input: unknown;
}

const runs =
  (useCase: AnyUseCase, answer: Answering) =>
  async ({ ctx, input }: Call): Promise<unknown> =>
    answer(await useCase(ctx.caller, input), ctx);

const asIs: Answering = (result) => result;

/** A query that runs a use case. `answer` makes of the result what the browser gets, for results that hold more. */
export function queryOf<Declared extends Reachable, Args extends readonly unknown[], Result>(
  useCase: Procedural<Declared, Args, Result>,
): TRPCQueryProcedure<TypesOf<Declared, Result>>;
export function queryOf<Declared extends Reachable, Args extends readonly unknown[], Result, Answer>(
  useCase: Procedural<Declared, Args, Result>,
  answer: (result: Result, ctx: TrpcContext) => Answer,
): TRPCQueryProcedure<TypesOf<Declared, Answer>>;
export function queryOf(useCase: AnyUseCase, answer: Answering = asIs) {
  return procedureFor(useCase.declaration).query(runs(useCase, answer));
}

/** A mutation that runs a use case. `answer` as in `queryOf`; it also sets cookies. */
export function mutationOf<Declared extends Reachable, Args extends readonly unknown[], Result>(
  useCase: Procedural<Declared, Args, Result>,
): TRPCMutationProcedure<TypesOf<Declared, Result>>;
export function mutationOf<Declared extends Reachable, Args extends readonly unknown[], Result, Answer>(
  useCase: Procedural<Declared, Args, Result>,
  answer: (result: Result, ctx: TrpcContext) => Answer,
): TRPCMutationProcedure<TypesOf<Declared, Answer>>;
export function mutationOf(useCase: AnyUseCase, answer: Answering = asIs) {
  return procedureFor(useCase.declaration).mutation(runs(useCase, answer));
}
