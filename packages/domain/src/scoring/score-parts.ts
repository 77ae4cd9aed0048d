import { certificateKeyPoints, EXPORT_POINTS, exchangePoints, type KeyExchange } from './key-strength.ts';
import { type ProtocolVersion, protocolLabels } from './protocol-versions.ts';
import type { ServerFacts } from './server-facts.ts';
import { suiteTraits } from './suite-traits.ts';

/** One of the three parts of a score. */
export interface ScorePart {
  /** 0 to 100. */
  readonly points: number;
  /** How many of the 100 points of a score this part can give. */
  readonly weight: 30 | 40;
  /** Contribution to the score: `points` by its weight, rounded down. */
  readonly weighted: number;
  /** How the points come about. */
  readonly rule: string;
  /** The observed values. */
  readonly evidence: string;
}

export interface ScoreParts {
  readonly protocol: ScorePart;
  readonly keyExchange: ScorePart;
  readonly cipher: ScorePart;
}

const part = (points: number, weight: 30 | 40, rule: string, evidence: string): ScorePart => ({
  points,
  weight,
  weighted: Math.floor((points * weight) / 100),
  rule,
  evidence,
});

const protocolPoints = {
  SSLv2: 0,
  SSLv3: 80,
  TLSv1: 90,
  'TLSv1.1': 95,
  'TLSv1.2': 100,
  'TLSv1.3': 100,
} as const satisfies Record<ProtocolVersion, number>;

const mean = (one: number, other: number): number => Math.floor((one + other) / 2);

/** SSL Server Rating Guide, table 3. */
const protocolPart = (protocols: readonly ProtocolVersion[]): ScorePart | null => {
  const points = protocols.map((version) => protocolPoints[version]);
  if (points.length === 0) return null;
  const [best, worst] = [Math.max(...points), Math.min(...points)];
  return part(
    mean(best, worst),
    30,
    `Mean of the best version (${best}) and the worst (${worst}).`,
    `${protocols.map((version) => protocolLabels[version]).join(', ')}.`,
  );
};

const cipherPoints = (bits: number): number => {
  if (bits === 0) return 0;
  if (bits < 128) return 20;
  return bits < 256 ? 80 : 100;
};

/** SSL Server Rating Guide, table 5. */
const cipherPart = (suites: ServerFacts['suites']): ScorePart | null => {
  const known = suites.flatMap(({ name }) => {
    const traits = suiteTraits(name);
    return traits === null ? [] : { name, bits: traits.bits };
  });
  const strongest = known.toSorted((one, other) => other.bits - one.bits).at(0);
  const weakest = known.toSorted((one, other) => one.bits - other.bits).at(0);
  if (strongest === undefined || weakest === undefined) return null;
  const [best, worst] = [cipherPoints(strongest.bits), cipherPoints(weakest.bits)];
  return part(
    mean(best, worst),
    40,
    `Mean of the strongest cipher (${best}) and the weakest (${worst}).`,
    strongest.bits === weakest.bits
      ? `${strongest.bits} bits: ${strongest.name}.`
      : `${strongest.bits} bits: ${strongest.name}; ${weakest.bits} bits: ${weakest.name}.`,
  );
};

interface Weighed {
  readonly what: string;
  readonly points: number;
}

const certificateKey = ({ keyType, keyBits, curve }: ServerFacts['certificate']): Weighed[] => {
  const points = certificateKeyPoints(keyType, keyBits);
  return points === null ? [] : [{ what: `The certificate's key: ${keyType} ${curve ?? keyBits ?? ''}`.trimEnd(), points }];
};

const suiteKeys = (suites: ServerFacts['suites']): Weighed[] =>
  suites.flatMap(({ name }) => {
    const traits = suiteTraits(name);
    if (traits?.isAnonymous === true) return { what: `Nobody is authenticated: ${name}`, points: 0 };
    return traits?.isExport === true ? { what: `An export key: ${name}`, points: EXPORT_POINTS } : [];
  });

/** The groups of RFC 7919 come into play only where a client asks for nothing better. */
const isServersChoice = ({ name }: KeyExchange): boolean => !name.startsWith('ffdhe');

/** SSL Server Rating Guide, table 4: the weakest of everything that a session's key comes from. */
const keyExchangePart = ({ certificate, exchanges, suites }: ServerFacts): ScorePart | null => {
  const weighed = [
    ...certificateKey(certificate),
    ...exchanges
      .filter(isServersChoice)
      .map((exchange) => ({ what: `${exchange.name}, ${exchange.bits} bits`, points: exchangePoints(exchange) })),
    ...suiteKeys(suites),
  ];
  const weakest = weighed.toSorted((one, other) => one.points - other.points).at(0);
  if (weakest === undefined) return null;
  return part(weakest.points, 30, "The weakest of the certificate's key and the key exchanges.", `${weakest.what}.`);
};

/** The three parts of a score; null where something needed for one is not known. */
export const scoreParts = (facts: ServerFacts): ScoreParts | null => {
  const protocol = protocolPart(facts.protocols);
  const keyExchange = keyExchangePart(facts);
  const cipher = cipherPart(facts.suites);
  return protocol === null || keyExchange === null || cipher === null ? null : { protocol, keyExchange, cipher };
};
