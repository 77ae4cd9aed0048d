import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAddressPolicy } from './address-policy.ts';
import { createGuard } from './guard.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { GuardedFetchError } from './guarded-socket.ts';

const limits = { maxBytes: 1_000, totalTimeoutMs: 20_000 };
const fetch = createGuardedFetch({
  guard: createGuard(
    { resolve: (name) => Promise.resolve({ kind: 'found', addresses: [name === 'inside.test' ? '127.0.0.22' : '127.0.0.21'] }) },
    createAddressPolicy({ allow: ['127.0.0.21'] }),
  ),
});

let answer: RequestListener = () => undefined;
let server: Server;
let port = 0;
let requests: { url: string; authorization: string | undefined; body: string }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += String(chunk);
    });
    request.once('end', () => {
      requests.push({ url: request.url ?? '', authorization: request.headers.authorization, body });
      answer(request, response);
    });
  }).listen(0, '127.0.0.21');
  await once(server, 'listening');
  const bound = server.address();
  port = typeof bound === 'object' && bound !== null ? bound.port : 0;
});
afterAll(() => server.close());
beforeEach(() => {
  requests = [];
});

const faultOf = async (url: string, options: Partial<Parameters<typeof fetch>[1]> = {}): Promise<string> => {
  try {
    await fetch(url, { ...limits, ...options });
    return 'none';
  } catch (error) {
    return error instanceof GuardedFetchError ? error.fault : `not a GuardedFetchError: ${String(error)}`;
  }
};

describe('an allowed host', () => {
  it('gets the request and returns status, headers and bytes', async () => {
    answer = (_, response) => response.writeHead(404, { 'x-kind': 'test' }).end('gone');
    const response = await fetch(`http://a.test:${port}/hook`, {
      ...limits,
      method: 'POST',
      body: '{"a":1}',
      headers: { authorization: 'Bearer x' },
    });
    expect(response.status).toBe(404);
    expect(response.headers.get('x-kind')).toBe('test');
    expect(Buffer.from(response.bytes).toString()).toBe('gone');
    expect(requests).toEqual([{ url: '/hook', authorization: 'Bearer x', body: '{"a":1}' }]);
  });

  it('ignores the proxy variables of the environment', async () => {
    process.env.http_proxy = 'http://127.0.0.99:1';
    answer = (_, response) => response.end('direct');
    expect((await fetch(`http://a.test:${port}/`, limits)).status).toBe(200);
    delete process.env.http_proxy;
  });

  it('is cut off if the response exceeds the limit', async () => {
    answer = (_, response) => response.end('x'.repeat(1_001));
    expect(await faultOf(`http://a.test:${port}/`)).toBe('too_large');
  });

  it('is read up to the limit with `cut`', async () => {
    answer = (_, response) => response.end('x'.repeat(100_000));
    const { bytes } = await fetch(`http://a.test:${port}/`, { ...limits, cut: true });
    expect(bytes.byteLength).toBe(1_000);
  });

  it('streams its body with backpressure and buffers none of it', async () => {
    answer = (_, response) => {
      response.writeHead(201, { 'x-kind': 'long' });
      for (let part = 0; part < 50; part += 1) response.write('x'.repeat(20_000));
      response.end();
    };
    let taken = 0;
    let atOnce = 0;
    const { bytes, status } = await fetch(`http://a.test:${port}/`, {
      ...limits,
      maxBytes: 1_000_000,
      onChunk: async (chunk, head) => {
        expect([head.status, head.headers.get('x-kind')]).toEqual([201, 'long']);
        atOnce += 1;
        await Promise.resolve();
        expect(atOnce).toBe(1);
        atOnce -= 1;
        taken += chunk.byteLength;
      },
    });
    expect([taken, bytes.byteLength, status]).toEqual([1_000_000, 0, 201]);
    expect(await faultOf(`http://a.test:${port}/`, { maxBytes: 999_999, onChunk: () => undefined })).toBe('too_large');
  });

  it('is disconnected if the chunk handler throws', async () => {
    answer = (_, response) => response.end('[1,');
    const refusal = new Error('unexpected body');
    const fetching = fetch(`http://a.test:${port}/`, { ...limits, onChunk: () => Promise.reject(refusal) });
    await expect(fetching).rejects.toMatchObject({ fault: 'unreachable', cause: refusal });
  });

  it('is cut off if it does not answer within the total timeout', async () => {
    answer = () => undefined;
    expect(await faultOf(`http://a.test:${port}/`, { totalTimeoutMs: 200 })).toBe('timeout');
  });

  it('is cut off if its body is still arriving after the total timeout', async () => {
    answer = (_, response) => response.writeHead(200).write('x');
    expect(await faultOf(`http://a.test:${port}/`, { totalTimeoutMs: 200 })).toBe('timeout');
  });

  it('that refuses connections is retryable', async () => {
    await expect(fetch('http://a.test:1/', limits)).rejects.toMatchObject({
      fault: 'unreachable',
      retryable: true,
      message: 'Connection refused by 127.0.0.21:1.',
    });
  });
});

describe('a request without a response', () => {
  const errorOf = async (url: string, options: Partial<Parameters<typeof fetch>[1]> = {}): Promise<unknown> => {
    try {
      await fetch(url, { ...limits, method: 'POST', body: 'x', ...options });
      return 'an answer';
    } catch (error) {
      return error;
    }
  };

  it.each(['http://a.test:1/', 'http://inside.test/', 'ftp://a.test/'])('was not sent to %s', async (url) => {
    expect(await errorOf(url)).toMatchObject({ sent: false });
  });

  it('was not sent if TLS failed', async () => {
    expect(await errorOf(`https://a.test:${port}/`)).toMatchObject({ fault: 'unreachable', sent: false });
    expect(requests).toEqual([]);
  });

  it('counts as sent if the host timed out, disconnected or responded in part', async () => {
    answer = () => undefined;
    expect(await errorOf(`http://a.test:${port}/`, { totalTimeoutMs: 5_000 })).toMatchObject({ fault: 'timeout', sent: true });
    answer = (_, response) => response.socket?.resetAndDestroy();
    expect(await errorOf(`http://a.test:${port}/`)).toMatchObject({ fault: 'unreachable', sent: true });
    answer = (_, response) => response.writeHead(200, { 'content-length': 9 }).write('part', () => response.destroy());
    expect(await errorOf(`http://a.test:${port}/`)).toMatchObject({ fault: 'unreachable', sent: true });
    expect(requests).toHaveLength(3);
  });

  it('distinguishes an abort from the timeout', async () => {
    const stop = new AbortController();
    answer = () => stop.abort();
    expect(await errorOf(`http://a.test:${port}/`, { signal: stop.signal })).toMatchObject({
      fault: 'aborted',
      sent: true,
      retryable: true,
    });
    expect(await errorOf(`http://a.test:${port}/`, { signal: AbortSignal.abort() })).toMatchObject({ fault: 'aborted', sent: false });
  });
});

describe('a host in private space', () => {
  it.each(['http://inside.test', 'http://127.0.0.22', 'http://[::1]', 'http://2130706433', 'http://0x7f.1', 'http://[::ffff:127.0.0.22]'])(
    'is not called: %s',
    async (origin) => {
      expect(await faultOf(`${origin}:${port}/`)).toBe('not_allowed');
      expect(requests).toEqual([]);
    },
  );
});

describe('redirects', () => {
  it('are followed without sending secrets to another host', async () => {
    answer = (request, response) =>
      request.url === '/end' ? response.end('here') : response.writeHead(302, { location: `http://b.test:${port}/end` }).end();
    const response = await fetch(`http://a.test:${port}/start`, { ...limits, headers: { authorization: 'secret' } });
    expect(response.url).toBe(`http://b.test:${port}/end`);
    expect(requests.map((request) => request.authorization)).toEqual(['secret', undefined]);
  });

  it.each([
    ['private space', 'http://inside.test/', 'not_allowed'],
    ['a literal in private space', 'http://169.254.169.254/latest/meta-data/', 'not_allowed'],
    ['a file', 'file:///etc/passwd', 'bad_url'],
  ])('into %s are not followed', async (_, location, fault) => {
    answer = (_request, response) => response.writeHead(302, { location }).end();
    expect(await faultOf(`http://a.test:${port}/`)).toBe(fault);
  });

  it('stop after three', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await faultOf(`http://a.test:${port}/`)).toBe('too_many_redirects');
    expect(requests).toHaveLength(4);
  });

  it('of a GET are returned with `answerRedirects`', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/again' }).end();
    expect((await fetch(`http://a.test:${port}/`, { ...limits, answerRedirects: true })).status).toBe(302);
    expect(requests).toHaveLength(1);
  });

  it('of a POST are returned, not followed', async () => {
    answer = (_, response) => response.writeHead(307, { location: '/again' }).end();
    expect((await fetch(`http://a.test:${port}/`, { ...limits, method: 'POST', body: 'x' })).status).toBe(307);
    expect(requests).toHaveLength(1);
  });
});

it.each(['', 'not a url', 'ftp://a.test/', 'data:text/plain,x', 'http://user:pass@a.test/'])('refuses %j', async (url) => {
  expect(await faultOf(url)).toBe('bad_url');
});
