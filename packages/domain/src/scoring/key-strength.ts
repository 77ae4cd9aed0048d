/** One way to agree on a key, as a server was seen to use it. */
export interface KeyExchange {
  /** e.g. `X25519`, `P-256`, `X25519MLKEM768`, `ffdhe2048`; `DH` if the server sends its own parameters. */
  readonly name: string;
  /** `kem`: ML-KEM, alone or joined with a curve. */
  readonly kind: 'ec' | 'dh' | 'kem';
  readonly bits: number;
}

type Step = readonly [below: number, points: number];

/** SSL Server Rating Guide 2009r, table 4; for curves the sizes testssl.sh gives the same strengths. */
const finiteField: readonly Step[] = [
  [512, 20],
  [1_024, 40],
  [2_048, 80],
  [4_096, 90],
];
const curve: readonly Step[] = [
  [110, 20],
  [123, 40],
  [163, 80],
  [225, 90],
];

const BEST = 100;
/** RSA and DH keys of export suites have 512 bits, whatever the certificate's has. */
export const EXPORT_POINTS = 40;

const pointsBy = (steps: readonly Step[], bits: number): number => steps.find(([below]) => bits < below)?.[1] ?? BEST;

export const exchangePoints = ({ kind, bits }: KeyExchange): number => {
  if (kind === 'kem') return BEST;
  return pointsBy(kind === 'ec' ? curve : finiteField, bits);
};

/** Points of a certificate's key, 20 to 100; null for a kind or a size that nothing is known of. */
export const certificateKeyPoints = (keyType: string | null, bits: number | null): number | null => {
  if (keyType === null) return null;
  // Named by its parameter set: the smallest of the three is NIST's category 2.
  if (keyType.startsWith('ML-DSA')) return keyType === 'ML-DSA-44' ? 90 : BEST;
  if (bits === null) return null;
  if (/^(?:RSA|DSA)/.test(keyType)) return pointsBy(finiteField, bits);
  return /^(?:EC|Ed25519|Ed448)$/.test(keyType) ? pointsBy(curve, bits) : null;
};
