import type { Log } from '@notafter/domain';
import { readNeededFile } from '../config/read-config.ts';
import { type SendContext, type SendOutcome, sendQueue } from '../sending/send-queue.ts';
import { createCollectorServer } from '../sending/server.ts';
import type { OpenCollector } from './open-collector.ts';

export interface Sending extends OpenCollector {
  readonly log: Log;
  readonly now: () => Date;
  readonly signal: AbortSignal;
}

/** Everything that sending needs. Throws UsageError if the file with the roots cannot be read. */
export const sendContextOf = ({ config, identity, spool, log, now, signal }: Sending): SendContext => {
  const caPem = config.caFile === null ? null : readNeededFile(config.caFile, 'caFile', 'run');
  const server = createCollectorServer({ identity, dnsServers: config.dnsServers, caPem, now, signal });
  return { identity, spool, server, log, now, signal };
};

export const sendOnce = (sending: Sending): Promise<SendOutcome> => sendQueue(sendContextOf(sending));
