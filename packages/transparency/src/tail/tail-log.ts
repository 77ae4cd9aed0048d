import { randomInt } from 'node:crypto';
import type { SignedHead, TailBatch, TailOutcome, TailResult, TailTask, TransparencyLog } from '@notafter/domain';
import type { GuardedFetch } from '@notafter/net';
import { LogClient } from '../client/log-client.ts';
import { LogFault } from '../client/log-fault.ts';
import { readLogKey } from '../log-signature.ts';
import type { Follow } from './follower.ts';
import { tailRfc6962 } from './tail-rfc6962.ts';
import { tailStatic } from './tail-static.ts';

/** How logs are asked; the defaults suit logs on the Internet. */
export interface TailOptions {
  /** For one attempt, including the body. */
  readonly timeoutMs: number;
  readonly tries: number;
  /** Doubles with each attempt, with jitter. */
  readonly backOffMs: number;
  /** Largest answer, as sent and decompressed: 256 entries with long chains. */
  readonly maxBytes: number;
  /** Answers that are in memory at once. */
  readonly downloadsAtOnce: number;
  /** How long entries wait for their tile to fill before the incomplete tile is read, which costs its bytes again later. */
  readonly partialAfterMs: number;
}

export const defaultTailOptions: TailOptions = {
  timeoutMs: 60_000,
  tries: 3,
  backOffMs: 500,
  maxBytes: 32 * 1024 * 1024,
  downloadsAtOnce: 4,
  partialAfterMs: 15_000,
};

/** One names tile of this many is compared with its data tile. */
const AUDIT_ONE_IN = 200;

export interface TailRequest extends TailTask {
  readonly fetch: GuardedFetch;
  /** Operators slow down clients that name no contact: `Notafter (+mailto:ops@example.com)`. */
  readonly userAgent: string;
  readonly now: () => Date;
  readonly options?: Partial<TailOptions>;
  /** A verified head to read up to, instead of the log's current one. */
  readonly knownHead?: SignedHead;
  /** Chooses the names tiles to audit; by default one in 200, at random. */
  readonly isAudited?: (tile: number) => boolean;
}

const followers: Readonly<Record<TransparencyLog['kind'], Follow>> = { static: tailStatic, rfc6962: tailRfc6962 };

/**
 * Reads a log from the cursor to its head, within a budget. Entries are verified up to the signed head before `onBatch` gets them.
 * Rejects only with what `onBatch` throws; everything about the log is an outcome.
 */
export const tailLog = async (request: TailRequest): Promise<TailResult> => {
  const { log, fetch, userAgent, now, signal, onBatch, isAudited = () => randomInt(AUDIT_ONE_IN) === 0 } = request;
  const options = { ...defaultTailOptions, ...request.options };
  const client = new LogClient(log.url, { ...options, fetch, userAgent, now, signal });
  let { cursor } = request;
  let scanned = 0;
  let reported = 0;
  const result = (outcome: TailOutcome): TailResult => ({ outcome, cursor, bytes: client.bytes, scanned });
  const key = readLogKey(log.key);
  if (key === null || key.id.toString('base64') !== log.id)
    return result({ kind: 'bad_signature', reason: 'The key of the log is not usable.' });
  const commit = async (batch: Omit<TailBatch, 'bytes'>): Promise<void> => {
    const bytes = client.bytes - reported;
    await onBatch({ ...batch, bytes });
    reported += bytes;
    ({ cursor } = batch);
    scanned += batch.scanned;
  };
  try {
    return result(await followers[log.kind]({ ...request, ...options, key, client, isAudited, commit }));
  } catch (error) {
    if (!(error instanceof LogFault)) throw error;
    return result(error.outcome);
  }
};
