import type { Config } from '@notafter/config';
import { withoutValues } from '@notafter/db';
import { type Logger, pino, stdSerializers, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';

/** Fields that can contain a secret, at any depth; a second safeguard besides not logging them at all. */
const secretFields = ['password', 'token', 'secret', 'secretKey', 'cookie', 'authorization', 'apiKey', 'databaseUrl', 'smtpUrl'];
const redact = secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

const errorFields = (error: unknown): unknown => {
  const shown = withoutValues(error);
  return shown instanceof Error ? stdSerializers.err(shown) : shown;
};

/** JSON lines for machines, readable ones on a terminal. Synchronous, so that the last line before an exit is written. */
export const createLogger = (level: Config['logLevel']): Logger => {
  const options = {
    level,
    redact: { paths: redact, censor: '[hidden]' },
    serializers: { err: errorFields },
    timestamp: stdTimeFunctions.isoTime,
    base: null,
  };
  if (!process.stdout.isTTY) return pino(options, pino.destination({ fd: 1, sync: true }));
  return pino(options, pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true }));
};
