import type { ErrorCode } from '@notafter/domain';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import superjson from 'superjson';
import { afterAll, afterEach, beforeAll } from 'vitest';

type Answer = { readonly value: unknown } | { readonly error: ErrorCode; readonly message: string } | 'silence';

/** `/api/trpc` for one test file: any call that a test did not announce is an error, and nothing reaches the network. */
export function useApiServer() {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  const calls: unknown[] = [];
  afterEach(() => calls.splice(0));
  return {
    /** Inputs of every answered call, in order. */
    calls,
    answer: (procedure: string, answer: Answer): void => {
      server.use(
        http.post(`*/api/trpc/${procedure}`, async ({ request }) => {
          calls.push(inputOf(await request.json()));
          if (answer === 'silence') return HttpResponse.error();
          if ('value' in answer) return HttpResponse.json([{ result: { data: superjson.serialize(answer.value) } }]);
          const data = { error: answer.message, message: answer.message, code: answer.error, httpStatus: 400, retryAfterSeconds: null };
          return HttpResponse.json([{ error: superjson.serialize({ message: answer.message, code: -32600, data }) }], { status: 400 });
        }),
      );
    },
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The first call of a batch, without superjson's wrapping. */
const inputOf = (body: unknown): unknown => {
  const first = isRecord(body) ? body[0] : undefined;
  return isRecord(first) ? first.json : undefined;
};
