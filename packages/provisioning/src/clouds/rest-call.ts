import { ProviderError } from '@notafter/domain';
import type { z } from 'zod';

const ANSWER_TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** A list that goes on longer is one that we don't trust. */
export const PAGES_MAX = 50;

/** An account of a cloud that is called by `fetch`. */
export interface RestAccount<Credentials> {
  readonly credentials: Credentials;
  /** Without a path; null: the cloud's own. */
  readonly endpoint: string | null;
  readonly now: () => number;
  readonly fetch: typeof globalThis.fetch;
}

export interface RestCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface RestAnswer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const readText = async (cloud: string, response: Response): Promise<string> => {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const piece of response.body) {
    if (!(piece instanceof Uint8Array)) continue;
    size += piece.length;
    if (size > MAX_ANSWER_BYTES) throw new ProviderError('transient', `${cloud} sent an answer that is too long.`);
    text += decoder.decode(piece, { stream: true });
  }
  return text + decoder.decode();
};

/** Rejects with `ProviderError` if no answer comes, and when the signal aborts. Without an answer, the call may have been carried out. */
export const callRest = async (
  cloud: string,
  fetch: typeof globalThis.fetch,
  { method, url, headers, body }: RestCall,
  signal: AbortSignal,
): Promise<RestAnswer> => {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), ANSWER_TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      ...{ method, headers, redirect: 'error', signal: AbortSignal.any([signal, deadline.signal]) },
      ...(body === undefined ? {} : { body }),
    });
    return { ok: response.ok, status: response.status, headers: response.headers, text: await readText(cloud, response) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ProviderError) throw error;
    const happened = deadline.signal.aborted ? 'did not answer in time' : "can't be reached";
    throw new ProviderError('transient', `${cloud} ${happened}. We try again.`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
};

export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Rejects an answer in any other form. */
export const readAnswer = <Schema extends z.ZodType>(cloud: string, schema: Schema, text: string): z.infer<Schema> => {
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new ProviderError('transient', `${cloud} answered in an unknown form.`, { cause: parsed.error });
};

export const endlessList = (cloud: string): ProviderError => new ProviderError('transient', `${cloud} sent a list without an end.`);

const REASON_MAX = 200;
/** A reason in one line, and not longer than a person reads. */
export const lineOf = (reason: string): string => reason.replace(/\s+/g, ' ').slice(0, REASON_MAX);
