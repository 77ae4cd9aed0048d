import { startOfLog } from '@notafter/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { createFiller } from '../testing/fill.ts';
import { loopbackFetch } from '../testing/follow.ts';
import type { LocalLog } from '../testing/local-log.ts';
import { startRfc6962Log } from '../testing/rfc6962-log.ts';
import { startStaticLog } from '../testing/static-log.ts';
import { type SelfTestRequest, testTail } from './self-test.ts';

const now = (): Date => new Date('2026-11-20T12:00:00Z');
const opened: LocalLog[] = [];
afterEach(() => Promise.all(opened.splice(0).map((log) => log.close())));

const test = (log: LocalLog, request: Partial<SelfTestRequest> = {}) =>
  testTail({
    fetch: loopbackFetch(),
    userAgent: 'Notafter (+mailto:ops@example.com)',
    now,
    log: log.log,
    cursor: startOfLog,
    mode: 'names',
    signal: new AbortController().signal,
    options: { timeoutMs: 30_000, tries: 1, partialAfterMs: 0 },
    ...request,
  });
const start = async <Log extends LocalLog>(starting: Promise<Log>): Promise<Log> => {
  const log = await starting;
  opened.push(log);
  return log;
};

describe('the self-test', () => {
  it.each([
    ['a static log', () => start(startStaticLog({ now })), 255],
    ['an RFC 6962 log', () => start(startRfc6962Log({ now })), 299],
  ])('watches a name of %s and finds its entry', async (_name, open, last) => {
    const log: LocalLog = await open();
    createFiller(log).fill(300);
    const { test: outcome, bytes } = await test(log);
    expect(outcome).toEqual({ index: last, name: expect.stringMatching(/^host-\d+\.other\.test$/), isFound: true });
    expect(bytes).toBeGreaterThan(10_000);
  });

  it('misses an entry whose name the names tile omits', async () => {
    const log = await start(startStaticLog({ now }));
    const { fill, add } = createFiller(log);
    fill(255);
    add('canary.example.com');
    log.omitted.add('canary.example.com');
    expect(await test(log)).toMatchObject({
      test: { index: 255, name: 'canary.example.com', isFound: false },
      omitted: { kind: 'omitted', tile: 0, names: ['canary.example.com'] },
    });
    expect(await test(log, { mode: 'data' })).toMatchObject({ test: { isFound: true }, omitted: null });
  });

  it.each(['an older head', 'a head whose entries wait for their tile'])('does not accuse a log whose next answer is %s', async (next) => {
    const log = await start(startStaticLog({ now }));
    const { fill } = createFiller(log);
    const fetch = loopbackFetch();
    log.store.clockOffsetMs = -30_000;
    fill(550);
    const older = await fetch(`${log.url}/checkpoint`, { maxBytes: 1024, totalTimeoutMs: 30_000 });
    log.store.clockOffsetMs = -20_000;
    fill(50);
    let heads = 0;
    const changing: typeof fetch = async (url, options) => {
      if (!url.endsWith('/checkpoint')) return fetch(url, options);
      heads += 1;
      if (heads > 1 && next === 'an older head') return older;
      const response = await fetch(url, options);
      log.store.clockOffsetMs = 0;
      fill(50);
      return response;
    };
    const cursor = { ...startOfLog, size: 512 };
    const { test: outcome, omitted } = await test(log, { fetch: changing, cursor, options: { tries: 1, partialAfterMs: 15_000 } });
    expect(outcome).toMatchObject({ index: 599, isFound: true });
    expect(omitted).toBeNull();
  });

  it('does not accuse a log that returns fewer entries the second time', async () => {
    const log = await start(startRfc6962Log({ now }));
    createFiller(log).fill(300);
    log.entriesMax = 20;
    const fetch = loopbackFetch();
    const shorter: typeof fetch = async (url, options) => {
      const response = await fetch(url, options);
      if (url.includes('get-entries')) log.entriesMax = 10;
      return response;
    };
    expect(await test(log, { fetch: shorter })).toMatchObject({ test: null, omitted: null });
  });

  it('has nothing to look for in a log without new entries, without host names, or that does not answer', async () => {
    const log = await start(startStaticLog({ now }));
    expect((await test(log)).test).toBeNull();
    createFiller(log).add('192.0.2.1', 'localhost');
    expect((await test(log)).test).toBeNull();
    log.misbehave({ kind: 'status', status: 503 }, /./);
    expect((await test(log)).test).toBeNull();
  });
});
