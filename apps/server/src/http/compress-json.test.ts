import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { describe, expect, it } from 'vitest';
import { compressJson } from './compress-json.ts';
import type { HttpEnv } from './identify.ts';

const textOf = (bytes: number): string => 'certificate '.repeat(bytes / 12);

const app = new Hono<HttpEnv>();
app.use(compress());
app.use(compressJson);
app.use(async (c, next) => {
  await next();
  c.res.headers.append('set-cookie', 'a=1');
  c.res.headers.append('set-cookie', 'b=2');
});
app.get('/json/:bytes', (c) => c.json({ text: textOf(Number(c.req.param('bytes'))) }, 201, { vary: 'Origin' }));
app.get('/text', (c) => c.text(textOf(5000)));
app.get('/nothing', (c) => c.body(null, 204));

const get = async (path: string, acceptEncoding = 'gzip, deflate, br', method = 'GET') =>
  app.request(path, { method, headers: { 'accept-encoding': acceptEncoding } });
const readGzip = async (answer: Response): Promise<string> => gunzipSync(await answer.arrayBuffer()).toString();

describe('a JSON response', () => {
  it.each([1200, 120_000, 1_200_000])('of %i bytes is compressed, with a Vary header for caches', async (bytes) => {
    const answer = await get(`/json/${bytes}`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ 'content-encoding': 'gzip', vary: 'Origin, Accept-Encoding' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await readGzip(answer)).toBe(JSON.stringify({ text: textOf(bytes) }));
  });

  it('that is short is not compressed', async () => {
    const answer = await get('/json/120');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await answer.json()).toEqual({ text: textOf(120) });
  });

  it.each(['', 'br', 'identity', 'gzip;q=0', 'gzip; q=0.0', 'x-gzip'])(
    'is not compressed for clients that accept "%s"',
    async (accepted) => {
      const answer = await get('/json/1200', accepted);
      expect(answer.headers.get('content-encoding')).toBeNull();
      expect(await answer.json()).toEqual({ text: textOf(1200) });
    },
  );

  it.each(['gzip', 'br, GZIP;q=0.5', 'deflate;q=0.1 , gzip;q=1.0'])('is compressed for clients that accept "%s"', async (accepted) => {
    expect((await get('/json/1200', accepted)).headers.get('content-encoding')).toBe('gzip');
  });
});

it('leaves other types to the stream', async () => {
  const text = await get('/text');
  expect([text.headers.get('content-encoding'), await readGzip(text)]).toEqual(['gzip', textOf(5000)]);
  expect((await get('/nothing')).status).toBe(204);
  expect(await (await get('/json/1200', 'gzip', 'HEAD')).text()).toBe('');
});
