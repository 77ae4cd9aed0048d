import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ProviderError } from '@notafter/domain';
import { type Release, releaseEngine } from './release.ts';

export const RELEASED = 'released';

const program = fileURLToPath(new URL('release-guard.program.ts', import.meta.url));
const RELEASE_MS = 60_000;

interface Hold {
  readonly hold: () => Promise<void>;
  /** Whether it still stands still. */
  readonly isHeld: () => Promise<boolean>;
}

/**
 * Runs `work` while an engine stands still, and releases the engine after it. Throws if the engine did not stand still all the time. If this process is killed meanwhile, a guard releases
 * it: a separate process that waits for our end. Should both be gone, the next look at the service releases it.
 */
export const whileHeld = async (asked: Release, { hold, isHeld }: Hold, work: () => Promise<void>): Promise<void> => {
  const guard = spawn(process.execPath, [program, JSON.stringify(asked)], {
    detached: true,
    cwd: '/',
    env: { NODE_ENV: 'production' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await once(guard, 'spawn');
  guard.unref();
  // It was killed; its input is closed.
  guard.stdin.on('error', () => undefined);
  let isReleased = false;
  try {
    await hold();
    await work();
    // Somebody else may have released it meanwhile, or the guard of a server that was killed before.
    if (!(await isHeld())) throw new ProviderError('transient', 'The engine went on while its data was copied.');
  } finally {
    try {
      await releaseEngine(asked, AbortSignal.timeout(RELEASE_MS));
      isReleased = true;
    } finally {
      guard.stdin.end(isReleased ? RELEASED : '');
    }
  }
};
