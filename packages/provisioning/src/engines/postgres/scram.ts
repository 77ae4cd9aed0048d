import { createHash, createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ProviderError } from '@notafter/domain';

const derive = promisify(pbkdf2);
const KEY_BYTES = 32;
/** PostgreSQL's own `scram_iterations`. */
const ITERATIONS = 4096;
/** More would let a hostile server keep us busy. */
const MAX_ITERATIONS = 1_000_000;

const hmac = (key: Uint8Array, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const xor = (a: Buffer, b: Buffer): Buffer => Buffer.from(a.map((byte, index) => byte ^ (b[index] ?? 0)));

const saltedPassword = (password: string, salt: Uint8Array, iterations: number): Promise<Buffer> =>
  derive(password.normalize('NFKC'), salt, iterations, KEY_BYTES, 'sha256');

/** The password as PostgreSQL stores it, so that the server and its log never see it (RFC 5803). `salt`: 16 bytes. */
export const scramVerifier = async (password: string, salt: Buffer = randomBytes(16)): Promise<string> => {
  const salted = await saltedPassword(password, salt, ITERATIONS);
  const stored = sha256(hmac(salted, 'Client Key')).toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${hmac(salted, 'Server Key').toString('base64')}`;
};

/** One SCRAM-SHA-256 exchange (RFC 5802, RFC 7677), without channel binding: the server is verified by its certificate. */
export class ScramExchange {
  readonly first: string;
  readonly #password: string;
  readonly #nonce = randomBytes(18).toString('base64');
  #serverSignature: Buffer | null = null;

  constructor(password: string) {
    this.#password = password;
    this.first = `n,,n=,r=${this.#nonce}`;
  }

  /** The answer to the server's first message. */
  async proveTo(challenge: string): Promise<string> {
    const [, nonce = '', salt = '', count = ''] = /^r=([^,]+),s=([^,]+),i=(\d+)/.exec(challenge) ?? [];
    const iterations = Number(count);
    if (!nonce.startsWith(this.#nonce) || iterations < 1 || iterations > MAX_ITERATIONS) {
      throw new ProviderError('transient', 'The server sent an invalid SCRAM challenge.');
    }
    const salted = await saltedPassword(this.#password, Buffer.from(salt, 'base64'), iterations);
    const clientKey = hmac(salted, 'Client Key');
    const withoutProof = `c=biws,r=${nonce}`;
    const message = `n=,r=${this.#nonce},${challenge},${withoutProof}`;
    this.#serverSignature = hmac(hmac(salted, 'Server Key'), message);
    return `${withoutProof},p=${xor(clientKey, hmac(sha256(clientKey), message)).toString('base64')}`;
  }

  /** Throws unless the server knows the password too. */
  verify(final: string): void {
    const signature = Buffer.from(/^v=(.+)$/.exec(final)?.[1] ?? '', 'base64');
    const expected = this.#serverSignature;
    if (expected === null || signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
      throw new ProviderError('transient', 'The server could not prove that it knows the password.');
    }
  }
}
