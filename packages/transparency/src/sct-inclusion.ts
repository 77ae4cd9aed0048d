import type { SctInclusion, SignedHead, TransparencyLog } from '@notafter/domain';
import { Certificate, type ReadTimestamp, readSignedLeaf, type SignedLeaf } from '@notafter/tls/x509';
import { findLeaf } from './client/ask-log.ts';
import { type ClientOptions, LogClient } from './client/log-client.ts';
import { LogFault } from './client/log-fault.ts';
import { leafIndexOf } from './entries/timestamped-entry.ts';
import { fetchHead } from './heads/fetch-head.ts';
import { isSignedByLog, readLogKey } from './log-signature.ts';
import { HASH_BYTES, leafHash } from './merkle/hashes.ts';
import { isIncluded } from './merkle/proofs.ts';
import { openTiles } from './tail/read-data-tile.ts';
import { TILE_WIDTH } from './tail/tile-path.ts';

/** A head is the larger part of what is asked; a tile has 8 KiB. */
const MAX_BYTES = 1024 * 1024;

export interface SctInclusionRequest extends Pick<ClientOptions, 'fetch' | 'userAgent' | 'now' | 'signal'> {
  /** The log that the timestamp names. */
  readonly log: TransparencyLog;
  /** As `readEmbeddedTimestamps` and `readTimestampList` of `tls` return it. */
  readonly timestamp: ReadTimestamp;
  /** DER of the served certificate. */
  readonly certificate: Uint8Array;
  /** DER of its issuer; timestamps in the certificate need it. */
  readonly issuer: Uint8Array | null;
  readonly options?: Partial<Pick<ClientOptions, 'timeoutMs' | 'tries' | 'backOffMs'>>;
}

/** The place of a leaf below a head, or why it has none. */
type Found = { readonly index: number } | { readonly reason: string };

const findInTiles = async (client: LogClient, { leaf, extensions }: SignedLeaf, head: SignedHead): Promise<Found> => {
  const index = leafIndexOf(extensions, 0, extensions.length);
  // Every timestamp of a static log has one (C2SP static-ct-api).
  if (index === null) return { reason: 'The timestamp names no place in the log.' };
  if (index >= head.size) return { reason: `The log has ${head.size} entries; the timestamp names entry ${index}.` };
  const tiles = await openTiles(client, head);
  const at = (index % TILE_WIDTH) * HASH_BYTES;
  const hashes = await tiles.hashes(0, Math.floor(index / TILE_WIDTH));
  return hashes.subarray(at, at + HASH_BYTES).equals(leafHash(Buffer.alloc(0), leaf))
    ? { index }
    : { reason: `Entry ${index} is another one.` };
};

const findByHash = async (client: LogClient, { leaf }: SignedLeaf, head: SignedHead): Promise<Found> => {
  const hash = leafHash(Buffer.alloc(0), leaf);
  const found = head.size === 0 ? null : await findLeaf(client, hash, head.size);
  if (found === null) return { reason: 'The log does not have the entry.' };
  if (isIncluded(hash, found.index, head.size, found.path, Buffer.from(head.root, 'hex'))) return { index: found.index };
  throw new LogFault({ kind: 'invalid', reason: 'The inclusion proof of the log is not valid.' });
};

const unknown = (reason: string): SctInclusion => ({ kind: 'unknown', reason });

/** Asks a log whether the entry is in it that one of its timestamps promises. Never rejects because of the log. */
export const checkSctInclusion = async (request: SctInclusionRequest): Promise<SctInclusion> => {
  const { log, timestamp, issuer } = request;
  const key = readLogKey(log.key);
  if (key === null || timestamp.fact.log !== key.id.toString('base64')) return unknown('The timestamp is of another log.');
  const issuerCertificate = issuer === null ? undefined : new Certificate(issuer);
  const signed = readSignedLeaf(timestamp, new Certificate(request.certificate), issuerCertificate);
  if (signed === null) return unknown('The entry cannot be derived from the certificate and its issuer.');
  if (!isSignedByLog(key, signed.leaf, signed.signature))
    return { kind: 'wrongly_signed', reason: 'The signature of the timestamp is not valid for the certificate.' };
  const options = { timeoutMs: 30_000, tries: 3, backOffMs: 500, ...request.options, maxBytes: MAX_BYTES };
  const client = new LogClient(log.url, { ...request, ...options });
  try {
    const head = await fetchHead(client, log, key);
    const found = await (log.kind === 'static' ? findInTiles : findByHash)(client, signed, head);
    if ('index' in found) return { kind: 'included', index: found.index };
    const due = Date.parse(timestamp.fact.at) + log.mmdSeconds * 1000;
    // A head that was signed later must contain the entry (RFC 6962 section 3).
    return head.signedAt >= due ? { kind: 'missing', reason: found.reason, head } : { kind: 'pending', until: new Date(due) };
  } catch (error) {
    if (!(error instanceof LogFault)) throw error;
    return unknown(error.message);
  }
};
