// Runs the stand-ins as a process: `node stand-ins.ts [--log received.ndjson] [--http-port n] [--smtp-port n] [--keep]
// [--about pattern] [--verify-signatures]`. Prints one line of JSON with ports, endpoints and settings; ends with its standard
// input or SIGTERM.
import { parseArgs } from 'node:util';
import { startStandIns } from './start-stand-ins.ts';

const { values } = parseArgs({
  options: {
    log: { type: 'string' },
    'http-port': { type: 'string', default: '0' },
    'smtp-port': { type: 'string', default: '0' },
    keep: { type: 'boolean', default: false },
    about: { type: 'string' },
    'verify-signatures': { type: 'boolean', default: false },
  },
});

const standIns = await startStandIns({
  httpPort: Number(values['http-port']),
  smtpPort: Number(values['smtp-port']),
  keep: values.keep,
  ...(values.about === undefined ? {} : { about: new RegExp(values.about, 'g') }),
  ...(values.log === undefined ? {} : { logFile: values.log }),
  ...(values['verify-signatures'] ? {} : { signingSecret: null }),
});
const { httpPort, smtpPort, smtpUrl, endpoints, settings } = standIns;
process.stdout.write(`${JSON.stringify({ httpPort, smtpPort, smtpUrl, endpoints, settings })}\n`);

const stop = (): void => {
  standIns.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.once('SIGTERM', stop);
// The parent holds the other end; if it is killed, nothing is left behind.
process.stdin.resume().once('end', stop);
