import { createHash } from 'node:crypto';
import { addMs, DAY_MS, formatTarget, type OrganizationId } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import type { Database } from '../client.ts';
import { newId } from '../ids.ts';
import { certificates } from '../schema/certificates.ts';

/** Rows of 21 columns each; a statement takes 65,535 parameters at most. */
const BATCH = 2500;

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
  (createHash(algorithm).update(text).digest('hex').toUpperCase().match(/../g) ?? []).join(':');

interface BulkOptions {
  readonly orgId: OrganizationId;
  readonly count: number;
  readonly now: Date;
  /** Distinguishes the names of two populations in one organisation. */
  readonly prefix?: string;
}

const rowOf = (index: number, random: () => number, { orgId, now, prefix = 'n' }: BulkOptions): typeof certificates.$inferInsert => {
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
  return {
    id: newId<'certificate'>(),
    orgId,
    host,
    port,
    domain: formatTarget({ host, port }),
    createdAt: now,
    issuer: issuer.name,
    notBefore: addMs(notAfter, -issuer.lifetimeDays * DAY_MS),
    notAfter,
    fingerprint: fingerprintOf(host, 'sha1'),
    fingerprint256: fingerprintOf(host, 'sha256'),
    serialNumber: index.toString(16).padStart(32, '0').toUpperCase(),
    san: [host],
    address: '192.0.2.1',
    protocol: 'TLSv1.3',
    cipher: 'TLS_AES_128_GCM_SHA256',
    keyType: 'EC',
    keyBits: 256,
    unreachableReason: unreachable ? 'timeout' : null,
    unreachableDetail: unreachable ? `Timed out after 3 s while connecting to ${host}.` : null,
    unreachableSince: unreachable ? addMs(now, -DAY_MS) : null,
  };
};

/** Fills an organisation with made-up certificates that no worker checks, for looking at sizes and for benchmarks. */
export const seedBulkCertificates = async (db: Database, options: BulkOptions): Promise<void> => {
  const random = numbers(options.count);
  for (let start = 0; start < options.count; start += BATCH) {
    const size = Math.min(BATCH, options.count - start);
    const rows = Array.from({ length: size }, (_, offset) => rowOf(start + offset, random, options));
    await db.insert(certificates).values(rows);
  }
  await db.execute(sql`analyze certificates`);
};
