import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brandId } from '@notafter/domain';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { copied } from './staged-copy.ts';

const { signal } = new AbortController();
const service = brandId<'service'>('0198b5a0-0000-7000-8000-000000000001');

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'notafter-copies-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(directory, { recursive: true });
});

const namesLeft = () => readdir(join(directory, 'services.copies'));

async function* of(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

it('yields what was staged, from a file without a name', async () => {
  const pieces: string[] = [];
  for await (const piece of copied(directory, service, (staged) => staged.fill(() => of('one ', 'two'), signal))) {
    expect(await namesLeft()).toEqual([]);
    pieces.push(piece.toString());
  }
  expect(pieces.join('')).toBe('one two');
});

it('removes the name that a process left which was killed before it could', async () => {
  await mkdir(join(directory, 'services.copies'));
  await writeFile(join(directory, 'services.copies', `${service}.left`), '');
  expect(await text(copied(directory, service, (staged) => staged.fill(() => of('one'), signal)))).toBe('one');
  expect(await namesLeft()).toEqual([]);
});

it('gives up after a minute in which nothing comes, since the engine stands still meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const asked = Promise.withResolvers<void>();
  async function* silent(limit: AbortSignal): AsyncGenerator<Buffer> {
    yield Buffer.from('one');
    asked.resolve();
    await new Promise((_resolve, reject) => limit.addEventListener('abort', () => reject(new Error('aborted'))));
  }
  const copy = text(copied(directory, service, (staged) => staged.fill(silent, signal)));
  const ended = expect(copy).rejects.toMatchObject({ fault: 'transient', message: 'The copy of the data has stalled.' });
  await asked.promise;
  await vi.advanceTimersByTimeAsync(60_000);
  await ended;
});

it('refuses data that the disk has no room for, before it is copied', async () => {
  const copy = text(copied(directory, service, (staged) => staged.assertRoom(Number.MAX_SAFE_INTEGER)));
  await expect(copy).rejects.toMatchObject({ code: 'store_full' });
});
