/**
 * A separate process that starts the embedded PostgreSQL: prints one line of JSON, then waits to be killed or for its input to
 * end. Tests kill it, or run it as another user.
 */
import { EmbeddedPostgresError, startEmbeddedPostgres } from './index.ts';

const [dataDir = '', fallbackRoot = ''] = process.argv.slice(2);
const log = { info: () => undefined, warn: () => undefined };

function say(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

try {
  const server = await startEmbeddedPostgres({ dataDir, fallbackRoot, log, durability: 'none' });
  say({ url: server.url, adopted: server.adopted, home: server.home });
  process.stdin.resume().on('end', () => void server.stop());
} catch (error) {
  say({ code: error instanceof EmbeddedPostgresError ? error.code : 'unknown', message: String(error) });
  process.exitCode = 1;
}
