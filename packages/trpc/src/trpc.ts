import {
  DomainError,
  type ErrorCode,
  type ErrorEnvelope,
  type ErrorStatus,
  invalidInput,
  toErrorEnvelope,
  wireDates,
} from '@notafter/domain';
import { documentedErrorOf, openOrganization, type RequestContext, type SessionCookies } from '@notafter/features';
import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';

/** What a transport hands to every procedure: the request and where cookies go. */
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

/** Error data as the browser sees it: the same envelope as `/v1`, and the wait where there is one. */
export interface TrpcErrorData extends ErrorEnvelope {
  readonly code: ErrorCode;
  readonly httpStatus: number;
  readonly retryAfterSeconds: number | null;
}

const t = initTRPC.context<TrpcContext>().create({
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

/** For use cases that need no sign-in: they get the request as it came. */
export const publicProcedure = t.procedure.use(translate);

/** For people: the use case gets their organization and its entitlements. */
export const memberProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const org = await openOrganization(ctx.request);
  return next({ ctx: { ...ctx, org } });
});
