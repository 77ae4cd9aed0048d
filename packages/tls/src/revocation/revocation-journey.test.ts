import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { ServedObservation, TrustAnchors } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClosableProber, createProber, type ProberOptions } from '../prober.ts';
import { crlDistributionPoints } from '../testing/extensions.ts';
import {
  createAuthority,
  type DnsServer,
  type Issued,
  issueCertificate,
  startDnsServer,
  startTlsFarm,
  type TlsFarm,
} from '../testing/index.ts';
import { patient } from '../testing/patient.ts';
import { type CrlRequest, issueCrl } from '../testing/revocation.ts';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';

const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
const authority = createAuthority();
const stranger = createAuthority({ name: 'Stranger' });
const serialOf = ({ pem }: Issued): Buffer => new Certificate(pemBlocks(pem)[0] ?? Buffer.alloc(0)).serial;

let farm: TlsFarm;
let dns: DnsServer;
let lists: Server;
let secureLists: Server;
const answers = new Map<string, RequestListener>();
const asked: string[] = [];
const probers: ClosableProber[] = [];
/** The URL of the CRL of a certificate with this name. */
let urlOf = (_name: string): string => '';

const portOf = (server: Server): number => {
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
};
const listen: RequestListener = (request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const answer = answers.get(path);
  if (answer === undefined) response.writeHead(404).end();
  else answer(request, response);
};

beforeAll(async () => {
  farm = await startTlsFarm({ authority });
  dns = await startDnsServer({ '*.farm.test': ['127.0.0.1'] }, { ttlSeconds: 60 });
  lists = createServer(listen).listen(0, '127.0.0.1');
  const { chainPem, key } = authority.issue(['127.0.0.1']);
  secureLists = createSecureServer({ cert: chainPem, key: key.privatePem }, listen).listen(0, '127.0.0.1');
  await Promise.all([once(lists, 'listening'), once(secureLists, 'listening')]);
  urlOf = (name) => `http://127.0.0.1:${portOf(lists)}/${name}`;
});
afterAll(async () => {
  await Promise.all([...probers.map((prober) => prober.close()), farm.close(), dns.close()]);
  for (const server of [lists, secureLists]) {
    server.closeAllConnections();
    server.close();
  }
});

/** The real components: a worker thread, the outbound guard, real TLS and HTTP. */
const startProber = (options: Partial<ProberOptions> = {}): ((name: string, ...anchors: TrustAnchors[]) => Promise<ServedObservation>) => {
  const prober = createProber({ dnsServers: [dns.address], targetAllow: ['127.0.0.0/8'], extraCaPem: farm.ca, ...patient, ...options });
  probers.push(prober);
  return async (name, ...anchors) => {
    const observation = await prober.probe({ host: `${name}.farm.test`, port: farm.port }, { anchors });
    if (observation.kind !== 'served') throw new Error(observation.detail);
    return observation;
  };
};

/** Serves a new certificate whose CRL is at this URL. */
const serveCertificate = (name: string, url = urlOf(name)): Issued => {
  const issued = authority.issue(`${name}.farm.test`, { extensions: [crlDistributionPoints(url)] });
  farm.swap(`${name}.farm.test`, issued);
  return issued;
};
const publish = (name: string, request: CrlRequest = {}, by = authority.intermediate, inNameOf = by): void => {
  answers.set(`/${name}`, (_, response) => response.end(issueCrl(by, request, inNameOf)));
};
const timesAsked = (name: string): number => asked.filter((path) => path === `/${name}`).length;

const summary = ({ reasons, warnings, revocation: { status, source } }: ServedObservation) => ({ reasons, warnings, status, source });
const good = { reasons: [], warnings: [], status: 'good', source: 'crl' };
const revoked = { reasons: ['revoked'], warnings: [], status: 'revoked', source: 'crl' };
const unproven = { reasons: [], warnings: ['revocation_unknown'], status: 'unknown', source: 'crl' };

describe('a check of a certificate whose CRL', () => {
  it('does not list it: good', async () => {
    serveCertificate('good');
    publish('good');
    const observation = await startProber()('good');
    expect(summary(observation)).toEqual(good);
    expect(observation.revocation).toMatchObject({ detail: 'Not revoked.', checkedAt: expect.any(Date) });
  });

  it('lists it: revoked, with date and reason', async () => {
    const issued = serveCertificate('revoked');
    publish('revoked', { revoked: [serialOf(issued)], thisUpdate: new Date('2026-01-02T03:04:05Z') });
    const observation = await startProber()('revoked');
    expect(summary(observation)).toEqual(revoked);
    expect(observation.revocation.detail).toBe('Revoked on 2026-01-02: key compromise.');
  });

  it('has expired: unknown, with a warning', async () => {
    serveCertificate('stale');
    publish('stale', { thisUpdate: inDays(-9), nextUpdate: inDays(-1) });
    expect(summary(await startProber()('stale'))).toEqual({ ...unproven, warnings: ['stale_crl'] });
  });

  it.each<[string, () => void, string]>([
    [
      'is signed by another key',
      () => publish('list', {}, stranger.intermediate, authority.intermediate),
      "The CRL is not signed by the certificate's issuer.",
    ],
    ['is missing', () => answers.delete('/list'), 'The CRL could not be fetched: the server answered 404.'],
    ['is a web page', () => answers.set('/list', (_, response) => response.end('<html>')), 'The CRL is unreadable'],
    ['redirects into private space', () => redirect('/list', 'http://10.0.0.1/'), 'The CRL could not be fetched: 10.0.0.1 is in private'],
  ])('%s: unknown', async (_, arrange, detail) => {
    serveCertificate('list');
    arrange();
    const observation = await startProber()('list');
    expect(summary(observation)).toEqual(unproven);
    expect(observation.revocation.detail).toContain(detail);
  });

  it('has 100 MB: unknown, after little of it was read', async () => {
    serveCertificate('huge');
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
    const observation = await startProber()('huge');
    expect(summary(observation)).toEqual(unproven);
    expect(observation.revocation.detail).toContain('larger than');
    expect(sent).toBeLessThan(50_000_000);
  });

  it('comes over https from a trusted host', async () => {
    serveCertificate('secure', `https://127.0.0.1:${portOf(secureLists)}/secure`);
    publish('secure');
    expect(summary(await startProber()('secure'))).toEqual(good);
  });
});

const redirect = (path: string, location: string): void => {
  answers.set(path, (_, response) => response.writeHead(302, { location }).end());
};

/** Delays the answers to the URL of a CRL until the test releases them. */
const holdBack = (name: string): { release: () => void } => {
  const held: ServerResponse[] = [];
  answers.set(`/${name}`, (_, response) => held.push(response));
  return {
    release() {
      for (const response of held) response.end(issueCrl(authority.intermediate));
    },
  };
};

describe('a CRL that does not arrive', () => {
  it('delays all checks together by one wait, and is fetched once', async () => {
    serveCertificate('silent');
    holdBack('silent');
    const probe = startProber({ crlWaitMs: 5_500 });
    // A second wait would last until the fetch fails, ten seconds after it started, and say so.
    for (let nth = 1; nth <= 2; nth += 1) {
      const observation = await probe('silent');
      expect(summary(observation)).toEqual(unproven);
      expect(observation.revocation.detail).toBe('The CRL has not arrived yet.');
    }
    const others = await Promise.all(Array.from({ length: 100 }, () => probe('silent')));
    expect(others.every(({ revocation }) => revocation.status === 'unknown')).toBe(true);
    expect(timesAsked('silent')).toBe(1);
  });

  it('is used by later checks once it has arrived', async () => {
    serveCertificate('slow');
    const { release } = holdBack('slow');
    const probe = startProber({ crlWaitMs: 50 });
    expect((await probe('slow')).revocation.status).toBe('unknown');
    await expect.poll(() => timesAsked('slow')).toBe(1);
    release();
    await expect.poll(async () => (await probe('slow')).revocation.status).toBe('good');
    expect(timesAsked('slow')).toBe(1);
  });

  it('does not delay certificates of another CRL', async () => {
    serveCertificate('stuck');
    const { release } = holdBack('stuck');
    serveCertificate('free');
    publish('free');
    const probe = startProber();
    const stuck = probe('stuck');
    await expect.poll(() => timesAsked('stuck')).toBe(1);
    expect((await probe('free')).revocation.status).toBe('good');
    release();
    expect((await stuck).revocation.status).toBe('good');
  });
});

describe('a certificate below the anchors of a check', () => {
  const anchors = { digest: 'stranger', pem: stranger.root.pem };
  const serveBelow = (name: string): Issued => {
    const issued = stranger.issue(`${name}.farm.test`, { extensions: [crlDistributionPoints(urlOf(name))] });
    farm.swap(`${name}.farm.test`, issued);
    return issued;
  };

  it('is revoked by the CRL of its CA, which is not fetched for others', async () => {
    const issued = serveBelow('corp');
    publish('corp', { revoked: [serialOf(issued)] }, stranger.intermediate);
    const probe = startProber();
    expect(summary(await probe('corp'))).toMatchObject({ reasons: ['untrusted_root'], status: 'not_checked' });
    expect(timesAsked('corp')).toBe(0);
    expect(summary(await probe('corp', anchors))).toEqual(revoked);
    expect(summary(await probe('corp'))).toMatchObject({ reasons: ['untrusted_root'], status: 'not_checked' });
    expect(timesAsked('corp')).toBe(1);
  });

  it('cannot occupy the fetches of other certificates', async () => {
    const names = Array.from({ length: 20 }, (_, nth) => `corp${nth}`);
    const held = names.map((name) => {
      serveBelow(name);
      return holdBack(name);
    });
    serveCertificate('public');
    publish('public');
    const probe = startProber({ crlWaitMs: 50 });
    const slow = await Promise.all(names.map((name) => probe(name, anchors)));
    expect(slow.map(summary)).toEqual(names.map(() => unproven));
    await expect.poll(async () => summary(await probe('public')), { timeout: 8_000 }).toEqual(good);
    for (const { release } of held) release();
  });
});

describe('a certificate', () => {
  it('that replaces a revoked one is good', async () => {
    const first = serveCertificate('renewed');
    publish('renewed', { revoked: [serialOf(first)] });
    const probe = startProber();
    expect(summary(await probe('renewed'))).toEqual(revoked);
    serveCertificate('renewed');
    expect(summary(await probe('renewed'))).toEqual(good);
  });

  it('is revoked if its issuer is revoked', async () => {
    const below = issueCertificate(
      { subject: { CN: 'Below' }, isCa: true, extensions: [crlDistributionPoints(urlOf('below'))], notAfter: inDays(900) },
      authority.intermediate,
    );
    publish('below', { revoked: [serialOf(below)] });
    farm.swap('under.farm.test', issueCertificate({ subject: { CN: 'under' }, san: ['under.farm.test'] }, below));
    const observation = await startProber()('under');
    expect(summary(observation)).toEqual(revoked);
    expect(observation.revocation.detail).toContain('The intermediate "Below": Revoked on');
  });

  it('without a trusted root causes no requests', async () => {
    const issued = stranger.issue('lone.farm.test', { extensions: [crlDistributionPoints(urlOf('lone'))] });
    farm.swap('lone.farm.test', issued);
    expect(summary(await startProber()('lone'))).toMatchObject({ reasons: ['untrusted_root'], status: 'not_checked', source: null });
    expect(timesAsked('lone')).toBe(0);
  });

  it('causes no requests when CRLs are off', async () => {
    serveCertificate('off');
    publish('off');
    const observation = await startProber({ crlCheck: false })('off');
    expect(observation).toMatchObject({ reasons: [], warnings: [], revocation: { status: 'not_checked', checkedAt: null } });
    expect(timesAsked('off')).toBe(0);
  });

  it('without a CRL URL is not checked', async () => {
    farm.swap('none.farm.test', authority.issue('none.farm.test'));
    expect(summary(await startProber()('none'))).toEqual({ reasons: [], warnings: [], status: 'not_checked', source: null });
  });
});
