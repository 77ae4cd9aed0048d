import { verify } from 'node:crypto';
import type { LogListOutcome } from '@notafter/domain';
import { type ClientOptions, LogClient } from '../client/log-client.ts';
import { LogFault } from '../client/log-fault.ts';
import { googleLogListKey } from './google-key.ts';
import { judgeAge, readLogList } from './read-log-list.ts';

const NAME = 'The server of the log list';
const LIST_MAX_BYTES = 8 * 1024 * 1024;
const SIGNATURE_MAX_BYTES = 16 * 1024;

export interface LogListRequest extends Pick<ClientOptions, 'fetch' | 'userAgent' | 'now' | 'signal'> {
  /** URL of the JSON file. */
  readonly url: string;
  /** URL of the detached signature; by default `.sig` in the place of `.json`. */
  readonly signatureUrl?: string;
  /** PEM of the key that signs the list, RSA or EC; by default Google's. */
  readonly publicKey?: string;
  readonly options?: Partial<Pick<ClientOptions, 'timeoutMs' | 'tries' | 'backOffMs'>>;
}

const isSigned = (bytes: Buffer, signature: Buffer, publicKey: string): boolean => {
  try {
    return verify('sha256', bytes, publicKey, signature);
  } catch {
    return false;
  }
};

const failed = ({ outcome }: LogFault): LogListOutcome => {
  const reason = 'reason' in outcome ? outcome.reason : 'The request was aborted.';
  return outcome.kind === 'invalid' || outcome.kind === 'oversized' ? { kind: 'invalid', reason } : { kind: 'unavailable', reason };
};

/** Verifies a list with its signature, before anything in it is read. Null is a missing signature. */
export const judgeLogList = (bytes: Buffer, signature: Buffer | null, now: Date, publicKey = googleLogListKey): LogListOutcome => {
  if (signature === null || signature.length === 0) return { kind: 'unsigned', reason: 'The log list has no signature.' };
  if (!isSigned(bytes, signature, publicKey))
    return { kind: 'wrongly_signed', reason: 'The signature of the log list is not valid for its key.' };
  const list = readLogList(bytes);
  return list === null ? { kind: 'invalid', reason: 'The log list is not in the form of version 3.' } : judgeAge(list, now);
};

/** Fetches and judges a log list. Never rejects because of the server. */
export const fetchLogList = async (request: LogListRequest): Promise<LogListOutcome> => {
  const { url, signatureUrl = url.replace(/\.json$/, '.sig'), publicKey, now } = request;
  const options = { timeoutMs: 30_000, tries: 3, backOffMs: 500, ...request.options, maxBytes: LIST_MAX_BYTES };
  const read = async (address: string, maxBytes: number): Promise<Buffer | null> => {
    const slash = address.lastIndexOf('/');
    return new LogClient(address.slice(0, slash), { ...request, ...options }, NAME).find(address.slice(slash + 1), maxBytes);
  };
  try {
    const bytes = await read(url, LIST_MAX_BYTES);
    if (bytes === null) return { kind: 'unavailable', reason: 'The server does not have the log list.' };
    return judgeLogList(bytes, await read(signatureUrl, SIGNATURE_MAX_BYTES), now(), publicKey);
  } catch (error) {
    if (!(error instanceof LogFault)) throw error;
    return failed(error);
  }
};
