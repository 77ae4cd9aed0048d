import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EndpointProtocol, protocolPorts } from '@notafter/domain';
import { sweepAlerts } from '@notafter/features';
import { startZoneServer, type ZoneServer } from '@notafter/net/testing';
import { createAuthority, keyPair } from '@notafter/tls/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type DebianServers, type ServedKeys, startDebianServers } from '../testing/debian/debian-servers.ts';
import { expectQuiet, type Journey, signInOn, startJourney } from '../testing/journey.ts';
import { newPerson, type Person, signIn } from '../testing/people.ts';
import { until } from '../testing/until.ts';

// The servers that people run, as Debian packages them: each endpoint added in every way, found by discovery, and judged.

const DAY_MS = 86_400_000;
const begun = Date.now();
const days = (count: number): Date => new Date(begun + count * DAY_MS + DAY_MS / 2);

// Every run on this machine has its own part of the loopback net, because the ports are the usual ones.
const net = `127.${64 + ((process.pid >> 8) % 128)}.${process.pid & 255}`;
const [first, second, third, fourth] = [`${net}.1`, `${net}.2`, `${net}.3`, `${net}.4`] as const;

const authority = createAuthority({ name: 'Debian' });
const issue = (names: readonly string[], kind: 'P-256' | 'RSA-2048', endsIn = 80) =>
  authority.issue(names, { key: keyPair(kind, 'debian'), notBefore: days(endsIn - 90), notAfter: days(endsIn) });
const keysFor = (names: readonly string[], rsaEndsIn = 80): ServedKeys => ({
  ecdsa: issue(names, 'P-256'),
  rsa: issue(names, 'RSA-2048', rsaEndsIn),
});
const site = ['debian.test', 'www.debian.test'];
const siteKeys = keysFor(site);
const endingKeys: ServedKeys = { ...siteKeys, rsa: issue(site, 'RSA-2048', 6) };

interface Endpoint {
  readonly protocol?: EndpointProtocol;
  readonly name: string;
  readonly address?: string;
}
const endpoints: readonly Endpoint[] = [
  { protocol: 'smtp', name: 'mail.debian.test' },
  { protocol: 'imap', name: 'mail.debian.test' },
  { protocol: 'pop3', name: 'mail.debian.test' },
  { protocol: 'ldap', name: 'ldap.debian.test' },
  { protocol: 'xmpp', name: 'xmpp.debian.test' },
  { protocol: 'postgres', name: 'db.debian.test' },
  { protocol: 'mysql', name: 'maria.debian.test' },
  { protocol: 'nats', name: 'nats.debian.test' },
  { name: 'www.debian.test' },
  { name: 'www.debian.test', address: second },
  { name: 'www.debian.test', address: third },
];
const isEnding = ({ name, address }: Endpoint): boolean => name === 'www.debian.test' && address === undefined;
const textOf = ({ protocol, name, address }: Endpoint): string =>
  `${protocol === undefined ? '' : `${protocol}://`}${name}${address === undefined ? '' : `?address=${address}`}`;

let folder: string;
let zone: ZoneServer;
let debian: DebianServers;
let journey: Journey;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-debian-'));
  await chmod(folder, 0o755);
  const roots = join(folder, 'roots.pem');
  await writeFile(roots, authority.root.pem);
  const services = [...new Set(endpoints.map(({ name }) => name))].filter((name) => !site.includes(name));
  const names = { ...Object.fromEntries(services.map((name) => [name, { A: [first] }])), 'debian.test': { A: [first] } };
  zone = await startZoneServer({ apex: 'debian.test', names: { ...names, 'www.debian.test': { A: [first, second, third, fourth] } } });
  debian = await startDebianServers({
    folder,
    address: first,
    services: keysFor(['debian.test', ...services]),
    nginx: [first, second].map((address) => ({ address, keys: siteKeys })),
    haproxy: [
      { address: third, keys: siteKeys },
      { address: fourth, keys: endingKeys },
    ],
  });
  journey = await startJourney({ DNS_SERVERS: zone.address, EXTRA_CA_FILE: roots, CRTSH_URL: '', CERTSPOTTER_URL: '' });
});
afterAll(async () => {
  await journey?.close();
  await Promise.all([debian?.close(), zone?.close()]);
  await rm(folder, { recursive: true, force: true });
});

const call = async (person: Person, path: string, json?: unknown): Promise<unknown> => {
  const cookie = await signIn(journey.server, person);
  const { status, body, text } = await journey.server.call(path, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    ...(json === undefined ? {} : { json }),
  });
  expect(status, text).toBe(200);
  return body;
};

const onScreen = async (person: Person): Promise<void> => {
  const watched = await journey.open();
  const { page } = watched;
  await signInOn(page, person, '/certificates/add');
  const main = page.getByRole('main');
  await page.getByRole('button', { name: 'Protocol, server name, address' }).click();
  for (const endpoint of endpoints) {
    await page.getByLabel('Enter Domain').fill(endpoint.name);
    if (endpoint.protocol !== undefined) await page.getByLabel('Protocol').selectOption(endpoint.protocol);
    if (endpoint.address !== undefined) await page.getByLabel('IP address').fill(endpoint.address);
    await main.getByRole('button', { name: 'Add Certificate' }).click();
    await page.getByRole('region', { name: `Added ${textOf(endpoint)}`, exact: true }).waitFor();
  }
  expectQuiet(watched);
};

/** Alert settings as most organizations have them, and as new ones do, with the alert of a certificate that ends in six days. */
const byDays = { settings: { alert_days: [30, 14, 7, 1], scale_to_lifetime: false }, says: /^Expires in 6 days \((.+)\)\.$/ };
const byLateness = {
  settings: { alert_days: [1], scale_to_lifetime: true },
  says: /^Was not renewed on schedule: due since [-0-9: ]+ UTC \((.+)\)\.$/,
};

it.each<[string, typeof byDays, (person: Person) => Promise<unknown>]>([
  ['on the screen', byLateness, onScreen],
  [
    'over tRPC, in parts',
    byDays,
    async (person) => {
      for (const { name, ...parts } of endpoints) await call(person, '/api/trpc/certificates.add', { domain: name, ...parts });
    },
  ],
  [
    'over REST, in one text',
    byLateness,
    async (person) => {
      for (const endpoint of endpoints) await call(person, '/v1/certificates/add', { domain: textOf(endpoint) });
    },
  ],
  [
    'by an import',
    byDays,
    async (person) => {
      expect(await call(person, '/v1/certificates/import', endpoints.map(textOf))).toMatchObject({ added: endpoints.length });
    },
  ],
])('takes each endpoint %s, and alerts once: on the certificate that ends first, with its key type and address', async (...row) => {
  const [, { settings, says }, add] = row;
  const person = await newPerson(journey.server);
  await call(person, '/v1/notifications/alert-settings', settings);
  await add(person);
  const list = await call(person, '/v1/certificates/list?limit=50');
  const { certificates } = z.object({ certificates: z.array(z.looseObject({ domain: z.string() })) }).parse(list);
  expect(certificates.map(({ domain, port, status, reasons }) => [domain, port, status, reasons]).sort()).toEqual(
    endpoints
      .map((endpoint) => [textOf(endpoint), protocolPorts[endpoint.protocol ?? 'tls'], isEnding(endpoint) ? 'critical' : 'valid', []])
      .sort(),
  );
  await sweepAlerts(journey.server.system);
  const raised = await journey.server.system.db.$client<{ domain: string; summary: string }[]>`
    select certificates.domain, alerts.summary from alerts join certificates on certificates.id = alerts.certificate_id
    where alerts.org_id = ${person.orgId}`;
  expect(raised.map(({ domain, summary }) => [domain, says.exec(summary)?.[1]])).toEqual([
    ['www.debian.test', `RSA certificate at ${fourth}`],
  ]);
});

it('finds each of them by discovery, in its own protocol', async () => {
  const person = await newPerson(journey.server);
  const started = await call(person, '/v1/certificates/discover', { domain: 'debian.test' });
  const { jobId } = z.object({ jobId: z.string() }).parse(started);
  let found: unknown;
  await until('the search ends', 180_000, async () => {
    found = await call(person, `/v1/certificates/discover/${jobId}?limit=100`);
    return Object(found).status === 'completed';
  });
  const { results } = z.object({ results: z.array(z.object({ domain: z.string() })) }).parse(found);
  const protocols = endpoints.flatMap(({ protocol }) => (protocol === undefined || protocol === 'nats' ? [] : `${protocol}://debian.test`));
  expect(results.map(({ domain }) => domain)).toEqual(expect.arrayContaining(['www.debian.test', ...protocols]));
});
