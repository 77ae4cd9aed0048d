import type { RequestListener } from 'node:http';
import { createAddressPolicy, createGuard, createGuardedFetch, type GuardedFetch } from '@notafter/net';
import { createAuthority } from '@notafter/tls/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pngOf, startWebSite, type WebSite } from '../testing/web-site.ts';
import { createFaviconFetcher } from './favicon-fetcher.ts';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const authority = createAuthority();
const names = ['a.test', 'b.test'];
const png = pngOf(32);
const picture = { contentType: 'image/png', bytes: png };

let fetch: GuardedFetch;
let fetchFavicon: ReturnType<typeof createFaviconFetcher>;
let site: WebSite;
/** At an address that the guard refuses. */
let inside: WebSite;
let answer: RequestListener;
beforeAll(async () => {
  site = await startWebSite(authority.issue(names), (request, response) => answer(request, response), '127.0.0.21');
  inside = await startWebSite(authority.issue(['inside.test']), (_, response) => response.end(png), '127.0.0.22');
  const resolve = (name: string) =>
    Promise.resolve({ kind: 'found', addresses: [name === 'inside.test' ? '127.0.0.22' : '127.0.0.21'] } as const);
  const guard = createGuard({ resolve }, createAddressPolicy({ allow: ['127.0.0.21'] }));
  fetch = createGuardedFetch({ guard, extraCaPem: authority.root.pem });
  fetchFavicon = createFaviconFetcher(fetch, silent);
});
afterAll(() => Promise.all([site.close(), inside.close()]));
beforeEach(() => {
  site.asked.length = 0;
  inside.asked.length = 0;
});

const favicon = () => fetchFavicon({ host: 'a.test', port: site.port });
const pathsAsked = () => site.asked.map((asked) => asked.slice(asked.indexOf('/')));
const pages =
  (answers: Readonly<Record<string, RequestListener>>): RequestListener =>
  (request, response) => {
    const found = answers[request.url ?? ''];
    if (found === undefined) response.writeHead(404).end();
    else found(request, response);
  };
const html =
  (text: string): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);
const redirect =
  (location: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location }).end();

describe('finds', () => {
  it('/favicon.ico, with no further requests', async () => {
    answer = pages({ '/favicon.ico': (_, response) => response.end(png) });
    expect(await favicon()).toEqual(picture);
    expect(pathsAsked()).toEqual(['/favicon.ico']);
  });

  it('the icon that the page links, if /favicon.ico is missing or a page itself', async () => {
    answer = pages({
      '/favicon.ico': html('<!doctype html><title>not found, says the app</title>'),
      '/': html(`<head><link rel="icon" href="https://b.test:${site.port}/icon.png"></head>${'x'.repeat(1_000_000)}`),
      '/icon.png': (_, response) => response.end(png),
    });
    expect(await favicon()).toEqual(picture);
    expect(site.asked.at(-1)).toBe(`b.test:${site.port}/icon.png`);
  });

  it('it behind redirects', async () => {
    answer = pages({ '/favicon.ico': redirect('/static/icon'), '/static/icon': (_, response) => response.end(png) });
    expect(await favicon()).toEqual(picture);
  });
});

describe('rejects a hostile site', () => {
  it('that redirects into private space', async () => {
    answer = pages({
      '/favicon.ico': redirect(`https://inside.test:${inside.port}/favicon.ico`),
      '/': html(`<link rel="icon" href="https://inside.test:${inside.port}/i.png"><link rel="icon" href="https://169.254.169.254/i.png">`),
    });
    expect(await favicon()).toBeNull();
    expect(inside.asked).toEqual([]);
  });

  it('that redirects endlessly', async () => {
    answer = (request, response) => redirect(`${request.url}x`)(request, response);
    expect(await favicon()).toBeNull();
    expect(site.asked).toHaveLength(8);
  });

  it.each([
    ['HTML called a PNG', Buffer.from('<script>alert(1)</script>')],
    ['an SVG with script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['ten megabytes that start like a PNG', Buffer.concat([png, Buffer.alloc(10_000_000)])],
    ['a picture too large to be sent with every row', Buffer.concat([png, Buffer.alloc(200_000)])],
  ])('for %s', async (_, body) => {
    answer = pages({ '/favicon.ico': (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end(body) });
    expect(await favicon()).toBeNull();
  });

  it('that links a thousand icons, after two requests', async () => {
    answer = pages({ '/': html(Array.from({ length: 1000 }, (_, index) => `<link rel=icon href=/${index}.png>`).join('')) });
    expect(await favicon()).toBeNull();
    expect(site.asked).toHaveLength(4);
  });

  it('that is not trusted', async () => {
    answer = (_, response) => response.end(png);
    expect(await fetchFavicon({ host: 'c.test', port: site.port })).toBeNull();
    expect(site.asked).toEqual([]);
  });
});

it('tries the web site of the host if the port serves no icon, and gives up at the time limit', async () => {
  const urls: string[] = [];
  const limits: number[] = [];
  const recording: GuardedFetch = (url, options) => {
    urls.push(url);
    limits.push(options.totalTimeoutMs);
    return fetch(url, options);
  };
  answer = () => undefined;
  expect(await createFaviconFetcher(recording, silent)({ host: 'a.test', port: 25 })).toBeNull();
  expect(urls).toEqual(['https://a.test:25/favicon.ico', 'https://a.test/favicon.ico']);
  expect(Math.max(...limits)).toBeLessThanOrEqual(8000);
});
