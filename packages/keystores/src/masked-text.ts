import { randomBytes } from 'node:crypto';
import { decodeBase64, isBase64 } from './base64.ts';

/** A shorter run is part of no key that anyone could use. */
const MIN_RUN = 16;

/**
 * Text in which each longer run of base64 stands as a number, so that it can be parsed as YAML or JSON and no key in it ever becomes
 * a string. Values that are wanted are then decoded from the bytes.
 */
export class MaskedText {
  /** The text with marks in place of runs. */
  readonly text: string;
  readonly #bytes: Buffer;
  readonly #runs: { readonly start: number; readonly stop: number }[] = [];
  readonly #mark: RegExp;

  constructor(bytes: Buffer) {
    // A file must not be able to name a run of another value.
    const nonce = randomBytes(6).toString('hex');
    this.#bytes = bytes;
    this.#mark = new RegExp(`~${nonce}\\.(\\d+)~`, 'g');
    const parts: string[] = [];
    let copied = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      if (!isBase64(bytes[at])) continue;
      const start = at;
      while (isBase64(bytes[at])) at += 1;
      if (at - start < MIN_RUN) continue;
      parts.push(bytes.toString('utf8', copied, start), `~${nonce}.${this.#runs.length}~`);
      this.#runs.push({ start, stop: at });
      copied = at;
    }
    parts.push(bytes.toString('utf8', copied));
    this.text = parts.join('');
  }

  /** Returns a value as it is in the file. Not for keys. */
  reveal(value: string): string {
    return value.replace(this.#mark, (_, index: string) => {
      const run = this.#runs[Number(index)];
      return run === undefined ? '' : this.#bytes.toString('latin1', run.start, run.stop);
    });
  }

  /** Returns the bytes that a value contains as base64; null if it contains something else. */
  decode(value: string): Buffer | null {
    const parts: Buffer[] = [];
    let at = 0;
    for (const match of value.matchAll(this.#mark)) {
      const run = this.#runs[Number(match[1])];
      parts.push(Buffer.from(value.slice(at, match.index), 'latin1'));
      if (run !== undefined) parts.push(this.#bytes.subarray(run.start, run.stop));
      at = match.index + match[0].length;
    }
    parts.push(Buffer.from(value.slice(at), 'latin1'));
    const encoded = Buffer.concat(parts);
    const decoded = decodeBase64(encoded);
    encoded.fill(0);
    return decoded;
  }
}
