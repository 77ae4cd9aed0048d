import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { HttpEnv } from './identify.ts';
import { mountStaticFiles } from './remix.ts';

let folder: string;
const app = new Hono<HttpEnv>();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-static-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/page-abc.js'), 'export const plain = 1;');
  await writeFile(join(folder, 'assets/page-abc.js.br'), 'as brotli');
  await writeFile(join(folder, 'assets/page-abc.js.gz'), 'as gzip');
  await writeFile(join(folder, 'secret.txt'), 'not for browsers');
  mountStaticFiles(app, folder);
});
afterAll(() => rm(folder, { recursive: true }));

const script = (encoding: string) => app.request('/assets/page-abc.js', { headers: { 'accept-encoding': encoding } });

it('sends a script as compressed by the build, in the best encoding that the browser accepts', async () => {
  for (const [accepted, encoding, text] of [
    ['gzip, deflate, br, zstd', 'br', 'as brotli'],
    ['gzip, deflate', 'gzip', 'as gzip'],
    ['identity', null, 'export const plain = 1;'],
  ] as const) {
    const answer = await script(accepted);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/);
    if (encoding !== null) expect(answer.headers.get('vary')?.toLowerCase()).toContain('accept-encoding');
    expect(await answer.text()).toBe(text);
  }
});

it('lets browsers cache it for a year, without content sniffing', async () => {
  const { headers } = await script('br');
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

it.each(['/assets/../secret.txt', '/assets/%2e%2e/secret.txt', '/secret.txt', '/assets/missing.js'])(
  'serves no other file: %s',
  async (path) => {
    expect((await app.request(path)).status).toBe(404);
  },
);
