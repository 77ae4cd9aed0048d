import type { SignedHead, TransparencyLog } from '@notafter/domain';
import type { LogClient } from '../client/log-client.ts';
import { LogFault } from '../client/log-fault.ts';
import type { LogKey } from '../log-signature.ts';
import { readCheckpoint } from './checkpoint.ts';
import { readSignedTreeHead } from './signed-tree-head.ts';

/** With the signatures of many witnesses. */
const HEAD_MAX_BYTES = 256 * 1024;

/** Returns a log's current head, whose signature is verified. Throws LogFault. */
export const fetchHead = async (client: LogClient, log: TransparencyLog, key: LogKey): Promise<SignedHead> => {
  const isStatic = log.kind === 'static';
  const answer = await client.get(isStatic ? 'checkpoint' : 'ct/v1/get-sth', HEAD_MAX_BYTES);
  const read = isStatic ? readCheckpoint(answer, log.submissionUrl, key) : readSignedTreeHead(answer, key);
  if (read.kind !== 'signed') throw new LogFault(read);
  return read.head;
};
