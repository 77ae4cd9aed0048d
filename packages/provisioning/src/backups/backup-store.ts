/** Keeps named objects. Rejects with `ProviderError`, with a `BackupFault` as its code. */
export interface BackupStore {
  /** Its address for people, without credentials. */
  readonly place: string;
  /** Stores the stream as a whole, or nothing. The same name again replaces the object. Resolves to its size. */
  put(object: string, source: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<number>;
  get(object: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /** Complete objects whose names begin with `prefix`. */
  list(prefix: string, signal: AbortSignal): Promise<readonly { readonly object: string; readonly bytes: number }[]>;
  /** Removing what is not there is not an error. */
  remove(object: string, signal: AbortSignal): Promise<void>;
}

/** The name of an object, if it leads nowhere else in a folder or a bucket. */
export const objectName = (object: string): string => {
  if (!/^[\w-]+(?:[./][\w-]+)*$/.test(object)) throw new Error('This is not a name of an object.');
  return object;
};
