// Logs of both kinds with the same entries, in a separate process. Usage: log-server.ts ENTRIES
import { bulkCertificate, startRfc6962Log, startStaticLog } from '../../packages/transparency/src/testing/index.ts';

const entries = Number(process.argv[2]);
/** One entry in so many concerns a watched domain. */
const MATCH_EVERY = 20_000;
const now = (): Date => new Date();

const options = { now, mmdSeconds: 86_400 };
const tiled = await startStaticLog(options);
const old = await startRfc6962Log(options);
for (let serial = 0; serial < entries; serial += 1) {
  const name =
    serial % MATCH_EVERY === 1_000
      ? `www.d${serial}.watched.test`
      : `host-${serial.toString(36)}.customer-${(serial * 7_919) % 50_000}.test`;
  const of = bulkCertificate({ serial, names: [name, `www.${name}`], isRandom: true });
  // CAs log precertificates; some log the certificates, too.
  const submission = { kind: serial % 4 === 0 ? ('certificate' as const) : ('precertificate' as const), of };
  tiled.append(submission);
  old.append(submission);
}
console.log(JSON.stringify({ static: tiled.log, rfc6962: old.log }));
process.stdin.on('end', () => process.exit(0)).resume();
