import { setTimeout as wait } from 'node:timers/promises';
import { type ErrorCode, type ErrorEnvelope, readDates, writeDates } from '@notafter/domain';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { closeAllToasts } from '../ui/toasts/show-toast.ts';

interface Refusal {
  readonly error: ErrorCode;
  readonly message: string;
  readonly details?: ErrorEnvelope['details'];
}

type Answer = { readonly value: unknown } | Refusal | 'silence';

interface Call {
  readonly procedure: string;
  readonly input: unknown;
  /** When it came, by `performance.now()`. */
  readonly at: number;
}

/** `/api/trpc` for one test file: any call that a test did not announce is an error, and nothing reaches the network. */
export function useApiServer() {
  const answers = new Map<string, Answer>();
  const made: Call[] = [];
  const calls: unknown[] = [];
  const held = new Map<string, PromiseWithResolvers<void>>();
  const underWay = new Set<Promise<unknown>>();

  const respond = async ({ request, params }: { request: Request; params: Record<string, unknown> }) => {
    const procedures = String(params.procedures).split(',');
    const inputs = await inputsOf(request);
    const found = procedures.map((procedure, index) => {
      const answer = answers.get(procedure);
      if (answer === undefined) throw new Error(`no test announced a call of ${procedure}`);
      made.push({ procedure, input: inputs(index), at: performance.now() });
      calls.push(inputs(index));
      return answer;
    });
    await Promise.all(procedures.map((procedure) => held.get(procedure)?.promise));
    // A connection fails for all calls of a batch at once.
    if (found.includes('silence')) return HttpResponse.error();
    const failed = found.some((answer) => answer !== 'silence' && 'error' in answer);
    return HttpResponse.json(found.map(bodyOf), { status: failed ? 400 : 200 });
  };

  const note: typeof respond = (asked) => {
    const responding = respond(asked).finally(() => underWay.delete(responding));
    underWay.add(responding);
    return responding;
  };
  const server = setupServer(http.get('*/api/trpc/:procedures', note), http.post('*/api/trpc/:procedures', note));
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
  // Requests that a test leaves pending would be counted by the next one, or be an unexpected error there, and its toasts would
  // appear there.
  afterEach(async () => {
    for (const { resolve } of held.values()) resolve();
    held.clear();
    // A batch goes out one turn after its calls.
    await wait(1);
    await Promise.allSettled(underWay);
    // A toast shows an answer one turn after it came.
    await wait(1);
    closeAllToasts();
    answers.clear();
    made.splice(0);
    calls.splice(0);
  });
  afterAll(() => server.close());
  return {
    /** Inputs of every answered call, in order. */
    calls,
    /** Inputs of the answered calls of one procedure, in order. */
    callsOf: (procedure: string): unknown[] => made.filter((call) => call.procedure === procedure).map(({ input }) => input),
    /** When the answered calls of one procedure came, in order, by `performance.now()`. */
    timesOf: (procedure: string): number[] => made.filter((call) => call.procedure === procedure).map(({ at }) => at),
    /** From now on, until the test ends or says otherwise. */
    answer: (procedure: string, answer: Answer): void => void answers.set(procedure, answer),
    /** From now on answers of this procedure stay on their way, as they were when it was called, until the returned function is called. */
    hold: (procedure: string): (() => void) => {
      const holding = Promise.withResolvers<void>();
      held.set(procedure, holding);
      return () => {
        held.delete(procedure);
        holding.resolve();
      };
    },
  };
}

function bodyOf(answer: Answer): unknown {
  if (answer === 'silence') return null;
  if ('value' in answer) return { result: { data: writeDates(answer.value) } };
  const { error, message, details } = answer;
  const data = { error: message, message, code: error, httpStatus: 400, retryAfterSeconds: null, details };
  return { error: writeDates({ message, code: -32600, data }) };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The inputs of a batch: in the address of a query, in the body of a mutation. */
const inputsOf = async (request: Request): Promise<(index: number) => unknown> => {
  const text = request.method === 'GET' ? new URL(request.url).searchParams.get('input') : await request.text();
  const batch = readDates(text === null || text === '' ? {} : JSON.parse(text));
  return (index) => (isRecord(batch) ? batch[index] : undefined);
};
