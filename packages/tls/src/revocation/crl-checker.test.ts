import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createAddressPolicy, createGuard, createGuardedFetch, createResolver } from '@notafter/net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crlDistributionPoints } from '../testing/extensions.ts';
import { createAuthority, type Issued } from '../testing/index.ts';
import { type CrlRequest, crlToPem, issueCrl } from '../testing/revocation.ts';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';
import { createCrlChecker } from './crl-checker.ts';

const DAY_MS = 86_400_000;
const now = new Date();
const inDays = (days: number): Date => new Date(now.getTime() + days * DAY_MS);
const authority = createAuthority();
const stranger = createAuthority({ name: 'Stranger' });
const certificateOf = ({ pem }: Issued): Certificate => new Certificate(pemBlocks(pem)[0] ?? Buffer.alloc(0));
const issuer = certificateOf(authority.intermediate);

let server: Server;
let port = 0;
const answers = new Map<string, RequestListener>();
const asked: string[] = [];
const answer = (path: string, body: Buffer | string): Map<string, RequestListener> =>
  answers.set(path, (_, response) => response.end(body));

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const listener = answers.get(request.url ?? '');
    if (listener === undefined) response.writeHead(404).end('no such list');
    else listener(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const guardedFetch = (allow: readonly string[]) => {
  const resolver = createResolver({ servers: [], timeoutMs: 1_000 });
  return createGuardedFetch({ guard: createGuard(resolver, createAddressPolicy({ allow })) });
};
const checker = (options: { maxBytes?: number; maxCacheBytes?: number; timeoutMs?: number } = {}, allow = ['127.0.0.0/8']) =>
  createCrlChecker({ fetch: guardedFetch(allow), ...options });
const leafAt = (...paths: readonly string[]): Certificate =>
  certificateOf(
    authority.issue('a.test', { extensions: [crlDistributionPoints(...paths.map((path) => `http://127.0.0.1:${port}${path}`))] }),
  );

const serve = (path: string, request: CrlRequest, by = authority.intermediate, inNameOf = by): Certificate => {
  answer(path, issueCrl(by, request, inNameOf));
  return leafAt(path);
};

describe('a CRL server', () => {
  it('with a CRL that does not list the certificate: good', async () => {
    expect(await checker().check(serve('/good', {}), issuer, now)).toMatchObject({ status: 'good' });
  });

  it('with a CRL that lists it: revoked', async () => {
    const leaf = leafAt('/revoked');
    answer('/revoked', issueCrl(authority.intermediate, { revoked: [leaf.serial] }));
    expect(await checker().check(leaf, issuer, now)).toMatchObject({ status: 'revoked', reason: 'key compromise' });
  });

  it('with an expired CRL: stale', async () => {
    const leaf = serve('/stale', { thisUpdate: inDays(-9), nextUpdate: inDays(-1) });
    expect(await checker().check(leaf, issuer, now)).toMatchObject({ status: 'stale' });
  });

  it('with a CRL that another key signed: unknown', async () => {
    const leaf = serve('/forged', {}, stranger.intermediate, authority.intermediate);
    expect(await checker().check(leaf, issuer, now)).toMatchObject({
      status: 'unknown',
      detail: "The CRL is not signed by the certificate's issuer.",
    });
  });

  it('without a CRL: unknown', async () => {
    expect(await checker().check(leafAt('/none'), issuer, now)).toMatchObject({
      status: 'unknown',
      detail: 'The CRL could not be fetched: the server answered 404.',
    });
  });

  it('that sends a web page: unknown', async () => {
    answer('/page', '<html>Sign in</html>');
    expect(await checker().check(leafAt('/page'), issuer, now)).toMatchObject({ status: 'unknown' });
  });

  it('that sends PEM: good', async () => {
    answer('/pem', crlToPem(issueCrl(authority.intermediate)));
    expect(await checker().check(leafAt('/pem'), issuer, now)).toMatchObject({ status: 'good' });
  });

  it('that sends 100 MB is cut off: unknown', async () => {
    let sent = 0;
    answers.set('/huge', (_, response) => {
      const block = Buffer.alloc(1_000_000, 0x30);
      const more = (): void => {
        while (sent < 100_000_000 && !response.destroyed) {
          sent += block.length;
          if (!response.write(block)) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    });
    expect(await checker({ maxBytes: 4_000_000 }).check(leafAt('/huge'), issuer, now)).toMatchObject({ status: 'unknown' });
    expect(sent).toBeLessThan(40_000_000);
  });

  it('that never answers: unknown, in time', async () => {
    answers.set('/silent', () => undefined);
    const startedAt = performance.now();
    expect(await checker({ timeoutMs: 200 }).check(leafAt('/silent'), issuer, now)).toMatchObject({ status: 'unknown' });
    // Without this limit it would take ten seconds.
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  });

  it('in private space is not called: unknown', async () => {
    const before = asked.length;
    expect(await checker({}, []).check(serve('/private', {}), issuer, now)).toMatchObject({ status: 'unknown' });
    expect(asked).toHaveLength(before);
  });

  it('behind a second URL is called if the first fails', async () => {
    answer('/second', issueCrl(authority.intermediate));
    expect(await checker().check(leafAt('/first-gone', '/second'), issuer, now)).toMatchObject({ status: 'good' });
  });
});

describe('a certificate', () => {
  it('without a CRL URL is unknown', async () => {
    const leaf = certificateOf(authority.issue('a.test'));
    expect(await checker().check(leaf, issuer, now)).toMatchObject({ status: 'unknown', detail: 'The certificate names no CRL.' });
  });

  it('with a file or LDAP URL is unknown', async () => {
    const leaf = certificateOf(
      authority.issue('a.test', { extensions: [crlDistributionPoints('file:///etc/passwd', 'ldap://127.0.0.1/')] }),
    );
    expect(await checker().check(leaf, issuer, now)).toMatchObject({ status: 'unknown' });
  });
});

describe('a CRL', () => {
  const timesAsked = (path: string): number => asked.filter((each) => each === path).length;

  it('is fetched once for many certificates, also at the same time', async () => {
    const one = checker();
    const leaf = serve('/shared', {});
    await Promise.all(Array.from({ length: 20 }, () => one.check(leaf, issuer, now)));
    await one.check(leaf, issuer, now);
    expect(timesAsked('/shared')).toBe(1);
  });

  it('is fetched again when it expires, and counts as stale if that fails', async () => {
    const one = checker();
    const leaf = serve('/ending', { nextUpdate: inDays(0.1) });
    expect((await one.check(leaf, issuer, now)).status).toBe('good');
    answers.delete('/ending');
    expect((await one.check(leaf, issuer, inDays(0.2))).status).toBe('stale');
    answer('/ending', issueCrl(authority.intermediate, { thisUpdate: inDays(0.2) }));
    expect((await one.check(leaf, issuer, inDays(0.2))).status).toBe('stale');
    expect((await one.check(leaf, issuer, inDays(0.3))).status).toBe('good');
    expect(timesAsked('/ending')).toBe(3);
  });

  it('is not sent again while its server says that it is unchanged', async () => {
    const one = checker();
    const leaf = leafAt('/same');
    const list = issueCrl(authority.intermediate, { nextUpdate: inDays(3) });
    const asking: unknown[] = [];
    answers.set('/same', ({ headers }, response) => {
      asking.push([headers['if-none-match'], headers['if-modified-since']]);
      response.setHeader('etag', '"1"').setHeader('last-modified', 'Fri, 20 Nov 2026 08:00:00 GMT');
      if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.end(list);
    });
    for (const days of [0, 0.3, 0.6]) expect((await one.check(leaf, issuer, inDays(days))).status).toBe('good');
    const known = ['"1"', 'Fri, 20 Nov 2026 08:00:00 GMT'];
    expect(asking).toEqual([[undefined, undefined], known, known]);
    const revoking = issueCrl(authority.intermediate, { revoked: [leaf.serial], nextUpdate: inDays(3) });
    answers.set('/same', (_, response) => response.end(revoking));
    expect((await one.check(leaf, issuer, inDays(0.9))).status).toBe('revoked');
  });

  it('is fetched in full after it expired, so that a server cannot extend it', async () => {
    const one = checker();
    const leaf = leafAt('/kept-alive');
    const asking: unknown[] = [];
    answers.set('/kept-alive', ({ headers }, response) => {
      asking.push(headers['if-none-match']);
      response.setHeader('etag', '"old"');
      if (headers['if-none-match'] !== undefined) response.writeHead(304).end();
      else response.end(issueCrl(authority.intermediate, { nextUpdate: inDays(0.5) }));
    });
    for (const days of [0, 0.3]) expect((await one.check(leaf, issuer, inDays(days))).status).toBe('good');
    expect((await one.check(leaf, issuer, inDays(0.6))).status).toBe('stale');
    expect(asking).toEqual([undefined, '"old"', undefined]);
  });

  it('that is missing is fetched again only after a while', async () => {
    const one = checker();
    const leaf = leafAt('/missing');
    await one.check(leaf, issuer, now);
    await one.check(leaf, issuer, now);
    expect(timesAsked('/missing')).toBe(1);
    answer('/missing', issueCrl(authority.intermediate));
    expect((await one.check(leaf, issuer, inDays(0.01))).status).toBe('good');
  });

  it('is evicted for others', async () => {
    const one = checker({ maxCacheBytes: 600 });
    const leaves = ['/a', '/b', '/c', '/d'].map((path) => serve(path, {}));
    for (const leaf of leaves) await one.check(leaf, issuer, now);
    for (const leaf of leaves.slice(0, 1)) await one.check(leaf, issuer, now);
    expect([timesAsked('/a'), timesAsked('/d')]).toEqual([2, 1]);
  });
});
