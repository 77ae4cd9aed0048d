import { orList } from '../wording.ts';
import { type ProtocolVersion, protocolLabels } from './protocol-versions.ts';
import type { ServerFacts } from './server-facts.ts';

/** Strictest first. */
export const mozillaProfiles = ['modern', 'intermediate', 'old'] as const;
export type MozillaProfile = (typeof mozillaProfiles)[number];

interface Guideline {
  readonly protocols: readonly ProtocolVersion[];
  readonly suites: ReadonlySet<string>;
  readonly keyTypes: readonly string[];
  readonly maxLifeDays: number;
}

const tls13Suites = ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'] as const;

const ecdhe = (cipher: string): string[] => [`TLS_ECDHE_ECDSA_WITH_${cipher}`, `TLS_ECDHE_RSA_WITH_${cipher}`];
const intermediateSuites = [...tls13Suites, ...['AES_128_GCM_SHA256', 'AES_256_GCM_SHA384', 'CHACHA20_POLY1305_SHA256'].flatMap(ecdhe)];
const oldCbc = ['AES_128_CBC_SHA256', 'AES_128_CBC_SHA', 'AES_256_CBC_SHA384', 'AES_256_CBC_SHA'].flatMap(ecdhe);
const oldRsa = [
  'AES_128_GCM_SHA256',
  'AES_256_GCM_SHA384',
  'AES_128_CBC_SHA256',
  'AES_256_CBC_SHA256',
  'AES_128_CBC_SHA',
  'AES_256_CBC_SHA',
  '3DES_EDE_CBC_SHA',
].map((cipher) => `TLS_RSA_WITH_${cipher}`);

/** ssl-config.mozilla.org/guidelines: 6.0 (2026-04-06), and 5.8 for `old`, which 6.0 no longer has. */
const guidelines = {
  modern: { protocols: ['TLSv1.3'], suites: new Set<string>(tls13Suites), keyTypes: ['EC'], maxLifeDays: 90 },
  intermediate: { protocols: ['TLSv1.2', 'TLSv1.3'], suites: new Set(intermediateSuites), keyTypes: ['EC', 'RSA'], maxLifeDays: 366 },
  old: {
    protocols: ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'],
    suites: new Set([...intermediateSuites, ...oldCbc, ...oldRsa]),
    keyTypes: ['EC', 'RSA'],
    maxLifeDays: 366,
  },
} as const satisfies Record<MozillaProfile, Guideline>;

const groups: ReadonlySet<string> = new Set(['X25519MLKEM768', 'X25519', 'P-256', 'P-384']);
const certificateCurves: ReadonlySet<string> = new Set(['P-256', 'P-384']);
const RSA_MIN_BITS = 2_048;
const HSTS_MIN_SECONDS = 63_072_000;
const DAY_MS = 86_400_000;

export interface MozillaVerdict {
  /** The strictest profile that the server keeps to; null where it keeps to none. */
  readonly profile: MozillaProfile | null;
  /** Deviations from each profile, sentences for people. */
  readonly misses: Readonly<Record<MozillaProfile, readonly string[]>>;
}

const certificateMisses = ({ certificate }: ServerFacts, { keyTypes, maxLifeDays }: Guideline): string[] => {
  const { keyType, keyBits, curve, notBefore, notAfter } = certificate;
  const misses: string[] = [];
  if (keyType !== null && !keyTypes.includes(keyType)) misses.push(`The certificate's key is ${keyType}, not ${orList(keyTypes)}.`);
  else if (keyType === 'RSA' && keyBits !== null && keyBits < RSA_MIN_BITS) misses.push(`The certificate's RSA key has ${keyBits} bits.`);
  else if (keyType === 'EC' && curve !== null && !certificateCurves.has(curve)) misses.push(`The certificate's curve is ${curve}.`);
  if (certificate.reasons.includes('weak_signature')) misses.push("The certificate's signature is weak.");
  if (notBefore !== null && notAfter !== null) {
    const days = Math.ceil((notAfter.getTime() - notBefore.getTime()) / DAY_MS);
    if (days > maxLifeDays) misses.push(`The certificate lives ${days} days, more than ${maxLifeDays}.`);
  }
  return misses;
};

const hstsMisses = ({ hsts }: ServerFacts): string[] => {
  if (hsts.kind === 'absent') return ['HSTS is missing.'];
  if (hsts.kind !== 'present' || hsts.maxAgeSeconds >= HSTS_MIN_SECONDS) return [];
  return [`HSTS lasts ${hsts.maxAgeSeconds} seconds, less than ${HSTS_MIN_SECONDS}.`];
};

const missesOf = (facts: ServerFacts, guideline: Guideline): string[] => {
  const extra = facts.protocols.filter((version) => !guideline.protocols.includes(version));
  const suites = new Set(facts.suites.map(({ name }) => name).filter((name) => !guideline.suites.has(name)));
  const exchanges = facts.exchanges.filter(({ name }) => name !== 'DH' && !groups.has(name)).map(({ name }) => name);
  return [
    ...(facts.protocols.includes('TLSv1.3') ? [] : ['TLS 1.3 is not offered.']),
    ...extra.map((version) => `${protocolLabels[version]} is offered.`),
    ...[...suites].map((name) => `${name} is offered.`),
    ...exchanges.map((name) => `The group ${name} is offered.`),
    ...(facts.hasCompression === true ? ['TLS compression is offered.'] : []),
    ...certificateMisses(facts, guideline),
    ...hstsMisses(facts),
  ];
};

/**
 * Which of Mozilla's recommended configurations a server keeps to: it offers nothing that the profile leaves out, and
 * TLS 1.3. What was not tested counts neither way. Stapling is left out, because CAs without OCSP cannot give it.
 */
export const judgeMozillaProfile = (facts: ServerFacts): MozillaVerdict => {
  const misses = {
    modern: missesOf(facts, guidelines.modern),
    intermediate: missesOf(facts, guidelines.intermediate),
    old: missesOf(facts, guidelines.old),
  };
  return { profile: mozillaProfiles.find((profile) => misses[profile].length === 0) ?? null, misses };
};
