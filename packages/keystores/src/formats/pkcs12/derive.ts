import { hash, pbkdf2Sync } from 'node:crypto';
import { MAX_PBKDF2_ITERATIONS, MAX_PKCS12_ITERATIONS, MAX_RUN_PBKDF2_ITERATIONS, MAX_RUN_PKCS12_ITERATIONS } from '../../limits.ts';
import { FileFault } from '../../reading.ts';

/** One password in the two forms that keystores use. */
export interface Secret {
  /** UTF-16 with a final zero character (RFC 7292 appendix B.1); empty for none at all. */
  readonly wide: Buffer;
  readonly utf8: Buffer;
}

/** Returns the forms of a password. Programs disagree whether an empty one has the final zero, so it has both. */
export const secretsOf = (password: string): readonly Secret[] => {
  const utf8 = Buffer.from(password, 'utf8');
  const wide = Buffer.from(`${password}\0`, 'utf16le').swap16();
  return password === ''
    ? [
        { wide, utf8 },
        { wide: Buffer.alloc(0), utf8 },
      ]
    : [{ wide, utf8 }];
};

/** The iterations that all keystores of this process may still cost together. */
export const leftOfRun = { pbkdf2: MAX_RUN_PBKDF2_ITERATIONS, pkcs12: MAX_RUN_PKCS12_ITERATIONS };

/** The iterations that one file may cost. Real ones use a few thousand, or a million at most. */
export class IterationBudget {
  readonly #left = { pbkdf2: MAX_PBKDF2_ITERATIONS, pkcs12: MAX_PKCS12_ITERATIONS };

  #spend(kind: keyof typeof leftOfRun, iterations: number): void {
    this.#left[kind] -= iterations;
    if (this.#left[kind] < 0)
      throw new FileFault('unsupported_encryption', 'The keystore derives its keys with too many iterations. Export it again with fewer.');
    if (leftOfRun[kind] < iterations)
      throw new FileFault('too_many', 'The keystores before it took too many iterations. This one was not opened.');
    leftOfRun[kind] -= iterations;
  }

  /** PBKDF2 (RFC 8018 section 5.2). */
  pbkdf2(secret: Secret, salt: Buffer, iterations: number, bytes: number, digest: string): Buffer {
    this.#spend('pbkdf2', iterations * Math.ceil(bytes / 20));
    return pbkdf2Sync(secret.utf8, salt, Math.max(1, iterations), bytes, digest);
  }

  /** The derivation of RFC 7292 appendix B.2. `id` is 1 for keys, 2 for initialization vectors, 3 for MACs. */
  pkcs12(secret: Secret, salt: Buffer, iterations: number, bytes: number, digest: string, id: 1 | 2 | 3): Buffer {
    const block = digest === 'sha384' || digest === 'sha512' ? 128 : 64;
    const filled = (source: Buffer): Buffer => Buffer.alloc(Math.ceil(source.length / block) * block, source);
    const input = Buffer.concat([filled(salt), secret.wide.length === 0 ? secret.wide : filled(secret.wide)]);
    const parts: Buffer[] = [];
    for (let size = 0; size < bytes; ) {
      this.#spend('pkcs12', iterations);
      let digested = hash(digest, Buffer.concat([Buffer.alloc(block, id), input]), 'buffer');
      for (let round = 1; round < iterations; round += 1) digested = hash(digest, digested, 'buffer');
      parts.push(digested);
      size += digested.length;
      for (let at = 0; at < input.length; at += block) addOne(input.subarray(at, at + block), digested);
    }
    return Buffer.concat(parts).subarray(0, bytes);
  }
}

/** Adds `digested`, repeated to the length of `block`, and one to `block`, as big-endian numbers. */
const addOne = (block: Buffer, digested: Buffer): void => {
  let carry = 1;
  for (let at = block.length - 1; at >= 0; at -= 1) {
    const sum = (block[at] ?? 0) + (digested[at % digested.length] ?? 0) + carry;
    block[at] = sum & 255;
    carry = sum >> 8;
  }
};
