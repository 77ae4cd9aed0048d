import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';
import { treeHeadInput } from '../log-signature.ts';
import { leafHash } from '../merkle/hashes.ts';
import type { BulkCertificate } from './bulk-certificates.ts';
import { MerkleTree } from './merkle-tree.ts';

/** A vector with its length. */
export const sized = (lengthBytes: 2 | 3, ...parts: readonly Uint8Array[]): Buffer => {
  const contents = Buffer.concat(parts);
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(contents.length, 0, lengthBytes);
  return Buffer.concat([length, contents]);
};

const numbered = (bytes: number, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigUInt64BE(BigInt(value));
  else buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** A submission to a log: a certificate or precertificate, or an entry of any type with any bytes. */
export type Submission =
  | {
      readonly kind: 'certificate' | 'precertificate';
      readonly of: Pick<BulkCertificate, 'certificate' | 'precertificate' | 'tbs' | 'names' | 'issuerKeyHash'>;
    }
  | { readonly kind: 'raw'; readonly type: number; readonly body: Buffer };

export interface StoredEntry {
  readonly submission: Submission;
  /** TimestampedEntry. */
  readonly timestamped: Buffer;
}

const TYPES = { certificate: 0, precertificate: 1 } as const;

/** The extensions of an entry and its timestamp in a static log (C2SP static-ct-api). */
export const leafIndexExtension = (index: number): Buffer => Buffer.concat([Buffer.from([0]), sized(2, numbered(5, index))]);

const bodyOf = (submission: Submission): Buffer => {
  if (submission.kind === 'raw') return submission.body;
  if (submission.kind === 'certificate') return sized(3, submission.of.certificate);
  return Buffer.concat([submission.of.issuerKeyHash, sized(3, submission.of.tbs)]);
};

/** The tree, entries and key of a local log. */
export class LogStore {
  readonly #privateKey: KeyObject;
  /** SubjectPublicKeyInfo. */
  readonly spki: Buffer;
  readonly id: Buffer;
  readonly tree = new MerkleTree();
  readonly entries: StoredEntry[] = [];
  readonly issuer = Buffer.from('the certificate of the issuer');
  readonly #hasIndex: boolean;
  readonly #now: () => Date;
  /** Error of the log's clock, for heads that are old or early. */
  clockOffsetMs = 0;

  constructor({ hasIndex, now }: { readonly hasIndex: boolean; readonly now: () => Date }) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.spki = publicKey.export({ type: 'spki', format: 'der' });
    this.id = hash('sha256', this.spki, 'buffer');
    this.#hasIndex = hasIndex;
    this.#now = now;
  }

  get size(): number {
    return this.entries.length;
  }
  get signedAt(): number {
    return this.#now().getTime() + this.clockOffsetMs;
  }

  append(submission: Submission): number {
    const index = this.size;
    const type = submission.kind === 'raw' ? submission.type : TYPES[submission.kind];
    const extensions = sized(2, this.#hasIndex ? leafIndexExtension(index) : Buffer.alloc(0));
    const timestamped = Buffer.concat([numbered(8, this.signedAt), numbered(2, type), bodyOf(submission), extensions]);
    this.entries.push({ submission, timestamped });
    this.tree.append(leafHash(Buffer.alloc(2), timestamped));
    return index;
  }

  /** Goes back to an earlier size, as only a log that breaks its promise does. */
  truncate(size: number): void {
    this.entries.length = size;
    this.tree.truncate(size);
  }

  /** A TreeHeadSignature (RFC 6962 section 3.5). */
  signHead(size: number, root: Buffer, signedAt: number): Buffer {
    const signature = sign('sha256', treeHeadInput(size, root, signedAt), this.#privateKey);
    return Buffer.concat([Buffer.from([4, 3]), sized(2, signature)]);
  }

  /** The SignedCertificateTimestamp of an entry (RFC 6962 section 3.2). */
  signTimestamp(index: number): Buffer {
    const { timestamped = Buffer.alloc(0) } = this.entries[index] ?? {};
    const signature = sign('sha256', Buffer.concat([Buffer.alloc(2), timestamped]), this.#privateKey);
    const extensions = sized(2, this.#hasIndex ? leafIndexExtension(index) : Buffer.alloc(0));
    return Buffer.concat([Buffer.alloc(1), this.id, timestamped.subarray(0, 8), extensions, Buffer.from([4, 3]), sized(2, signature)]);
  }

  /** A TileLeaf (C2SP static-ct-api). */
  tileLeaf(index: number): Buffer {
    const entry = this.entries[index];
    if (entry === undefined) throw new Error(`The log has no entry ${index}.`);
    const { submission, timestamped } = entry;
    const fingerprint = hash('sha256', this.issuer, 'buffer');
    const extra = submission.kind === 'precertificate' ? [sized(3, submission.of.precertificate)] : [];
    return Buffer.concat([timestamped, ...extra, sized(2, fingerprint)]);
  }
}
