import type { Operations } from './api.ts';

export type Method = keyof Operations;
export type PathOf<M extends Method> = keyof Operations[M] & string;

/** Parameters of an operation, by where they go. */
type Given<M extends Method, P extends PathOf<M>> = Operations[M][P] extends { readonly data: infer Data }
  ? Pick<Data, Extract<keyof Data, 'path' | 'query' | 'body'>>
  : never;

export interface CallOptions {
  /** Ends the call, its retries included. */
  readonly signal?: AbortSignal | undefined;
  /** For one try; those of the client if absent. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of a POST: within 24 hours the same key takes effect once, so that a lost answer can be asked for again. */
interface Repeatable {
  readonly idempotencyKey?: string;
}

export type OptionsOf<M extends Method, P extends PathOf<M>> = CallOptions & Given<M, P> & (M extends 'post' ? Repeatable : unknown);

/** The options may be absent if the operation requires none. */
export type Arguments<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];

/** The JSON that an operation answers. */
export type Answer<M extends Method, P extends PathOf<M>> = Operations[M][P] extends { readonly responses: infer Responses }
  ? Responses[Exclude<keyof Responses, 202>]
  : never;

/** Lists that have pages. */
export type PagedPath = {
  [P in PathOf<'get'>]: Answer<'get', P> extends { next_cursor: string | null } ? P : never;
}[PathOf<'get'>];

export type Page<P extends PagedPath> = Answer<'get', P>;

/** The name of a list in a page. */
export type ListOf<P extends PagedPath> = {
  [Name in keyof Page<P> & string]: Page<P>[Name] extends readonly unknown[] ? Name : never;
}[keyof Page<P> & string];

export type ItemOf<P extends PagedPath, Name extends ListOf<P>> = Page<P>[Name] extends readonly (infer Item)[] ? Item : never;
