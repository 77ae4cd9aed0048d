import { createHash } from 'node:crypto';

/** Of `caching_sha2_password`, in thousands; MySQL's own default. */
const ROUNDS = 5;
const SALT_BYTES = 20;
const DIGITS = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const made = createHash('sha256');
  for (const part of parts) made.update(part);
  return made.digest();
};

/** A block, as often as it takes to have so many bytes. */
const stretched = (block: Buffer, length: number): Buffer => Buffer.alloc(length, block);

/** The digits of the crypt format, the least first. */
const digitsOf = (value: number, count: number): string =>
  Array.from({ length: count }, (_, index) => DIGITS[Math.floor(value / 64 ** index) % 64]).join('');

/** The last part of a SHA-256 crypt text ("Unix crypt using SHA-256 and SHA-512"), for a salt of any length. */
export const sha256Crypt = (password: string, salt: Buffer, rounds: number): string => {
  const secret = Buffer.from(password);
  const inner = sha256(secret, salt, secret);
  const bits = [...secret.length.toString(2)].toReversed();
  const first = sha256(secret, salt, stretched(inner, secret.length), ...bits.map((bit) => (bit === '1' ? inner : secret)));
  const p = stretched(sha256(...Array<Buffer>(secret.length).fill(secret)), secret.length);
  const s = stretched(sha256(...Array<Buffer>(16 + (first[0] ?? 0)).fill(salt)), salt.length);
  let last = first;
  for (let round = 0; round < rounds; round += 1) {
    const isOdd = round % 2 === 1;
    const parts = [isOdd ? p : last, ...(round % 3 === 0 ? [] : [s]), ...(round % 7 === 0 ? [] : [p]), isOdd ? last : p];
    last = sha256(...parts);
  }
  const byte = (index: number): number => last[index] ?? 0;
  const groups = Array.from({ length: 10 }, (_, index) => {
    const [a, b, c] =
      [
        [0, 10, 20],
        [21, 1, 11],
        [12, 22, 2],
      ][index % 3] ?? [];
    const by = Math.floor(index / 3) * 3;
    return digitsOf(((byte((a ?? 0) + by) << 16) | (byte((b ?? 0) + by) << 8) | byte((c ?? 0) + by)) >>> 0, 4);
  });
  return `${groups.join('')}${digitsOf((byte(31) << 8) | byte(30), 3)}`;
};

/** A password as MySQL 8 stores it. `salt`: 16 bytes. */
export const cachingSha2Hash = (password: string, salt: Buffer): string => {
  // Printable, since MySQL stores it as text and ends its parts with "$".
  const text = createHash('sha256').update(salt).digest('base64url').slice(0, SALT_BYTES);
  const rounds = `$A$${ROUNDS.toString(16).padStart(3, '0')}$`;
  return `${rounds}${text}${sha256Crypt(password, Buffer.from(text), ROUNDS * 1000)}`;
};

/** A password as MariaDB stores it by default. It has no salt: nobody may choose such a password. */
export const nativeHash = (password: string): string => {
  const sha1 = (value: string | Buffer): Buffer => createHash('sha1').update(value).digest();
  return `*${sha1(sha1(password)).toString('hex').toUpperCase()}`;
};
