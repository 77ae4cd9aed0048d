import type { Writable } from 'node:stream';
import type { Log } from '@notafter/domain';

/** A log of one JSON document per line. Fields never contain keys, secrets of tokens or contents of files. */
export const createLog = (stream: Pick<Writable, 'write'>, now: () => Date): Log => {
  const write = (level: string) => (fields: object, message: string) => {
    stream.write(`${JSON.stringify({ at: now().toISOString(), level, message, ...fields })}\n`);
  };
  return { debug: () => undefined, info: write('info'), warn: write('warn'), error: write('error') };
};
