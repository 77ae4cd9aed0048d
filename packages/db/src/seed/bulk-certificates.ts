import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { addMs, DAY_MS, type EnvironmentId, formatTarget, type OrganizationId } from '@notafter/domain';
import type { Database } from '../client.ts';
import { newId } from '../ids.ts';
import { copyLine } from './copy-line.ts';

/** Rows per COPY, and so per run of the counting trigger; well below the statement timeout. */
const BATCH = 20_000;

/** Rough shares of the public web, so that a search for a common issuer matches half of the rows. */
const issuers = [
  { name: "Let's Encrypt", upTo: 0.55, lifetimeDays: 90 },
  { name: 'Google Trust Services', upTo: 0.7, lifetimeDays: 90 },
  { name: 'DigiCert Inc', upTo: 0.8, lifetimeDays: 397 },
  { name: 'Sectigo Limited', upTo: 0.88, lifetimeDays: 397 },
  { name: 'Cloudflare, Inc.', upTo: 0.93, lifetimeDays: 90 },
] as const;
const issuerAt = (share: number) => issuers.find(({ upTo }) => share < upTo) ?? { name: 'Amazon', lifetimeDays: 395 };
const services = [
  'www',
  'api',
  'mail',
  'vpn',
  'shop',
  'cdn',
  'auth',
  'git',
  'grafana',
  'payments',
  'status',
  'edge',
  'app',
  'docs',
  'sso',
  'cache',
];
const zones = ['harborline', 'northwind', 'lumen', 'orchard', 'quayside', 'brightwater', 'stonegate', 'fernhill'];
const ports = [443, 443, 443, 443, 443, 443, 8443, 465, 993];

/** A repeatable stream of numbers from 0 to below 1 (mulberry32). */
const numbers = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

const pick = <Item>(items: readonly Item[], at: number, fallback: Item): Item => items[Math.floor(at * items.length)] ?? fallback;

const fingerprintOf = (text: string, algorithm: 'sha1' | 'sha256'): string =>
  createHash(algorithm)
    .update(text)
    .digest('hex')
    .toUpperCase()
    .replace(/..(?=.)/g, '$&:');

interface BulkOptions {
  readonly orgId: OrganizationId;
  readonly count: number;
  readonly now: Date;
  /** Distinguishes the names of two populations in one organization. */
  readonly prefix?: string;
  /** Assigned to the rows in turn, so that every certificate is in one of them. Absent: none. */
  readonly environmentIds?: readonly EnvironmentId[];
}

const columns =
  'id, org_id, host, port, domain, environment_id, tags, created_at, issuer, not_before, not_after, fingerprint, fingerprint256, serial_number, san, ' +
  'address, protocol, cipher, key_type, key_bits, unreachable_reason, unreachable_detail, unreachable_since';

/** Every hundredth certificate belongs to team web, and each of those shares its owner with one in a hundred of them. */
const tagsOf = (index: number): string =>
  index % 100 === 0 ? JSON.stringify({ team: 'web', owner: `owner${(index / 100) % 100}` }) : '{}';

/** One row in the order of `columns`. */
const lineOf = (index: number, random: () => number, { orgId, now, prefix = 'n', environmentIds = [] }: BulkOptions): string => {
  const issuer = issuerAt(random());
  const kind = random();
  const days =
    kind < 0.01
      ? -60 * random()
      : kind < 0.03
        ? 8 * random()
        : kind < 0.12
          ? 8 + 23 * random()
          : 31 + (issuer.lifetimeDays - 31) * random();
  const notAfter = addMs(now, days * DAY_MS);
  const host = `${pick(services, random(), 'www')}-${prefix}${index}.${pick(zones, random(), 'lumen')}.example`;
  const port = pick(ports, random(), 443);
  const unreachable = random() < 0.02;
  return copyLine([
    newId<'certificate'>(),
    orgId,
    host,
    port,
    formatTarget({ host, port }),
    environmentIds[index % environmentIds.length] ?? null,
    tagsOf(index),
    now,
    issuer.name,
    addMs(notAfter, -issuer.lifetimeDays * DAY_MS),
    notAfter,
    fingerprintOf(host, 'sha1'),
    fingerprintOf(host, 'sha256'),
    index.toString(16).padStart(32, '0').toUpperCase(),
    `{${host}}`,
    '192.0.2.1',
    'TLSv1.3',
    'TLS_AES_128_GCM_SHA256',
    'EC',
    256,
    unreachable ? 'timeout' : null,
    unreachable ? `Timed out after 3 s while connecting to ${host}.` : null,
    unreachable ? addMs(now, -DAY_MS) : null,
  ]);
};

/** In chunks, so that PostgreSQL processes one while the next is generated. */
function* piecesOf(lines: number, lineAt: (index: number) => string): Generator<string> {
  const PIECE = 500;
  for (let start = 0; start < lines; start += PIECE) {
    let piece = '';
    for (let index = start; index < Math.min(start + PIECE, lines); index += 1) piece += lineAt(index);
    yield piece;
  }
}

/**
 * Fills an organization with generated certificates that no worker checks, for benchmarks; a million take a minute or two. Leaves
 * the table in the state that autovacuum would.
 */
export const seedBulkCertificates = async (db: Database, options: BulkOptions): Promise<void> => {
  const random = numbers(options.count);
  for (let start = 0; start < options.count; start += BATCH) {
    const size = Math.min(BATCH, options.count - start);
    const copy = await db.$client.unsafe(`copy certificates (${columns}) from stdin`).writable();
    await pipeline(Readable.from(piecesOf(size, (offset) => lineOf(start + offset, random, options))), copy);
  }
  await db.$client.unsafe('vacuum (analyze) certificates, certificate_counts');
};
