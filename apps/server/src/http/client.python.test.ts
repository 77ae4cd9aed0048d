import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { SECOND_MS } from '@notafter/domain';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { newPerson, signIn } from '../testing/people.ts';
import { plainScreens } from '../testing/plain-screens.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const script = resolve(import.meta.dirname, '../testing/client.py');
const withSecret = z.object({ token: z.object({ value: z.string() }) });

let server: TestServer;
beforeAll(async () => {
  // More than the steps before the last one need; the last one goes on in the next window.
  server = await startTestServer({ screens: plainScreens, env: { API_REQUESTS_PER_MINUTE: '150' } });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => server.close());

it('serves a Python client through 413, paging, idempotency, ETag and retry', async () => {
  const cookie = await signIn(server, await newPerson(server, {}, 'Enterprise'));
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const { token } = withSecret.parse((await server.call('/v1/tokens', { json: { name: 'Python' }, headers })).body);
  const client = spawn(process.env.PYTHON_PATH ?? 'python3', [script], {
    env: { ...process.env, NOTAFTER: server.url, NOTAFTER_TOKEN: token.value, NO_PROXY: '*' },
    stdio: 'pipe',
  });
  const said: string[] = [];
  createInterface(client.stdout).on('line', (line) => {
    said.push(line);
    const [, seconds] = /^wait (\d+)$/.exec(line) ?? [];
    if (seconds === undefined) return;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + Number(seconds) * SECOND_MS });
    client.stdin.write('\n');
  });
  const [failure, [code]] = await Promise.all([text(client.stderr), once(client, 'close')]);
  expect({ code, failure }, said.join('\n')).toEqual({ code: 0, failure: '' });
  expect(said).toContainEqual(expect.stringMatching(/^wait [1-9]/));
  expect(said.at(-1)).toBe('done');
});
