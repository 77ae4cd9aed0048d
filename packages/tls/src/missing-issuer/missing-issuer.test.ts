import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { ServedObservation } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectProbe, type Probe, type ProbeOptions } from '../probe.ts';
import { caIssuers } from '../testing/extensions.ts';
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
import { pemBlocks } from '../x509/pem.ts';

const stranger = createAuthority({ name: 'Stranger' });
const answers = new Map<string, RequestListener>();
const asked: string[] = [];
let server: Server;
let farm: TlsFarm;
let dns: DnsServer;
let probe: Probe;
let base = '';

const startProbe = (options: Partial<ProbeOptions> = {}): Probe =>
  createDirectProbe({ dnsServers: [dns.address], targetAllow: ['127.0.0.0/8'], extraCaPem: farm.ca, ...patient, ...options });
const der = ({ pem }: Issued): Buffer => pemBlocks(pem)[0] ?? Buffer.alloc(0);
const keep = (path: string, body: Buffer | string): string => {
  answers.set(path, (_, response) => response.end(body));
  return `${base}${path}`;
};
/** Serves a certificate alone that says where its issuer is. */
const serveAlone = (name: string, url: string, issuer: Issued = farm.authority.intermediate): string => {
  const host = `${name}.farm.test`;
  const issued = issueCertificate({ subject: { CN: host }, san: [host], extensions: [caIssuers(url)] }, issuer);
  farm.swap(host, { ...issued, chainPem: issued.pem });
  return host;
};
const look = async (host: string, by: Probe = probe): Promise<ServedObservation> => {
  const observation = await by({ host, port: farm.port });
  if (observation.kind !== 'served') throw new Error(observation.detail);
  expect(observation.reasons).toEqual(['incomplete_chain']);
  return observation;
};
const timesAsked = (path: string): number => asked.filter((each) => each === path).length;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const listener = answers.get(request.url ?? '');
    if (listener === undefined) response.writeHead(404).end();
    else listener(request, response);
  });
  // A different address from the farm's, so that the guard can distinguish them.
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  const bound = server.address();
  base = `http://127.0.0.2:${typeof bound === 'object' && bound !== null ? bound.port : 0}`;
  farm = await startTlsFarm();
  dns = await startDnsServer({ '*.farm.test': ['127.0.0.1'] });
  probe = startProbe();
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.all([farm.close(), dns.close()]);
});

describe('an intermediate that the server does not send', () => {
  it('is named, with its URL and whether the chain would be trusted with it; the verdict stays', async () => {
    const url = keep('/r1.cer', der(farm.authority.intermediate));
    expect((await look(serveAlone('lone', url))).missingIssuer).toEqual({ name: 'Notafter Farm R1', url, leadsToRoot: true });
  });

  it('is followed over several certificates, in PEM too', async () => {
    const above = keep('/upper.pem', farm.authority.intermediate.pem);
    const between = issueCertificate(
      { subject: { CN: 'Between' }, isCa: true, extensions: [caIssuers(above)] },
      farm.authority.intermediate,
    );
    const url = keep('/between.cer', der(between));
    expect((await look(serveAlone('two', url, between))).missingIssuer).toEqual({ name: 'Between', url, leadsToRoot: true });
  });

  it('can belong to an untrusted authority', async () => {
    const url = keep('/stranger.cer', der(stranger.root));
    const issuer = stranger.root;
    expect((await look(serveAlone('private', url, issuer))).missingIssuer).toEqual({ name: 'Stranger Root', url, leadsToRoot: false });
  });

  it.each([
    ['not there', () => `${base}/none.cer`],
    ["somebody else's", () => keep('/other.cer', der(stranger.intermediate))],
    ['no certificate', () => keep('/page.cer', '<html>Sign in</html>')],
    ['a megabyte', () => keep('/large.cer', Buffer.alloc(1_000_000, 0x30))],
  ])('is still named if its URL serves %s', async (what, url) => {
    const where = url();
    const { missingIssuer } = await look(serveAlone(`odd-${what.length}`, where));
    expect(missingIssuer).toEqual({ name: 'Notafter Farm R1', url: where, leadsToRoot: null });
  });

  it('delays a check only briefly, and is available to a later one', async () => {
    let release = (): void => undefined;
    answers.set('/slow.cer', (_, response) => {
      release = () => void response.end(der(farm.authority.intermediate));
    });
    const host = serveAlone('slow', `${base}/slow.cer`);
    const hasty = startProbe({ crlWaitMs: 50 });
    expect((await look(host, hasty)).missingIssuer?.leadsToRoot).toBeNull();
    await expect.poll(() => timesAsked('/slow.cer')).toBe(1);
    release();
    await expect.poll(async () => (await look(host, hasty)).missingIssuer?.leadsToRoot).toBe(true);
    expect(timesAsked('/slow.cer')).toBe(1);
  });

  it('is fetched once for many checks', async () => {
    const url = keep('/shared.cer', der(farm.authority.intermediate));
    const hosts = Array.from({ length: 10 }, (_, n) => serveAlone(`shared-${n}`, url));
    for (const host of hosts) expect((await look(host)).missingIssuer?.leadsToRoot).toBe(true);
    expect(timesAsked('/shared.cer')).toBe(1);
  });
});

describe('no request is made', () => {
  it('to private space, except to allowed ranges', async () => {
    const host = serveAlone('inside', keep('/inside.cer', der(farm.authority.intermediate)));
    const { missingIssuer } = await look(host, startProbe({ targetAllow: ['127.0.0.1/32'] }));
    expect(missingIssuer?.leadsToRoot).toBeNull();
    expect(timesAsked('/inside.cer')).toBe(0);
  });

  it('when CRL fetching is off, or for a URL that is not http(s)', async () => {
    const host = serveAlone('off', keep('/off.cer', der(farm.authority.intermediate)));
    expect((await look(host, startProbe({ crlCheck: false }))).missingIssuer).toBeUndefined();
    expect((await look(serveAlone('file', 'file:///etc/passwd'))).missingIssuer).toBeUndefined();
    expect(timesAsked('/off.cer')).toBe(0);
  });

  it('for a complete chain', async () => {
    const url = keep('/whole.cer', der(farm.authority.intermediate));
    farm.swap('whole.farm.test', farm.authority.issue('whole.farm.test', { extensions: [caIssuers(url)] }));
    expect(await probe({ host: 'whole.farm.test', port: farm.port })).toMatchObject({ kind: 'served', reasons: [] });
    expect(timesAsked('/whole.cer')).toBe(0);
  });
});
