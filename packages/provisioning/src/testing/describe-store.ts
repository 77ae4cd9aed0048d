import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { ProviderError } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupStore } from '../backups/backup-store.ts';

export interface StoreSubject {
  readonly store: BackupStore;
  /** All that is in the store: names of objects, and of what is not complete. */
  contents(): Promise<{ readonly objects: readonly string[]; readonly incomplete: number }>;
  /** As a writer that died left it. */
  leaveIncomplete(object: string): Promise<void>;
  /** Until the function that it resolves to is called. Null if a test can't. */
  readonly makeFull: (() => Promise<() => Promise<void>>) | null;
  /** Until the function that it resolves to is called. */
  takeAway(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const { signal } = new AbortController();
/** More than two parts. */
const LARGE = randomBytes(12 * 1024 * 1024 + 17);
const SMALL = Buffer.from('small');

async function* pieces(bytes: Buffer, size = 100_003): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const codeOf = async (work: Promise<unknown>): Promise<string | null> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ProviderError)) throw error ?? new Error('It succeeded.');
  return error.code;
};

/** The promises of `BackupStore`, for every kind of store. */
export const describeStore = (name: string, open: () => Promise<StoreSubject>): void => {
  describe(`${name} as a store of backups`, () => {
    let subject: StoreSubject;
    let store: BackupStore;
    beforeAll(async () => {
      subject = await open();
      store = subject.store;
    });
    afterAll(() => subject.close());

    const put = (object: string, bytes: Buffer) => store.put(object, pieces(bytes), signal);
    const get = (object: string) => buffer(store.get(object, signal));
    const empty = async () => {
      for (const { object } of await store.list('', signal)) await store.remove(object, signal);
    };

    it.each([
      ['empty', Buffer.alloc(0)],
      ['small', SMALL],
      ['of exactly one part', LARGE.subarray(0, 5 * 1024 * 1024)],
      ['of exactly two parts', LARGE.subarray(0, 10 * 1024 * 1024)],
      ['large', LARGE],
    ])('returns an object as it was stored: %s', async (_name, bytes) => {
      expect(await put('i/s/b1', bytes)).toBe(bytes.length);
      expect((await get('i/s/b1')).equals(bytes)).toBe(true);
      expect(await store.list('i/s/', signal)).toEqual([{ object: 'i/s/b1', bytes: bytes.length }]);
      expect(await subject.contents()).toEqual({ objects: ['i/s/b1'], incomplete: 0 });
    });

    it('replaces an object of the same name', async () => {
      await put('i/s/b1', LARGE);
      await put('i/s/b1', SMALL);
      expect((await get('i/s/b1')).equals(SMALL)).toBe(true);
      await empty();
    });

    it('lists all objects below a prefix, however many there are, and removes them', async () => {
      const names = Array.from({ length: 8 }, (_, index) => `i/s/b${index}`);
      for (const one of [...names, 'i/other/b1']) await put(one, SMALL);
      const listed = await store.list('i/s/', signal);
      expect(listed.map(({ object }) => object).sort()).toEqual(names);
      expect(await store.list('', signal)).toHaveLength(9);
      expect(await store.list('x/', signal)).toEqual([]);
      await empty();
      expect(await subject.contents()).toEqual({ objects: [], incomplete: 0 });
    });

    it('removes what is not there without an error', async () => {
      await store.remove('i/s/b1', signal);
      await store.remove('i/s/b1', signal);
    });

    it('says that an object is missing', async () => {
      expect(await codeOf(get('i/s/missing'))).toBe('missing');
    });

    it.each(['../b1', 'i/../../b1', '/b1', 'i//b1', ''])('refuses the name "%s"', async (object) => {
      await expect((async () => put(object, SMALL))()).rejects.toThrow('not a name of an object');
    });

    it('has nothing of a stream that failed, and rejects with its error', async () => {
      async function* failing(): AsyncGenerator<Buffer> {
        yield LARGE;
        throw new Error('The engine failed.');
      }
      await expect(store.put('i/s/b1', failing(), signal)).rejects.toThrow('The engine failed.');
      expect(await subject.contents()).toEqual({ objects: [], incomplete: 0 });
    });

    it('has nothing of a writer that gave up, and ends its source', async () => {
      const giving = new AbortController();
      let isClosed = false;
      async function* endless(): AsyncGenerator<Buffer> {
        try {
          for (let sent = 0; ; sent += 1) {
            if (sent === 2) giving.abort(new Error('gave up'));
            yield LARGE;
          }
        } finally {
          isClosed = true;
        }
      }
      await expect(store.put('i/s/b1', endless(), giving.signal)).rejects.toThrow('gave up');
      expect(isClosed).toBe(true);
      expect(await subject.contents()).toEqual({ objects: [], incomplete: 0 });
    });

    it('stops a read that is aborted', async () => {
      await put('i/s/b1', LARGE);
      const giving = new AbortController();
      const reading = (async () => {
        for await (const _piece of store.get('i/s/b1', giving.signal)) giving.abort(new Error('gave up'));
      })();
      await expect(reading).rejects.toThrow();
      await empty();
    });

    it.each(['put', 'remove'] as const)('clears with %s what a writer of the object left that died, and nothing of others', async (way) => {
      for (const object of ['i/s/b1', 'i/s/b1', 'i/s/b1', 'i/s/b1', 'i/s/b12', 'i/s/b2']) await subject.leaveIncomplete(object);
      expect(await subject.contents()).toEqual({ objects: [], incomplete: 6 });
      expect(await store.list('', signal)).toEqual([]);
      if (way === 'put') await put('i/s/b1', SMALL);
      else await store.remove('i/s/b1', signal);
      expect((await subject.contents()).incomplete).toBe(2);
      for (const object of ['i/s/b1', 'i/s/b12', 'i/s/b2']) await store.remove(object, signal);
      expect(await subject.contents()).toEqual({ objects: [], incomplete: 0 });
    });

    it('names that it is full, and has nothing of the object', async ({ skip }) => {
      if (subject.makeFull === null) return skip();
      const makeRoom = await subject.makeFull();
      expect(await codeOf(put('i/s/b1', LARGE))).toBe('store_full');
      await makeRoom();
      expect(await subject.contents()).toEqual({ objects: [], incomplete: 0 });
    });

    it('names that it is gone, in every request', async () => {
      await put('i/s/b1', LARGE);
      const bringBack = await subject.takeAway();
      for (const begin of [
        () => put('i/s/b2', LARGE),
        () => get('i/s/b1'),
        () => store.list('', signal),
        () => store.remove('i/s/b1', signal),
      ]) {
        expect(await codeOf(begin())).toBe('store_away');
      }
      await bringBack();
      expect((await get('i/s/b1')).equals(LARGE)).toBe(true);
      expect(await subject.contents()).toEqual({ objects: ['i/s/b1'], incomplete: 0 });
    });
  });
};
