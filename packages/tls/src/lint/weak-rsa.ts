const primesBelow = (limit: number): number[] => {
  const primes: number[] = [];
  for (let candidate = 2; candidate < limit; candidate += 1) if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  return primes;
};

/** BR 6.1.6. */
const smallPrimes = primesBelow(752);

const product = (numbers: readonly number[]): bigint => numbers.reduce((all, each) => all * BigInt(each), 1n);
const smallProduct = product(smallPrimes);

/** Returns the smallest odd prime factor below 752, or undefined; an even modulus has its own rule. */
export const smallFactor = (modulus: bigint): number | undefined => {
  // One division of large numbers; the rest are small.
  const rest = modulus % smallProduct;
  return smallPrimes.slice(1).find((prime) => modulus > BigInt(prime) && rest % BigInt(prime) === 0n);
};

const ROCA_GENERATOR = 65_537;
/** Odd primes to 167: those of the primorial behind the keys of 512 to 960 bits, which divides that of all larger ones. */
const rocaPrimes = smallPrimes.filter((prime) => prime > 2 && prime <= 167);

/** For each prime, the powers of the generator. */
const rocaPowers = rocaPrimes.map((prime) => {
  const powers = new Set<number>();
  for (let power = 1; !powers.has(power); power = (power * ROCA_GENERATOR) % prime) powers.add(power);
  return { prime, powers };
});
const rocaProduct = product(rocaPrimes);

/**
 * Returns whether an RSA modulus was made by Infineon's library: each prime is k * M + (65537^a mod M) for a primorial M, so the
 * modulus is a power of 65537 modulo every small prime.
 * Source: Nemec et al., "The Return of Coppersmith's Attack", 2017, section 2.2.
 */
export const hasRocaFingerprint = (modulus: bigint): boolean => {
  const rest = modulus % rocaProduct;
  return rocaPowers.every(({ prime, powers }) => powers.has(Number(rest % BigInt(prime))));
};

const squareRoot = (value: bigint): bigint => {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
};

/** BR 6.1.1.3. */
const FERMAT_ROUNDS = 100;

/** A square is 0, 1, 4, 9, 16, 17, 25, 33, 36, 41, 49 or 57 modulo 64: it spares most square roots. */
const squaresModulo64 = new Set(Array.from({ length: 64 }, (_, n) => (n * n) % 64));

/** Returns whether Fermat's method factors an odd modulus within 100 rounds. */
export const hasClosePrimes = (modulus: bigint): boolean => {
  if (modulus < 9n || modulus % 2n === 0n) return false;
  const floor = squareRoot(modulus);
  let middle = floor * floor === modulus ? floor : floor + 1n;
  for (let round = 0; round < FERMAT_ROUNDS; round += 1, middle += 1n) {
    const square = middle * middle - modulus;
    if (!squaresModulo64.has(Number(square & 63n))) continue;
    const root = squareRoot(square);
    if (root * root === square) return true;
  }
  return false;
};
