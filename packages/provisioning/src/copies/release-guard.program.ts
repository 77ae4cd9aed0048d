import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { release, releaseEngine } from './release.ts';
import { RELEASED } from './release-guard.ts';

const TRIES = 30;
const PAUSE_MS = 1000;

// A process beside the server: its input ends with the server, however that ends. Unless the server said that it has released the
// engine, this process does.
// Signals to the whole group, such as those of a service manager, come to it as well: the end of the server decides.
for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(name, () => undefined);
const asked = release.parse(JSON.parse(process.argv[2] ?? ''));
if ((await text(process.stdin)) !== RELEASED) {
  for (let left = TRIES; left > 0; left -= 1) {
    const isDone = await releaseEngine(asked, AbortSignal.timeout(60_000)).then(
      () => true,
      () => false,
    );
    if (isDone) break;
    await wait(PAUSE_MS);
  }
}
